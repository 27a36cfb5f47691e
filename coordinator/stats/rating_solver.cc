#include "coordinator/stats/rating_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery::stats {
namespace {

double Dot(const RatingVector& a, const RatingVector& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double Largest(const RatingVector& a) {
  double largest = 0;
  for (const double value : a) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

std::vector<Meeting> MergeMeetings(std::vector<Meeting> meetings) {
  std::sort(meetings.begin(), meetings.end(), [](const Meeting& a, const Meeting& b) {
    return std::pair(a.white, a.black) < std::pair(b.white, b.black);
  });
  std::vector<Meeting> merged;
  for (const Meeting& m : meetings) {
    if (m.losses + m.draws + m.wins <= 0) continue;
    if (!merged.empty() && merged.back().white == m.white && merged.back().black == m.black) {
      merged.back().losses += m.losses;
      merged.back().draws += m.draws;
      merged.back().wins += m.wins;
    } else {
      merged.push_back(m);
    }
  }
  return merged;
}

RatingProblem::RatingProblem(RatingModel model, size_t players, std::vector<Meeting> meetings)
    : free(players + 2, 1),
      at(players + 2, 0.0),
      model_(model),
      players_(players),
      meetings_(MergeMeetings(std::move(meetings))) {
  at[draw_index()] = FirstDrawParameter(model);
  if (model == RatingModel::kScoreLogistic) free[draw_index()] = 0;
}

double RatingProblem::LogLikelihood() const {
  double sum = 0;
  for (const Meeting& m : meetings_) {
    sum += TermsOf(model_, m, Difference(m), at[draw_index()]).log_likelihood;
  }
  for (const Pull& pull : pulls) {
    const double away = at[pull.coordinate] - pull.towards;
    sum -= pull.precision * away * away / 2;
  }
  return sum;
}

void RatingProblem::Centre(RatingVector& ratings) const {
  for (const std::vector<uint32_t>& group : loose) {
    double sum = 0;
    for (const uint32_t player : group) sum += ratings[player];
    for (const uint32_t player : group) ratings[player] -= sum / static_cast<double>(group.size());
  }
}

void RatingProblem::Linearise() {
  terms_.resize(meetings_.size());
  diagonal_.assign(size(), 0);
  for (size_t k = 0; k < meetings_.size(); ++k) {
    const Meeting& m = meetings_[k];
    terms_[k] = TermsOf(model_, m, Difference(m), at[draw_index()]);
    diagonal_[m.white] += terms_[k].curvature_x;
    diagonal_[m.black] += terms_[k].curvature_x;
    diagonal_[white_index()] += terms_[k].curvature_x;
    diagonal_[draw_index()] += terms_[k].curvature_draw;
  }
  for (const Pull& pull : pulls) diagonal_[pull.coordinate] += pull.precision;
}

RatingVector RatingProblem::Gradient() const {
  RatingVector gradient(size(), 0);
  for (size_t k = 0; k < meetings_.size(); ++k) {
    gradient[meetings_[k].white] += terms_[k].slope_x;
    gradient[meetings_[k].black] -= terms_[k].slope_x;
    gradient[white_index()] += terms_[k].slope_x;
    gradient[draw_index()] += terms_[k].slope_draw;
  }
  for (const Pull& pull : pulls) {
    gradient[pull.coordinate] += pull.precision * (pull.towards - at[pull.coordinate]);
  }
  return gradient;
}

void RatingProblem::Multiply(const RatingVector& x, RatingVector& y) const {
  std::fill(y.begin(), y.end(), 0.0);
  const double by_white = x[white_index()];
  const double by_draw = x[draw_index()];
  double white = 0;
  double draw = 0;
  for (size_t k = 0; k < meetings_.size(); ++k) {
    const Meeting& m = meetings_[k];
    const LikelihoodTerms& t = terms_[k];
    const double along = x[m.white] - x[m.black] + by_white;
    const double pull = t.curvature_x * along + t.curvature_cross * by_draw;
    y[m.white] += pull;
    y[m.black] -= pull;
    white += pull;
    draw += t.curvature_cross * along + t.curvature_draw * by_draw;
  }
  y[white_index()] = white;
  y[draw_index()] = draw;
  for (const Pull& pull : pulls) y[pull.coordinate] += pull.precision * x[pull.coordinate];
  for (size_t i = 0; i < y.size(); ++i) {
    if (!free[i]) y[i] = 0;
  }
}

// Conjugate gradients with the diagonal as preconditioner.
RatingVector RatingProblem::Solve(const RatingVector& b, double tolerance) const {
  RatingVector x(size(), 0);
  RatingVector r = b;
  for (size_t i = 0; i < size(); ++i) {
    if (!free[i]) r[i] = 0;
  }
  Centre(r);  // what rounding left of a shift would grow without end
  const double goal = tolerance * std::sqrt(Dot(r, r));
  RatingVector z(size(), 0);
  RatingVector q(size(), 0);
  const auto precondition = [&] {
    for (size_t i = 0; i < size(); ++i) z[i] = diagonal_[i] > 0 ? r[i] / diagonal_[i] : 0;
  };
  precondition();
  RatingVector p = z;
  double rz = Dot(r, z);
  const size_t most = 10 * size() + 100;
  for (size_t round = 0; round < most && rz > 0 && std::sqrt(Dot(r, r)) > goal; ++round) {
    Multiply(p, q);
    const double pq = Dot(p, q);
    if (!(pq > 0)) break;
    const double step = rz / pq;
    for (size_t i = 0; i < size(); ++i) {
      x[i] += step * p[i];
      r[i] -= step * q[i];
    }
    precondition();
    const double next = Dot(r, z);
    for (size_t i = 0; i < size(); ++i) p[i] = z[i] + next / rz * p[i];
    rz = next;
  }
  Centre(x);
  return x;
}

int RatingProblem::Maximise() {
  constexpr double kSettled = 1e-9;         // natural units: 2e-7 Elo
  constexpr double kNothingToGain = 1e-13;  // of log likelihood; Newton squares what is left
  constexpr double kLongestStep = 3;
  double before = LogLikelihood();
  for (int round = 1; round <= kRounds; ++round) {
    Linearise();
    const RatingVector gradient = Gradient();
    const RatingVector step = Solve(gradient, 1e-10);
    const double gain = Dot(gradient, step);
    const double largest = Largest(step);
    double scale = largest > kLongestStep ? kLongestStep / largest : 1;
    const RatingVector from = at;
    for (int halving = 0; halving < 60; ++halving, scale /= 2) {
      for (size_t i = 0; i < size(); ++i) at[i] = from[i] + scale * step[i];
      // A delta of zero or below leaves no draws.
      if (model_ == RatingModel::kRaoKupper && at[draw_index()] <= 0) continue;
      const double now = LogLikelihood();
      if (now >= before - 1e-9 * (1 + std::abs(before))) {
        before = now;
        break;
      }
    }
    if (largest < kSettled || gain < kNothingToGain * (1 + std::abs(before))) return round;
  }
  return -1;
}

}  // namespace rookery::stats
