#include "coordinator/web/post_guard.h"

#include "base/loopback.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kShown = 80;  // of what a caller sent

absl::Status Denied(std::string_view why) {
  return Error(absl::StatusCode::kPermissionDenied, "{}", why);
}

}  // namespace

absl::Status MayPost(const PostRequest& request, const std::string& listening_on, bool proved) {
  if (!request.content_type.starts_with("application/json")) {
    return InvalidArgument("Content-Type: '{}' is not application/json",
                           request.content_type.substr(0, kShown));
  }
  if (!request.fetch_site.empty() && request.fetch_site != "same-origin" &&
      request.fetch_site != "none") {
    return Denied("the page that asks is not this coordinator's");
  }
  const bool own =
      request.origin == "http://" + request.host || request.origin == "https://" + request.host;
  if (!request.origin.empty() && !own) {
    return Denied("the page that asks is not this coordinator's");
  }
  if (proved) return absl::OkStatus();
  if (!IsLoopbackHost(listening_on)) {
    return Denied(
        "over HTTP only this machine itself may ask for that, and this coordinator "
        "listens to others too; use the command line");
  }
  if (!IsLoopbackHost(HostOf(request.host))) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "Host: '{}' is not a name of this machine's loopback address",
                 request.host.substr(0, kShown));
  }
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
