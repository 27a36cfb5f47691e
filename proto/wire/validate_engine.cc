#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

absl::Status CheckName(std::string_view name) {
  Violations found;
  found.CheckEngineResource("name", name);
  return found.Finish();
}

}  // namespace

absl::Status Validate(const v1::PutEngineRequest& request) {
  Violations found;
  found.CheckEngineResource("name", request.name());
  found.CheckSha256("manifest_sha256", request.manifest_sha256());
  return found.Finish();
}

absl::Status Validate(const v1::GetEngineRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::RemoveEngineRequest& request) { return CheckName(request.name()); }

absl::Status Validate(const v1::ListEnginesRequest& request) {
  Violations found;
  if (request.page_size() < 0) {
    found.Add("page_size", "{} is negative; 0 is {}, and more than {} is taken as {}",
              request.page_size(), kDefaultPageSize, kMaxPageSize, kMaxPageSize);
  }
  found.CheckText("page_token", request.page_token(), kMaxPageToken);
  return found.Finish();
}

absl::Status Validate(const v1::RenameEngineRequest& request) {
  Violations found;
  found.CheckEngineResource("name", request.name());
  found.CheckEngineResource("new_name", request.new_name());
  return found.Finish();
}

}  // namespace rookery::wire
