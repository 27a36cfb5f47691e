#include "engine/uci/reply.h"

#include <gtest/gtest.h>

namespace rookery::uci {
namespace {

template <typename T>
T Parsed(std::string_view line) {
  const absl::StatusOr<Reply> reply = ParseReply(line);
  EXPECT_TRUE(reply.ok()) << line << ": " << reply.status();
  const T* value = std::get_if<T>(&*reply);
  EXPECT_NE(value, nullptr) << line;
  return value != nullptr ? *value : T{};
}

TEST(ParseReply, ReadsInfo) {
  const auto info = Parsed<InfoReply>(
      "info depth 10 seldepth 15 multipv 1 score cp -33 upperbound nodes 1000 nps 99 hashfull 3 "
      "tbhits 0 time 7 pv e2e4 e7e5");
  EXPECT_EQ(info.depth, 10);
  EXPECT_EQ(info.score_cp, -33);
  EXPECT_TRUE(info.upper_bound);
  EXPECT_FALSE(info.lower_bound);
  EXPECT_EQ(info.nodes, 1000);
  EXPECT_EQ(info.time_ms, 7);
  EXPECT_EQ(info.line, (std::vector<std::string>{"e2e4", "e7e5"}));
  EXPECT_EQ(Parsed<InfoReply>("info score mate -2 depth 3").score_mate, -2);
  EXPECT_EQ(Parsed<InfoReply>("info string depth x score").text, "depth x score");
}

TEST(ParseReply, ReadsBestMoveWithAndWithoutPonder) {
  EXPECT_EQ(Parsed<BestMoveReply>("bestmove e2e4 ponder e7e5").ponder, "e7e5");
  EXPECT_EQ(Parsed<BestMoveReply>("bestmove (none)").move, "(none)");
  EXPECT_FALSE(ParseReply("bestmove").ok());
}

TEST(ParseReply, ReadsOptionsOfEveryKind) {
  const auto spin =
      Parsed<OptionReply>("option name Move Overhead type spin default 30 min 0 max 5");
  EXPECT_EQ(spin.name, "Move Overhead");
  EXPECT_EQ(spin.default_value, "30");
  EXPECT_EQ(spin.max, 5);
  const auto combo =
      Parsed<OptionReply>("option name Style type combo default Solid var Solid var Very Risky");
  EXPECT_EQ(combo.choices, (std::vector<std::string>{"Solid", "Very Risky"}));
  EXPECT_FALSE(ParseReply("option type spin").ok());
}

TEST(ParseReply, KeepsWhatItDoesNotKnow) {
  EXPECT_EQ(Parsed<OtherReply>("Toga II 3.0 by nobody").text, "Toga II 3.0 by nobody");
  EXPECT_EQ(Parsed<IdReply>("id name Toga II 3.0").value, "Toga II 3.0");
}

TEST(ParseReply, RefusesBrokenNumbers) {
  EXPECT_FALSE(ParseReply("info depth x").ok());
  EXPECT_FALSE(ParseReply("info score cp").ok());
  EXPECT_FALSE(ParseReply("info score 13").ok());
}

TEST(FormatReply, GivesWhatParsesBackToItself) {
  for (
      const char* line :
      {"uciok", "readyok", "id name X Y", "bestmove e2e4 ponder e7e5",
       "info depth 3 seldepth 4 multipv 1 score cp 5 lowerbound nodes 6 nps 7 hashfull 8 time 9 pv "
       "e2e4",
       "info string hello", "option name Hash type spin default 16 min 1 max 32768",
       "option name Clear Hash type button", "option name UCI_Chess960 type check default false"}) {
    EXPECT_EQ(FormatReply(ParseReply(line).value()), line);
  }
}

}  // namespace
}  // namespace rookery::uci
