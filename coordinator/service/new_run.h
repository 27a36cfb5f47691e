// A request for a run as an event: checked, with its owner. Any thread; by other rules than the
// default it reads the book.
#pragma once

#include "absl/status/statusor.h"
#include "coordinator/core/events.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/caller.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::coordinator {

// The request has been validated. PermissionDenied where an author asks for a run of somebody
// else's; InvalidArgument where the rules don't fit, by themselves or with the book.
absl::StatusOr<CreateRun> NewRun(const v1::CreateRunRequest& request, const Caller& caller,
                                 ReadModel& reads);

}  // namespace rookery::coordinator
