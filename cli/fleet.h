// The processes of `rookery up`: one coordinator, some workers. Starts, watches, restarts and stops
// the two real binaries; hides nothing. One thread, the main one (see child_process.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/child_process.h"
#include "cli/context.h"
#include "cli/restart_policy.h"
#include "proto/wire/client.h"

namespace rookery::cli {

struct FleetOptions {
  std::string program_folder;  // where rookery-coordinator and rookery-worker lie
  std::string data;
  int http_port = 0;  // 0: a free one
  int grpc_port = 0;
  int workers = 0;
};

class Fleet {
 public:
  // Nothing is owned of the context; it outlives this.
  Fleet(FleetOptions options, Context& context) : options_(std::move(options)), context_(context) {}

  // Until the coordinator answers and the workers have joined (a bounded wait); Cancelled on
  // Ctrl-C.
  absl::Status Start();
  // Until Ctrl-C (Ok), or until a process died too often.
  absl::Status Watch();
  // Workers first, then the coordinator; kills what doesn't stop in time.
  void Stop();

  const std::string& grpc_address() const { return grpc_address_; }
  const std::string& http_address() const { return http_address_; }
  pid_t coordinator_pid() const { return coordinator_.child->pid(); }
  std::vector<pid_t> worker_pids() const;

 private:
  struct Member {
    std::string name;
    std::vector<std::string> command;
    bool capture_stdout = false;
    std::optional<ChildProcess> child;
    RestartPolicy policy;
    int64_t restart_at = 0;  // nanoseconds; 0: not waiting
  };

  absl::Status Launch(Member& member);
  absl::Status AwaitCoordinator();
  // Over a folder where tokens are needed: the operator's, and one for the workers to join with.
  absl::Status PrepareTokens();
  absl::StatusOr<std::unique_ptr<wire::Client>> OpenClient() const;
  std::vector<std::string> WorkerCommand(int number) const;
  absl::Status AwaitWorkers();
  void TakeAddresses(const std::vector<std::string>& lines);
  absl::Status Check(Member& member);
  void StopMember(Member& member, absl::Duration limit);
  std::string Program(const std::string& name) const;
  std::vector<std::string> CoordinatorCommand() const;

  const FleetOptions options_;
  Context& context_;
  std::string grpc_address_;
  std::string http_address_;
  wire::Credentials credentials_;  // empty where the coordinator asks for none
  Member coordinator_;
  std::vector<Member> workers_;
};

}  // namespace rookery::cli
