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
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "coordinator/access/role.h"
#include "coordinator/access/token_book.h"

namespace rookery::coordinator {

struct Attempt {
  std::optional<std::string_view> authorization;  // the header's value, "Bearer TOKEN"
  std::string_view method;                        // "rookery.v1.RunService/GetRun"
  std::string_view from = {};                     // address of the caller
  // A browser comes without a token the first time, to be asked for one: that is no attempt.
  bool may_be_asked = false;
};

// An attempt that was refused.
struct Refusal {
  std::string by;     // the token's owner, if the token is believed
  std::string token;  // the id that was said
  std::string method;
  std::string from;
  std::string why;
};

struct Pass {
  Principal who;  // without a token where the gate is open
  Right right = Right::kAny;
};

// Whether the caller may still listen; for streams, which ask before each thing they send. The gate
// outlives the stream.
using StillAdmitted = std::function<bool()>;

class Gate {
 public:
  using Book = std::function<std::shared_ptr<const TokenBook>()>;

  // Told of what was refused; any thread, must not block.
  using OnRefused = std::function<void(const Refusal&)>;

  // The clock isn't owned.
  Gate(Book book, Clock* clock, OnRefused on_refused = {})
      : book_(std::move(book)), clock_(clock), on_refused_(std::move(on_refused)) {}

  absl::StatusOr<Pass> Admit(const Attempt& attempt) const;
  // Whether a pass that was given is one still: for answers that go on after the question. Its
  // token may have expired or been revoked since, or be asked for only now.
  bool StillHolds(const Pass& pass) const;
  bool open() const { return book_()->empty(); }

 private:
  absl::StatusOr<Pass> Judge(const Attempt& attempt, const TokenBook& book, Refusal* refusal) const;

  const Book book_;
  Clock* const clock_;
  const OnRefused on_refused_;
};

}  // namespace rookery::coordinator
