#include "tests/bench/load/random_book.h"

#include <set>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::bench {
namespace {

constexpr int kPlies = 8;

}  // namespace

std::string RandomBook(size_t lines, Rng rng) {
  std::set<std::string> seen;
  std::string text;
  while (seen.size() < lines) {
    chess::Position position = chess::Position::Start();
    chess::MoveList moves;
    chess::GenerateLegal(position, moves);
    for (int ply = 0; ply < kPlies && !moves.empty(); ++ply) {
      position.Play(moves[rng.Below(moves.size())]);
      moves = {};
      chess::GenerateLegal(position, moves);
    }
    if (moves.empty()) continue;  // an opening in which the game is over
    std::string fen = chess::ToFen(position);
    if (!seen.insert(fen.substr(0, fen.find(' ') + 2)).second) continue;
    text += fen + "\n";
  }
  return text;
}

}  // namespace rookery::bench
