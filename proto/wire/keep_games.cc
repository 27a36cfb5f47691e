#include "proto/wire/keep_games.h"

#include <charconv>

#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

// From 1 to `most`; 0 for anything else.
uint64_t NumberOf(std::string_view text, uint64_t most) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value <= most ? value : 0;
}

}  // namespace

absl::StatusOr<v1::KeepGames> ParseKeepGames(std::string_view text) {
  v1::KeepGames keep;
  if (text == "all") return keep;
  if (text == "none") {
    keep.set_none(true);
    return keep;
  }
  bool good = true;
  for (std::string_view rest = text; good;) {
    const size_t comma = rest.find(',');
    std::string_view word = rest.substr(0, comma);
    if (word.ends_with('d')) {
      word.remove_suffix(1);
      good = keep.days() == 0 && NumberOf(word, kMaxDaysKept) > 0;
      keep.set_days(static_cast<int32_t>(NumberOf(word, kMaxDaysKept)));
    } else {
      good = keep.newest_pairs() == 0 && NumberOf(word, kMaxPairs) > 0;
      keep.set_newest_pairs(NumberOf(word, kMaxPairs));
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (good) return keep;
  return InvalidArgument(
      "'{}' doesn't say which games to keep; say all, none, a number of pairs (the newest: 1000), "
      "of days (30d), or both (1000,30d)",
      Quoted(text.substr(0, 80)));
}

std::string KeepGamesText(const v1::KeepGames& keep) {
  if (keep.none()) return "none";
  std::string text;
  if (keep.newest_pairs() > 0) text = fmt::format("{}", keep.newest_pairs());
  if (keep.days() > 0) text += fmt::format("{}{}d", text.empty() ? "" : ",", keep.days());
  return text.empty() ? "all" : text;
}

}  // namespace rookery::wire
