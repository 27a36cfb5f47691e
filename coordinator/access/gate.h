// The gate at both doors: is the token believed, and may its role call the method? Where no token
// was ever given out everybody may do everything, which is for loopback alone (the coordinator
// makes an operator's token before it listens to others).
//
// Any thread: it reads an immutable book and a clock. Errors: Unauthenticated (no token, or one
// that isn't believed), PermissionDenied (the role or the token's scope doesn't reach so far).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "coordinator/access/role.h"
#include "coordinator/access/token_book.h"

namespace rookery::coordinator {

struct Pass {
  Principal who;  // without a token where the gate is open
  Right right = Right::kAny;
};

class Gate {
 public:
  using Book = std::function<std::shared_ptr<const TokenBook>()>;

  // The clock isn't owned.
  Gate(Book book, Clock* clock) : book_(std::move(book)), clock_(clock) {}

  // authorization: the header's value, "Bearer ID_SECRET". method: "rookery.v1.RunService/GetRun".
  absl::StatusOr<Pass> Admit(std::optional<std::string_view> authorization,
                             std::string_view method) const;
  bool open() const { return book_()->empty(); }

 private:
  const Book book_;
  Clock* const clock_;
};

}  // namespace rookery::coordinator
