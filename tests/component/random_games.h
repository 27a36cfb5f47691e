// Real games of random moves, played to the end that the rules give, as a worker would report them.
// Pure; the same seed gives the same game.
#pragma once

#include <set>
#include <string>

#include "base/pairing/pair_plan.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "rookery/v1/types.pb.h"

namespace rookery::testing {

inline chess::Move RandomMove(const chess::Position& position, Rng& rng) {
  chess::MoveList moves;
  chess::GenerateLegal(position, moves);
  return moves[rng.Below(moves.size())];
}

// `lines` distinct positions, six random plies from the start.
inline std::string RandomBook(int lines, uint64_t seed) {
  Rng rng(seed);
  std::string text;
  std::set<uint64_t> seen;  // keys, which leave the counters out as the check of a book does
  while (static_cast<int>(seen.size()) < lines) {
    chess::Position position = chess::Position::Start();
    for (int ply = 0; ply < 6 && chess::HasLegalMove(position); ++ply) {
      position.Play(RandomMove(position, rng));
    }
    if (!chess::HasLegalMove(position)) continue;  // a fool's mate
    if (!seen.insert(position.key()).second) continue;
    text += chess::ToFen(position) + "\n";
  }
  return text;
}

inline v1::Game RandomGame(const std::string& opening_fen, uint64_t seed) {
  const auto start = chess::ParseFen(opening_fen);
  chess::Game game(*start);
  Rng rng(seed);
  v1::Game result;
  std::string moves;
  while (!game.End().has_value()) {
    const chess::Move move = RandomMove(game.position(), rng);
    moves += static_cast<char>(move.bits() & 255);
    moves += static_cast<char>(move.bits() >> 8);
    result.add_scores_cp(static_cast<int>(rng.Below(200)) - 100);
    result.add_times_ms(7);
    result.add_clocks_ms(1000);
    game.Play(move);
  }
  const Sha256Digest digest = Sha256(opening_fen + "\n" + moves);
  result.set_result(static_cast<v1::GameResult>(game.End()->result));
  result.set_end(static_cast<v1::GameEnd>(game.End()->end));
  result.set_moves(moves);
  result.set_digest(digest.data(), digest.size());
  result.set_nodes(1000);
  result.set_elapsed_ms(5);
  return result;
}

// A game that dev's side won, lost or drew, without moves: for statistics alone.
inline v1::Game BareGame(v1::GameResult outcome, const std::string& key) {
  v1::Game game;
  game.set_result(outcome);
  game.set_end(outcome == v1::GAME_RESULT_DRAW ? v1::GAME_END_AGREEMENT : v1::GAME_END_RESIGNATION);
  const Sha256Digest digest = Sha256(key);
  game.set_digest(digest.data(), digest.size());
  return game;
}

// A pair that dev won in both games.
inline v1::PairResult WonPair(uint64_t index) {
  v1::PairResult pair;
  pair.set_pair_index(index);
  *pair.mutable_first() = BareGame(v1::GAME_RESULT_WHITE_WINS, "first " + std::to_string(index));
  *pair.mutable_second() = BareGame(v1::GAME_RESULT_BLACK_WINS, "second " + std::to_string(index));
  return pair;
}

}  // namespace rookery::testing
