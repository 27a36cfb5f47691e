// The sequential probability ratio test on game pairs: generalised likelihood ratio on the
// pentanomial law, logistic or normalised Elo. Pure functions; any thread.
//
// Source: M. Van den Bergh, "The generalised maximum likelihood ratio for the expectation value
// of a distribution"; Wald (1945) for the bounds. Counts are pairs worth 0, 1/2, 1, 3/2, 2 points
// of the tested engine. Zero counts are regularised to 1e-3.
#pragma once

#include "absl/status/statusor.h"
#include "coordinator/stats/counts.h"

namespace rookery::stats {

enum class EloModel { kNormalized, kLogistic };
enum class Verdict { kUndecided, kAccepted, kRejected };

struct SprtBounds {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;
  double beta = 0.05;
  EloModel model = EloModel::kNormalized;
};

// Where arithmetic would end before sense does: a narrower test would take more pairs than can be
// counted, and rates beyond these give bounds that are no numbers or none at all.
inline constexpr double kLeastWidth = 1e-4;  // of elo1 - elo0
inline constexpr double kLeastRate = 1e-9;   // of alpha and beta
inline constexpr double kLeastRoom = 1e-3;   // of 1 - alpha - beta

class Sprt {
 public:
  // InvalidArgument, naming the field, unless elo0 + kLeastWidth <= elo1, both finite and within
  // +-1000 (logistic) or +-10000 (normalised), kLeastRate <= alpha, beta, alpha + beta <= 1 -
  // kLeastRoom.
  static absl::StatusOr<Sprt> Create(const SprtBounds& bounds);

  double lower() const { return lower_; }  // ln(beta / (1 - alpha))
  double upper() const { return upper_; }  // ln((1 - beta) / alpha)
  const SprtBounds& bounds() const { return bounds_; }
  // The same test with both bounds that much further out (PriceOfReplacing); by >= 0 (CHECK).
  Sprt WithBoundsApart(double by) const;

  // Always finite; 0 for no pairs. Counts are non-negative (CHECK): they come from the ledger, and
  // text from outside goes through ParsePentanomial first.
  double Llr(const Pentanomial& counts) const;
  // The same on single games; for results whose pairs are not known.
  double Llr(const Trinomial& counts) const;
  Verdict Decide(double llr) const;

 private:
  explicit Sprt(const SprtBounds& bounds);
  SprtBounds bounds_;
  double lower_;
  double upper_;
};

}  // namespace rookery::stats
