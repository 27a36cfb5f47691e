#include "coordinator/service/new_run.h"

#include "base/status.h"
#include "coordinator/query/spec_rules.h"
#include "coordinator/service/convert.h"

namespace rookery::coordinator {

absl::StatusOr<CreateRun> NewRun(const v1::CreateRunRequest& request, const Caller& caller,
                                 ReadModel& reads) {
  CreateRun event;
  event.spec = FromProto(request.run());
  event.by = caller.name;
  event.access = caller.access;
  if (event.spec.owner.empty()) event.spec.owner = caller.name;
  ROOKERY_RETURN_IF_ERROR(CheckRules(event.spec));
  ROOKERY_RETURN_IF_ERROR(reads.CheckOpenings(event.spec));
  ROOKERY_RETURN_IF_ERROR(reads.CheckEngines(event.spec));
  event.request_id = request.request_id();
  return event;
}

}  // namespace rookery::coordinator
