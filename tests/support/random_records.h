// Stored games of random moves from random openings, with scores, times and clocks as a worker says
// them. Pure; the same generator gives the same games.
#pragma once

#include <algorithm>
#include <string>

#include "base/rng.h"
#include "base/sha256.h"
#include "coordinator/core/types.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator::testing {

// At most so many moves long; the end is made up where the rules give none.
inline GameRecord RandomRecord(const chess::Position& opening, Rng& rng, size_t most_plies = 120) {
  chess::Game game(opening);
  GameRecord record;
  uint32_t left[2] = {60'000, 60'000};
  while (!game.End().has_value() && game.moves().size() < most_plies) {
    chess::MoveList moves;
    chess::GenerateLegal(game.position(), moves);
    const chess::Move move = moves[rng.Below(moves.size())];
    record.moves += static_cast<char>(move.bits() & 255);
    record.moves += static_cast<char>(move.bits() >> 8);
    record.scores_cp.push_back(rng.Chance(0.05) ? 100'000 : static_cast<int>(rng.Below(800)) - 400);
    const auto time = static_cast<uint32_t>(rng.Below(900));
    uint32_t& clock = left[game.moves().size() % 2];
    clock = clock - std::min(clock, time) + 100;
    record.times_ms.push_back(time);
    record.clocks_ms.push_back(clock);
    game.Play(move);
  }
  const auto end = game.End();
  record.result = end.has_value() ? end->result : GameResult::kDraw;
  record.end = end.has_value() ? end->end : GameEnd::kAgreement;
  const Sha256Digest digest = Sha256(chess::ToFen(opening) + "\n" + record.moves);
  record.digest.assign(digest.begin(), digest.end());
  record.nodes = static_cast<int64_t>(rng.Below(1'000'000));
  record.elapsed_ms = static_cast<int64_t>(rng.Below(100'000));
  return record;
}

inline chess::Position RandomOpening(Rng& rng) {
  for (;;) {
    chess::Position position = chess::Position::Start();
    for (int ply = 0; ply < 6 && chess::HasLegalMove(position); ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(position, moves);
      position.Play(moves[rng.Below(moves.size())]);
    }
    if (chess::HasLegalMove(position)) return position;
  }
}

inline bool SameGame(const GameRecord& a, const GameRecord& b) {
  return a.result == b.result && a.end == b.end && a.moves == b.moves && a.digest == b.digest &&
         a.nodes == b.nodes && a.elapsed_ms == b.elapsed_ms && a.detail == b.detail &&
         a.scores_cp == b.scores_cp && a.times_ms == b.times_ms && a.clocks_ms == b.clocks_ms;
}

}  // namespace rookery::coordinator::testing
