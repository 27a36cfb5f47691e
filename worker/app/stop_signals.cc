#include "worker/app/stop_signals.h"

#include <csignal>
#include <ctime>
#include <utility>

#include "worker/app/run.h"

namespace rookery::worker {
namespace {

constexpr timespec kPoll = {0, 100'000'000};
constexpr int kForcedExit = 130;

sigset_t StopSet() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

void BlockStopSignals() {
  const sigset_t set = StopSet();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

StopSignals::StopSignals(std::function<void(bool at_once)> on_signal)
    : on_signal_(std::move(on_signal)), thread_([this] { Run(); }) {}

StopSignals::~StopSignals() {
  ending_ = true;
  thread_.join();
}

void StopSignals::Run() {
  const sigset_t set = StopSet();
  int received = 0;
  while (!ending_) {
    if (sigtimedwait(&set, nullptr, &kPoll) < 0) continue;
    if (++received > 2) std::_Exit(kForcedExit);
    on_signal_(received == 2);
  }
}

}  // namespace rookery::worker
