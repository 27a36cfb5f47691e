// What a command's exit code means: scripts rely on these numbers, so they never change.
// Pure; any thread.
#pragma once

#include "absl/status/status.h"

namespace rookery::cli {

enum class Exit : int {
  kDone = 0,       // done, or the test accepted
  kFailed = 1,     // rejected, or it went wrong
  kUsage = 2,      // the command line, or a file that it names, must change
  kUndecided = 3,  // the test ended without a verdict
  kNotAllowed = 4,
  kUnreachable = 5,   // no coordinator answers
  kInterrupted = 130  // Ctrl-C: 128 + SIGINT
};

// The exit code for an error that a coordinator, or the way to it, gave.
Exit ExitForRemote(const absl::Status& status);
// The exit code for an error met on this side: a flag, a file.
Exit ExitForLocal(const absl::Status& status);

}  // namespace rookery::cli
