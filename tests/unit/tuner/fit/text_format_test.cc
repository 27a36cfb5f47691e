#include "tuner/fit/text_format.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

constexpr std::string_view kWhite = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
constexpr std::string_view kBlack = "4k3/4p3/8/8/8/8/8/4K3 b - - 3 20";

LabelledPosition Parse(const std::string& line, View view = View::kWhite) {
  const auto found = ParseTextLine(line, view);
  EXPECT_TRUE(found.ok()) << line << ": " << found.status();
  EXPECT_TRUE(found.ok() && found->has_value()) << line;
  return found.ok() && found->has_value() ? (*found)->labelled : LabelledPosition();
}

std::string FaultOf(const std::string& line) {
  const auto found = ParseTextLine(line, View::kWhite);
  return found.ok() ? "" : std::string(found.status().message());
}

TEST(TextFormat, ReadsEpdWithResultScoreAndGame) {
  const auto found =
      ParseTextLine(R"(4k3/4p3/8/8/8/8/8/4K3 b - - hmvc 3; fmvn 20; c9 "0-1"; ce 120; id "17.34";)",
                    View::kWhite);
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->labelled.position, chess::ParseFen(kBlack).value());
  EXPECT_EQ((*found)->labelled.result, 0);
  EXPECT_EQ((*found)->labelled.score_cp, -120);  // ce is the mover's, Black's here
  EXPECT_TRUE((*found)->has_game);
  EXPECT_EQ((*found)->labelled.game, 17);
}

TEST(TextFormat, ReadsResultsAfterAFenInAllTheirForms) {
  const std::string fen(kWhite);
  const std::string four = fen.substr(0, fen.size() - 4);
  EXPECT_EQ(Parse(fen + " [1.0]").result, 1);
  EXPECT_EQ(Parse(fen + "; [0.5]").result, 0.5);
  EXPECT_EQ(Parse(fen + " 1/2-1/2").result, 0.5);
  EXPECT_EQ(Parse(fen + "; 0.6").result, 0.6);
  EXPECT_EQ(Parse(fen + " \"0-1\"").result, 0);
  EXPECT_EQ(Parse(four + " 1-0").result, 1);
  EXPECT_EQ(Parse(four + " 1").result, 1);
  EXPECT_EQ(Parse(fen + " 0").result, 0);
  EXPECT_FALSE(Parse(fen + " 0").score_cp.has_value());
}

TEST(TextFormat, TurnsTheMoversResultForBlack) {
  EXPECT_EQ(Parse(std::string(kBlack) + " [1.0]", View::kMover).result, 0);
  EXPECT_EQ(Parse(std::string(kWhite) + " [1.0]", View::kMover).result, 1);
  EXPECT_EQ(Parse(std::string(kBlack) + " [1.0]", View::kWhite).result, 1);
}

TEST(TextFormat, ReadsBulletLinesInWhitesView) {
  const LabelledPosition found = Parse(std::string(kBlack) + " | -55 | 0.0");
  EXPECT_EQ(found.score_cp, -55);
  EXPECT_EQ(found.result, 0);
  EXPECT_EQ(Parse(std::string(kBlack) + " | 12 | [0.5]").result, 0.5);
  EXPECT_EQ(Parse(std::string(kBlack) + "|+12|1/2").score_cp, 12);
  EXPECT_EQ(Parse(std::string(kBlack) + " | 12 | 1").result, 1);
}

TEST(TextFormat, ReadsCsvInTheMoversView) {
  const LabelledPosition black = Parse(std::string(kBlack) + ",80,2");
  EXPECT_EQ(black.score_cp, -80);
  EXPECT_EQ(black.result, 0);
  EXPECT_EQ(Parse(std::string(kWhite) + ",80,1").result, 0.5);
  EXPECT_EQ(Parse(std::string(kWhite) + ",80,1.0").result, 1);
}

TEST(TextFormat, SkipsEmptyLinesAndComments) {
  for (const char* line : {"", "  \r", "# a comment | with 1-0"}) {
    const auto found = ParseTextLine(line, View::kWhite);
    ASSERT_TRUE(found.ok());
    EXPECT_FALSE(found->has_value());
  }
}

TEST(TextFormat, IsNotMisledByOtherResultsOnTheLine) {
  EXPECT_EQ(Parse(R"(4k3/8/8/8/8/8/4P3/4K3 w - - c8 "1-0"; c9 "1/2-1/2"; id "1.0";)").result, 0.5);
  EXPECT_EQ(Parse(std::string(kWhite) + " | 100 | 0.5").result, 0.5);
}

TEST(TextFormat, SaysWhatIsWrong) {
  EXPECT_NE(FaultOf(std::string(kWhite)).find("no result"), std::string::npos);
  EXPECT_NE(FaultOf(std::string(kWhite) + " [1.5]").find("'[1.5]'"), std::string::npos);
  EXPECT_NE(FaultOf(std::string(kWhite) + " 1-0 0-1").find("result"), std::string::npos);
  EXPECT_NE(FaultOf(std::string(kWhite) + " | x | 1").find("score 'x'"), std::string::npos);
  EXPECT_NE(FaultOf("8/8/8/8/8/8/8/8 w - - 0 1 1-0").find("king"), std::string::npos);
  EXPECT_FALSE(FaultOf("nonsense").empty());
  EXPECT_FALSE(FaultOf(std::string(kWhite) + " | nan | 1").empty());
  EXPECT_FALSE(FaultOf(std::string(kWhite) + " nan").empty());
}

TEST(TextFormat, ReadsWhatItWrites) {
  LabelledPosition labelled;
  labelled.position = chess::ParseFen(kBlack).value();
  labelled.score_cp = 33;
  labelled.game = 12;
  for (const double result : {0.0, 0.25, 0.5, 1.0}) {
    labelled.result = result;
    const LabelledPosition again = Parse(ToTextLine(labelled, 7));
    EXPECT_EQ(again.position, labelled.position);
    EXPECT_EQ(again.score_cp, labelled.score_cp);
    EXPECT_EQ(again.game, labelled.game);
    EXPECT_EQ(again.result, result);
  }
}

}  // namespace
}  // namespace rookery::fit
