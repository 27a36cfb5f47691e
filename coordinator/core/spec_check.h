// Whether a run can be made of a spec: every field against its bound, by name. Pure; any thread.
#pragma once

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// The spec with defaults filled in. InvalidArgument names the field, its value and what is allowed.
// Doesn't look at artifacts; that needs the coordinator's state.
absl::StatusOr<RunSpec> CheckSpec(RunSpec spec);

// max_pairs against the book: deterministic engines repeat a game when its opening repeats, so a
// run asks for no more pairs than its book has openings. 0 becomes as many as it has.
absl::Status FitToBook(uint64_t book_lines, RunSpec* spec);

}  // namespace rookery::coordinator
