// Wins that every player must know: the engine mates a bare king from any square within fifty
// moves, at twenty thousand nodes a move, against its own best defence.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/eval/board_view.h"
#include "engine/search/engine.h"

namespace rookery::search {
namespace {

constexpr int64_t kNodes = 20'000;
constexpr int kMostPlies = 100;  // fifty moves, after which it is a draw

// Two bishops mate only if they go on squares of both colours.
bool HaveBothColours(chess::Bitboard bishops, std::string_view men) {
  return men != "BB" ||
         ((bishops & eval::kLightSquares) != 0 && (bishops & ~eval::kLightSquares) != 0);
}

// White's men and both kings on random squares, White to move, nothing en prise at once.
chess::Position RandomPosition(std::string_view men, Rng& rng) {
  while (true) {
    std::array<char, 64> board;
    board.fill('.');
    for (const char man : fmt::format("Kk{}", men)) {
      uint64_t square = rng.Below(64);
      while (board[square] != '.') square = rng.Below(64);
      board[square] = man;
    }
    std::string fen;
    for (size_t rank = 8; rank-- > 0;) {
      int empty = 0;
      for (size_t file = 0; file < 8; ++file) {
        const char man = board[8 * rank + file];
        if (man == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) fen += fmt::format("{}", std::exchange(empty, 0));
        fen += man;
      }
      if (empty > 0) fen += fmt::format("{}", empty);
      if (rank > 0) fen += '/';
    }
    const auto position = chess::ParseFen(fen + " b - - 0 1");
    if (!position.ok()) continue;
    // Black may not take anything at once, nor be stalemated.
    chess::MoveList moves;
    chess::GenerateLegal(*position, moves);
    bool quiet = !moves.empty();
    for (const chess::Move move : moves) quiet = quiet && !position->IsCapture(move);
    const auto white = chess::ParseFen(fen + " w - - 0 1");
    const bool can_win = HaveBothColours(position->of(chess::PieceType::kBishop), men);
    if (quiet && can_win && white.ok()) return *white;
  }
}

int PliesToMate(Engine& engine, const chess::Position& start) {
  engine.NewGame(1);
  chess::Game game(start);
  SearchLimits limits;
  limits.nodes = kNodes;
  for (int ply = 0; ply < kMostPlies; ++ply) {
    const SearchResult result = engine.Search(game, limits);
    if (result.best.none()) return game.position().in_check() ? ply : -1;
    game.Play(result.best);
  }
  return -1;
}

class Mating : public ::testing::TestWithParam<const char*> {};

TEST_P(Mating, IsForcedFromAnySquare) {
  FakeClock clock;
  EngineOptions options;
  options.hash_bytes = 4 << 20;
  Engine engine(options, &clock);
  Rng rng(20'261'201);
  for (int i = 0; i < 12; ++i) {
    const chess::Position start = RandomPosition(GetParam(), rng);
    EXPECT_GE(PliesToMate(engine, start), 1) << chess::ToFen(start);
  }
}

INSTANTIATE_TEST_SUITE_P(BareKing, Mating, ::testing::Values("Q", "R", "BB", "BN"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace rookery::search
