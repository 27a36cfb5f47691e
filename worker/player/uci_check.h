// Looks whether a UCI engine keeps to the protocol where match runners depend on it: a list of
// checks, each with what was seen and why it matters. Every check is bounded in time, and a fresh
// process is started after one that ended or hung. One thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "worker/process/line_transport.h"

namespace rookery::worker {

enum class CheckOutcome {
  kPassed,
  kFailed,   // games will be lost or refused
  kAdvised,  // it plays, but a match can be spoilt by it
  kSkipped,  // it doesn't apply, such as an option that the engine doesn't have
};
std::string_view Name(CheckOutcome outcome);

struct CheckResult {
  std::string name;  // "bestmove-legal"
  CheckOutcome outcome = CheckOutcome::kPassed;
  std::string seen;  // what the engine did
  std::string why;   // why it matters
};

struct CheckTimes {
  int64_t answer_ms = 10'000;  // to uci and isready
  int64_t search_ms = 20'000;  // to a shallow search
  int64_t stop_ms = 1'000;     // to stop
  int64_t quit_ms = 2'000;     // to quit, and to the end of its input
};

// What is checked can also end its input and be waited for.
struct CheckedEngine {
  std::unique_ptr<LineTransport> lines;
  std::function<void()> close_input;
  std::function<bool(int64_t deadline_ns)> wait_for_end;
};
using StartEngine = std::function<absl::StatusOr<CheckedEngine>()>;

// Told of what is tried next, before it is.
using OnTrial = std::function<void(const std::string& what)>;

// All checks, in order. They end early if the engine can't be started at all, or no search of it
// ends: nothing that follows could pass then.
std::vector<CheckResult> CheckUciEngine(const StartEngine& start, Clock* clock,
                                        const CheckTimes& times = {}, const OnTrial& trial = {});

}  // namespace rookery::worker
