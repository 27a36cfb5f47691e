// What waits to be told to each webhook, and when it is tried (again). Every webhook has a bounded
// queue and a schedule of its own, in the order in which the runs have ended; one posting of a
// webhook is out at a time, so one that hangs holds up nobody else. Pure: time comes in as an
// argument, from a clock that never steps back. One thread at a time.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/core/types.h"
#include "coordinator/notify/webhook.h"

namespace rookery::coordinator {

enum class Delivery { kTaken, kLater, kNever };  // kNever: the other side will never take it

class DeliveryQueue {
 public:
  static constexpr size_t kMostWaiting = 200;  // of a webhook; beyond that the oldest is given up
  static constexpr int kMostAttempts = 6;

  explicit DeliveryQueue(size_t webhooks) : lines_(webhooks) {}

  struct Item {
    RunId run;
    Posting posting;
  };
  // The run that was given up to make room; none where there was some.
  std::optional<RunId> Add(size_t webhook, Item item, absl::Time now);

  struct Job {
    size_t webhook = 0;
    int attempt = 0;  // from 1
    Posting posting;
  };
  // What has been due for longest, which is out from then on; none if nothing is due.
  std::optional<Job> Take(absl::Time now);
  // When there is something to take; InfiniteFuture if nothing waits but what is out.
  absl::Time NextDue() const;
  // What came of a job. False: it has been given up.
  bool Done(const Job& job, Delivery delivery, absl::Time now);

  // The runs of which a webhook is still to be told, the oldest first.
  std::vector<RunId> Waiting(size_t webhook) const;
  size_t waiting() const;  // of all webhooks

  // 1 s after the first failure, four times as long after each further one.
  static absl::Duration RetryAfter(int attempts);

 private:
  struct Line {
    std::deque<Item> items;
    bool out = false;  // the first of them
    int attempts = 0;  // of the first
    absl::Time due = absl::InfinitePast();
  };

  std::vector<Line> lines_;
};

}  // namespace rookery::coordinator
