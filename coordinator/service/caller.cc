#include "coordinator/service/caller.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/status.h"
#include "proto/wire/bounds.h"

namespace rookery::coordinator {
namespace {

std::optional<std::string_view> MetadataOf(const grpc::ServerContextBase& context,
                                           const char* key) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(key);
  if (found == metadata.end()) return std::nullopt;
  return std::string_view(found->second.data(), found->second.size());
}

absl::StatusOr<Pass> PassOf(const grpc::ServerContextBase& context, const Gate& gate,
                            std::string_view method) {
  const std::string from = context.peer();
  return gate.Admit({MetadataOf(context, wire::kAuthorizationKey), method, from});
}

}  // namespace

Caller CallerOf(const Pass& pass, std::string_view claimed, std::string_view from) {
  Caller caller;
  caller.access = {pass.who.token, std::string(from), pass.right == Right::kOwn};
  caller.worker = pass.who.worker;
  caller.name = pass.who.token.empty() ? claimed.substr(0, wire::kMaxUser) : pass.who.owner;
  if (caller.name.empty() && !pass.who.token.empty()) caller.name = "token " + pass.who.token;
  std::replace_if(
      caller.name.begin(), caller.name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return caller;
}

absl::StatusOr<Caller> Admit(const grpc::ServerContextBase& context, const Gate& gate,
                             std::string_view method) {
  const absl::StatusOr<Pass> pass = PassOf(context, gate, method);
  if (!pass.ok()) return pass.status();
  return CallerOf(*pass, MetadataOf(context, wire::kUserKey).value_or(""), context.peer());
}

absl::StatusOr<StillAdmitted> AdmitWatcher(const grpc::ServerContextBase& context, const Gate& gate,
                                           std::string_view method) {
  ROOKERY_ASSIGN_OR_RETURN(Pass pass, PassOf(context, gate, method));
  return [&gate, pass = std::move(pass)] { return gate.StillHolds(pass); };
}

}  // namespace rookery::coordinator
