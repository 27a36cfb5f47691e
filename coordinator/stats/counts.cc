#include "coordinator/stats/counts.h"

#include <charconv>
#include <numeric>
#include <span>
#include <vector>

#include "base/status.h"

namespace rookery::stats {
namespace {

std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const size_t comma = text.find(',');
    fields.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    text.remove_prefix(comma + 1);
  }
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

absl::StatusOr<int64_t> ParseCount(std::string_view name, std::string_view field) {
  const std::string_view text = Trim(field);
  int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc::result_out_of_range) {
    return InvalidArgument("{}: '{}' is too large; at most {}", name, text, kMostCount);
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    return InvalidArgument("{}: '{}' is not a whole number", name, text);
  }
  if (count < 0) return InvalidArgument("{}: {} is negative; counts begin at 0", name, count);
  if (count > kMostCount) {
    return InvalidArgument("{}: {} is too large; at most {}", name, count, kMostCount);
  }
  return count;
}

absl::Status ParseCounts(std::string_view what, std::span<const std::string_view> names,
                         std::string_view text, std::span<int64_t> counts) {
  constexpr size_t kLongestText = 256;
  if (text.size() > kLongestText) {
    return InvalidArgument("{}: {} characters; at most {}", what, text.size(), kLongestText);
  }
  const std::vector<std::string_view> fields = Split(text);
  if (fields.size() != names.size()) {
    return InvalidArgument("{}: '{}' has {} fields; {} are needed, {} to {}", what, text,
                           fields.size(), names.size(), names.front(), names.back());
  }
  for (size_t i = 0; i < names.size(); ++i) {
    ROOKERY_ASSIGN_OR_RETURN(counts[i],
                             ParseCount(fmt::format("{} {}", what, names[i]), fields[i]));
  }
  return absl::OkStatus();
}

}  // namespace

int64_t Total(const Pentanomial& counts) {
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

int64_t Total(const Trinomial& counts) {
  return std::accumulate(counts.begin(), counts.end(), int64_t{0});
}

absl::StatusOr<Pentanomial> ParsePentanomial(std::string_view text) {
  static constexpr std::string_view kNames[] = {"LL", "LD", "DD", "WD", "WW"};
  Pentanomial counts{};
  ROOKERY_RETURN_IF_ERROR(ParseCounts("pentanomial", kNames, text, counts));
  return counts;
}

absl::StatusOr<Trinomial> ParseTrinomial(std::string_view text) {
  static constexpr std::string_view kNames[] = {"losses", "draws", "wins"};
  Trinomial counts{};
  ROOKERY_RETURN_IF_ERROR(ParseCounts("trinomial", kNames, text, counts));
  return counts;
}

absl::Status CheckAgree(const Trinomial& games, const Pentanomial& pairs) {
  const int64_t total = Total(games);
  if (total % 2 != 0) {
    return InvalidArgument("trinomial: {} games are odd; pairs are two games each", total);
  }
  if (total != 2 * Total(pairs)) {
    return InvalidArgument("trinomial: {} games, but pentanomial: {} pairs, which are {} games",
                           total, Total(pairs), 2 * Total(pairs));
  }
  const int64_t half_points = games[1] + 2 * games[2];
  const int64_t pair_half_points = pairs[1] + 2 * pairs[2] + 3 * pairs[3] + 4 * pairs[4];
  if (half_points != pair_half_points) {
    return InvalidArgument("trinomial: {} half points, but pentanomial: {}", half_points,
                           pair_half_points);
  }
  // A pair of the middle cell is two draws or none; one of its neighbours holds one draw.
  const int64_t single = pairs[1] + pairs[3];
  const int64_t in_middle = games[1] - single;
  if (in_middle < 0 || in_middle > 2 * pairs[2] || in_middle % 2 != 0) {
    return InvalidArgument(
        "trinomial: {} draws, but pentanomial: LD and WD hold {}, and each of the {} DD/WL pairs 0 "
        "or 2 more",
        games[1], single, pairs[2]);
  }
  return absl::OkStatus();
}

}  // namespace rookery::stats
