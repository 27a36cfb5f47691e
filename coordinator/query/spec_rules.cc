#include "coordinator/query/spec_rules.h"

#include "base/status.h"
#include "engine/chess/rule_profile.h"

namespace rookery::coordinator {

absl::Status CheckRules(const RunSpec& spec) {
  if (spec.rule_profile.empty()) return absl::OkStatus();
  const absl::Status known = chess::FindRuleProfile(spec.rule_profile).status();
  if (known.ok()) return known;
  return InvalidArgument("run.rule_profile: {}", Message(known));
}

bool IsRated(const RunSpec& spec) { return chess::IsRated(spec.rule_profile); }

}  // namespace rookery::coordinator
