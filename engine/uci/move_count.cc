#include "engine/uci/move_count.h"

#include "engine/chess/movegen.h"

namespace rookery::uci {
namespace {

// Counted at one go: even where every position has 218 moves, some ten million lines.
constexpr int kUnstoppedDepth = 3;

std::optional<uint64_t> Count(const chess::Position& position, int depth,
                              const std::function<bool()>& stopped) {
  if (depth <= kUnstoppedDepth) {
    if (stopped()) return std::nullopt;
    return chess::Perft(position, depth);
  }
  return CountByMove(position, depth, stopped, [](chess::Move, uint64_t) {});
}

}  // namespace

std::optional<uint64_t> CountByMove(const chess::Position& position, int depth,
                                    const std::function<bool()>& stopped,
                                    const std::function<void(chess::Move, uint64_t)>& on_move) {
  chess::MoveList moves;
  chess::GenerateLegal(position, moves);
  uint64_t total = 0;
  for (const chess::Move move : moves) {
    chess::Position next = position;
    next.Play(move);
    const std::optional<uint64_t> count = Count(next, depth - 1, stopped);
    if (!count) return std::nullopt;
    total += *count;
    on_move(move, *count);
  }
  return total;
}

}  // namespace rookery::uci
