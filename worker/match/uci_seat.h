// Seats a UCI engine that came as artifacts: its program and files are fetched and verified, the
// machine is looked at, and the engine is started in a sandbox, with as many threads as the run
// gives it. One thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "worker/player/player.h"
#include "worker/process/sandbox.h"

namespace rookery::worker {

// What a machine allows engines that came from elsewhere.
struct UciHost {
  SandboxKind sandbox = SandboxKind::kOff;
  bool may_run_unconfined = false;  // said by the machine's owner
  std::string platform;
  std::vector<std::string> instruction_sets;
};

struct UciSeat {
  std::string name;      // as people see it
  std::string manifest;  // see base/engine_manifest.h
  int threads = 1;
  bool chess960 = false;
  std::vector<std::pair<std::string, std::string>> tuned = {};  // a candidate's options
};

// A verified local copy of an artifact; may block while it downloads.
using ArtifactPath = std::function<absl::StatusOr<std::string>(const std::string& sha256)>;

// FailedPrecondition: this worker can't run it, and why. Other errors are those of the download.
absl::StatusOr<std::unique_ptr<Player>> SeatUciEngine(const UciHost& host, const UciSeat& seat,
                                                      const ArtifactPath& artifact_path,
                                                      Clock* clock);

// Whether searches of so many nodes (0: none) end by themselves: some engines take `go nodes` for
// `go infinite`, and each of their games would hold a slot for long. A short search tells.
// FailedPrecondition says so, Cancelled follows Stop; what else goes wrong is for the games to
// show.
absl::Status CheckHeedsNodes(Player& player, int64_t nodes);

}  // namespace rookery::worker
