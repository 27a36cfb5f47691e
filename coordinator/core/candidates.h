// Where the candidates of a tune come from: the interface that core asks and coordinator/tuning
// implements. Each pair of a tune is a duel of two points. The candidate of a pair is asked for
// when the pair is lent first, is stored with it, and never changes; outcomes are told in index
// order, each once. So the tuner's state is a function of the ledger and the stored candidates.
// One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"

namespace rookery::coordinator {

// The values of dev and base in one pair, in the order of the tune's parameters: realised, that is
// rounded and clipped.
struct Candidate {
  int64_t clock = 0;  // the tuner's own note of when it was asked
  std::vector<int32_t> dev;
  std::vector<int32_t> base;
  bool operator==(const Candidate&) const = default;
};

// What a watcher sees of a tune.
struct TuneFigures {
  struct One {
    double value = 0;  // unclipped
    double sd = 0;     // 0: unknown
    double step = 0;   // of the probe that is played now
    int shipped = 0;   // clipped and rounded
    bool at_bound = false;
    bool no_signal = false;
  };
  struct Raced {
    double elo = 0;  // over the first one
    double sd = 0;
    uint64_t pairs = 0;
    bool leads = false;
    bool out = false;
  };
  std::vector<One> parameters;
  std::vector<Raced> candidates;  // of a race
  uint64_t pairs = 0;             // told
  bool calibrating = false;
  bool has_forecast = false;
  double gain = 0;  // Elo over the start, by the model, with 95 %
  double gain_low = 0;
  double gain_high = 0;
  double noise_floor = 0;
  double probe_elo = 0;
};

class Tuner {
 public:
  virtual ~Tuner() = default;
  virtual Candidate Ask(uint64_t pair) const = 0;
  virtual void Tell(uint64_t pair, const Candidate& candidate, int half_points) = 0;
  virtual std::string Save() const = 0;
  virtual std::shared_ptr<const TuneFigures> Figures() const = 0;
};

class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  // InvalidArgument names the field of the spec. `seed` is the run's.
  virtual absl::StatusOr<std::unique_ptr<Tuner>> Begin(const RunSpec& spec,
                                                       uint64_t seed) const = 0;
  // Of an embedded engine: InvalidArgument if it hasn't such parameters.
  virtual absl::Status CheckEmbedded(const TuneSpec& tune) const = 0;
  // From what Save gave. DataLoss for other bytes.
  virtual absl::StatusOr<std::unique_ptr<Tuner>> Resume(const RunSpec& spec, uint64_t seed,
                                                        std::string_view state) const = 0;
};

}  // namespace rookery::coordinator
