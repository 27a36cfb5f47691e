// Makes the players of a match on this machine, and starts each engine once before any game is
// scored: what is wrong with it is said to its author now. One thread.
#pragma once

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "cli/match_run.h"
#include "cli/match_spec.h"
#include "worker/player/player.h"

namespace rookery::cli {

absl::StatusOr<worker::PlayerFactory> MakeFactory(const MatchSpec& spec, const MatchEngine& engine,
                                                  Clock* clock);

// Starts the engine, looks at it and lets it search once. `warn` is told of defaults that spoil a
// match (threads, a book of its own, pondering). FailedPrecondition if it can't play under these
// limits.
absl::StatusOr<EngineFacts> TryEngine(const MatchSpec& spec, const MatchEngine& engine,
                                      Clock* clock,
                                      const std::function<void(const std::string&)>& warn);

}  // namespace rookery::cli
