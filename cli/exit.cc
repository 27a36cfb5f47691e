#include "cli/exit.h"

namespace rookery::cli {

Exit ExitForRemote(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return Exit::kDone;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
      return Exit::kUnreachable;
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
      return Exit::kNotAllowed;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
      return Exit::kUsage;
    default:
      return Exit::kFailed;
  }
}

Exit ExitForLocal(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return Exit::kDone;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kNotFound:
      return Exit::kUsage;
    default:
      return Exit::kFailed;
  }
}

}  // namespace rookery::cli
