// Slow, plain twins of the parts of a rating fit: who can be rated, what a meeting says, the
// solver, the ratings themselves.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/rating_graph.h"
#include "coordinator/stats/rating_solver.h"
#include "coordinator/stats/rating_spread.h"

namespace rookery::stats {
namespace {

constexpr RatingModel kModels[] = {RatingModel::kScoreLogistic, RatingModel::kDavidson,
                                   RatingModel::kRaoKupper};

Meeting AnyMeeting(uint32_t white, uint32_t black, Rng& rng) {
  Meeting meeting{.white = white, .black = black};
  meeting.losses = static_cast<double>(rng.Below(6));
  meeting.draws = static_cast<double>(rng.Below(6));
  meeting.wins = static_cast<double>(rng.Below(6));
  return meeting;
}

std::vector<Meeting> RoundRobin(uint32_t players, Rng& rng) {
  std::vector<Meeting> meetings;
  for (uint32_t a = 0; a < players; ++a) {
    for (uint32_t b = 0; b < players; ++b) {
      if (a == b) continue;
      meetings.push_back(AnyMeeting(a, b, rng));
      meetings.back().draws += 1;
    }
  }
  return meetings;
}

// Who reaches whom over points scored, by closing the relation.
TEST(RatingPartsTwin, RatesTheLargestSetThatScoresAmongItself) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    constexpr uint32_t kPlayers = 7;
    RatingInput input{.players = kPlayers, .meetings = {}, .pairs = {}};
    for (int k = 0; k < 9; ++k) {
      Meeting meeting;
      meeting.white = static_cast<uint32_t>(rng.Below(kPlayers));
      meeting.black =
          static_cast<uint32_t>((meeting.white + 1 + rng.Below(kPlayers - 1)) % kPlayers);
      (rng.Chance(0.5) ? meeting.wins : rng.Chance(0.2) ? meeting.draws : meeting.losses) = 1;
      input.meetings.push_back(meeting);
    }
    std::array<std::array<bool, kPlayers>, kPlayers> scores{};
    std::array<bool, kPlayers> played{};
    for (uint32_t i = 0; i < kPlayers; ++i) scores[i][i] = true;
    for (const Meeting& m : input.meetings) {
      played[m.white] = played[m.black] = true;
      if (m.wins + m.draws > 0) scores[m.white][m.black] = true;
      if (m.losses + m.draws > 0) scores[m.black][m.white] = true;
    }
    for (uint32_t k = 0; k < kPlayers; ++k) {
      for (uint32_t i = 0; i < kPlayers; ++i) {
        for (uint32_t j = 0; j < kPlayers; ++j) {
          scores[i][j] = scores[i][j] || (scores[i][k] && scores[k][j]);
        }
      }
    }
    const RatingGraph graph = PlacePlayers(input);
    for (uint32_t i = 0; i < kPlayers; ++i) {
      EXPECT_EQ(graph.players[i].status == PlayerStatus::kUnplayed, !played[i]);
      if (graph.players[i].status != PlayerStatus::kRated) continue;
      size_t mine = 0;
      for (uint32_t j = 0; j < kPlayers; ++j) {
        const bool together = scores[i][j] && scores[j][i];
        mine += together;
        const bool same = graph.players[j].status == PlayerStatus::kRated &&
                          graph.players[j].group == graph.players[i].group;
        EXPECT_EQ(together, same);
      }
      for (uint32_t j = 0; j < kPlayers; ++j) {  // no set of its group is larger
        if (graph.players[j].group != graph.players[i].group || !played[j]) continue;
        size_t theirs = 0;
        for (uint32_t k = 0; k < kPlayers; ++k) theirs += scores[j][k] && scores[k][j];
        EXPECT_LE(theirs, mine);
      }
    }
  }
}

TEST(RatingPartsTwin, HasTheDerivativesOfItsLikelihood) {
  Rng rng(2);
  constexpr double kStep = 1e-4;
  for (const RatingModel model : kModels) {
    for (int round = 0; round < 50; ++round) {
      const Meeting meeting = AnyMeeting(0, 1, rng);
      const double x = 3 * rng.Uniform() - 1.5;
      const double draw = FirstDrawParameter(model) + 0.4 * rng.Uniform() + 0.1;
      const auto value = [&](double dx, double dd) {
        return TermsOf(model, meeting, x + dx, draw + dd).log_likelihood;
      };
      const LikelihoodTerms terms = TermsOf(model, meeting, x, draw);
      EXPECT_NEAR(terms.slope_x, (value(kStep, 0) - value(-kStep, 0)) / (2 * kStep), 1e-5);
      EXPECT_NEAR(terms.curvature_x,
                  -(value(kStep, 0) - 2 * value(0, 0) + value(-kStep, 0)) / (kStep * kStep), 1e-4);
      if (model == RatingModel::kScoreLogistic) continue;
      EXPECT_NEAR(terms.slope_draw, (value(0, kStep) - value(0, -kStep)) / (2 * kStep), 1e-5);
      EXPECT_NEAR(terms.curvature_draw,
                  -(value(0, kStep) - 2 * value(0, 0) + value(0, -kStep)) / (kStep * kStep), 1e-4);
      const double cross =
          value(kStep, kStep) - value(kStep, -kStep) - value(-kStep, kStep) + value(-kStep, -kStep);
      EXPECT_NEAR(terms.curvature_cross, -cross / (4 * kStep * kStep), 1e-4);
    }
  }
}

