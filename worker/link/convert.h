// The agent's messages to protobuf and back. What comes from the coordinator is checked here: an
// InvalidArgument says which field of which message is out of bounds.
// Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rookery/v1/workers.pb.h"
#include "worker/agent/agent.h"
#include "worker/agent/messages.h"

namespace rookery::worker {

// Who this worker is: what Hello carries beside the leases.
struct WorkerIdentity {
  std::string worker_id;
  std::string label;
  int slots = 1;
  std::string version;
  std::string bench_signature;
  int cores = 0;  // what can be played here; 0 and empty: not known
  int64_t memory_mib = 0;
  std::vector<std::string> instruction_sets = {};
  std::string platform = {};
  std::string sandbox = {};
  double bench_nps = 0;  // of a slot, with all slots busy
};

v1::WorkerMessage ToProto(const WorkerMessage& message, const WorkerIdentity& identity);
v1::Game ToProto(const PlayedGame& game);

absl::StatusOr<PlayPlan> FromProto(const v1::PlayPlan& plan);
// The event that a message means to the agent; none for a kind that this version doesn't know.
absl::StatusOr<std::optional<Event>> ToEvent(const v1::CoordinatorMessage& message);

}  // namespace rookery::worker
