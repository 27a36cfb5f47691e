// A position and how its game ended: what evaluation weights are fitted to. A value; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "engine/chess/position.h"

namespace rookery::fit {

struct LabelledPosition {
  chess::Position position = chess::Position::Start();
  double result = 0.5;          // White's: 0, 0.5 or 1, or a probability between
  std::optional<int> score_cp;  // of a search, White's view
  uint64_t game = 0;            // positions of one game share it: they aren't independent
};

inline constexpr int kMostGamePlies = 10'000;  // of one game in a file

// Takes positions one after the other; an error ends the reading and is passed on.
using OnPosition = std::function<absl::Status(const LabelledPosition&)>;

}  // namespace rookery::fit
