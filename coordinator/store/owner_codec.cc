#include "coordinator/store/owner_codec.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/status.h"
#include "coordinator/store/pair_codec.h"

namespace rookery::coordinator {
namespace {

absl::StatusOr<OwnerShare> DecodeShare(std::string_view line) {
  std::array<uint64_t, 3> numbers{};
  for (uint64_t& number : numbers) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    const auto length = static_cast<size_t>(end - line.data());
    if (error != std::errc() || length >= line.size() || *end != ' ') {
      return absl::DataLossError("what a worker did for an earlier owner is damaged");
    }
    line.remove_prefix(length + 1);
  }
  return OwnerShare{std::string(line), numbers[0], numbers[1], numbers[2]};
}

}  // namespace

std::string EncodeShares(const std::vector<OwnerShare>& shares) {
  std::vector<std::string> lines;
  lines.reserve(shares.size());
  for (const OwnerShare& share : shares) {
    lines.push_back(
        fmt::format("{} {} {} {}", share.pairs, share.games, share.core_ms, share.owner));
  }
  return JoinLines(lines);
}

absl::StatusOr<std::vector<OwnerShare>> DecodeShares(std::string_view text) {
  std::vector<OwnerShare> shares;
  for (const std::string& line : SplitLines(text)) {
    ROOKERY_ASSIGN_OR_RETURN(OwnerShare share, DecodeShare(line));
    shares.push_back(std::move(share));
  }
  return shares;
}

}  // namespace rookery::coordinator