// Up the likelihood by small steps of one parameter at a time.
TEST(RatingPartsTwin, FindsTheRatingsThatAClimberFinds) {
  Rng rng(3);
  for (const RatingModel model : kModels) {
    constexpr uint32_t kPlayers = 4;
    RatingInput input{.players = kPlayers, .meetings = RoundRobin(kPlayers, rng), .pairs = {}};
    std::vector<double> at(kPlayers + 2, 0);
    at[kPlayers + 1] = FirstDrawParameter(model) + 0.2;
    const auto likelihood = [&] {
      double sum = 0;
      for (const Meeting& m : input.meetings) {
        const double x = at[m.white] - at[m.black] + at[kPlayers];
        sum += TermsOf(model, m, x, at[kPlayers + 1]).log_likelihood;
      }
      return sum;
    };
    double best = likelihood();
    for (double step = 0.1; step > 1e-8;) {
      bool climbed = false;
      for (double& coordinate : at) {
        for (const double way : {step, -step}) {
          coordinate += way;
          if (const double now = likelihood(); now > best) {
            best = now;
            climbed = true;
          } else {
            coordinate -= way;
          }
        }
      }
      if (!climbed) step /= 2;
    }
    const RatingTable table = *FitRatings(input, {.model = model});
    EXPECT_NEAR(table.log_likelihood, best, 1e-8);
    for (uint32_t i = 1; i < kPlayers; ++i) {
      EXPECT_NEAR(*table.players[i].rating - *table.players[0].rating,
                  (at[i] - at[0]) * kEloPerNatural, 0.02);
    }
    EXPECT_NEAR(table.white_advantage, at[kPlayers] * kEloPerNatural, 0.02);
    // Errors of a difference are the same from the joint covariance and asked for one opponent.
    const RatingTable relative = *FitRatings(input, {.model = model, .errors_relative_to = 2});
    EXPECT_NEAR(*table.SdBetween(0, 2), *relative.players[0].sd, 1e-6);
    EXPECT_NEAR(
        *table.Superiority(0, 2),
        NormalCdf((*table.players[0].rating - *table.players[2].rating) / *relative.players[0].sd),
        1e-9);
  }
}

TEST(RatingPartsTwin, SolvesWhatItsCurvatureMultiplies) {
  Rng rng(4);
  for (const RatingModel model : kModels) {
    constexpr uint32_t kPlayers = 5;
    const std::vector<Meeting> merged = MergeMeetings(RoundRobin(kPlayers, rng));
    RatingProblem problem(model, kPlayers, merged);
    problem.free[0] = 0;
    problem.at[problem.draw_index()] = FirstDrawParameter(model) + 0.3;
    problem.Linearise();
    RatingVector b(problem.size());
    for (double& value : b) value = 2 * rng.Uniform() - 1;
    const bool draws = model != RatingModel::kScoreLogistic;
    if (!draws) b[problem.draw_index()] = 0;
    const RatingVector x = problem.Solve(b, 1e-12);
    EXPECT_EQ(x[0], 0);
    RatingVector product(problem.size(), 0);  // H x, meeting by meeting
    for (const Meeting& m : problem.meetings()) {
      const LikelihoodTerms t =
          TermsOf(model, m, problem.Difference(m), problem.at[problem.draw_index()]);
      const double along = x[m.white] - x[m.black] + x[problem.white_index()];
      const double draw = x[problem.draw_index()];
      const double push = t.curvature_x * along + t.curvature_cross * draw;
      product[m.white] += push;
      product[m.black] -= push;
      product[problem.white_index()] += push;
      product[problem.draw_index()] += t.curvature_cross * along + t.curvature_draw * draw;
    }
    for (size_t i = 1; i < (draws ? b.size() : b.size() - 1); ++i) {
      EXPECT_NEAR(product[i], b[i], 1e-9) << i;
    }
    double sum = 0;
    for (const Meeting& m : merged) {
      const double x_here = problem.Difference(m);
      sum += TermsOf(model, m, x_here, problem.at[problem.draw_index()]).log_likelihood;
    }
    EXPECT_NEAR(problem.LogLikelihood(), sum, 1e-9);
  }
}

TEST(RatingPartsTwin, MergesMeetingsWithoutLoss) {
  Rng rng(5);
  std::vector<Meeting> meetings;
  std::array<std::array<double, 3>, 16> sums{};
  for (int k = 0; k < 200; ++k) {
    const auto white = static_cast<uint32_t>(rng.Below(4));
    const auto black = static_cast<uint32_t>((white + 1 + rng.Below(3)) % 4);
    meetings.push_back(AnyMeeting(white, black, rng));
    const Meeting& m = meetings.back();
    std::array<double, 3>& sum = sums[4 * white + black];
    sum[0] += m.losses;
    sum[1] += m.draws;
    sum[2] += m.wins;
  }
  for (const Meeting& m : MergeMeetings(meetings)) {
    std::array<double, 3>& sum = sums[4 * m.white + m.black];
    EXPECT_EQ((std::array<double, 3>{m.losses, m.draws, m.wins}), sum);
    sum = {};
  }
  for (const std::array<double, 3>& sum : sums) EXPECT_EQ(sum, (std::array<double, 3>{}));
}

// The shares of a draw curve D^2 = nu^2 W L at a score, by bisection over the draws.
TEST(RatingPartsTwin, HasTheDrawCurvesVariance) {
  for (const double equal : {0.1, 0.5, 0.8}) {
    const double nu = 2 * equal / (1 - equal);
    for (const double p : {0.1, 0.35, 0.5, 0.9}) {
      double low = 0;
      double high = 2 * std::min(p, 1 - p);
      for (int i = 0; i < 100; ++i) {
        const double draws = (low + high) / 2;
        const bool more = draws * draws < nu * nu * (p - draws / 2) * (1 - p - draws / 2);
        (more ? low : high) = draws;
      }
      EXPECT_NEAR(ScoreVariance(p, equal), p - low / 4 - p * p, 1e-9) << p << " " << equal;
    }
  }
}

}  // namespace
}  // namespace rookery::stats
