// The work of `rookery improve`: data, fit, tune, verification, weights and report, each part once
// and gone on with where it was broken off. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/context.h"
#include "cli/data_generator.h"
#include "cli/fit_data.h"
#include "cli/improve_plan.h"
#include "cli/improve_report.h"
#include "cli/improve_state.h"
#include "cli/run_flags.h"
#include "cli/tune_run.h"

namespace rookery::cli {

struct ImproveFlags {
  RunFlags run;  // limits, book, hash, seed, title, bounds
  std::vector<std::string> groups;
  std::vector<std::string> names;
  std::string start = "default";
  uint64_t games = 20'000;
  FitDataFlags data;  // instead of self-play
  int64_t data_nodes = 400;
  bool data_on_host = false;  // instead of the fleet
  int slots = 1;
  uint64_t data_seed = 1;
  double expected_gain = 10;
  std::string out = "improved";
  bool plan_only = false;
};

class Improvement {
 public:
  // The context isn't owned.
  Improvement(const ImproveFlags& flags, Context& context) : flags_(flags), context_(context) {}

  // What the command comes to; the user has been told.
  Exit Work();

 private:
  // Which of the chosen parameters a fit can see, and which only games show.
  struct Chosen {
    std::vector<std::string> fitted;
    std::vector<std::string> tuned;
  };

  absl::Status Choose();
  absl::Status Begin();
  absl::Status SayPlan() const;
  // The positions to fit to, unless files of them are given.
  Exit MakeData();
  absl::Status MakeDataHere(const DataRecipe& recipe);
  Exit MakeDataOnFleet(const DataRecipe& recipe);
  absl::Status Fit();
  void Post(const FitFlags& fit) const;
  // Of a part on the coordinator.
  std::string TitleOf(const char* part) const;
  // The weights of the evaluation that no position asked for.
  std::vector<std::string> NeverSeen() const;
  absl::Status ChooseOpenings();
  Exit Tune();
  Exit Verify();
  // The run of that part: the one that was begun before, or a new one; followed to its end.
  std::optional<v1::Run> Play(const std::string& part, const RunFlags& run, v1::RunKind kind,
                              Exit* exit);
  // Whether the run that was found plays what would be asked for now.
  absl::Status CheckSame(const RunFlags& asked, const v1::Run& run, v1::RunKind kind) const;
  absl::Status WriteWeights(const std::string& file) const;
  absl::Status Report() const;
  Exit Finish(Exit verdict) const;
  bool Changed() const { return !(story_.before == story_.after); }
  Exit Fail(const absl::Status& status) const {
    return absl::IsCancelled(status) ? Exit::kInterrupted : context_.FailLocal(status);
  }

  ImproveFlags flags_;
  Context& context_;
  Chosen chosen_;
  ImproveBudget budget_;
  std::optional<ImproveState> state_;
  std::string book_;
  SplitBook openings_;
  ImproveStory story_;
};

}  // namespace rookery::cli
