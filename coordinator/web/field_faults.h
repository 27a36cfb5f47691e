// Which fields of a request an error is about, so that a form can say it where they stand.
// Messages say it by a convention of the whole tree (base/status.h): a line each "FIELD: what is
// wrong", in the core "field FIELD: ...". Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace rookery::coordinator {

struct FieldFault {
  std::string field;  // as in a RunSpec, "dev.limits.periods[1].base_ms": "run." is left out
  std::string text;
};

// Of what the caller can mend by another value; empty for an error that names no field.
std::vector<FieldFault> FieldFaultsOf(const absl::Status& status);

}  // namespace rookery::coordinator
