#include "proto/wire/validate_access.h"

#include <algorithm>

#include "proto/wire/bounds.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

constexpr int kMaxScopes = 64;
constexpr int64_t kMaxLifetimeSeconds = 100LL * 366 * 24 * 3600;
constexpr size_t kMaxRole = 20;
constexpr size_t kMaxScope = 100;
constexpr size_t kMaxRequestPem = 16 << 10;

}  // namespace

absl::Status Validate(const v1::CreateTokenRequest& request) {
  Violations found;
  found.CheckRequired("role", request.role(), kMaxRole);
  found.CheckText("owner", request.owner(), kMaxUser);
  found.CheckText("label", request.label(), kMaxLabel);
  found.CheckRange("scope", request.scope_size(), 0, kMaxScopes);
  for (const std::string& part : request.scope()) found.CheckRequired("scope", part, kMaxScope);
  found.CheckRange("lifetime_seconds", request.lifetime_seconds(), int64_t{0}, kMaxLifetimeSeconds);
  found.CheckSha256("secret_sha256", request.secret_sha256());
  return found.Finish();
}

absl::Status Validate(const v1::RevokeTokenRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "tokens");
  return found.Finish();
}

absl::Status Validate(const v1::JoinWorkerRequest& request) {
  Violations found;
  found.CheckRequired("worker_id", request.worker_id(), kMaxWorkerId);
  const auto plain = [](char c) { return c > ' ' && c <= '~' && c != '/'; };
  if (!std::all_of(request.worker_id().begin(), request.worker_id().end(), plain)) {
    found.Add("worker_id", "only letters, digits and signs without blanks are allowed");
  }
  found.CheckText("label", request.label(), kMaxLabel);
  found.CheckSha256("secret_sha256", request.secret_sha256());
  if (request.signing_request_pem().size() > kMaxRequestPem) {
    found.Add("signing_request_pem", "{} bytes; at most {} are allowed",
              request.signing_request_pem().size(), kMaxRequestPem);
  }
  return found.Finish();
}

absl::Status Validate(const v1::ListActionsRequest& request) {
  Violations found;
  found.CheckRange("page_size", request.page_size(), 0, kMaxPageSize);
  found.CheckText("page_token", request.page_token(), kMaxPageToken);
  return found.Finish();
}

}  // namespace rookery::wire
