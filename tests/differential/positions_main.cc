// rules-positions N SEED: random positions and what our rules say of them, a line each, for
// compare.mjs (README.md). Fields, separated by '|':
//   g or p (a game's first position, or not)
//   FEN
//   legal moves, UCI, castling as the king's steps; sorted
//   legal moves, UCI, castling as king takes rook; sorted
//   their SAN, sorted
//   c for check, m for mate, s for stalemate, i for insufficient material, w or b for a side that
//     can't mate
//   how often the position has stood in its game
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace {

using namespace rookery;  // NOLINT: a program of one file
using chess::Color;
using chess::Game;
using chess::Move;
using chess::MoveList;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr int kMostPlies = 120;

std::string Join(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string Marks(const Game& game, bool no_moves) {
  const Position& position = game.position();
  std::string marks;
  if (position.in_check()) marks += 'c';
  if (no_moves) marks += position.in_check() ? 'm' : 's';
  if (chess::IsInsufficientMaterial(position)) marks += 'i';
  if (!chess::CanMate(position, Color::kWhite)) marks += 'w';
  if (!chess::CanMate(position, Color::kBlack)) marks += 'b';
  return marks;
}

void Write(const Game& game) {
  const Position& position = game.position();
  MoveList moves;
  chess::GenerateLegal(position, moves);
  std::vector<std::string> steps;
  std::vector<std::string> takes;
  std::vector<std::string> sans;
  for (const Move move : moves) {
    steps.push_back(chess::ToUci(position, move));
    takes.push_back(chess::ToUci(position, move, true));
    sans.push_back(chess::ToSan(position, move));
  }
  fmt::print("{}|{}|{}|{}|{}|{}|{}\n", game.moves().empty() ? 'g' : 'p', chess::ToFen(position),
             Join(steps), Join(takes), Join(sans), Marks(game, moves.empty()), game.Occurrences());
}

// The back rank of one of the 960 starts: bishops on both colours, the king between the rooks.
std::string BackRank(Rng& rng) {
  std::string rank(8, ' ');
  rank[2 * rng.Below(4)] = 'B';
  rank[2 * rng.Below(4) + 1] = 'B';
  const auto put = [&rank](uint64_t index, char piece) {
    for (char& square : rank) {
      if (square == ' ' && index-- == 0) {
        square = piece;
        return;
      }
    }
  };
  put(rng.Below(6), 'Q');
  put(rng.Below(5), 'N');
  put(rng.Below(4), 'N');
  put(0, 'R');
  put(0, 'K');
  put(0, 'R');
  return rank;
}

Position RandomStart(Rng& rng) {
  if (rng.Chance(0.4)) return Position::Start();
  const std::string white = BackRank(rng);
  std::string black = rng.Chance(0.5) ? white : BackRank(rng);
  for (char& piece : black) piece = static_cast<char>(piece | 0x20);
  return *chess::ParseFen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
}

// Few pieces anywhere, pawns near their last rank preferred.
std::optional<Position> RandomPlacement(Rng& rng) {
  Position::Setup setup;
  setup.board.fill(Piece::kNone);
  const auto put = [&](Color color, PieceType type) {
    for (int tries = 0; tries < 100; ++tries) {
      const uint64_t square = rng.Below(64);
      const bool last = square < 8 || square >= 56;
      if (setup.board[square] != Piece::kNone || (type == PieceType::kPawn && last)) continue;
      setup.board[square] = chess::MakePiece(color, type);
      return;
    }
  };
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    put(color, PieceType::kKing);
    for (uint64_t n = rng.Below(4); n > 0; --n) put(color, static_cast<PieceType>(rng.Below(5)));
  }
  setup.side = rng.Chance(0.5) ? Color::kWhite : Color::kBlack;
  const auto position = chess::ParseFen(chess::ToFen(Position(setup)));
  return position.ok() ? std::optional(*position) : std::nullopt;
}

// Plays on from a start until nothing is left to play; the positions written.
uint64_t PlayAndWrite(const Position& start, Rng& rng, uint64_t most) {
  Game game(start);
  uint64_t written = 0;
  for (int ply = 0; ply < kMostPlies && written < most; ++ply) {
    Write(game);
    ++written;
    MoveList moves;
    chess::GenerateLegal(game.position(), moves);
    if (moves.empty()) break;
    Move move = moves[rng.Below(moves.size())];
    if (!game.position().IsCapture(move) && rng.Chance(0.5)) move = moves[rng.Below(moves.size())];
    // Back and forth now and then, so that positions repeat.
    const size_t played = game.moves().size();
    if (played >= 2 && rng.Chance(0.3)) {
      const Move last = game.moves()[played - 2];
      const Move back(last.to(), last.from());
      if (game.position().IsLegal(back)) move = back;
    }
    game.Play(move);
  }
  return written;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: rules-positions N SEED\n");
    return 2;
  }
  const uint64_t most = std::strtoull(argv[1], nullptr, 10);
  Rng rng(std::strtoull(argv[2], nullptr, 10));
  for (uint64_t written = 0; written < most;) {
    if (rng.Chance(0.3)) {
      const auto placement = RandomPlacement(rng);
      if (placement.has_value()) {
        written += PlayAndWrite(*placement, rng, std::min<uint64_t>(most - written, 20));
      }
    } else {
      written += PlayAndWrite(RandomStart(rng), rng, most - written);
    }
  }
  return 0;
}
