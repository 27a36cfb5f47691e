// What every handler does with a request and its answer: numbers of the query, JSON, errors.
// On the server's threads.
#pragma once

#include <httplib.h>

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/web/json.h"

namespace rookery::coordinator {

void SendError(httplib::Response& response, const absl::Status& status);
// Gives an answer of httplib's own, which has a code of 400 or more and no body, the body of an
// error; the code stays. Leaves all others alone.
void FillErrorBody(httplib::Response& response);
// What httplib refuses by itself: bodies beyond this (413), and longer addresses (414).
inline constexpr size_t kMaxRequestBytes = 64 * 1024;
void SendJson(httplib::Response& response, const Json& json);

// A number from 0 of the query, or of `text` that came as `name`; the fallback if it isn't there.
// InvalidArgument names it.
absl::StatusOr<int64_t> Number(const httplib::Request& request, const char* name, int64_t fallback);
absl::StatusOr<int64_t> NumberFrom(const char* name, const std::string& text);

}  // namespace rookery::coordinator
