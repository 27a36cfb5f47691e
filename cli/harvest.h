// `rookery data harvest`: calm positions of games, labelled with the game's result and with the
// score that a move's comment begins with ("{+0.35/12 ...}", the mover's view, as common match
// runners write it and `rookery runs pgn` does). The games come from PGN files and from the ledger
// of runs on a coordinator. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/context.h"
#include "tuner/fit/quiet.h"

namespace rookery::cli {

struct HarvestFlags {
  std::vector<std::string> files = {};
  std::vector<std::string> runs = {};  // ids or names
  std::string out;
  fit::HarvestOptions options = {};
};

struct HarvestCount {
  uint64_t games = 0;
  uint64_t unfinished = 0;
  uint64_t broken = 0;
  uint64_t positions = 0;
};

// Writes the file, whole or not at all. FailedPrecondition if no calm position was found, Cancelled
// on Ctrl-C; a coordinator's fault comes as it is for people to read.
absl::StatusOr<HarvestCount> HarvestTo(const HarvestFlags& flags, Context& context);
// The same with its outcome told.
absl::Status RunHarvest(const HarvestFlags& flags, Context& context);

// Centipawns that a comment begins with; none for a mate ("+M5") and other text.
std::optional<int> ScoreOfComment(std::string_view comment);

// Cuts PGN that comes in pieces of any size between games: returns what is whole of it. A game
// begins with a line "[Event ".
class PgnPieces {
 public:
  // DataLoss if more than kMostHeld bytes come without a game's begin: that is no PGN of ours.
  absl::StatusOr<std::string> Add(std::string_view text);
  static constexpr size_t kMostHeld = size_t{16} << 20;
  std::string Rest() { return std::exchange(held_, {}); }

 private:
  std::string held_;
};

}  // namespace rookery::cli
