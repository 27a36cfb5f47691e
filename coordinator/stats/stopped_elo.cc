#include "coordinator/stats/stopped_elo.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/check.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/error_spread.h"
#include "coordinator/stats/exit_law.h"
#include "coordinator/stats/llr_motion.h"
#include "coordinator/stats/look_law.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/overshoot.h"
#include "coordinator/stats/root.h"

namespace rookery::stats {
namespace {

constexpr double kMostElo = 1000;
constexpr double kEloTolerance = 1e-9;
constexpr double kLooksTolerance = 1e-6;  // where each step of the search costs a thousand times

// The test as a motion between its bounds, with what was seen of it.
class SeenMotion {
 public:
  SeenMotion(const Sprt& sprt, const Sample& sample, const Looking& looking)
      : llr_(MotionOf(sprt.bounds(), ErrorSpreadOf(sample).NormalVariance(), sample.games_each)),
        score_(MomentsOf(sample.law).mean) {
    motion_.lower = sprt.lower();
    motion_.upper = sprt.upper();
    motion_.variance = llr_.variance;
    const double seen = llr_.Drift(score_) * sample.observations;
    const auto every = static_cast<double>(looking.every);
    const double excess = llr_.MeanExcess(every);
    // Regularised cells add a little to the number of observations; looks are at whole ones.
    const Looks looks{.every = every, .time = std::round(sample.observations)};
    if (looking.every > 0 && looks.time > 0 && AreFew(motion_, looks) &&
        (!looking.drawn_in || AreLong(every))) {
      if (looking.drawn_in) {
        const double drawn = MostDrawnIn(sprt, llr_, looking.every);
        motion_.lower += drawn;
        motion_.upper -= drawn;
      }
      position_ = seen;
      time_ = looks.time;
      by_looks_.emplace(motion_, looks);
    } else {
      // Drawn in by what it jumps over them, bounds are where they were.
      if (!looking.drawn_in) {
        motion_.lower -= excess;
        motion_.upper += excess;
      }
      position_ = std::clamp(seen, motion_.lower, motion_.upper);
      time_ = position_ == seen ? sample.observations : position_ / llr_.Drift(score_);
    }
    standard_error_ = std::sqrt(llr_.score_variance / time_);
  }

  double Worse(double elo) const {
    BoundedMotion motion = motion_;
    motion.drift = llr_.Drift(EloToScore(elo));
    return by_looks_ ? by_looks_->Worse(motion.drift, position_)
                     : WorseProbability(motion, time_, position_);
  }

  // Where a match of that length would place the value `sigmas` standard errors above its score.
  double Guess(double sigmas) const {
    return std::clamp(ScoreToEloClamped(score_ + sigmas * standard_error_), -kMostElo + 1,
                      kMostElo - 1);
  }
  double tolerance() const { return by_looks_.has_value() ? kLooksTolerance : kEloTolerance; }
  // An Elo step of about one standard error there.
  double Step() const { return std::clamp(standard_error_ * 4 * 173.7, 1e-6, kMostElo); }

 private:
  LlrMotion llr_;
  double score_;
  // Drawn-in bounds and jumps cancel so well that only the longest steps are worth following.
  bool AreLong(double every) const {
    constexpr double kLong = 1.0 / 10;  // of the strip
    return std::sqrt(motion_.variance * every) > kLong * (motion_.upper - motion_.lower);
  }

  BoundedMotion motion_;
  std::optional<LookLaw> by_looks_;
  double position_ = 0;
  double time_ = 0;
  double standard_error_ = 0;
};

// The strength at which a worse end has that probability, which falls as strength rises; the end
// of the scale if none on it has. Probits of the probability are nearly a line in Elo, so the
// search for the root works on them.
double EloWhereWorseIs(const SeenMotion& seen, double probability, double guess) {
  const double wanted = NormalQuantile(probability);
  const auto f = [&](double elo) {
    constexpr double kSmallest = 1e-300;
    const double worse = std::clamp(seen.Worse(elo), kSmallest, 1 - 1e-16);
    return wanted - NormalQuantile(worse);
  };
  const std::optional<double> near = FindRootNear(f, guess, 1 / seen.Step(), {-kMostElo, kMostElo});
  if (near.has_value()) return *near;
  double low = guess;
  double high = guess;
  double f_low = f(guess);
  double f_high = f_low;
  double step = seen.Step() / 4;
  while (f_low > 0 && low > -kMostElo) {
    high = low;
    f_high = f_low;
    low = std::max(low - step, -kMostElo);
    f_low = f(low);
    step *= 2;
  }
  while (f_high < 0 && high < kMostElo) {
    low = high;
    f_low = f_high;
    high = std::min(high + step, kMostElo);
    f_high = f(high);
    step *= 2;
  }
  if (f_low > 0) return -kMostElo;
  if (f_high < 0) return kMostElo;
  return FindRoot(f, {low, f_low}, {high, f_high}, seen.tolerance());
}

}  // namespace

StoppedElo EstimateStoppedElo(const Sprt& sprt, const Sample& sample, const Looking& looking) {
  ROOKERY_CHECK(sample.observations > 0 && looking.every >= 0);
  constexpr double kTail = 0.025;
  const SeenMotion seen(sprt, sample, looking);
  StoppedElo result;
  result.elo = EloWhereWorseIs(seen, 0.5, seen.Guess(0));
  result.low = EloWhereWorseIs(seen, 1 - kTail, seen.Guess(-kZ95));
  result.high = EloWhereWorseIs(seen, kTail, seen.Guess(kZ95));
  result.los = seen.Worse(0);
  return result;
}

}  // namespace rookery::stats
