#include "coordinator/access/gate.h"

#include "base/status.h"

namespace rookery::coordinator {

absl::StatusOr<Pass> Gate::Admit(const Attempt& attempt) const {
  const std::shared_ptr<const TokenBook> book = book_();
  if (book->empty()) return Pass();
  Refusal refusal;
  absl::StatusOr<Pass> pass = Judge(attempt, *book, &refusal);
  const bool asked = !attempt.authorization.has_value() && attempt.may_be_asked;
  if (pass.ok() || asked || on_refused_ == nullptr) return pass;
  refusal.method = attempt.method;
  refusal.from = attempt.from;
  refusal.why = Message(pass.status());
  on_refused_(refusal);
  return pass;
}

bool Gate::StillHolds(const Pass& pass) const {
  const std::shared_ptr<const TokenBook> book = book_();
  return book->empty() || book->IsLive(pass.who.token, clock_->Now());
}

absl::StatusOr<Pass> Gate::Judge(const Attempt& attempt, const TokenBook& book,
                                 Refusal* refusal) const {
  if (!attempt.authorization.has_value()) {
    return Error(absl::StatusCode::kUnauthenticated,
                 "this coordinator asks for an access token; name its file with --token-file, or "
                 "ask the operator for one ('rookery tokens create')");
  }
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken token, ParseBearer(*attempt.authorization));
  refusal->token = token.id;
  ROOKERY_ASSIGN_OR_RETURN(Principal who, book.Authenticate(token, clock_->Now()));
  refusal->by = who.owner;
  const Right right = RightTo(who.role, attempt.method);
  if (right == Right::kNone) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "a token of role {} doesn't allow {}; the operator can give you another role",
                 RoleName(who.role), attempt.method);
  }
  if (!InScope(who.scope, attempt.method)) {
    return Error(absl::StatusCode::kPermissionDenied, "the scope of token '{}' doesn't reach to {}",
                 who.token, attempt.method);
  }
  return Pass{std::move(who), right};
}

}  // namespace rookery::coordinator
