#include "coordinator/service/caller.h"

#include <algorithm>
#include <optional>

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
  const std::string from = context.peer();
  absl::StatusOr<Pass> pass =
      gate.Admit({MetadataOf(context, wire::kAuthorizationKey), method, from});
  if (!pass.ok()) return pass.status();
  return CallerOf(*pass, MetadataOf(context, wire::kUserKey).value_or(""), from);
}

}  // namespace rookery::coordinator
