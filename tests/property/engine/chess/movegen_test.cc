// Random games from many starts, each position compared with the slow twin.
#include "engine/chess/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/rng.h"
#include "engine/chess/notation.h"
#include "tests/support/perft_suite.h"
#include "tests/support/slow_chess.h"

namespace rookery::chess {
namespace {

std::vector<uint16_t> Sorted(const auto& moves) {
  std::vector<uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

// Everything of a position that Play carries along, computed anew through its FEN.
void ExpectSameAsRebuilt(const Position& position) {
  const auto rebuilt = ParseFen(ToFen(position));
  ASSERT_TRUE(rebuilt.ok()) << rebuilt.status();
  EXPECT_TRUE(*rebuilt == position) << ToFen(position);
}

void ExpectKindsSplitTheMoves(const Position& position, const MoveList& all) {
  MoveList tactical;
  MoveList quiet;
  GenerateTactical(position, tactical);
  GenerateQuiet(position, quiet);
  for (const Move move : tactical) {
    EXPECT_TRUE(position.IsCapture(move) || move.promotion() == PieceType::kQueen);
  }
  std::vector<Move> both(tactical.begin(), tactical.end());
  both.insert(both.end(), quiet.begin(), quiet.end());
  EXPECT_EQ(Sorted(both), Sorted(all)) << ToFen(position);
  EXPECT_EQ(CountLegal(position), static_cast<int>(all.size()));
}

void ExpectSameAsTwin(const Position& position, const MoveList& moves) {
  const test::SlowChess twin(position);
  EXPECT_EQ(Sorted(moves), Sorted(twin.LegalMoves())) << ToFen(position);
  EXPECT_EQ(position.in_check(), twin.InCheck()) << ToFen(position);
  for (const Move move : moves) {
    test::SlowChess after = twin;
    after.Play(move);
    EXPECT_EQ(position.GivesCheck(move), after.InCheck())
        << ToFen(position) << ' ' << ToUci(position, move);
  }
}

void PlayRandomly(Position position, Rng& rng, int plies) {
  for (int ply = 0; ply < plies; ++ply) {
    MoveList moves;
    GenerateLegal(position, moves);
    ExpectSameAsTwin(position, moves);
    ExpectKindsSplitTheMoves(position, moves);
    ExpectSameAsRebuilt(position);
    if (moves.empty() || testing::Test::HasFailure()) return;
    position.Play(moves[rng.Below(moves.size())]);
  }
}

TEST(MoveGenerator, AgreesWithTheSlowTwinInRandomGames) {
  Rng rng(20261129);
  for (const char* name : {"/perft/standard.epd", "/perft/chess960.epd"}) {
    for (const test::PerftLine& line :
         test::ReadPerftSuite(std::string(ROOKERY_TEST_DATA) + name)) {
      PlayRandomly(*ParseFen(line.fen), rng, 20);
      if (HasFailure()) return;
    }
  }
  for (int game = 0; game < 30; ++game) PlayRandomly(Position::Start(), rng, 150);
}

TEST(IsLegal, AcceptsExactlyTheLegalMovesOfAll65536) {
  Rng rng(3);
  const auto suite = test::ReadPerftSuite(ROOKERY_TEST_DATA "/perft/chess960.epd");
  for (size_t i = 0; i < suite.size(); i += 8) {
    const Position position = *ParseFen(suite[i].fen);
    MoveList moves;
    GenerateLegal(position, moves);
    std::vector<Move> accepted;
    for (int bits = 0; bits < 65536; ++bits) {
      const Move move = Move::FromBits(static_cast<uint16_t>(bits));
      if (position.IsLegal(move)) accepted.push_back(move);
    }
    EXPECT_EQ(Sorted(accepted), Sorted(moves)) << suite[i].fen;
  }
}

// Two positions with the same key are the same for repetition, and the other way round.
TEST(PositionKey, TellsPositionsApartByWhatRepetitionCompares) {
  Rng rng(4);
  std::set<uint64_t> keys;
  std::set<std::string> texts;
  for (int game = 0; game < 50; ++game) {
    Position position = Position::Start();
    for (int ply = 0; ply < 200; ++ply) {
      MoveList moves;
      GenerateLegal(position, moves);
      if (moves.empty()) break;
      position.Play(moves[rng.Below(moves.size())]);
      const std::string fen = ToFen(position);
      texts.insert(fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)));
      keys.insert(position.key());
    }
  }
  EXPECT_EQ(keys.size(), texts.size());
}

TEST(NullMove, ChangesTheSideAndTakesNothingElseAlong) {
  const Position before = *ParseFen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  Position after = before;
  after.PlayNull();
  EXPECT_EQ(ToFen(after), "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2");
  EXPECT_TRUE(*ParseFen(ToFen(after)) == after);
}

}  // namespace
}  // namespace rookery::chess
