#include "cli/tune_estimate.h"

#include <algorithm>
#include <set>

#include "base/status.h"
#include "tuner/optim/optimiser.h"
#include "tuner/optim/rounding.h"

namespace rookery::cli {
namespace {

void Fill(v1::TuneProgress& target, const optim::Space& space, const optim::Estimate& from,
          const std::vector<std::string>& names) {
  for (size_t i = 0; i < space.size(); ++i) {
    v1::TunedParameter& one = *target.add_parameters();
    one.set_name(space[i].name);
    one.set_value(from.parameters[i].value);
    one.set_sd(from.parameters[i].sd);
    one.set_step(from.parameters[i].step);
    one.set_shipped(static_cast<int>(optim::Shipped(space[i], from.parameters[i].value)));
    one.set_at_bound(from.parameters[i].at_bound);
    one.set_no_signal(from.parameters[i].no_signal);
  }
  for (size_t i = 0; i < from.candidates.size(); ++i) {
    v1::RacedCandidate& one = *target.add_candidates();
    one.set_name(names[i]);
    one.set_elo(from.candidates[i].elo);
    one.set_sd(from.candidates[i].sd);
    one.set_pairs(static_cast<uint64_t>(from.candidates[i].pairs));
    one.set_leads(from.candidates[i].leads);
    one.set_out(from.candidates[i].out);
  }
  target.set_pairs(static_cast<uint64_t>(from.pairs));
  target.set_calibrating(from.calibrating);
  target.set_has_forecast(from.has_forecast);
  target.set_gain(from.gain);
  target.set_gain_low(from.gain_low);
  target.set_gain_high(from.gain_high);
  target.set_noise_floor(from.noise_floor);
  target.set_probe_elo(from.probe_elo);
}

// CMA-ES ranks the points that it drew itself, and a race its candidates; the others read any
// duels.
absl::Status ChooseMethod(v1::TuneSpec& tune, const std::string& name) {
  if (name.empty()) return absl::OkStatus();
  const std::optional<optim::Method> method = optim::MethodNamed(name);
  if (!method.has_value()) {
    return InvalidArgument("method: '{}' is none of {}", name,
                           fmt::join(optim::MethodNames(), ", "));
  }
  const auto wanted = static_cast<v1::TuneMethod>(*method);
  if (tune.method() == v1::TUNE_METHOD_RACE && wanted != v1::TUNE_METHOD_RACE) {
    return InvalidArgument(
        "method: {} moves parameters by their steps, and a race has finished candidates instead; "
        "leave --method out",
        name);
  }
  const bool reads_its_own_only =
      wanted == v1::TUNE_METHOD_CMA_ES || wanted == v1::TUNE_METHOD_RACE;
  if (reads_its_own_only && tune.method() != wanted) {
    return InvalidArgument("method: {} reads no log but its own; take another", name);
  }
  tune.set_method(wanted);
  return absl::OkStatus();
}

// A name that nobody has would leave nothing out, and look as if it had.
absl::Status CheckWorkers(const std::vector<std::string>& without,
                          const std::vector<v1::Duel>& duels) {
  std::set<std::string> played;
  for (const v1::Duel& duel : duels) played.insert(duel.worker());
  for (const std::string& worker : without) {
    if (played.contains(worker)) continue;
    return InvalidArgument(
        "--without: '{}' is the id of no worker that played in this run; those "
        "that did are {}",
        worker, fmt::join(played, ", "));
  }
  return absl::OkStatus();
}

}  // namespace

optim::Space SpaceOf(const v1::TuneSpec& tune) {
  optim::Space space;
  for (const v1::TuneParameter& p : tune.parameters()) {
    space.push_back({p.name(), optim::ValueType::kInteger, p.start(), static_cast<double>(p.min()),
                     static_cast<double>(p.max()), p.c_end(), p.r_end()});
  }
  return space;
}

absl::StatusOr<v1::Run> Estimate(v1::Run run, const std::vector<v1::Duel>& duels,
                                 const EstimateOptions& options) {
  if (run.kind() != v1::RUN_KIND_TUNE) {
    return InvalidArgument("run {} is no tune, so it has no duels", run.name());
  }
  v1::TuneSpec& tune = *run.mutable_spec()->mutable_tune();
  ROOKERY_RETURN_IF_ERROR(ChooseMethod(tune, options.method));
  optim::TunerOptions tuner;
  tuner.method = static_cast<optim::Method>(tune.method());
  tuner.pairs = static_cast<int64_t>(run.spec().max_pairs());
  tuner.seed = run.seed();
  tuner.alpha = tune.alpha();
  tuner.gamma = tune.gamma();
  tuner.a_ratio = tune.a_ratio();
  tuner.expected_gain = tune.expected_gain();
  std::vector<std::string> names;
  for (const v1::TuneCandidate& one : tune.candidates()) {
    names.push_back(one.name());
    tuner.candidates.emplace_back(one.values().begin(), one.values().end());
  }
  ROOKERY_RETURN_IF_ERROR(CheckWorkers(options.without, duels));
  const optim::Space space = SpaceOf(tune);
  ROOKERY_ASSIGN_OR_RETURN(const auto optimiser, optim::MakeOptimiser(space, tuner));
  for (const v1::Duel& from : duels) {
    const auto& left_out = options.without;
    // What the coordinator shows rests on the pairs up to the first that is still out.
    if (!from.counted()) break;
    if (from.half_points() < 0 || from.half_points() > 4 ||
        std::find(left_out.begin(), left_out.end(), from.worker()) != left_out.end()) {
      continue;
    }
    optim::Duel duel;
    duel.number = from.pair();
    duel.clock = from.clock();
    duel.plus.assign(from.candidate().dev().begin(), from.candidate().dev().end());
    duel.minus.assign(from.candidate().base().begin(), from.candidate().base().end());
    if (duel.plus.size() != space.size() || duel.minus.size() != space.size()) {
      return Error(absl::StatusCode::kDataLoss, "pair {} of the log has another number of values",
                   from.pair());
    }
    optim::Outcome outcome;
    outcome.pairs[static_cast<size_t>(from.half_points())] = 1;
    optimiser->Tell(duel, outcome);
  }
  run.clear_tune();
  Fill(*run.mutable_tune(), space, optimiser->estimate(), names);
  return run;
}

}  // namespace rookery::cli
