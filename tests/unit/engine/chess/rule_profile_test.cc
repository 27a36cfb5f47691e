#include "engine/chess/rule_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/game.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

using testing::HasSubstr;

RuleProfile Profile(std::string_view name, std::string_view key = "", std::string_view value = "") {
  RuleProfile profile = *FindRuleProfile(name);
  if (!key.empty()) {
    EXPECT_TRUE(SetRuleOption(profile, key, value).ok());
  }
  return profile;
}

std::optional<GameEnd> EndOf(std::string_view fen, std::initializer_list<std::string_view> moves,
                             const RuleProfile& profile) {
  Game game(*ParseFen(fen), profile);
  for (const std::string_view move : moves) game.Play(*ParseUci(game.position(), move));
  const auto end = game.End();
  return end.has_value() ? std::optional(end->end) : std::nullopt;
}

TEST(RuleProfile, EngineIsTheDefault) {
  EXPECT_EQ(RuleOptions(Profile("engine")), RuleOptions(RuleProfile()));
  EXPECT_EQ(RuleProfileNames().size(), 5u);
  EXPECT_EQ(RuleOptions(Profile("")), RuleOptions(RuleProfile()));
  for (const std::string_view name : RuleProfileNames()) {
    EXPECT_TRUE(FindRuleProfile(name).ok());
    EXPECT_FALSE(RuleProfileSummary(name).empty());
  }
}

TEST(RuleProfile, WritesEveryOptionSoThatItCanBeSetAgain) {
  for (const std::string_view name : RuleProfileNames()) {
    RuleProfile copy;
    for (const auto& [key, value] : RuleOptions(Profile(name))) {
      EXPECT_TRUE(SetRuleOption(copy, key, value).ok()) << key << ' ' << value;
    }
    EXPECT_EQ(RuleOptions(copy), RuleOptions(Profile(name)));
  }
}

TEST(RuleProfile, SaysWhatIsAllowed) {
  RuleProfile profile;
  EXPECT_THAT(std::string(FindRuleProfile("xiangqi").status().message()), HasSubstr("fide"));
  EXPECT_THAT(std::string(SetRuleOption(profile, "dead_position", "x").message()),
              HasSubstr("off, material, fide, fastchess"));
  EXPECT_THAT(std::string(SetRuleOption(profile, "illegal_limit", "-1").message()),
              HasSubstr("0 (off) to 10000"));
  EXPECT_THAT(std::string(SetRuleOption(profile, "nothing", "1").message()),
              HasSubstr("repetition.auto"));
}

TEST(RuleProfile, FideLetsTheGameGoOnUntilFiveOccurrencesOrSeventyFiveMoves) {
  const RuleProfile fide = Profile("fide");
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/R7 w - - 148 99", {"a1a2"}, fide), std::nullopt);
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/R7 w - - 149 99", {"a1a2"}, fide), GameEnd::kNoProgress);
  const Game game(*ParseFen("8/8/4k3/8/8/4K3/8/R7 w - - 100 99"), fide);
  EXPECT_TRUE(game.CanClaimNoProgress());
  EXPECT_FALSE(game.CanClaimRepetition());
}

TEST(RuleProfile, CallsARepetitionOfChecksPerpetualInTheSourceProfile) {
  const auto play = [](const RuleProfile& profile) {
    return EndOf("4Q1k1/6p1/8/8/8/8/q7/6K1 b - - 0 1",
                 {"g8h7", "e8h5", "h7g8", "h5e8", "g8h7", "e8h5", "h7g8", "h5e8"}, profile);
  };
  EXPECT_EQ(play(Profile("source")), GameEnd::kPerpetual);
  EXPECT_EQ(play(Profile("engine")), GameEnd::kRepetition);
  EXPECT_EQ(EndOf(kStartFen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"},
                  Profile("source")),
            GameEnd::kRepetition);
}

TEST(RuleProfile, EndsAfterSoManyChecksInARow) {
  RuleProfile profile = Profile("engine", "perpetual.mode", "checks");
  profile.perpetual_checks = 2;
  constexpr std::string_view fen = "4Q1k1/6p1/8/8/8/8/q7/6K1 b - - 0 1";
  EXPECT_EQ(EndOf(fen, {"g8h7", "e8h5"}, profile), std::nullopt);
  EXPECT_EQ(EndOf(fen, {"g8h7", "e8h5", "h7g8", "h5e8"}, profile), GameEnd::kPerpetual);
}

