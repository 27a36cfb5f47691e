#include "engine/chess/rule_profile.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "base/status.h"
#include "engine/chess/dead_position.h"

namespace rookery::chess {
namespace {

constexpr int kMaxNumber = 10000;
constexpr size_t kMostShown = 40;  // of a text from outside

// An option that is a number (0 to kMaxNumber), or one of a few words that stand for 0, 1, 2 ...
struct Option {
  std::string_view key;
  std::vector<std::string_view> words;  // empty: a number
  std::function<int(const RuleProfile&)> get;
  std::function<void(RuleProfile&, int)> set;
};

template <typename T>
Option MakeOption(std::string_view key, T RuleProfile::* member,
                  std::vector<std::string_view> words = {}) {
  return {key, std::move(words),
          [member](const RuleProfile& profile) { return static_cast<int>(profile.*member); },
          [member](RuleProfile& profile, int value) { profile.*member = static_cast<T>(value); }};
}

std::vector<Option> AllOptions() {
  using P = RuleProfile;
  return {
      MakeOption("repetition.auto", &P::repetition_count),
      MakeOption("repetition.claim", &P::repetition_claim),
      MakeOption("no_progress.auto_plies", &P::no_progress_plies),
      MakeOption("no_progress.claim_plies", &P::no_progress_claim_plies),
      MakeOption("no_progress.kbnk_plies", &P::no_progress_kbnk_plies),
      MakeOption("no_progress.reset", &P::pawn_move_is_progress, {"capture", "capture-or-pawn"}),
      MakeOption("dead_position", &P::dead_position, {"off", "material", "fide", "fastchess"}),
      MakeOption("perpetual.mode", &P::perpetual, {"off", "checks", "repetition"}),
      MakeOption("perpetual.checks", &P::perpetual_checks),
      MakeOption("order", &P::order, {"rules", "fastchess"}),
      MakeOption("illegal_limit", &P::illegal_limit),
      MakeOption("illegal.extra_seconds", &P::illegal_extra_seconds),
      MakeOption("illegal.extra_blitz_seconds", &P::illegal_extra_blitz_seconds),
      MakeOption("flag.needs_mate", &P::flag_fall_needs_mate, {"off", "on"}),
      MakeOption("draw_offer.alternate", &P::offers_alternate, {"off", "on"}),
      MakeOption("draw_offer.timing", &P::offers_after_move, {"any", "after-move"}),
      MakeOption("reversed.restart_moves", &P::reversed_restart_moves),
      MakeOption("reversed.restart_percent", &P::reversed_restart_percent),
  };
}

struct Setting {
  std::string_view key;
  std::string_view value;
};

// What each profile changes of the defaults.
struct ProfileRow {
  std::string_view name;
  std::string_view summary;
  std::vector<Setting> settings;
};

std::vector<ProfileRow> AllProfiles() {
  return {
      {"engine", "matches of engines, the default; the only rated one", {}},
      {"fide",
       "the Laws of Chess: draws are claimed, and automatic only at five and 75",
       {{"repetition.auto", "5"},
        {"repetition.claim", "3"},
        {"no_progress.auto_plies", "150"},
        {"no_progress.claim_plies", "100"},
        {"illegal_limit", "2"},
        {"illegal.extra_seconds", "120"},
        {"illegal.extra_blitz_seconds", "60"},
        {"draw_offer.alternate", "off"},
        {"draw_offer.timing", "any"},
        {"reversed.restart_moves", "10"},
        {"reversed.restart_percent", "0"}}},
      {"source",
       "the source texts: claims after 50 moves, perpetual check, three illegal moves",
       {{"no_progress.auto_plies", "0"},
        {"no_progress.claim_plies", "100"},
        {"dead_position", "material"},
        {"perpetual.mode", "repetition"},
        {"illegal_limit", "3"},
        {"flag.needs_mate", "off"},
        {"reversed.restart_percent", "25"}}},
      {"qq",
       "the source texts' server: ten checks in a row, thirty moves without progress",
       {{"no_progress.auto_plies", "60"},
        {"no_progress.kbnk_plies", "100"},
        {"dead_position", "material"},
        {"perpetual.mode", "checks"},
        {"illegal_limit", "3"},
        {"flag.needs_mate", "off"},
        {"reversed.restart_percent", "25"}}},
      {"fastchess",
       "another match runner's list of drawn material and order of tests",
       {{"dead_position", "fastchess"}, {"order", "fastchess"}}},
  };
}

bool IsFastchessDead(const Position& position) {
  if (!IsInsufficientMaterial(position)) return false;
  const int men = Count(position.occupied());
  if (men <= 3) return true;
  // Two bishops of one square colour are left, of one side or of both.
  return men == 4;
}

std::string Join(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

}  // namespace

const std::vector<std::string_view>& RuleProfileNames() {
  static const std::vector<std::string_view> names = {"engine", "fide", "source", "qq",
                                                      "fastchess"};
  return names;
}

bool IsRated(std::string_view profile_name) {
  return profile_name.empty() || profile_name == "engine";
}

std::string_view RuleProfileSummary(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(','));
  for (const ProfileRow& row : AllProfiles()) {
    if (row.name == name) return row.summary;
  }
  return "";
}

namespace {

absl::StatusOr<RuleProfile> NamedProfile(std::string_view name) {
  RuleProfile profile;
  if (name.empty()) return profile;
  for (const ProfileRow& row : AllProfiles()) {
    if (row.name != name) continue;
    for (const Setting& setting : row.settings) {
      ROOKERY_RETURN_IF_ERROR(SetRuleOption(profile, setting.key, setting.value));
    }
    return profile;
  }
  return InvalidArgument("rule profile '{}': known are {}", name.substr(0, kMostShown),
                         Join(RuleProfileNames()));
}

}  // namespace

absl::StatusOr<RuleProfile> FindRuleProfile(std::string_view text) {
  const size_t comma = std::min(text.find(','), text.size());
  if (comma == 0 && !text.empty()) {
    return InvalidArgument("rule profile '{}': begin with a name, such as engine",
                           text.substr(0, kMostShown));
  }
  ROOKERY_ASSIGN_OR_RETURN(RuleProfile profile, NamedProfile(text.substr(0, comma)));
  std::vector<std::string_view> given;
  for (size_t at = comma; at < text.size();) {
    const size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string_view option = text.substr(at + 1, end - at - 1);
    const size_t equals = option.find('=');
    if (equals == std::string_view::npos) {
      return InvalidArgument("rule option '{}': write KEY=VALUE, such as illegal_limit=2",
                             option.substr(0, kMostShown));
    }
    const std::string_view key = option.substr(0, equals);
    if (std::find(given.begin(), given.end(), key) != given.end()) {
      return InvalidArgument("rule option '{}' is given twice", key.substr(0, kMostShown));
    }
    given.push_back(key);
    ROOKERY_RETURN_IF_ERROR(SetRuleOption(profile, key, option.substr(equals + 1)));
    at = end;
  }
  return profile;
}

std::vector<std::pair<std::string, std::string>> RuleOptions(const RuleProfile& profile) {
  std::vector<std::pair<std::string, std::string>> options;
  for (const Option& option : AllOptions()) {
    const int value = option.get(profile);
    options.emplace_back(option.key, option.words.empty()
                                         ? std::to_string(value)
                                         : std::string(option.words[static_cast<size_t>(value)]));
  }
  return options;
}

absl::Status SetRuleOption(RuleProfile& profile, std::string_view key, std::string_view value) {
  std::vector<std::string_view> keys;
  for (const Option& option : AllOptions()) {
    keys.push_back(option.key);
    if (option.key != key) continue;
    if (!option.words.empty()) {
      const auto word = std::find(option.words.begin(), option.words.end(), value);
      if (word == option.words.end()) {
        return InvalidArgument("rule option {} '{}': write one of {}", key, value,
                               Join(option.words));
      }
      option.set(profile, static_cast<int>(word - option.words.begin()));
      return absl::OkStatus();
    }
    int number = -1;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < 0 ||
        number > kMaxNumber) {
      return InvalidArgument("rule option {} '{}': write a number from 0 (off) to {}", key, value,
                             kMaxNumber);
    }
    option.set(profile, number);
    return absl::OkStatus();
  }
  return InvalidArgument("rule option '{}': known are {}", key, Join(keys));
}

