#include "cli/tune_race.h"

#include <algorithm>
#include <filesystem>

#include "base/status.h"
#include "engine/params/table.h"
#include "engine/params/weights.h"
#include "proto/wire/bounds.h"

namespace rookery::cli {
namespace {

struct Racer {
  std::string name;
  params::Weights weights;
};

std::string NameOf(const std::string& value) {
  std::string name =
      params::NamesASet(value) ? value : std::filesystem::path(value).stem().string();
  if (name.size() > wire::kMaxEngineName) name.resize(wire::kMaxEngineName);
  return name;
}

bool Differs(const std::vector<Racer>& racers, int parameter) {
  return std::any_of(racers.begin(), racers.end(), [&](const Racer& one) {
    return one.weights[parameter] != racers.front().weights[parameter];
  });
}

absl::Status CheckDistinct(const std::vector<Racer>& racers) {
  for (size_t i = 0; i < racers.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (params::CanonicalText(racers[i].weights) != params::CanonicalText(racers[j].weights)) {
        continue;
      }
      return InvalidArgument("--candidate: {} and {} are the same weights; leave one out",
                             racers[j].name, racers[i].name);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::TuneSpec> RaceOf(const std::string& start_name, const params::Weights& start,
                                    const std::vector<std::string>& candidates,
                                    double expected_gain) {
  if (candidates.empty() || candidates.size() >= wire::kMaxTuneCandidates) {
    return InvalidArgument("--candidate: {} given; a race has 1 to {} beside the start",
                           candidates.size(), wire::kMaxTuneCandidates - 1);
  }
  std::vector<Racer> racers = {{NameOf(start_name), start}};
  for (const std::string& value : candidates) {
    const absl::StatusOr<params::Weights> weights = params::LoadWeights(value);
    if (!weights.ok()) {
      return Error(weights.status().code(), "--candidate: {}", Message(weights.status()));
    }
    racers.push_back({NameOf(value), *weights});
  }
  ROOKERY_RETURN_IF_ERROR(CheckDistinct(racers));
  v1::TuneSpec tune;
  tune.set_method(v1::TUNE_METHOD_RACE);
  tune.set_expected_gain(expected_gain);
  for (const Racer& one : racers) tune.add_candidates()->set_name(one.name);
  for (int i = 0; i < params::kParameterCount; ++i) {
    if (!Differs(racers, i)) continue;
    const params::Parameter& known = params::Table()[static_cast<size_t>(i)];
    v1::TuneParameter& p = *tune.add_parameters();
    p.set_name(std::string(known.name));
    p.set_start(start[i]);
    p.set_min(known.min);
    p.set_max(known.max);
    p.set_c_end(known.step);
    p.set_r_end(params::kLearningRate);
    for (size_t k = 0; k < racers.size(); ++k) {
      tune.mutable_candidates(static_cast<int>(k))->add_values(racers[k].weights[i]);
    }
  }
  if (tune.parameters_size() > wire::kMaxRaceParameters) {
    return InvalidArgument("--candidate: they differ in {} parameters; a race takes at most {}",
                           tune.parameters_size(), wire::kMaxRaceParameters);
  }
  return tune;
}

}  // namespace rookery::cli
