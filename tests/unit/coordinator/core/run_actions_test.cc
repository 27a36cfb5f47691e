#include "coordinator/core/run_actions.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

using testing::CoreHarness;
using testing::MatchSpec;
using testing::PairOf;

// The table once more, as words: "-" is refused.
const std::map<RunState, std::string> kExpected = {
    {RunState::kActive, "paused active stopped active active finished failed active"},
    {RunState::kPaused, "paused active stopped paused paused finished failed paused"},
    {RunState::kFinished, "- - finished - finished - - -"},
    {RunState::kStopped, "- - stopped - stopped - - -"},
    {RunState::kFailed, "- - failed - failed - - -"},
    {RunState::kWaiting, "- - stopped waiting waiting - - active"},
};

std::string Word(RunState state) {
  constexpr std::array kWords = {"",        "active", "paused", "finished",
                                 "stopped", "failed", "waiting"};
  return kWords[static_cast<size_t>(state)];
}

TEST(RunActions, LeadFromEveryStateWhereTheTableSays) {
  for (const RunState state : kRunStates) {
    std::string row;
    for (const RunAction action : kRunActions) {
      const auto next = NextState(state, action);
      row += (row.empty() ? "" : " ") + (next ? Word(*next) : "-");
    }
    EXPECT_EQ(row, kExpected.at(state)) << Word(state);
  }
}

// A run in the state, made by events alone.
RunId RunIn(CoreHarness& core, RunState state) {
  if (state == RunState::kWaiting) {
    core.Step(CreateRun{9, MatchSpec(1), "request", "", {"", "", true}});
    return core.Find<RunReply>()->run;
  }
  const RunId run = core.MakeRun(MatchSpec(1));
  if (state == RunState::kPaused) core.Step(PauseRun{9, run});
  if (state == RunState::kStopped) core.Step(StopRun{9, run, "enough"});
  if (state == RunState::kFinished) core.SendAll(11, core.Ask(11), 2);
  if (state == RunState::kFailed) {
    for (const SessionId session : {21, 22, 23}) {
      core.Hello(session);
      core.Step(Release{session, core.Ask(session).id, "no such engine", true});
    }
  }
  return run;
}

Event ActionOn(RunAction action, const RunId& run) {
  RunEdit edit;
  edit.priority = 3;
  switch (action) {
    case RunAction::kPause:
      return PauseRun{9, run, "ada"};
    case RunAction::kResume:
      return ResumeRun{9, run, "ada"};
    case RunAction::kStop:
      return StopRun{9, run, "", "ada"};
    case RunAction::kEdit:
      return EditRun{9, run, edit, "ada"};
    case RunAction::kApprove:
      return ApproveRun{9, run, "ada"};
    default:
      return CommentRun{9, run, "well", "ada"};
  }
}

TEST(RunActions, AreWhatTheCoreDoesInEveryState) {
  for (const RunState state : kRunStates) {
    for (const RunAction action : {RunAction::kPause, RunAction::kResume, RunAction::kStop,
                                   RunAction::kEdit, RunAction::kComment, RunAction::kApprove}) {
      CoreOptions options;
      options.approve_runs = true;
      CoreHarness core(options);
      core.AddArtifacts();
      core.Hello(11);
      const RunId run = RunIn(core, state);
      ASSERT_EQ(core.run(run).state, state);
      core.Step(ActionOn(action, run));
      const auto next = NextState(state, action);
      EXPECT_EQ(core.Find<ErrorReply>() == nullptr, next.has_value()) << Name(action);
      EXPECT_EQ(core.run(run).state, next.value_or(state)) << Name(action);
    }
  }
}

TEST(RunActions, LeaveAnEventThatSaysWhoDidWhat) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(10));
  for (const RunAction action : {RunAction::kPause, RunAction::kResume, RunAction::kEdit,
                                 RunAction::kComment, RunAction::kStop}) {
    core.Step(ActionOn(action, run));
    EXPECT_EQ(core.CountWrites<AddRunEvent>(), 1u) << Name(action);
    for (const Write& write : core.effects.writes) {
      const auto* added = std::get_if<AddRunEvent>(&write);
      if (added == nullptr) continue;
      EXPECT_EQ(added->event.by, "ada") << Name(action);
    }
  }
}

TEST(RunActions, StopNothingTwice) {
  CoreHarness core;
  core.AddArtifacts();
  const RunId run = core.MakeRun(MatchSpec(10));
  core.Step(PauseRun{9, run, "ada"});
  core.Step(PauseRun{9, run, "bob"});
  EXPECT_EQ(core.CountWrites<AddRunEvent>(), 0u);
  ASSERT_NE(core.Find<RunReply>(), nullptr);
}

}  // namespace
}  // namespace rookery::coordinator
