// A process that this one starts and that dies with it (the kernel kills it when the thread that
// started it ends: start children from the main thread). Linux. One thread.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::cli {

class ChildProcess {
 public:
  struct Options {
    std::vector<std::string> command;  // the program's path first
    bool capture_stdout = false;       // read with ReadLines; else it is this process's stderr
  };

  // Its own process group, so that a terminal's Ctrl-C reaches only the parent, which then stops
  // its children in order. stdin is /dev/null, stderr is shared.
  static absl::StatusOr<ChildProcess> Start(const Options& options);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();  // kills it if it still runs

  pid_t pid() const { return pid_; }
  // How it ended, in words ("exit code 1", "signal 9 (Killed)"); none while it runs.
  std::optional<std::string> Ended();
  // Whole lines of its captured stdout that came until now, without waiting.
  std::vector<std::string> ReadLines();

  void Signal(int signal) const;

 private:
  ChildProcess(pid_t pid, int stdout_fd) : pid_(pid), stdout_fd_(stdout_fd) {}
  void Close();

  pid_t pid_ = -1;
  int stdout_fd_ = -1;
  std::string pending_;
  std::optional<std::string> ended_;
};

}  // namespace rookery::cli
