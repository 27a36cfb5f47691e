// The one error language: absl::Status from disk to wire. Debian's absl::string_view is a type of
// its own, so messages are built with fmt and cross over here. Any thread.
//
// Which code: InvalidArgument (the caller must change the request), NotFound, AlreadyExists,
// FailedPrecondition (the state must change first), ResourceExhausted (retry later),
// Unavailable (retry soon), PermissionDenied, Unauthenticated, DataLoss (stored bytes are broken),
// Internal (a fault of ours).
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery {

inline absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view ToStd(absl::string_view text) { return {text.data(), text.size()}; }

// Error(code, "field weights: '{}' is not a number; write ...", value)
template <typename... Args>
absl::Status Error(absl::StatusCode code, fmt::format_string<Args...> format, Args&&... args) {
  return absl::Status(code, fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
absl::Status InvalidArgument(fmt::format_string<Args...> format, Args&&... args) {
  return Error(absl::StatusCode::kInvalidArgument, format, std::forward<Args>(args)...);
}

// The message of a status as text that std and fmt can take.
inline std::string Message(const absl::Status& status) { return std::string(status.message()); }

}  // namespace rookery

#define ROOKERY_RETURN_IF_ERROR(expression)                                                      \
  do {                                                                                           \
    if (absl::Status rookery_status = (expression); !rookery_status.ok()) return rookery_status; \
  } while (false)

#define ROOKERY_CONCAT_INNER(a, b) a##b
#define ROOKERY_CONCAT(a, b) ROOKERY_CONCAT_INNER(a, b)
#define ROOKERY_ASSIGN_OR_RETURN_IMPL(holder, target, expression) \
  auto holder = (expression);                                     \
  if (!holder.ok()) return holder.status();                       \
  target = *std::move(holder)

// ROOKERY_ASSIGN_OR_RETURN(auto value, MayFail());
#define ROOKERY_ASSIGN_OR_RETURN(target, expression) \
  ROOKERY_ASSIGN_OR_RETURN_IMPL(ROOKERY_CONCAT(rookery_result_, __LINE__), target, expression)
