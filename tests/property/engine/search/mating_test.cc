// Wins that every player must know: the engine mates a bare king from any square within fifty
// moves, at twenty thousand nodes a move, against its own best defence; and with more men, pawns
// too, at two hundred: it makes queens of them and gives nothing away.
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
constexpr int64_t kFewNodes = 200;
constexpr int kMostPlies = 100;  // fifty moves, after which it is a draw

// Two bishops mate only if they go on squares of both colours.
bool HaveBothColours(chess::Bitboard bishops, std::string_view men) {
  return men.find("BB") == std::string_view::npos ||
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

int PliesToMate(Engine& engine, const chess::Position& start, int64_t nodes) {
  engine.NewGame(1);
  chess::Game game(start);
  SearchLimits limits;
  limits.nodes = nodes;
  for (int ply = 0; ply < kMostPlies; ++ply) {
    const SearchResult result = engine.Search(game, limits);
    if (result.best.none()) return game.position().in_check() ? ply : -1;
    game.Play(result.best);
  }
  return -1;
}

// The same board with one man less.
absl::StatusOr<chess::Position> Without(const chess::Position& position, chess::Square square) {
  std::string fen = chess::ToFen(position);
  size_t at = 0;
  int file = 0;
  int rank = 7;
  for (; fen[at] != ' '; ++at) {
    if (fen[at] == '/') {
      file = 0;
      --rank;
    } else if (fen[at] >= '1' && fen[at] <= '8') {
      file += fen[at] - '0';
    } else if (chess::MakeSquare(file++, rank) == square) {
      break;
    }
  }
  fen[at] = '1';
  return chess::ParseFen(fen);
}

void ExpectMates(std::string_view men, int64_t nodes) {
  FakeClock clock;
  EngineOptions options;
  options.hash_bytes = 4 << 20;
  Engine engine(options, &clock);
  Rng rng(20'261'201);
  for (int i = 0; i < 12; ++i) {
    const chess::Position start = RandomPosition(men, rng);
    EXPECT_GE(PliesToMate(engine, start, nodes), 1) << chess::ToFen(start);
  }
}

std::string Name(const ::testing::TestParamInfo<const char*>& test) { return test.param; }

class Mating : public ::testing::TestWithParam<const char*> {};
TEST_P(Mating, IsForcedFromAnySquare) { ExpectMates(GetParam(), kNodes); }
INSTANTIATE_TEST_SUITE_P(BareKing, Mating, ::testing::Values("Q", "R", "BB", "BN", "BBN"), Name);

class EasyMating : public ::testing::TestWithParam<const char*> {};
TEST_P(EasyMating, IsForcedAtFewNodes) { ExpectMates(GetParam(), kFewNodes); }
INSTANTIATE_TEST_SUITE_P(BareKing, EasyMating,
                         ::testing::Values("Q", "R", "QB", "QN", "RB", "RN", "QBN", "RBN", "BNP",
                                           "QP", "RP", "QBNP", "BNPP"),
                         Name);

// Whatever else White has, another man of it is never a loss, as far as the evaluation goes.
TEST(Mating, IsNotThoughtHarderWithAQueenMore) {
  FakeClock clock;
  Engine engine({}, &clock);
  Rng rng(7);
  for (const char* men : {"BN", "BB", "R", "Q", "BNP", "NP", "BP"}) {
    for (int i = 0; i < 200; ++i) {
      const chess::Position with = RandomPosition(std::string(men) + "Q", rng);
      const chess::Bitboard queens = with.of(chess::Color::kWhite, chess::PieceType::kQueen);
      chess::Bitboard more = queens;
      if (chess::Count(queens) > 1) more &= more - 1;
      const auto without = Without(with, chess::First(more));
      if (!without.ok()) continue;
      EXPECT_GT(engine.Evaluate(with), engine.Evaluate(*without)) << chess::ToFen(with);
    }
  }
}

}  // namespace
}  // namespace rookery::search
