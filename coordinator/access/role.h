// Who may do what: the roles that a token can have, and the table of the methods that each may
// call. One table, read by the service's edge and compared by a test with every method of every
// service. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rookery::coordinator {

enum class Role : uint8_t {
  kJoin,      // may make itself a worker, and nothing else
  kWorker,    // plays: its own stream, and the files that its leases name
  kViewer,    // sees everything that a page shows
  kAuthor,    // starts runs; stops and edits its own
  kOperator,  // everything, tokens included
};
inline constexpr Role kAllRoles[] = {Role::kJoin, Role::kWorker, Role::kViewer, Role::kAuthor,
                                     Role::kOperator};

std::string_view RoleName(Role role);
std::optional<Role> FindRole(std::string_view name);

// How far a role's right to a method goes.
enum class Right : uint8_t {
  kNone,
  kOwn,  // on what belongs to the same owner
  kAny,
};

struct MethodRule {
  std::string_view method;  // "rookery.v1.RunService/CreateRun"
  Right join = Right::kNone;
  Right worker = Right::kNone;
  Right viewer = Right::kNone;
  Right author = Right::kNone;
  Right operator_ = Right::kAny;
};

std::span<const MethodRule> MethodRules();

// kNone for a method that the table doesn't have: what nobody allowed is forbidden.
Right RightTo(Role role, std::string_view method);

// A token may be narrowed to services ("RunService") and methods ("RunService/GetRun"). Empty: all
// that its role may do.
bool InScope(std::span<const std::string> scope, std::string_view method);
// Whether there is such a service or method.
bool IsScope(std::string_view part);

}  // namespace rookery::coordinator
