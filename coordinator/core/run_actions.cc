#include "coordinator/core/run_actions.h"

namespace rookery::coordinator {
namespace {

using Next = std::optional<RunState>;
constexpr Next kNo = std::nullopt;
constexpr Next kActive = RunState::kActive;
constexpr Next kPaused = RunState::kPaused;
constexpr Next kFinished = RunState::kFinished;
constexpr Next kStopped = RunState::kStopped;
constexpr Next kFailed = RunState::kFailed;
constexpr Next kWaiting = RunState::kWaiting;

// A row for each state, a column for each action, both in the order of their lists. A stop that
// comes after the end changes nothing and is no error: whoever sent it has what he wanted. So it is
// with an approval that was given already.
constexpr std::array<std::array<Next, kRunActions.size()>, kRunStates.size()> kTable = {{
    // pause   resume   stop       edit     comment    finish     fail  approve
    {kPaused, kActive, kStopped, kActive, kActive, kFinished, kFailed, kActive},  // active
    {kPaused, kActive, kStopped, kPaused, kPaused, kFinished, kFailed, kPaused},  // paused
    {kNo, kNo, kFinished, kNo, kFinished, kNo, kNo, kNo},                         // finished
    {kNo, kNo, kStopped, kNo, kStopped, kNo, kNo, kNo},                           // stopped
    {kNo, kNo, kFailed, kNo, kFailed, kNo, kNo, kNo},                             // failed
    {kNo, kNo, kStopped, kWaiting, kWaiting, kNo, kNo, kActive},                  // waiting
}};

}  // namespace

std::optional<RunState> NextState(RunState state, RunAction action) {
  for (size_t row = 0; row < kRunStates.size(); ++row) {
    if (kRunStates[row] == state) return kTable[row][static_cast<size_t>(action)];
  }
  return std::nullopt;
}

std::string_view Name(RunAction action) {
  constexpr std::array<std::string_view, kRunActions.size()> kNames = {
      "pause", "resume", "stop", "edit", "comment", "finish", "fail", "approve"};
  return kNames[static_cast<size_t>(action)];
}

}  // namespace rookery::coordinator
