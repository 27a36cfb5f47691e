#include "cli/tune_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/tune_estimate.h"
#include "tuner/optim/optimiser.h"
#include "tuner/optim/planner.h"

namespace rookery::cli {
namespace {

nlohmann::ordered_json PlanJson(const optim::Plan& plan, size_t parameters) {
  return {{"parameters", parameters},
          {"probe_elo", plan.probe_elo},
          {"calibration_games", plan.calibration},
          {"noise_floor", plan.noise_floor},
          {"expected_gain", plan.expected_gain},
          {"bound", plan.bound},
          {"spsa_r", plan.spsa_r},
          {"spsa_loss", plan.spsa_loss},
          {"pays", plan.pays},
          {"warning", plan.warning}};
}

absl::StatusOr<optim::Plan> PlanOf(const TuneFlags& flags, size_t parameters) {
  optim::PlanInput input;
  input.parameters = static_cast<int>(parameters);
  input.games = static_cast<double>(flags.games);
  input.draw_rate = flags.draw_rate;
  input.distance = flags.expected_gain;
  return optim::MakePlan(input);
}

void SayPlan(const optim::Plan& plan, const TuneFlags& flags, size_t parameters, Context& context) {
  context.printer->Say(fmt::format(
      "Plan: {} parameters, {} games ({:.0f} of them measure the probe, aimed at {:.0f} Elo); if "
      "the optimum is {:g} Elo away, {:+.1f} Elo are expected, and noise costs about {:.1f} Elo.",
      parameters, flags.games, plan.calibration, plan.probe_elo, flags.expected_gain,
      plan.expected_gain, plan.noise_floor));
  if (flags.method != "regression") {
    context.printer->Say(
        fmt::format("These are figures of regression; {} measures no probe and gains less a game.",
                    flags.method));
  }
  if (!plan.warning.empty()) context.printer->Say("Warning: " + plan.warning + ".");
}

// The default's probes are at least half a number wide; the others play what the file says.
void WarnOfSmallSteps(const v1::TuneSpec& tune, Context& context) {
  constexpr double kLeastStep = 0.5;
  for (const v1::TuneParameter& p : tune.parameters()) {
    if (p.c_end() >= kLeastStep) continue;
    if (tune.method() == v1::TUNE_METHOD_REGRESSION) {
      context.printer->Say(fmt::format(
          "Warning: {}: a step of {:g} says that the best value lies within a few such steps, on "
          "whole numbers nowhere else than at the start; bands and forecast will be far too sure. "
          "Take c_end {} or more.",
          p.name(), p.c_end(), kLeastStep));
      continue;
    }
    context.printer->Say(
        fmt::format("Warning: {}: with a step of {:g} on whole numbers many pairs play the same "
                    "values on both sides; take c_end {} or more.",
                    p.name(), p.c_end(), kLeastStep));
  }
}

// A file may begin elsewhere than the weights do, which the verification measures against.
void WarnOfOtherStarts(const v1::TuneSpec& tune, const TuneStart& start, Context& context) {
  if (start.manifest.has_value()) return;
  std::vector<std::string> others;
  for (const v1::TuneParameter& p : tune.parameters()) {
    const absl::StatusOr<int> value = start.weights.Get(p.name());
    if (!value.ok() || p.start() == *value) continue;
    others.push_back(fmt::format("{} at {:g} ({})", p.name(), p.start(), *value));
  }
  if (others.empty()) return;
  constexpr size_t kShown = 5;
  const size_t count = others.size();
  others.resize(std::min(count, kShown));
  context.printer->Say(fmt::format(
      "Note: {} of the file's starts {} what --start has, which the verification measures against: "
      "{}{}.",
      count, count == 1 ? "isn't" : "aren't", fmt::join(others, ", "),
      count > kShown ? ", ..." : ""));
}

}  // namespace

absl::Status CheckTuner(const TuneFlags& flags, const v1::TuneSpec& tune) {
  if (tune.method() == v1::TUNE_METHOD_RACE) return absl::OkStatus();
  optim::TunerOptions options;
  options.method = static_cast<optim::Method>(tune.method());
  options.pairs = static_cast<int64_t>(flags.games / 2);
  options.expected_gain = flags.expected_gain;
  return optim::MakeOptimiser(SpaceOf(tune), options).status();
}

absl::Status PlanTune(const TuneFlags& flags, const v1::TuneSpec& tune, const TuneStart& start,
                      Context& context) {
  if (tune.method() == v1::TUNE_METHOD_RACE) {
    context.printer->Say(
        fmt::format("Race: {} candidates, {} of whose parameters differ, {} games.",
                    tune.candidates_size(), tune.parameters_size(), flags.games));
    return absl::OkStatus();
  }
  const auto parameters = static_cast<size_t>(tune.parameters_size());
  WarnOfSmallSteps(tune, context);
  WarnOfOtherStarts(tune, start, context);
  ROOKERY_ASSIGN_OR_RETURN(const optim::Plan plan, PlanOf(flags, parameters));
  if (flags.plan_only && context.json) {
    context.printer->Json(PlanJson(plan, parameters));
  } else {
    SayPlan(plan, flags, parameters, context);
  }
  return absl::OkStatus();
}

}  // namespace rookery::cli