bool NoProgressEnds(const RuleProfile& profile, const Progress& progress, bool kbnk) {
  int limit = profile.no_progress_plies;
  if (kbnk && profile.no_progress_kbnk_plies > 0) limit = profile.no_progress_kbnk_plies;
  if (limit == 0) return false;
  const int plies =
      profile.pawn_move_is_progress ? progress.since_capture_or_pawn : progress.since_capture;
  return plies >= limit;
}

bool IsBishopAndKnight(const Position& position) {
  const Bitboard bishops = position.of(PieceType::kBishop);
  const Bitboard knights = position.of(PieceType::kKnight);
  if (Count(position.occupied()) != 4 || bishops == 0 || knights == 0) return false;
  return ((bishops | knights) & position.of(Color::kWhite)) == 0 ||
         ((bishops | knights) & position.of(Color::kBlack)) == 0;
}

bool IsDeadBy(DeadPositionRule rule, const Position& position) {
  switch (rule) {
    case DeadPositionRule::kOff:
      return false;
    case DeadPositionRule::kMaterial:
      return IsInsufficientMaterial(position);
    case DeadPositionRule::kFide:
      return IsDeadPosition(position);
    case DeadPositionRule::kFastchess:
      return IsFastchessDead(position);
  }
  return false;
}

std::pair<GameEnd, GameResult> FlagFall(const RuleProfile& profile, const Position& position,
                                        Color color) {
  if (profile.flag_fall_needs_mate && !CanMate(position, Other(color))) {
    return {GameEnd::kFlagFallNoMate, GameResult::kDraw};
  }
  return {GameEnd::kTime, color == Color::kWhite ? GameResult::kBlackWins : GameResult::kWhiteWins};
}

}  // namespace rookery::chess
