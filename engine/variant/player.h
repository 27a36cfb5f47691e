// Who plays a four-nation game without thinking far: a random player, and one that looks at the
// position after each of its moves. Chance comes in from outside; the same seed gives the same
// game. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/rng.h"
#include "engine/variant/game.h"

namespace rookery::variant {

enum class PlayerKind : uint8_t { kRandom, kOnePly };
// "random", "one-ply".
std::string_view Name(PlayerKind kind);
std::optional<PlayerKind> PlayerFromName(std::string_view name);

// Centipawns for a team: material, pawns and kings on water, crowned kings, the way to the princess
// and the fallen pieces that an advanced pawn could bring back.
int Evaluate(const Board& board, const Position& position, int team);

// One of game.moves(), which isn't empty. Equal moves are drawn by lot.
Move Choose(const Board& board, const Game& game, PlayerKind kind, Rng& rng);

// The same player on every seat, until the game is over; it always is after kMostRounds.
void PlayOut(const Board& board, PlayerKind kind, Rng& rng, Game& game);

}  // namespace rookery::variant
