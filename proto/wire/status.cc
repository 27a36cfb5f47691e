#include "proto/wire/status.h"

#include "base/check.h"
#include "base/status.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace rookery::wire {
namespace {

constexpr char kTypePrefix[] = "type.googleapis.com/";
constexpr char kErrorInfoType[] = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr char kRetryInfoType[] = "type.googleapis.com/google.rpc.RetryInfo";
constexpr int kLastCode = 16;  // UNAUTHENTICATED; absl and gRPC number their codes alike

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const auto code = static_cast<grpc::StatusCode>(status.raw_code());
  google::rpc::Status details;
  status.ForEachPayload([&details](absl::string_view type, const absl::Cord& payload) {
    if (ToStd(type).substr(0, sizeof kTypePrefix - 1) != kTypePrefix) return;
    google::protobuf::Any* any = details.add_details();
    any->set_type_url(std::string(ToStd(type)));
    any->set_value(std::string(payload));
  });
  if (details.details().empty()) return grpc::Status(code, Message(status));
  details.set_code(status.raw_code());
  details.set_message(Message(status));
  return grpc::Status(code, Message(status), details.SerializeAsString());
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const int code = status.error_code();
  const bool known = code > 0 && code <= kLastCode;
  absl::Status result(known ? static_cast<absl::StatusCode>(code) : absl::StatusCode::kUnknown,
                      status.error_message());
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return result;
  for (const google::protobuf::Any& any : details.details()) {
    result.SetPayload(any.type_url(), absl::Cord(any.value()));
  }
  return result;
}

absl::Status WithReason(absl::Status status, std::string_view reason,
                        const std::map<std::string, std::string>& metadata) {
  ROOKERY_CHECK(!status.ok() && reason.size() <= 63);
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(reason));
  info.set_domain("rookery");
  info.mutable_metadata()->insert(metadata.begin(), metadata.end());
  status.SetPayload(kErrorInfoType, absl::Cord(info.SerializeAsString()));
  return status;
}

absl::Status WithRetry(absl::Status status, absl::Duration after) {
  google::rpc::RetryInfo info;
  const int64_t milliseconds = absl::ToInt64Milliseconds(after);
  info.mutable_retry_delay()->set_seconds(milliseconds / 1000);
  info.mutable_retry_delay()->set_nanos(static_cast<int32_t>(milliseconds % 1000 * 1'000'000));
  status.SetPayload(kRetryInfoType, absl::Cord(info.SerializeAsString()));
  return status;
}

absl::Duration RetryAfter(const absl::Status& status) {
  const auto payload = status.GetPayload(kRetryInfoType);
  google::rpc::RetryInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) {
    return absl::ZeroDuration();
  }
  return absl::Seconds(info.retry_delay().seconds()) +
         absl::Nanoseconds(info.retry_delay().nanos());
}

std::string ReasonOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kErrorInfoType);
  google::rpc::ErrorInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return "";
  return info.reason();
}

}  // namespace rookery::wire
