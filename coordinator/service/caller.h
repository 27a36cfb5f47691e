// Who calls: believed by his token, or, where the coordinator asks for none, by the name that he
// gives of himself, which is a claim and kept for people alone. Any thread.
#pragma once

#include <grpcpp/server_context.h>

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "coordinator/access/caller.h"
#include "coordinator/access/gate.h"

namespace rookery::coordinator {

struct Caller {
  std::string name;    // in events and as the owner of runs; printable, at most wire::kMaxUser long
  Access access;       // goes with the event
  std::string worker;  // the only worker that he may speak for; empty: any
};

// Whether the call may go on; the errors are the gate's. method: "rookery.v1.RunService/GetRun".
absl::StatusOr<Caller> Admit(const grpc::ServerContextBase& context, const Gate& gate,
                             std::string_view method);

// For a stream, which goes on asking.
absl::StatusOr<StillAdmitted> AdmitWatcher(const grpc::ServerContextBase& context, const Gate& gate,
                                           std::string_view method);

// The same for whoever the gate has let in. claimed: the name that he gives of himself.
Caller CallerOf(const Pass& pass, std::string_view claimed, std::string_view from);

}  // namespace rookery::coordinator
