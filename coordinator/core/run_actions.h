// The closed table of what may happen to a run: (state, action) to the next state, or a refusal.
// Every change of a run's state goes through it. Pure; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "coordinator/core/types.h"

namespace rookery::coordinator {

enum class RunAction : uint8_t {
  kPause,    // no more pairs are lent; those that are out still count
  kResume,   // lent again
  kStop,     // a person ends it, or its limit of cost is used up
  kEdit,     // priority, weight, limits or tags change
  kComment,  // a remark for people
  kFinish,   // decided, or all its pairs are counted
  kFail,     // it can't go on
  kApprove,  // an operator lets it begin
};
inline constexpr std::array kRunActions = {
    RunAction::kPause,   RunAction::kResume, RunAction::kStop, RunAction::kEdit,
    RunAction::kComment, RunAction::kFinish, RunAction::kFail, RunAction::kApprove};
inline constexpr std::array kRunStates = {RunState::kActive,   RunState::kPaused,
                                          RunState::kFinished, RunState::kStopped,
                                          RunState::kFailed,   RunState::kWaiting};

// The state after the action; none: it is refused. The same state again: nothing changes.
std::optional<RunState> NextState(RunState state, RunAction action);

// "pause", "resume" ...
std::string_view Name(RunAction action);

}  // namespace rookery::coordinator
