// `rookery data harvest`: calm positions of games in PGN files, labelled with the game's result and
// with the score that a move's comment begins with ("{+0.35/12 ...}", the mover's view, as common
// match runners write it and `rookery runs pgn` does). One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/context.h"
#include "tuner/fit/quiet.h"

namespace rookery::cli {

struct HarvestFlags {
  std::vector<std::string> files;
  std::string out;
  fit::HarvestOptions options;
};

absl::Status RunHarvest(const HarvestFlags& flags, Context& context);

// Centipawns that a comment begins with; none for a mate ("+M5") and other text.
std::optional<int> ScoreOfComment(std::string_view comment);

}  // namespace rookery::cli
