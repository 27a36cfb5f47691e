// `rookery`: the author's and operator's tool. Here the real world is plugged in.
#include <pthread.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "base/clock.h"
#include "base/ids.h"
#include "cli/context.h"
#include "cli/interrupt.h"
#include "cli/printer.h"
#include "cli/program.h"

namespace {

std::optional<std::string> Variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value != nullptr && *value != '\0') return value;
  // Containers and cron don't set it, and who calls shall be known there too.
  if (name != "USER") return std::nullopt;
  passwd entry;
  passwd* found = nullptr;
  std::array<char, 4096> text;
  const int error = ::getpwuid_r(::geteuid(), &entry, text.data(), text.size(), &found);
  if (error != 0 || found == nullptr) return std::nullopt;
  return std::string(found->pw_name);
}

std::string FolderOfThisProgram() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "." : self.parent_path().string();
}

// What ends a command; SIGUSR1 is our own word for "no more signals are of interest".
sigset_t WatchedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) sigaddset(&signals, signal);
  return signals;
}

// Turns signals into requests. One that no command handles, or a second one, ends the program.
void ServeSignals(rookery::cli::Interrupt& interrupt) {
  const sigset_t signals = WatchedSignals();
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal == SIGUSR1) return;
    if (!interrupt.Request()) ::_exit(128 + signal);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Blocked before any thread starts, so that only ServeSignals receives them.
  const sigset_t signals = WatchedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  rookery::cli::Interrupt interrupt;
  std::thread signal_thread(ServeSignals, std::ref(interrupt));

  // Debian's Abseil checks for potential deadlocks at run time, at five times a lock's cost.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  rookery::RealClock clock;
  rookery::cli::Printer printer(
      &std::cout, &std::cerr,
      {.out_terminal = ::isatty(STDOUT_FILENO) == 1, .err_terminal = ::isatty(STDERR_FILENO) == 1});
  rookery::cli::Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.interrupt = &interrupt;
  context.sleep = absl::SleepFor;
  context.environment = Variable;
  context.version = "rookery " ROOKERY_VERSION;
  context.entropy = rookery::SystemEntropy;
  context.program_folder = FolderOfThisProgram();
  const rookery::cli::Exit exit =
      rookery::cli::RunProgram(std::vector<std::string>(argv + 1, argv + argc), context);
  pthread_kill(signal_thread.native_handle(), SIGUSR1);
  signal_thread.join();
  return static_cast<int>(exit);
}
