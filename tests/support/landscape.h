// Synthetic landscapes for tuners: Elo as a function of the point, and duels with the noise of real
// games. Quadratic with equal or spread curvature, rotated, saturating, with dead parameters. The
// optimum lies `distance` Elo away from the start in a direction drawn from the seed.
// Whatever a tuner has to choose is chosen on seeds 1001 to 4000; figures are reported for seeds
// from kFirstReportedSeed on, so that no table shows what was fitted to it. One thread.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tuner/optim/optimiser.h"
#include "tuner/optim/rounding.h"

namespace rookery::testing {

inline constexpr uint64_t kFirstReportedSeed = 5001;

inline double Normal(Rng& rng) {
  return std::sqrt(-2 * std::log(1 - rng.Uniform())) * std::cos(2 * M_PI * rng.Uniform());
}

struct LandscapeOptions {
  std::string name = {};
  int active = 4;
  int dead = 0;
  double probe_elo = 2;  // Elo of the diagonal probe at the file's steps
  double spread = 0;     // sd of ln curvature
  bool rotated = false;
  double saturation = 0;  // Elo at which the loss levels off; 0: a parabola
  double distance = 10;
  double draw_rate = 0.61;
};

class Landscape {
 public:
  static constexpr double kStep = 10;

  Landscape(const LandscapeOptions& options, uint64_t seed) : options_(options), rng_(seed) {
    const int n = options.active;
    curvature_.resize(n);
    for (double& h : curvature_) h = std::exp(options.spread * Normal(rng_));
    curvature_ *= options.probe_elo / curvature_.sum();
    rotation_ = Eigen::MatrixXd::Identity(n, n);
    if (options.rotated) {
      Eigen::MatrixXd any(n, n);
      for (double& value : any.reshaped()) value = Normal(rng_);
      rotation_ = Eigen::HouseholderQR<Eigen::MatrixXd>(any).householderQ();
    }
    optimum_ = Eigen::VectorXd::Zero(n);
    if (options.distance > 0) {
      for (double& value : optimum_) value = Normal(rng_);
      optimum_ *= std::sqrt(options.distance / Quadratic(Eigen::VectorXd::Zero(n)));
    }
  }

  optim::Space space() const {
    optim::Space space;
    for (int j = 0; j < options_.active + options_.dead; ++j) {
      space.push_back(
          {"p" + std::to_string(j), optim::ValueType::kInteger, 0, -1000, 1000, kStep, 0.002});
    }
    return space;
  }

  // Elo of a point, at most 0.
  double Elo(const std::vector<double>& values) const {
    Eigen::VectorXd phi(options_.active);
    for (int j = 0; j < options_.active; ++j) phi[j] = values[static_cast<size_t>(j)] / kStep;
    const double loss = Quadratic(phi);
    if (options_.saturation == 0) return -loss;
    return -options_.saturation * (1 - std::exp(-loss / options_.saturation));
  }

  // Half points of the first side in a pair of games.
  int PlayPair(const optim::Duel& duel) {
    const double score = (Elo(duel.plus) - Elo(duel.minus)) / optim::kEloPerScore;
    return PlayGame(score) + PlayGame(score);
  }

  // Elo left between the tuner's shipped values and the optimum.
  double Regret(const optim::Optimiser& tuner) const {
    std::vector<double> values;
    const optim::Space parameters = space();
    for (size_t j = 0; j < parameters.size(); ++j) {
      values.push_back(optim::Shipped(parameters[j], tuner.estimate().parameters[j].value));
    }
    return -Elo(values);
  }

  const Eigen::VectorXd& curvature() const { return curvature_; }

 private:
  double Quadratic(const Eigen::VectorXd& phi) const {
    const Eigen::VectorXd away = rotation_ * (phi - optimum_);
    return (curvature_.array() * away.array().square()).sum();
  }
  int PlayGame(double score) {
    const double win = std::clamp((1 - options_.draw_rate + score) / 2, 0.0, 1.0);
    const double draw = rng_.Uniform();
    return draw < win ? 2 : draw < win + options_.draw_rate ? 1 : 0;
  }

  LandscapeOptions options_;
  Rng rng_;
  Eigen::VectorXd curvature_;
  Eigen::MatrixXd rotation_;
  Eigen::VectorXd optimum_;
};

struct Tuned {
  double regret = 0;        // Elo left between what is shipped and the optimum
  double start_regret = 0;  // Elo between the start and the optimum
  double square_step = 0;   // mean square of the probes that were played, in the file's steps
  optim::Estimate last;
};

// A whole tune with `pairs` pairs, of which eight are out at any time.
inline Tuned Tune(const LandscapeOptions& options, optim::Method method, int64_t pairs,
                  uint64_t seed) {
  Tuned tuned;
  Landscape landscape(options, seed);
  optim::TunerOptions tuning;
  tuning.method = method;
  tuning.pairs = pairs;
  tuning.seed = seed;
  auto tuner = optim::MakeOptimiser(landscape.space(), tuning);
  constexpr int64_t kInFlight = 8;
  std::vector<optim::Duel> out;
  for (int64_t next = 0; next < pairs;) {
    out.clear();
    const double multiple = (*tuner)->estimate().parameters[0].step / Landscape::kStep;
    for (int i = 0; i < kInFlight && next < pairs; ++i) {
      out.push_back((*tuner)->Ask(static_cast<uint64_t>(next++)));
      tuned.square_step += multiple * multiple / static_cast<double>(pairs);
    }
    for (const optim::Duel& duel : out) {
      optim::Outcome outcome;
      outcome.pairs[static_cast<size_t>(landscape.PlayPair(duel))] = 1;
      (*tuner)->Tell(duel, outcome);
    }
  }
  tuned.last = (*tuner)->estimate();
  tuned.regret = landscape.Regret(**tuner);
  tuned.start_regret = -landscape.Elo(std::vector<double>(landscape.space().size(), 0.0));
  return tuned;
}

}  // namespace rookery::testing
