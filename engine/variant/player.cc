#include "engine/variant/player.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "base/check.h"

namespace rookery::variant {
namespace {

constexpr std::array<std::string_view, 2> kNames = {"random", "one-ply"};

// By Kind. The king's stands for the game.
constexpr std::array<int, 9> kMaterial = {0, 100, 100, 300, 300, 900, 500, 100'000, 0};
constexpr int kWaterPawn = 10;
constexpr int kPortPawn = 6;
constexpr int kKingOnWater = 15;
constexpr int kCrowned = 400;
constexpr int kStepToPrincess = -6;
constexpr int kFallenPiece = 5;  // for each, and each pawn in another nation's land

int KingSteps(Square a, Square b) {
  return std::max(std::abs(FileOf(a) - FileOf(b)), std::abs(RankOf(a) - RankOf(b)));
}

int KingTerms(const Board& board, const Position& position, Seat seat, Square king) {
  if (board.IsCapital(king)) return kCrowned;
  int score = board.IsWater(king) ? kKingOnWater : 0;
  const Square princess = board.seat(seat).princess;
  if (position.at(princess) == Piece{Kind::kPrincess, seat}) {
    score += kStepToPrincess * KingSteps(king, princess);
  }
  return score;
}

int PawnTerms(const Board& board, const Position& position, Seat seat, Square pawn) {
  if (board.IsPort(pawn)) return kWaterPawn + kPortPawn;
  if (board.IsWater(pawn)) return kWaterPawn;
  if (board.Country(pawn).value_or(seat) == seat || board.IsForeignBaseLine(pawn, seat)) return 0;
  int fallen = 0;
  for (const uint8_t count : position.fallen[Index(seat)]) fallen += count;
  return kFallenPiece * fallen;
}

}  // namespace

std::string_view Name(PlayerKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<PlayerKind> PlayerFromName(std::string_view name) {
  for (const PlayerKind kind : {PlayerKind::kRandom, PlayerKind::kOnePly}) {
    if (Name(kind) == name) return kind;
  }
  return std::nullopt;
}

int Evaluate(const Board& board, const Position& position, int team) {
  int score = 0;
  for (Square square = 0; square < kSquares; ++square) {
    const Piece& piece = position.at(square);
    if (piece.empty()) continue;
    int value = kMaterial[static_cast<size_t>(piece.kind)];
    if (piece.kind == Kind::kKing) value += KingTerms(board, position, piece.seat, square);
    if (IsPawn(piece.kind)) value += PawnTerms(board, position, piece.seat, square);
    score += Team(piece.seat) == team ? value : -value;
  }
  return score;
}

Move Choose(const Board& board, const Game& game, PlayerKind kind, Rng& rng) {
  const std::vector<Move>& moves = game.moves();
  ROOKERY_CHECK(!moves.empty());
  if (kind == PlayerKind::kRandom) return moves[rng.Below(moves.size())];
  int best = std::numeric_limits<int>::min();
  std::vector<Move> equal;
  for (const Move& move : moves) {
    Position next = game.position();
    Play(board, move, next);
    const int score = Evaluate(board, next, Team(game.position().turn));
    if (score > best) equal.clear();
    if (score >= best) equal.push_back(move);
    best = std::max(best, score);
  }
  return equal[rng.Below(equal.size())];
}

void PlayOut(const Board& board, PlayerKind kind, Rng& rng, Game& game) {
  while (!game.outcome().has_value()) {
    if (game.moves().empty()) {
      game.Pass();
    } else {
      game.Play(Choose(board, game, kind, rng));
    }
  }
}

}  // namespace rookery::variant
