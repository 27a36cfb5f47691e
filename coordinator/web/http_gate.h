// The gate at the HTTP door: which method of the table a request stands for, and who sends it.
// A program sends "Authorization: Bearer TOKEN"; a browser asks its user by itself (Basic: any
// name, the token as the password). Any thread.
#pragma once

#include <httplib.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "coordinator/access/gate.h"

namespace rookery::coordinator {

struct WebCaller {
  Pass pass;
  std::string from;
};

// "rookery.v1.RunService/ListRuns" and so on; empty for what everybody may ask (/healthz).
std::string_view MethodOf(std::string_view verb, std::string_view path);

// "Bearer TEXT" of what the header says in either scheme; none if it says nothing usable.
std::optional<std::string> BearerIn(std::string_view authorization);

absl::StatusOr<WebCaller> AdmitHttp(const Gate& gate, const httplib::Request& request);

absl::StatusOr<StillAdmitted> AdmitListener(const Gate& gate, const httplib::Request& request);

}  // namespace rookery::coordinator
