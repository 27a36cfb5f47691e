#include "engine/openings/classifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/chess/source_notation.h"
#include "engine/openings/shipped.h"

namespace rookery::openings {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

OpeningName Of(const std::string& text) {
  const auto game = chess::ParseSourceGame(chess::Position::Start(), text);
  EXPECT_TRUE(game.ok()) << game.status();
  std::vector<chess::Move> moves;
  for (const chess::PgnMove& played : game->moves) moves.push_back(played.move);
  return OpeningClassifier().Classify(chess::Position::Start(), moves);
}

TEST(OpeningClassifier, GoesByTheFirstMoves) {
  EXPECT_EQ(Of("e4 e5").kind, OpeningClass::kOpen);
  EXPECT_EQ(Of("e4 c6").kind, OpeningClass::kSemiOpen);
  EXPECT_EQ(Of("d4").kind, OpeningClass::kClosed);
  EXPECT_EQ(Of("Nf3 d5").kind, OpeningClass::kClosed);
  EXPECT_EQ(Of("e4").kind, std::nullopt);
  EXPECT_EQ(Of("").kind, std::nullopt);
  EXPECT_EQ(Of("d4 d5").group, OpeningGroup::kClosed);
  EXPECT_EQ(Of("d4 Nf6").group, OpeningGroup::kSemiClosed);
  EXPECT_EQ(Of("Nf3 d5").group, OpeningGroup::kFlank);
}

TEST(OpeningClassifier, NamesTheLastLineMetAndKeepsTheSourcesName) {
  const OpeningName name = Of("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4");
  EXPECT_EQ(name.name, "Italian Game: Giuoco Piano");
  EXPECT_EQ(name.eco, "C50");
  EXPECT_EQ(name.source_name, "Italian Opening");
  EXPECT_FALSE(name.gambit);
}

TEST(OpeningClassifier, TagsAGambitFromThereOn) {
  EXPECT_TRUE(Of("e4 e5 f4 exf4 Nf3 g5").gambit);
  EXPECT_TRUE(Of("d4 d5 c4 e6").gambit);
  EXPECT_TRUE(Of("e4 e5 d4 exd4 c3").gambit);
  EXPECT_FALSE(Of("e4 e5 Nf3").gambit);
}

TEST(OpeningClassifier, SeesTranspositions) {
  const OpeningName name = Of("c4 d5 d4");
  EXPECT_EQ(name.source_name, "Queen's Gambit");
  EXPECT_EQ(name.group, OpeningGroup::kFlank);  // the first move's
}

TEST(OpeningClassifier, KnowsAPositionThatComesWithoutItsMoves) {
  const auto position =
      *chess::ParseFen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  const OpeningName name = OpeningClassifier().Classify(position, {});
  EXPECT_EQ(name.name, "Sicilian Defence");
  EXPECT_EQ(name.kind, OpeningClass::kSemiOpen);
  const auto other = *chess::ParseFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ(OpeningClassifier().Classify(other, {}).kind, std::nullopt);
}

TEST(OpeningClassifier, WritesPgnTags) {
  EXPECT_THAT(
      PgnTagsOf(Of("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")),
      ElementsAre(Pair("ECO", "B90"), Pair("Opening", "Sicilian"), Pair("Variation", "Najdorf")));
  EXPECT_THAT(PgnTagsOf(Of("e4 c5")),
              ElementsAre(Pair("ECO", "B20"), Pair("Opening", "Sicilian Defence")));
  EXPECT_THAT(PgnTagsOf(Of("e4 e6")), IsEmpty());
}

}  // namespace
}  // namespace rookery::openings
