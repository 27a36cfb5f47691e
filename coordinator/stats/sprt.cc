#include "coordinator/stats/sprt.h"

#include <cmath>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/likeliest_law.h"

namespace rookery::stats {
namespace {

Law MostLikely(const Sample& sample, double elo, EloModel model) {
  if (model == EloModel::kLogistic) return MostLikelyWithMean(sample.law, EloToScore(elo));
  const double t = std::sqrt(sample.games_each) * elo / kNormalizedPerT;
  return MostLikelyWithT(sample.law, t);
}

double LlrOf(const Sample& sample, const SprtBounds& bounds) {
  const Law under0 = MostLikely(sample, bounds.elo0, bounds.model);
  const Law under1 = MostLikely(sample, bounds.elo1, bounds.model);
  return sample.observations * LogRatio(sample.law, under1, under0);
}

absl::Status CheckElo(const char* field, double elo, EloModel model) {
  const double most = model == EloModel::kLogistic ? 1000 : 10000;
  if (std::isfinite(elo) && std::abs(elo) <= most) return absl::OkStatus();
  return InvalidArgument("{}: {} must lie within -{} and {}", field, elo, most, most);
}

absl::Status CheckRate(const char* field, double rate) {
  if (rate >= kLeastRate && rate < 1) return absl::OkStatus();
  return InvalidArgument("{}: {} must be at least {} and below 1", field, rate, kLeastRate);
}

}  // namespace

absl::StatusOr<Sprt> Sprt::Create(const SprtBounds& bounds) {
  ROOKERY_RETURN_IF_ERROR(CheckElo("elo0", bounds.elo0, bounds.model));
  ROOKERY_RETURN_IF_ERROR(CheckElo("elo1", bounds.elo1, bounds.model));
  if (!(bounds.elo0 < bounds.elo1)) {
    return InvalidArgument("elo1: {} must be greater than elo0, which is {}", bounds.elo1,
                           bounds.elo0);
  }
  if (bounds.elo1 - bounds.elo0 < kLeastWidth) {
    return InvalidArgument("elo1: {} lies {} above elo0, which is {}; at least {}", bounds.elo1,
                           bounds.elo1 - bounds.elo0, bounds.elo0, kLeastWidth);
  }
  ROOKERY_RETURN_IF_ERROR(CheckRate("alpha", bounds.alpha));
  ROOKERY_RETURN_IF_ERROR(CheckRate("beta", bounds.beta));
  if (!(bounds.alpha + bounds.beta <= 1 - kLeastRoom)) {
    return InvalidArgument("alpha: {} and beta {} must together stay below {}", bounds.alpha,
                           bounds.beta, 1 - kLeastRoom);
  }
  return Sprt(bounds);
}

Sprt::Sprt(const SprtBounds& bounds)
    : bounds_(bounds),
      lower_(std::log(bounds.beta / (1 - bounds.alpha))),
      upper_(std::log((1 - bounds.beta) / bounds.alpha)) {}

Sprt Sprt::WithBoundsApart(double by) const {
  ROOKERY_CHECK(by >= 0);
  Sprt apart = *this;
  apart.lower_ -= by;
  apart.upper_ += by;
  return apart;
}

double Sprt::Llr(const Pentanomial& counts) const {
  if (Total(counts) == 0) return 0;
  return LlrOf(MakeSample(counts), bounds_);
}

double Sprt::Llr(const Trinomial& counts) const {
  if (Total(counts) == 0) return 0;
  return LlrOf(MakeSample(counts), bounds_);
}

Verdict Sprt::Decide(double llr) const {
  if (llr >= upper_) return Verdict::kAccepted;
  if (llr <= lower_) return Verdict::kRejected;
  return Verdict::kUndecided;
}

}  // namespace rookery::stats
