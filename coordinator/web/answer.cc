#include "coordinator/web/answer.h"

#include <charconv>
#include <limits>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr char kJsonType[] = "application/json; charset=utf-8";
constexpr size_t kTextShown = 40;  // of what a caller sent

absl::Status OwnRefusal(int code) {
  switch (code) {
    case 400:
      return InvalidArgument("this is no HTTP request that can be read");
    case 404:
      return Error(absl::StatusCode::kNotFound, "nothing is served at this path");
    case 413:
      return Error(absl::StatusCode::kResourceExhausted,
                   "the request's body is too large; at most {} bytes are read", kMaxRequestBytes);
    case 414:
      return InvalidArgument("the request's address is too long; at most {} bytes are read",
                             CPPHTTPLIB_REQUEST_URI_MAX_LENGTH);
    case 416:
      return InvalidArgument("Range: the answer doesn't have these bytes");
    default:
      return Error(code < 500 ? absl::StatusCode::kInvalidArgument : absl::StatusCode::kInternal,
                   "the request was refused with HTTP {}", code);
  }
}

}  // namespace

void SendError(httplib::Response& response, const absl::Status& status) {
  response.status = HttpCode(status);
  response.set_content(ErrorBody(status), kJsonType);
}

void FillErrorBody(httplib::Response& response) {
  if (response.status < 400 || !response.body.empty() || response.content_length_ > 0) return;
  response.set_content(ErrorBody(OwnRefusal(response.status)), kJsonType);
}

void SendJson(httplib::Response& response, const Json& json) {
  response.set_header("Cache-Control", "no-store");
  response.set_content(Dump(json), kJsonType);
}

absl::StatusOr<int64_t> NumberFrom(const char* name, const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 0) return value;
  return InvalidArgument("{}: '{}' is not a whole number from 0 to {}", name,
                         text.substr(0, kTextShown), std::numeric_limits<int64_t>::max());
}

absl::StatusOr<int64_t> Number(const httplib::Request& request, const char* name,
                               int64_t fallback) {
  if (!request.has_param(name)) return fallback;
  return NumberFrom(name, request.get_param_value(name));
}

}  // namespace rookery::coordinator
