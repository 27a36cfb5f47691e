#include "coordinator/stats/elimination.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/status.h"

namespace rookery::stats {

absl::StatusOr<Elimination> Elimination::Create(size_t candidates, const SprtBounds& bounds,
                                                EliminationGoal goal) {
  if (candidates == 0 || candidates > kMostCandidates) {
    return InvalidArgument("candidates: {} must lie within 1 and {}", candidates, kMostCandidates);
  }
  ROOKERY_ASSIGN_OR_RETURN(const Sprt sprt, Sprt::Create(bounds));
  return Elimination(sprt, candidates, goal);
}

Elimination::Elimination(const Sprt& sprt, size_t candidates, EliminationGoal goal)
    : sprt_(sprt),
      goal_(goal),
      lower_(std::log(sprt.bounds().beta /
                      (1 - sprt.bounds().alpha / static_cast<double>(candidates)))),
      states_(candidates, CandidateState::kRunning),
      llrs_(candidates, 0.0),
      uppers_(candidates, UpperAfter(0)) {}

double Elimination::UpperAfter(size_t accepted) const {
  const double open = static_cast<double>(states_.size() - accepted);
  return std::log((1 - sprt_.bounds().beta) / (sprt_.bounds().alpha / open));
}

void Elimination::Update(size_t candidate, const Pentanomial& counts) {
  ROOKERY_CHECK(candidate < states_.size());
  const CandidateState state = states_[candidate];
  if (state == CandidateState::kAccepted || state == CandidateState::kRejected) return;
  llrs_[candidate] = sprt_.Llr(counts);
  if (state == CandidateState::kLeft) return;
  if (llrs_[candidate] <= lower_) {
    states_[candidate] = CandidateState::kRejected;
    return;
  }
  Settle();
}

void Elimination::Settle() {
  while (true) {
    const std::optional<size_t> best = Next();
    if (!best.has_value() || llrs_[*best] < uppers_[*best]) return;
    states_[*best] = CandidateState::kAccepted;
    ++accepted_;
    if (goal_ == EliminationGoal::kFirst) {
      std::replace(states_.begin(), states_.end(), CandidateState::kRunning, CandidateState::kLeft);
      return;
    }
    for (const size_t i : Running()) uppers_[i] = UpperAfter(accepted_);
  }
}

std::vector<size_t> Elimination::Running() const {
  std::vector<size_t> running;
  for (size_t i = 0; i < states_.size(); ++i) {
    if (states_[i] == CandidateState::kRunning) running.push_back(i);
  }
  return running;
}

std::optional<size_t> Elimination::Next() const {
  std::optional<size_t> best;
  for (size_t i = 0; i < states_.size(); ++i) {
    if (states_[i] != CandidateState::kRunning) continue;
    if (!best.has_value() || llrs_[i] > llrs_[*best]) best = i;
  }
  return best;
}

bool Elimination::Finished() const { return !Next().has_value(); }

}  // namespace rookery::stats
