// What every command gets: where to write, how to ask the world, what the common options said.
// Made in main, lives as long as the parsing; one thread. Nothing is owned.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "cli/config.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/printer.h"

namespace rookery::cli {

struct Context {
  Printer* printer = nullptr;
  Clock* clock = nullptr;
  Interrupt* interrupt = nullptr;
  std::function<void(absl::Duration)> sleep;
  Environment environment;
  std::function<uint64_t()> entropy;  // for request ids, and nothing that decides a game
  std::string version;                // of this binary, for people
  std::string program_folder;         // where the other binaries lie

  // Common options, set by the parser before a command runs.
  std::string coordinator_flag;
  bool json = false;
  bool no_color = false;

  // What the command that ran came to.
  Exit exit = Exit::kDone;

  // Print the error and say which exit code it means.
  Exit FailRemote(const absl::Status& status) const;
  Exit FailLocal(const absl::Status& status) const;
};

// What to say of an error that a coordinator, or the way to it, gave; with a hint if what answers
// at the address is no coordinator.
std::string RemoteFault(const absl::Status& status);

}  // namespace rookery::cli
