// The fit behind a rating list: the most likely ratings, white advantage and draw parameter
// together, by Newton's method; each step is solved by conjugate gradients on the meetings
// themselves, so that a large pool costs no more than its results. Pure; one thread per object.
#pragma once

#include <vector>

#include "coordinator/stats/rating_model.h"

namespace rookery::stats {

// Ratings by player, then White's advantage, then the draw parameter, in natural units.
using RatingVector = std::vector<double>;

// A coordinate drawn towards a value, in natural units: a loose anchor.
struct Pull {
  uint32_t coordinate = 0;
  double towards = 0;
  double precision = 0;  // one over the variance
};

// Meetings that the fit sees, merged, both players rated.
class RatingProblem {
 public:
  RatingProblem(RatingModel model, size_t players, std::vector<Meeting> meetings);

  RatingModel model() const { return model_; }
  size_t players() const { return players_; }
  size_t white_index() const { return players_; }
  size_t draw_index() const { return players_ + 1; }
  size_t size() const { return players_ + 2; }
  const std::vector<Meeting>& meetings() const { return meetings_; }

  // Which coordinates may move; the others stay where they are.
  std::vector<char> free;
  std::vector<Pull> pulls;
  // Players of each group without an anchor: no result determines what all of them have in common.
  std::vector<std::vector<uint32_t>> loose;
  RatingVector at;

  // Takes the mean of each loose group off its players.
  void Centre(RatingVector& ratings) const;

  double Difference(const Meeting& meeting) const {
    return at[meeting.white] - at[meeting.black] + at[white_index()];
  }
  double LogLikelihood() const;
  // Moves `at` to the maximum. The number of rounds; -1 if it did not settle within kRounds.
  int Maximise();

  // Curvature at `at`, kept until the next call; then H y = b in the free coordinates. What would
  // only shift a loose group is left out of b and of y. (To hold one of its players instead would
  // make the shift the slowest part of the solution.)
  void Linearise();
  RatingVector Solve(const RatingVector& b, double tolerance) const;
  const std::vector<LikelihoodTerms>& terms() const { return terms_; }

 private:
  static constexpr int kRounds = 100;
  RatingVector Gradient() const;
  void Multiply(const RatingVector& x, RatingVector& y) const;

  RatingModel model_;
  size_t players_;
  std::vector<Meeting> meetings_;
  std::vector<LikelihoodTerms> terms_;
  RatingVector diagonal_;
};

// Sums the counts of equal (white, black) and drops empty ones.
std::vector<Meeting> MergeMeetings(std::vector<Meeting> meetings);

}  // namespace rookery::stats
