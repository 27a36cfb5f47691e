// A fit of evaluation weights to positions, as somebody posted it: what it lowered, pass by pass,
// and each weight with its error. The coordinator keeps it and computes nothing of it. One report
// has one text, which is what is stored and what its id is made of. Values and pure functions; any
// thread. Numbers of the enum are stored: never renumber.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace rookery::coordinator {

using FitId = std::string;

// Mean log losses at the weights that a pass began with.
struct FitPass {
  double train = 0;
  std::optional<double> test;  // none without test positions
  bool operator==(const FitPass&) const = default;
};

// The positions that were fitted to, or those that were kept apart; means, of the rounded weights.
struct FitSet {
  uint64_t positions = 0;
  uint64_t games = 0;
  double log_loss_before = 0;
  double log_loss_after = 0;
  double squared_error_before = 0;
  double squared_error_after = 0;
  bool operator==(const FitSet&) const = default;
};

enum class FitNote : uint8_t { kNone = 0, kAtBound = 1, kNeverSeen = 2 };

struct FittedWeight {
  std::string name;
  std::string group;
  int before = 0;
  int after = 0;
  double value = 0;                      // not rounded
  double error = 0;                      // standard error; 0: not known
  std::optional<double> move_in_errors;  // from before to after
  uint64_t positions = 0;                // in which it has a say
  FitNote note = FitNote::kNone;
  bool operator==(const FittedWeight&) const = default;
};

struct FitReport {
  FitSet train;
  FitSet test;
  std::vector<FitPass> passes;
  std::vector<FittedWeight> weights;
  std::string data;   // what was fitted to, for people
  std::string start;  // the weights that it began with, for people, and their identities
  std::string start_weights;
  std::string fitted_weights;
  double prior_steps = 0;
  double result_share = 0;
  double k = 0;
  double k_scores = 0;  // 0: scores weren't used
  double k_after = 0;
  bool anchored = false;  // k_after was taken back to k
  // Positions left out.
  uint64_t in_check = 0;
  uint64_t decided = 0;
  uint64_t restless = 0;
  uint64_t faulty = 0;
  bool games_known = false;  // each position said which game it is from
  bool operator==(const FitReport&) const = default;
};

struct Fit {
  FitId id;
  std::string title;
  std::string owner;
  absl::Time created;
  FitReport report;
};
using FitList = std::vector<std::shared_ptr<const Fit>>;  // oldest first

// Names and groups are words; the other texts have no line breaks.
std::string EncodeFitReport(const FitReport& report);
// DataLoss for other texts.
absl::StatusOr<FitReport> DecodeFitReport(std::string_view text);

FitId FitIdOf(std::string_view encoded);

// How many of its weights have another value now.
uint64_t MovedWeights(const FitReport& report);

}  // namespace rookery::coordinator
