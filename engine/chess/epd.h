// Extended Position Description: four fields of a FEN and operations ("bm Nf3; id \"x\";").
// Pure functions; any thread. Errors: InvalidArgument with the field or the opcode.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/chess/position.h"

namespace rookery::chess {

struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;  // without quotes
};

struct Epd {
  Position position = Position::Start();
  std::vector<EpdOperation> operations;

  // The first operation with this opcode, or null.
  const EpdOperation* Find(std::string_view opcode) const;
};

// The clocks come from hmvc and fmvn, or from a fifth and sixth field as in a FEN.
absl::StatusOr<Epd> ParseEpd(std::string_view line);
// With hmvc and fmvn where the clocks aren't 0 and 1.
std::string ToEpd(const Epd& epd);

// The moves of an operation such as bm, am or pv (in pv each follows the one before).
absl::StatusOr<std::vector<Move>> EpdMoves(const Position& position, const EpdOperation& operation);

}  // namespace rookery::chess
