#include "coordinator/access/role.h"

#include <algorithm>
#include <array>

namespace rookery::coordinator {
namespace {

constexpr Right kNone = Right::kNone;
constexpr Right kOwn = Right::kOwn;
constexpr Right kAny = Right::kAny;

constexpr std::array<std::string_view, std::size(kAllRoles)> kNames = {"join", "worker", "viewer",
                                                                       "author", "operator"};

// clang-format off
constexpr MethodRule kRules[] = {
    //                                               join   worker viewer author operator
    {"rookery.v1.RunService/CreateRun",              kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.RunService/GetRun",                 kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/ListRuns",               kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/StopRun",                kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.RunService/PauseRun",               kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.RunService/ResumeRun",              kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.RunService/ApproveRun",             kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.RunService/EditRun",                kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.RunService/CommentRun",             kNone, kNone, kNone, kAny,  kAny},
    {"rookery.v1.RunService/ListRunEvents",          kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/ExplainRun",             kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/VoidPairs",              kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.RunService/RestorePairs",           kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.RunService/WatchRun",               kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/ExportPgn",              kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.RunService/ExportDuels",            kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.WorkerService/ListWorkers",         kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.WorkerService/QuarantineWorker",    kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.WorkerService/LiftQuarantine",      kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.WorkerLinkService/Attach",          kNone, kAny,  kNone, kNone, kNone},
    {"rookery.v1.ArtifactService/HasArtifact",       kNone, kAny,  kAny,  kAny,  kAny},
    {"rookery.v1.ArtifactService/UploadArtifact",    kNone, kNone, kNone, kAny,  kAny},
    {"rookery.v1.ArtifactService/DownloadArtifact",  kNone, kAny,  kAny,  kAny,  kAny},
    {"rookery.v1.EngineService/PutEngine",           kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.EngineService/GetEngine",           kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.EngineService/ListEngines",         kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.EngineService/RenameEngine",        kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.EngineService/RemoveEngine",        kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.FitService/PostFit",                kNone, kNone, kNone, kOwn,  kAny},
    {"rookery.v1.FitService/GetFit",                 kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.FitService/ListFits",               kNone, kNone, kAny,  kAny,  kAny},
    {"rookery.v1.AccessService/CreateToken",         kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.AccessService/ListTokens",          kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.AccessService/RevokeToken",         kNone, kNone, kNone, kNone, kAny},
    {"rookery.v1.AccessService/JoinWorker",          kAny,  kNone, kNone, kNone, kNone},
    {"rookery.v1.AccessService/ListActions",         kNone, kNone, kNone, kNone, kAny},
};
// clang-format on

constexpr std::string_view kPackage = "rookery.v1.";

// "RunService" is a part of "rookery.v1.RunService/GetRun", and so is "RunService/GetRun".
bool Covers(std::string_view part, std::string_view method) {
  method.remove_prefix(std::min(kPackage.size(), method.size()));
  return method == part || (method.starts_with(part) && method[part.size()] == '/');
}

}  // namespace

std::string_view RoleName(Role role) { return kNames[static_cast<size_t>(role)]; }

std::optional<Role> FindRole(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return kAllRoles[found - kNames.begin()];
}

std::span<const MethodRule> MethodRules() { return kRules; }

bool InScope(std::span<const std::string> scope, std::string_view method) {
  return scope.empty() || std::any_of(scope.begin(), scope.end(), [&](const std::string& part) {
           return Covers(part, method);
         });
}

bool IsScope(std::string_view part) {
  return std::any_of(std::begin(kRules), std::end(kRules),
                     [&](const MethodRule& rule) { return Covers(part, rule.method); });
}

Right RightTo(Role role, std::string_view method) {
  const auto* const rule =
      std::find_if(std::begin(kRules), std::end(kRules),
                   [&](const MethodRule& one) { return one.method == method; });
  if (rule == std::end(kRules)) return Right::kNone;
  switch (role) {
    case Role::kJoin:
      return rule->join;
    case Role::kWorker:
      return rule->worker;
    case Role::kViewer:
      return rule->viewer;
    case Role::kAuthor:
      return rule->author;
    case Role::kOperator:
      return rule->operator_;
  }
  return Right::kNone;
}

}  // namespace rookery::coordinator
