// Confines a child process: an engine that came from elsewhere gets no network, reads the system's
// libraries and its own files alone, writes nothing but a small private folder, and starts no
// process. Two ways, tried in this order:
//   bubblewrap  namespaces, a tmpfs of bounded size as /tmp, seccomp, rlimits
//   landlock    where namespaces aren't permitted: seccomp, rlimits, and nothing can be written
// Threads: Detect and Plan from any; the plan's owner forks.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::worker {

enum class SandboxKind { kOff, kBubblewrap, kLandlock };
// "off", "bubblewrap", "landlock".
std::string_view Name(SandboxKind kind);

struct Sandbox {
  SandboxKind kind = SandboxKind::kOff;
  int64_t memory_bytes = int64_t{2} << 30;    // address space
  int64_t scratch_bytes = int64_t{64} << 20;  // of the private folder, and of any file
  int open_files = 128;
  std::vector<std::string> readable = {};  // files and folders beside the program and the system's
  std::string folder = {};  // where it runs, one of the readable; empty: the private one
};

// What works here, by trying it; kOff if nothing does. Takes some milliseconds.
SandboxKind DetectSandbox();
// The same in the words in which a worker tells it: "none", "landlock", "bwrap".
std::string_view SandboxLevel(SandboxKind kind);
// The address space that an engine needs by stack.md's measure: its tables, its network and its
// code, and the stacks of its threads.
int64_t EngineMemoryBytes(int64_t hash_mib, int64_t threads);

// What the parent prepares before the fork, so that the child only makes system calls.
class SandboxPlan {
 public:
  // FailedPrecondition if the kind doesn't work here.
  static absl::StatusOr<SandboxPlan> Make(const Sandbox& sandbox, const std::string& program);
  ~SandboxPlan();
  SandboxPlan(SandboxPlan&& other) noexcept;
  SandboxPlan& operator=(SandboxPlan&&) = delete;

  // The command to run instead of the program; its arguments begin with argv[0].
  const std::string& program() const { return program_; }
  const std::vector<std::string>& before_arguments() const { return before_arguments_; }

  // In the child, last before exec: only calls that are safe there. False with errno set.
  bool Enter() const;

 private:
  SandboxPlan() = default;
  absl::Status MakeFilter();
  void WrapWithBubblewrap(const Sandbox& sandbox, const std::string& program);
  absl::Status MakeRuleset(const Sandbox& sandbox, const std::string& program);

  SandboxKind kind_ = SandboxKind::kOff;
  int64_t memory_bytes_ = 0;
  int64_t file_bytes_ = 0;
  int open_files_ = 0;
  std::string folder_;
  std::string program_;
  std::vector<std::string> before_arguments_;
  int filter_fd_ = -1;   // bubblewrap reads the filter from it
  int ruleset_fd_ = -1;  // Landlock's
  std::vector<sock_filter> filter_;
};

}  // namespace rookery::worker
