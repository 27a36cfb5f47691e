// The audit log's row: who changed what, when and from where. A value.
#pragma once

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace rookery::coordinator {

struct Action {
  uint64_t number = 0;  // given by the store, growing
  absl::Time at;
  std::string by;
  std::string token;  // id
  std::string from;
  std::string kind;    // "stop-run", ...
  std::string target;  // "runs/ID", ...
  std::string text;
};

}  // namespace rookery::coordinator
