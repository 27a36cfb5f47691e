// The four-nation game against a slow reference generator that was written apart from it
// (tests/data/README.md says how its answers were made).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/sha256.h"
#include "engine/variant/movegen.h"
#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

using Json = nlohmann::json;

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

std::vector<Json> FourNationCases(const std::string& kind) {
  std::ifstream file(kData + "source-cases.json");
  const Json data = Json::parse(file);
  std::vector<Json> cases;
  for (const Json& item : data.at("cases")) {
    if (item.at("kind") == kind) cases.push_back(item);
  }
  return cases;
}

std::string KindName(MoveKind kind) {
  switch (kind) {
    case MoveKind::kCoronation:
      return "crown";
    case MoveKind::kStay:
      return "stay";
    default:
      return "";
  }
}

struct FromSquare {
  std::set<std::string> targets, moves, kinds;
  std::map<std::string, std::string> kind_of;
};

FromSquare Look(const Position& position, const std::string& square) {
  FromSquare seen;
  for (const Move& move : MovesOf(position)) {
    if (SquareText(move.from) != square) continue;
    seen.targets.insert(SquareText(move.to));
    seen.moves.insert(MoveText(move));
    seen.kinds.insert(KindName(move.kind));
    seen.kind_of[MoveText(move)] = KindName(move.kind);
  }
  return seen;
}

void CheckSquare(const Json& expected, const FromSquare& seen) {
  for (const auto& [key, value] : expected.items()) {
    if (key == "targets") {
      EXPECT_EQ(seen.targets, value.get<std::set<std::string>>());
    } else if (key == "moves") {
      EXPECT_EQ(seen.moves, value.get<std::set<std::string>>());
    } else if (key == "kinds") {
      EXPECT_EQ(seen.kinds, value.get<std::set<std::string>>());
    } else if (key == "contains") {
      for (const std::string target : value) EXPECT_TRUE(seen.targets.contains(target)) << target;
    } else if (key == "contains_move") {
      for (const std::string move : value) EXPECT_TRUE(seen.moves.contains(move)) << move;
    } else if (key == "not_targets") {
      for (const std::string target : value) EXPECT_FALSE(seen.targets.contains(target)) << target;
    } else if (key == "kind_of") {
      for (const auto& [move, kind] : value.items()) EXPECT_EQ(seen.kind_of.at(move), kind);
    } else {
      ADD_FAILURE() << "no check for " << key;
    }
  }
}

TEST(FourNation, GivesTheExpectedMovesAndPerftInEverySourceCase) {
  const std::vector<Json> cases = FourNationCases("four_nation");
  EXPECT_EQ(cases.size(), 42U);
  for (const Json& item : cases) {
    SCOPED_TRACE(item.at("id"));
    const Position position = At(item.at("input").at("fen4"));
    if (item.at("expected").contains("perft")) {
      for (const auto& [depth, leaves] : item.at("expected").at("perft").items()) {
        EXPECT_EQ(Perft(TheBoard(), position, std::stoi(depth)), leaves.get<uint64_t>());
      }
    } else {
      CheckSquare(item.at("expected"), Look(position, item.at("input").at("square")));
    }
  }
}

std::string PieceText(const Position& position, const std::string& square) {
  const Piece piece = position.at(*ParseSquare(square));
  return piece.empty() ? "" : std::string{SeatLetter(piece.seat), KindLetter(piece.kind)};
}

void CheckLine(const Json& item, const Position& position) {
  for (const auto& [key, value] : item.at("expected").items()) {
    if (key == "squares") {
      for (const auto& [square, piece] : value.items()) {
        EXPECT_EQ(PieceText(position, square), piece.get<std::string>()) << square;
      }
    } else if (key == "empty") {
      for (const std::string square : value) EXPECT_EQ(PieceText(position, square), "") << square;
    } else if (key == "loser") {
      ASSERT_TRUE(position.lost_king.has_value());
      std::set<std::string> losers = {std::string(1, SeatLetter(*position.lost_king)),
                                      std::string(1, SeatLetter(Ally(*position.lost_king)))};
      EXPECT_EQ(losers, value.get<std::set<std::string>>());
    } else if (key == "then_illegal") {
      EXPECT_FALSE(
          ParseMove(TheBoard(), position, item.at("input").at("then_illegal").get<std::string>())
              .ok());
    } else {
      ADD_FAILURE() << "no check for " << key;
    }
  }
}

TEST(FourNation, PlaysEverySourceLineToItsExpectedBoard) {
  const std::vector<Json> cases = FourNationCases("four_nation_line");
  EXPECT_EQ(cases.size(), 5U);
  for (const Json& item : cases) {
    SCOPED_TRACE(item.at("id"));
    Position position = At(item.at("input").at("fen4"));
    for (const std::string text : item.at("input").at("moves")) {
      const auto move = ParseMove(TheBoard(), position, text);
      ASSERT_TRUE(move.ok()) << move.status();
      Play(TheBoard(), *move, position);
    }
    CheckLine(item, position);
  }
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
