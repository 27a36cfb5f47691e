#include "tuner/optim/spsa_tuner.h"

#include "tuner/optim/flips.h"
#include "tuner/optim/rounding.h"
#include "tuner/optim/state_codec.h"

namespace rookery::optim {

SpsaTuner::SpsaTuner(Space space, const TunerOptions& options)
    : space_(std::move(space)),
      options_(options),
      schedule_(2 * options.pairs, {options.alpha, options.gamma, options.a_ratio}) {
  for (const Parameter& p : space_) theta_.push_back(p.start);
  Describe();
}

Duel SpsaTuner::Ask(uint64_t number) const {
  Duel duel;
  duel.number = number;
  duel.clock = told_;
  const std::vector<Flip> flips = DrawFlips(options_.seed, number, space_.size());
  const FishtestSchedule::Moment moment = schedule_.MomentAt(told_);
  for (size_t j = 0; j < space_.size(); ++j) {
    const double probe = schedule_.At(space_[j], moment).c * flips[j].sign;
    const Played played = Realise(space_[j], theta_[j], probe, flips[j].uniform);
    duel.plus.push_back(played.plus);
    duel.minus.push_back(played.minus);
  }
  return duel;
}

void SpsaTuner::Tell(const Duel& duel, const Outcome& outcome) {
  const std::vector<Flip> flips = DrawFlips(options_.seed, duel.number, space_.size());
  const FishtestSchedule::Moment moment = schedule_.MomentAt(duel.clock);
  for (size_t j = 0; j < space_.size(); ++j) {
    theta_[j] = ClassicUpdate(space_[j], theta_[j], schedule_.At(space_[j], moment), flips[j].sign,
                              outcome.WinsMinusLosses());
  }
  told_ += outcome.total();
  Describe();
}

void SpsaTuner::Describe() {
  estimate_.pairs = told_;
  estimate_.parameters.resize(space_.size());
  const FishtestSchedule::Moment moment = schedule_.MomentAt(told_);
  for (size_t j = 0; j < space_.size(); ++j) {
    const Parameter& p = space_[j];
    ParameterEstimate& one = estimate_.parameters[j];
    one.value = theta_[j];
    one.step = schedule_.At(p, moment).c;
    one.at_bound = theta_[j] <= p.min || theta_[j] >= p.max;
  }
}

std::string SpsaTuner::Save() const {
  StateWriter out;
  out.Word(static_cast<uint64_t>(told_));
  out.Numbers(theta_);
  return out.Take();
}

absl::Status SpsaTuner::Restore(std::string_view state) {
  StateReader in(state);
  told_ = static_cast<int64_t>(in.Word());
  in.Numbers(theta_);
  Describe();
  return in.Finish();
}

}  // namespace rookery::optim