TEST(RuleProfile, QqEndsAfterTenChecksAndAfterThirtyMoves) {
  RuleProfile qq = Profile("qq");
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/R7 w - - 58 99", {"a1a2"}, qq), std::nullopt);
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/R7 w - - 59 99", {"a1a2"}, qq), GameEnd::kNoProgress);
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/BN6 w - - 98 99", {"a1b2"}, qq), std::nullopt);
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/BN6 w - - 99 99", {"a1b2"}, qq), GameEnd::kNoProgress);
  qq.repetition_count = 0;  // which would end these checks first
  Game game(*ParseFen("4Q1k1/6p1/8/8/8/8/q7/6K1 b - - 0 1"), qq);
  constexpr std::array<std::string_view, 4> kRound = {"g8h7", "e8h5", "h7g8", "h5e8"};
  for (size_t ply = 0; ply < 20; ++ply) {
    EXPECT_FALSE(game.End().has_value());
    game.Play(*ParseUci(game.position(), kRound[ply % 4]));
  }
  EXPECT_EQ(game.End()->end, GameEnd::kPerpetual);
}

TEST(RuleProfile, RatesGamesByTheDefaultAlone) {
  EXPECT_TRUE(IsRated(""));
  for (const std::string_view name : RuleProfileNames()) EXPECT_EQ(IsRated(name), name == "engine");
}

TEST(RuleProfile, PutsRulesInFastchesssOrder) {
  const RuleProfile fastchess = Profile("fastchess");
  constexpr std::string_view stalemate = "k7/8/2K5/8/8/8/8/1Q6 w - - 99 200";
  EXPECT_EQ(EndOf(stalemate, {"b1b6"}, fastchess), GameEnd::kNoProgress);
  EXPECT_EQ(EndOf(stalemate, {"b1b6"}, RuleProfile()), GameEnd::kStalemate);
  EXPECT_EQ(EndOf("7k/8/6K1/8/8/8/8/R7 w - - 99 200", {"a1a8"}, fastchess), GameEnd::kCheckmate);
  // Its list is shorter than the Laws': three bishops of one colour play on, and walls do.
  EXPECT_EQ(EndOf("8/8/4k3/8/8/2B1K3/8/B1B5 w - - 0 1", {}, fastchess), std::nullopt);
  EXPECT_EQ(EndOf("8/8/4k3/8/8/4K3/8/B1B5 w - - 0 1", {}, fastchess), GameEnd::kDeadPosition);
  EXPECT_EQ(EndOf("8/6k1/8/1p1p1p1p/1P1P1P1P/8/6K1/8 w - - 0 1", {}, fastchess), std::nullopt);
}

TEST(FlagFall, IsADrawAgainstASideThatCannotMate) {
  const Position bare = *ParseFen("8/8/4k3/8/8/4K3/8/Q7 w - - 0 1");
  EXPECT_EQ(FlagFall(Profile("engine"), bare, Color::kWhite),
            std::pair(GameEnd::kFlagFallNoMate, GameResult::kDraw));
  EXPECT_EQ(FlagFall(Profile("source"), bare, Color::kWhite),
            std::pair(GameEnd::kTime, GameResult::kBlackWins));
}

TEST(RuleProfile, TakesOptionsThatDifferFromAName) {
  const RuleProfile profile = *FindRuleProfile("fide,no_progress.reset=capture,illegal_limit=3");
  EXPECT_FALSE(profile.pawn_move_is_progress);
  EXPECT_EQ(profile.illegal_limit, 3);
  EXPECT_EQ(profile.repetition_count, 5);
  EXPECT_EQ(FindRuleProfile("engine,repetition.auto=0")->repetition_count, 0);
  for (const char* text : {",", "fide,", "fide,,illegal_limit=3", ",illegal_limit=3",
                           "fide,illegal_limit=3,illegal_limit=2", "fide,=3"}) {
    EXPECT_FALSE(FindRuleProfile(text).ok()) << text;
  }
  EXPECT_FALSE(IsRated("engine,illegal_limit=1"));
  EXPECT_THAT(std::string(RuleProfileSummary("fide,illegal_limit=3")), HasSubstr("Laws of Chess"));
  EXPECT_THAT(std::string(FindRuleProfile("fide,speed=3").status().message()),
              HasSubstr("rule option 'speed'"));
  EXPECT_THAT(std::string(FindRuleProfile("fide,illegal_limit").status().message()),
              HasSubstr("KEY=VALUE"));
}

}  // namespace
}  // namespace rookery::chess
