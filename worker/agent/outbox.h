// Reports on disk until they are acknowledged: one file each, written in one step, named by a
// counter that keeps their order through restarts. A file that can't be read is set aside with
// the ending .broken and never sent; what a process that died left half written is removed.
// One thread; one process a folder (the worker locks its data folder).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "worker/agent/messages.h"

namespace rookery::worker {

class Outbox {
 public:
  struct Loaded;
  // Makes the folder where it is missing and reads what lies in it.
  static absl::StatusOr<Loaded> Open(const std::string& folder);

  absl::Status Store(const Report& report);
  // Nothing happens if there is no such report.
  absl::Status Forget(const std::string& lease, int64_t sequence);
  size_t size() const { return files_.size(); }

 private:
  explicit Outbox(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  uint64_t next_ = 1;
  std::map<std::pair<std::string, int64_t>, std::string> files_;  // (lease, sequence) -> path
};

struct Outbox::Loaded {
  Outbox outbox;
  std::vector<Report> reports;      // oldest first
  std::vector<std::string> broken;  // a line for each file that was set aside
};

}  // namespace rookery::worker
