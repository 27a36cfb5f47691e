#include "coordinator/access/gate.h"

#include "base/status.h"

namespace rookery::coordinator {

absl::StatusOr<Pass> Gate::Admit(std::optional<std::string_view> authorization,
                                 std::string_view method) const {
  const std::shared_ptr<const TokenBook> book = book_();
  if (book->empty()) return Pass();
  if (!authorization.has_value()) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "this coordinator asks for an access token; name its file with --token-file, or "
                 "ask the operator for one ('rookery tokens create')");
  }
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken token, ParseBearer(*authorization));
  ROOKERY_ASSIGN_OR_RETURN(Principal who, book->Authenticate(token, clock_->Now()));
  const Right right = RightTo(who.role, method);
  if (right == Right::kNone) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "a token of role {} doesn't allow {}; the operator can give you another role",
                 RoleName(who.role), method);
  }
  if (!InScope(who.scope, method)) {
    return Error(absl::StatusCode::kPermissionDenied, "the scope of token '{}' doesn't reach to {}",
                 who.token, method);
  }
  return Pass{std::move(who), right};
}

}  // namespace rookery::coordinator
