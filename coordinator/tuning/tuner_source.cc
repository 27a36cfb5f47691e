#include "coordinator/tuning/tuner_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/status.h"
#include "engine/params/table.h"
#include "tuner/optim/optimiser.h"
#include "tuner/optim/rounding.h"

namespace rookery::coordinator {
namespace {

optim::Space SpaceOf(const TuneSpec& tune) {
  optim::Space space;
  for (const TuneParameter& p : tune.parameters) {
    space.push_back({p.name, optim::ValueType::kInteger, p.start, static_cast<double>(p.min),
                     static_cast<double>(p.max), p.c_end, p.r_end});
  }
  return space;
}

std::vector<int32_t> ToIntegers(const std::vector<double>& values) {
  std::vector<int32_t> integers;
  for (const double value : values) integers.push_back(static_cast<int32_t>(std::lround(value)));
  return integers;
}

class BoundTuner : public Tuner {
 public:
  BoundTuner(optim::Space space, std::unique_ptr<optim::Optimiser> optimiser)
      : space_(std::move(space)), optimiser_(std::move(optimiser)) {
    Draw();
  }

  Candidate Ask(uint64_t pair) const override {
    const optim::Duel duel = optimiser_->Ask(pair);
    return {duel.clock, ToIntegers(duel.plus), ToIntegers(duel.minus)};
  }

  void Tell(uint64_t pair, const Candidate& candidate, int half_points) override {
    optim::Duel duel;
    duel.number = pair;
    duel.clock = candidate.clock;
    duel.plus.assign(candidate.dev.begin(), candidate.dev.end());
    duel.minus.assign(candidate.base.begin(), candidate.base.end());
    optim::Outcome outcome;
    outcome.pairs[static_cast<size_t>(half_points)] = 1;
    optimiser_->Tell(duel, outcome);
    stale_ = true;
  }

  std::string Save() const override { return optimiser_->Save(); }

  std::shared_ptr<const TuneFigures> Figures() const override {
    if (stale_) Draw();
    return figures_;
  }

 private:
  void Draw() const {
    const optim::Estimate& from = optimiser_->estimate();
    auto figures = std::make_shared<TuneFigures>();
    for (size_t i = 0; i < space_.size(); ++i) {
      const optim::ParameterEstimate& one = from.parameters[i];
      figures->parameters.push_back({one.value, one.sd, one.step,
                                     static_cast<int>(optim::Shipped(space_[i], one.value)),
                                     one.at_bound, one.no_signal});
    }
    for (const optim::CandidateEstimate& one : from.candidates) {
      figures->candidates.push_back(
          {one.elo, one.sd, static_cast<uint64_t>(one.pairs), one.leads, one.out});
    }
    figures->pairs = static_cast<uint64_t>(from.pairs);
    figures->calibrating = from.calibrating;
    figures->has_forecast = from.has_forecast;
    figures->gain = from.gain;
    figures->gain_low = from.gain_low;
    figures->gain_high = from.gain_high;
    figures->noise_floor = from.noise_floor;
    figures->probe_elo = from.probe_elo;
    figures_ = std::move(figures);
    stale_ = false;
  }

  const optim::Space space_;
  std::unique_ptr<optim::Optimiser> optimiser_;
  mutable std::shared_ptr<const TuneFigures> figures_;
  mutable bool stale_ = false;
};

absl::StatusOr<std::unique_ptr<optim::Optimiser>> Make(const RunSpec& spec, uint64_t seed) {
  const TuneSpec& tune = *spec.tune;
  optim::TunerOptions options;
  options.method = static_cast<optim::Method>(tune.method);
  options.pairs = static_cast<int64_t>(spec.max_pairs);
  options.seed = seed;
  options.alpha = tune.alpha;
  options.gamma = tune.gamma;
  options.a_ratio = tune.a_ratio;
  options.expected_gain = tune.expected_gain;
  for (const TuneCandidate& one : tune.candidates) {
    options.candidates.emplace_back(one.values.begin(), one.values.end());
  }
  absl::StatusOr<std::unique_ptr<optim::Optimiser>> made =
      optim::MakeOptimiser(SpaceOf(tune), options);
  if (made.ok()) return made;
  return Error(made.status().code(), "field tune: {}", Message(made.status()));
}

}  // namespace

absl::Status TunerSource::CheckEmbedded(const TuneSpec& tune) const {
  for (const TuneParameter& p : tune.parameters) {
    const std::optional<int> index = params::FindParameter(p.name);
    if (!index.has_value()) {
      return InvalidArgument("field tune.parameters: '{}' is no parameter; the nearest are {}",
                             p.name.substr(0, 80), fmt::join(params::NearestNames(p.name), ", "));
    }
    const params::Parameter& known = params::Table()[static_cast<size_t>(*index)];
    if (p.min < known.min || p.max > known.max) {
      return InvalidArgument("field tune.parameters: {}: {} to {} is not within {} to {}", p.name,
                             p.min, p.max, known.min, known.max);
    }
    if (p.decimals != 0) {
      return InvalidArgument("field tune.parameters: {}: the engine's parameters are whole numbers",
                             p.name);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Tuner>> TunerSource::Begin(const RunSpec& spec,
                                                          uint64_t seed) const {
  ROOKERY_ASSIGN_OR_RETURN(auto optimiser, Make(spec, seed));
  return std::make_unique<BoundTuner>(SpaceOf(*spec.tune), std::move(optimiser));
}

absl::StatusOr<std::unique_ptr<Tuner>> TunerSource::Resume(const RunSpec& spec, uint64_t seed,
                                                           std::string_view state) const {
  ROOKERY_ASSIGN_OR_RETURN(auto optimiser, Make(spec, seed));
  ROOKERY_RETURN_IF_ERROR(optimiser->Restore(state));
  return std::make_unique<BoundTuner>(SpaceOf(*spec.tune), std::move(optimiser));
}

}  // namespace rookery::coordinator
