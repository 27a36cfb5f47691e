// Several candidates against one base at once, with the error rate of the whole family: the
// probability of accepting any candidate that is no better than elo0 is at most alpha, however
// many there are and whenever one looks. Not thread-safe; a value.
//
// Each candidate is a sequential test at alpha / K; with kAll the level is shared anew among those
// not accepted whenever one is (Holm's step-down, 1979), and with kFirst the search ends with the
// first acceptance. A candidate whose LLR falls to the lower bound leaves and costs nothing more.
//
// Each LLR bounds its own error whatever is played when, so the games may go to whoever promises
// most: Next() is the candidate with the largest LLR. That is where one better candidate is found
// with a fraction of the games; to say it of each, no procedure saves much where few are better,
// because a candidate's own sequential test is the shortest of its error rates (Wald and Wolfowitz,
// 1948).
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"
#include "coordinator/stats/sprt.h"

namespace rookery::stats {

enum class CandidateState { kRunning, kAccepted, kRejected, kLeft };
enum class EliminationGoal {
  kFirst,  // one better candidate is enough; the others are then left
  kAll,    // say it of each
};

inline constexpr size_t kMostCandidates = 10'000;

class Elimination {
 public:
  // InvalidArgument for no or too many candidates, or bounds that Sprt::Create refuses. alpha is
  // the family's, beta each candidate's.
  static absl::StatusOr<Elimination> Create(size_t candidates, const SprtBounds& bounds,
                                            EliminationGoal goal);

  // All that the candidate has played against the base so far. Without effect on the state once it
  // is decided; the LLR of one that is left is still reckoned.
  void Update(size_t candidate, const Pentanomial& counts);

  CandidateState state(size_t candidate) const { return states_[candidate]; }
  const std::vector<CandidateState>& states() const { return states_; }
  std::vector<size_t> Running() const;
  // Whom to play next: the running one with the largest LLR, the first of equal ones; none when all
  // are decided.
  std::optional<size_t> Next() const;
  double llr(size_t candidate) const { return llrs_[candidate]; }
  bool Finished() const;
  // The bound that a running candidate must reach now, or had to reach when it was decided.
  double upper(size_t candidate) const { return uppers_[candidate]; }
  double lower() const { return lower_; }

 private:
  Elimination(const Sprt& sprt, size_t candidates, EliminationGoal goal);
  // Accepts whoever is over the bound, which each acceptance lowers for the others of kAll.
  void Settle();
  double UpperAfter(size_t accepted) const;

  Sprt sprt_;
  EliminationGoal goal_;
  double lower_;
  size_t accepted_ = 0;
  std::vector<CandidateState> states_;
  std::vector<double> llrs_;
  std::vector<double> uppers_;
};

}  // namespace rookery::stats
