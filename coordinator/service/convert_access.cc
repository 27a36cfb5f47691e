#include "coordinator/service/convert_access.h"

#include "base/status.h"
#include "coordinator/service/stamp.h"

namespace rookery::coordinator {

absl::StatusOr<TokenRecord> FromProto(const v1::CreateTokenRequest& request) {
  TokenRecord record;
  const std::optional<Role> role = FindRole(request.role());
  if (!role.has_value()) {
    return InvalidArgument("field role: '{}' is none of join, worker, viewer, author, operator",
                           request.role().substr(0, 40));
  }
  record.role = *role;
  record.owner = request.owner();
  record.label = request.label();
  record.secret_hash = *DigestFromHex(request.secret_sha256());
  for (const std::string& part : request.scope()) {
    if (!IsScope(part)) {
      return InvalidArgument(
          "field scope: '{}' is no service and no method; write for example RunService or "
          "RunService/GetRun",
          part.substr(0, 80));
    }
    record.scope.push_back(part);
  }
  return record;
}

v1::Token ToProto(const TokenRecord& record) {
  v1::Token token;
  token.set_name("tokens/" + record.id);
  token.set_role(std::string(RoleName(record.role)));
  token.set_owner(record.owner);
  token.set_label(record.label);
  if (!record.worker.empty()) token.set_worker("workers/" + record.worker);
  for (const std::string& part : record.scope) token.add_scope(part);
  Fill(*token.mutable_create_time(), record.created);
  if (record.expires != absl::InfiniteFuture()) Fill(*token.mutable_expire_time(), record.expires);
  if (record.revoked != absl::InfiniteFuture()) Fill(*token.mutable_revoke_time(), record.revoked);
  return token;
}

v1::Action ToProto(const Action& action) {
  v1::Action made;
  Fill(*made.mutable_time(), action.at);
  made.set_by(action.by);
  if (!action.token.empty()) made.set_token("tokens/" + action.token);
  made.set_from(action.from);
  made.set_kind(action.kind);
  made.set_target(action.target);
  made.set_text(action.text);
  return made;
}

}  // namespace rookery::coordinator
