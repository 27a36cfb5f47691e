#include "engine/openings/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"

namespace rookery::openings {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Found {
  LintReport report;
  std::vector<std::string> faults;  // "kind file:line: ..."
};

Found LintText(const std::string& text, LintOptions options = {}) {
  const auto book = *Book::FromText(text, {.plies = 0, .name = "b"});
  Found found;
  options.on_fault = [&found](const BookFault& fault) {
    found.faults.push_back(std::string(Name(fault.kind)) + " " + fault.text);
    return true;
  };
  found.report = Lint(*book, options);
  return found;
}

TEST(Lint, FindsNothingInASoundBook) {
  const Found found = LintText("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 b - -\n");
  EXPECT_TRUE(found.faults.empty());
  EXPECT_EQ(found.report.openings, 2u);
  EXPECT_EQ(found.report.distinct, 2u);
  EXPECT_EQ(found.report.white_to_move, 1u);
  EXPECT_EQ(found.report.faults(), 0u);
}

TEST(Lint, NamesEveryKindOfFaultOfAnEpdBook) {
  const Found found = LintText(
      "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3;\n"
      "rubbish\n"
      "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 9; fmvn 30;\n"
      "7k/5Q2/6K1/8/8/8/8/8 b - -\n"
      "4k3/8/8/8/8/8/3P4/4K3 w - - bm Qd8;\n");
  EXPECT_THAT(found.faults,
              ElementsAre(HasSubstr("broken b:2: "),
                          "repeated b:3: the same position as b:1; each may stand in a book once",
                          "ended b:4: the game is over here already (stalemate)",
                          HasSubstr("broken b:5: EPD bm: move 'Qd8'")));
  EXPECT_EQ(found.report.faults(), 4u);
  EXPECT_EQ(found.report.distinct, 3u);
}

TEST(Lint, TellsTranspositionsFromRepeatedLines) {
  const Found found =
      LintText("1. Nf3 d5 2. d4 *\n\n1. d4 d5 2. Nf3 *\n\n1. Nf3 d5 2. d4 *\n\n1. e4 e9 *\n");
  EXPECT_THAT(
      found.faults,
      ElementsAre(
          "transposed b:3: the same position as b:1, by other moves; each may stand in a book once",
          HasSubstr("repeated b:5: "), HasSubstr("broken b:7:7: ")));
  EXPECT_EQ(found.report.fewest_plies, 3);
  EXPECT_EQ(found.report.most_plies, 3);
}

TEST(Lint, CallsUnevenWhatTheJudgeSaysAndOnlyInTheSample) {
  LintOptions options;
  options.judge = [](const chess::Position& position) {
    return position.side() == chess::Color::kWhite ? 151 : -150;
  };
  const std::string text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 b - -\n";
  const Found all = LintText(text, options);
  EXPECT_THAT(all.faults, ElementsAre("uneven b:1: uneven, +1.51 for White where 1.50 is allowed"));
  EXPECT_EQ(all.report.judged, 2u);
  options.sample = 1;
  EXPECT_EQ(LintText(text, options).report.judged, 1u);
}

TEST(CheckBook, SaysTheFirstFaultsOfABookThatCantBePlayedFrom) {
  const auto sound = *Book::FromText("4k3/8/8/8/8/8/4P3/4K3 w - -\n", {.plies = 0, .name = "b"});
  EXPECT_TRUE(CheckBook(*sound).ok());
  std::string text;
  for (int i = 0; i < 9; ++i) text += "rubbish\n";
  const absl::Status status = CheckBook(**Book::FromText(text, {.plies = 0, .name = "b"}));
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(Message(status), HasSubstr("b:5: "));
  EXPECT_THAT(Message(status), ::testing::Not(HasSubstr("b:6: ")));
}

}  // namespace
}  // namespace rookery::openings
