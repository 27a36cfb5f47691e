// What every tuner is: it is asked for duels and told their outcomes, late and out of order if need
// be, and its state can be saved and restored to the last bit. It never plays. What a duel is made
// of beside the state (flips, rounding) comes from the run's seed and the duel's number alone.
// One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tuner/optim/parameter.h"

namespace rookery::optim {

// Two points to be played against each other: realised values, in the space's order. `clock` is the
// tuner's own note of when it was asked.
struct Duel {
  uint64_t number = 0;
  int64_t clock = 0;
  std::vector<double> plus;
  std::vector<double> minus;
  bool operator==(const Duel&) const = default;
};

struct ParameterEstimate {
  double value = 0;        // unclipped
  double sd = 0;           // of the value; 0: the method gives none
  double step = 0;         // of the probe that is played now
  bool at_bound = false;   // the value lies at or beyond its range
  bool no_signal = false;  // the duels say next to nothing about it
  bool operator==(const ParameterEstimate&) const = default;
};

// Of a race.
struct CandidateEstimate {
  double elo = 0;  // over the first one
  double sd = 0;   // of that
  int64_t pairs = 0;
  bool leads = false;
  bool out = false;  // almost surely worse than who leads
  bool operator==(const CandidateEstimate&) const = default;
};

// Where a tuner stands.
struct Estimate {
  std::vector<ParameterEstimate> parameters;
  std::vector<CandidateEstimate> candidates;  // of a race
  int64_t pairs = 0;                          // told
  bool calibrating = false;                   // it still measures how large a probe should be
  bool has_forecast = false;                  // the rest is known
  double gain = 0;                            // Elo of the estimate over the start, by the model
  double gain_low = 0;                        // 95 %
  double gain_high = 0;
  double noise_floor = 0;  // Elo that the estimate's own noise is expected to cost
  double probe_elo = 0;    // Elo that the diagonal probe costs
  bool operator==(const Estimate&) const = default;
};

class Optimiser {
 public:
  virtual ~Optimiser() = default;

  // The duel of this number, from the present state.
  virtual Duel Ask(uint64_t number) const = 0;
  // `duel` as it was asked, perhaps by an earlier life of this process.
  virtual void Tell(const Duel& duel, const Outcome& outcome) = 0;
  virtual const Estimate& estimate() const = 0;

  virtual std::string Save() const = 0;
  // DataLoss if the bytes are not this kind's; the tuner is unusable then.
  virtual absl::Status Restore(std::string_view state) = 0;
};

// What to tune, how, and for how long.
enum class Method : uint8_t { kRegression = 1, kSpsa = 2, kCmaEs = 3, kRace = 4 };
inline constexpr size_t kMostCandidates = 64;
// "regression", "spsa", "cma-es", "race": on the command line, in JSON, and on pages.
std::string_view Name(Method method);
std::optional<Method> MethodNamed(std::string_view name);
// In that order.
std::vector<std::string> MethodNames();
struct TunerOptions {
  Method method = Method::kRegression;
  int64_t pairs = 0;  // the budget
  uint64_t seed = 0;
  double alpha = 0.602;  // the three of SPSA
  double gamma = 0.101;
  double a_ratio = 0.1;
  double expected_gain = 10;                    // Elo; how far the optimum may be, for the prior
  std::vector<std::vector<double>> candidates;  // of a race; the first is the start
};

// InvalidArgument for a space or options that make no tuner.
absl::StatusOr<std::unique_ptr<Optimiser>> MakeOptimiser(const Space& space,
                                                         const TunerOptions& options);

}  // namespace rookery::optim
