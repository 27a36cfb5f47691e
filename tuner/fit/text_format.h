// Labelled positions as text, a line each, in the forms that are common:
//   EPD            four fields, c9 "1-0"; and, if there, ce 35; (centipawns, mover's view),
//                  id "17.34"; (game and ply)
//   FEN with label FEN [0.5], FEN; [0.5], FEN 1/2-1/2, FEN; 0.6, FEN "1-0"
//   bullet         FEN | score (White's view) | 1.0, 0.5, 0.0, [1.0], 1, 1/2 ... (White's view)
//   CSV            FEN,score,result, both in the mover's view; a result without a point is 0 for a
//                  loss, 1 for a draw, 2 for a win
// Every form is told by its own signs, field by field: text elsewhere in the line decides nothing.
// Pure; any thread. Errors: InvalidArgument with the field, the value and what is allowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "tuner/fit/labelled_position.h"

namespace rookery::fit {

// Whose result a FEN's label is; the other forms say it themselves.
enum class View { kWhite, kMover };

struct TextLine {
  LabelledPosition labelled;
  bool has_game = false;  // the line says which game it is from
};

// None for an empty line and for a comment (#).
absl::StatusOr<std::optional<TextLine>> ParseTextLine(std::string_view line, View view);

// Such as: "... w KQkq - c9 "1-0"; ce 35; id "17.34";".
std::string ToTextLine(const LabelledPosition& labelled, int ply);

}  // namespace rookery::fit
