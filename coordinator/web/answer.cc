#include "coordinator/web/answer.h"

#include <charconv>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr char kJsonType[] = "application/json; charset=utf-8";
constexpr size_t kTextShown = 40;  // of what a caller sent

}  // namespace

void SendError(httplib::Response& response, const absl::Status& status) {
  response.status = HttpCode(status);
  response.set_content(ErrorBody(status), kJsonType);
}

void SendJson(httplib::Response& response, const Json& json) {
  response.set_header("Cache-Control", "no-store");
  response.set_content(Dump(json), kJsonType);
}

absl::StatusOr<int64_t> NumberFrom(const char* name, const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 0) return value;
  return InvalidArgument("{}: '{}' is not a number from 0", name, text.substr(0, kTextShown));
}

absl::StatusOr<int64_t> Number(const httplib::Request& request, const char* name,
                               int64_t fallback) {
  if (!request.has_param(name)) return fallback;
  return NumberFrom(name, request.get_param_value(name));
}

}  // namespace rookery::coordinator
