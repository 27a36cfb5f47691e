// The four-nation game against a slow reference generator that was written apart from it
// (tests/data/README.md says how its answers were made). The source texts' cases of it are asked in
// source_cases_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "engine/variant/movegen.h"
#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

const std::string kData = ROOKERY_TEST_DATA "/";

const Board& TheBoard() { return Board::Standard(); }

Position At(const std::string& text) {
  const auto position = ParsePosition(TheBoard(), text);
  EXPECT_TRUE(position.ok()) << position.status();
  return position.value_or(StartPosition(TheBoard()));
}

std::vector<Move> MovesOf(const Position& position) {
  std::vector<Move> moves;
  Generate(TheBoard(), position, moves);
  return moves;
}

TEST(FourNation, CountsLikeTheReferenceOnPositionsOfRandomGames) {
  std::ifstream file(kData + "four-nation/perft.txt");
  int positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    std::istringstream words(line.substr(line.find(';')));
    const Position position = At(line.substr(0, line.find(';')));
    std::string name;
    uint64_t leaves = 0;
    for (int depth = 1; words >> name >> leaves; ++depth) {
      EXPECT_EQ(name.substr(0, 3), ";D" + std::to_string(depth));
      EXPECT_EQ(Perft(TheBoard(), position, depth), leaves) << line;
      words.clear();
    }
  }
  EXPECT_GT(positions, 100);
}

// A line of walks.txt: how many moves, a digest of position and moves, which one was played.
struct WalkLine {
  size_t moves = 0;
  std::string digest;
  std::string choice;
};

// Plays one line; false at the first difference.
bool Step(const WalkLine& line, Position& position) {
  const std::vector<Move> moves = MovesOf(position);
  std::vector<std::pair<std::string, Move>> named;
  for (const Move& move : moves) named.emplace_back(MoveText(move), move);
  std::sort(named.begin(), named.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::string text = PositionText(position);
  std::string digested = text + "\n";
  for (size_t i = 0; i < named.size(); ++i) digested += (i > 0 ? " " : "") + named[i].first;
  EXPECT_EQ(moves.size(), line.moves) << text;
  EXPECT_EQ(Sha256Hex(digested).substr(0, 8), line.digest) << digested;
  const auto parsed = ParsePosition(TheBoard(), text);
  EXPECT_TRUE(parsed.ok()) << parsed.status() << text;
  EXPECT_EQ(PositionText(parsed.value_or(Position{})), text);
  if (testing::Test::HasFailure()) return false;
  if (line.choice == "-") {
    Pass(position);
  } else {
    Play(TheBoard(), named.at(std::stoul(line.choice)).second, position);
  }
  return true;
}

TEST(FourNation, ListsTheReferencesMovesOnTenThousandRandomPositions) {
  std::ifstream file(kData + "four-nation/walks.txt");
  Position position = StartPosition(TheBoard());
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("game ")) {
      position = StartPosition(TheBoard());
      continue;
    }
    std::istringstream words(line);
    WalkLine step;
    ASSERT_TRUE(words >> step.moves >> step.digest >> step.choice) << line;
    ASSERT_TRUE(Step(step, position)) << "position " << positions;
    ++positions;
  }
  EXPECT_GE(positions, 10'000);
}

}  // namespace
}  // namespace rookery::variant
