// The JSON of docs/api.md, from the read model's values. Field names of a run equal those that the
// command line prints. Pure functions; any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "coordinator/query/read_model.h"

namespace rookery::coordinator {

using Json = nlohmann::ordered_json;

Json ToJson(const RunFigures& figures);
Json ToJson(const RunPage& page);
// Adds the fields that a run has when it is asked for alone.
void AddDetail(const RunDetail& detail, Json& run);
Json ToJson(const WorkerViews& workers);
Json ToJson(const Speeds& speeds);
Json ToJson(const std::vector<RunEvent>& events);
Json ToJson(const Overview& overview, std::string_view version);

template <typename Number>
Json OrNull(const std::optional<Number>& value) {
  return value.has_value() ? Json(*value) : Json(nullptr);
}

// Text that is not UTF-8 is made so: what comes from outside must not break an answer.
std::string Dump(const Json& json);

// {"error": {"code": ..., "message": ..., "fields": [...]}} and the HTTP code that goes with it.
std::string ErrorBody(const absl::Status& status);
int HttpCode(const absl::Status& status);

}  // namespace rookery::coordinator
