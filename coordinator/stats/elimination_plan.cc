#include "coordinator/stats/elimination_plan.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "base/status.h"
#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/likeliest_law.h"
#include "coordinator/stats/plan.h"

namespace rookery::stats {
namespace {

struct Laws {
  Law better;
  Law equal;
};

Law LawAt(const Sample& like, const SprtBounds& bounds, double elo) {
  if (bounds.model == EloModel::kLogistic) return MostLikelyWithMean(like.law, EloToScore(elo));
  return MostLikelyWithT(like.law, std::sqrt(like.games_each) * elo / kNormalizedPerT);
}

void PlayBatch(const Law& law, int64_t pairs, Rng& rng, Pentanomial& counts) {
  for (int64_t i = 0; i < pairs; ++i) {
    double left = rng.Uniform();
    size_t cell = 0;
    while (cell + 1 < law.size && (left -= law.probability[cell]) >= 0) ++cell;
    ++counts[cell];
  }
}

// Those below `better` are; who is what is drawn anew for each family, so that no order helps.
std::vector<bool> DrawBetter(const EliminationPlan& plan, Rng& rng) {
  std::vector<bool> is_better(plan.candidates, false);
  for (size_t chosen = 0; chosen < plan.better;) {
    const auto i = static_cast<size_t>(rng.Below(plan.candidates));
    if (is_better[i]) continue;
    is_better[i] = true;
    ++chosen;
  }
  return is_better;
}

// Adds to the sums over families, which are whole numbers and so exact.
void PlayFamily(const EliminationPlan& plan, const Laws& laws, Rng& rng, EliminationCost& sums) {
  const std::vector<bool> is_better = DrawBetter(plan, rng);
  Elimination elimination = *Elimination::Create(plan.candidates, plan.bounds, plan.goal);
  std::vector<Pentanomial> counts(plan.candidates);
  while (const std::optional<size_t> next = elimination.Next()) {
    PlayBatch(is_better[*next] ? laws.better : laws.equal, plan.batch_pairs, rng, counts[*next]);
    sums.pairs += static_cast<double>(plan.batch_pairs);
    elimination.Update(*next, counts[*next]);
  }
  bool wrong = false;
  size_t right = 0;
  for (size_t i = 0; i < plan.candidates; ++i) {
    if (elimination.state(i) != CandidateState::kAccepted) continue;
    right += is_better[i] ? 1 : 0;
    wrong = wrong || !is_better[i];
  }
  sums.family_error += wrong ? 1 : 0;
  sums.found += right > 0 ? 1 : 0;
  sums.accepted_better += static_cast<double>(right);
}

double PairsOfOneTest(const Sprt& sprt, const Law& law, int64_t batch, Rng& rng) {
  Pentanomial counts{};
  double pairs = 0;
  do {
    PlayBatch(law, batch, rng, counts);
    pairs += static_cast<double>(batch);
  } while (sprt.Decide(sprt.Llr(counts)) == Verdict::kUndecided);
  return pairs;
}

absl::Status CheckPlan(const EliminationPlan& plan) {
  if (plan.better > plan.candidates) {
    return InvalidArgument("better: {} of {} candidates can't be", plan.better, plan.candidates);
  }
  if (plan.families < 1 || plan.families > kMostFamilies) {
    return InvalidArgument("families: {} must lie within 1 and {}", plan.families, kMostFamilies);
  }
  if (plan.batch_pairs < 1 || plan.batch_pairs > kMostBatchPairs) {
    return InvalidArgument("batch_pairs: {} must lie within 1 and {}", plan.batch_pairs,
                           kMostBatchPairs);
  }
  return CheckSpread("like", plan.like);
}

// Of the separate tests and of the elimination together, at the most.
absl::Status CheckCost(const EliminationPlan& plan, const Sprt& separate) {
  const double variance = PlanVariance(plan.like);
  const auto pairs_at = [&](double elo) {
    return std::max(PlanTest(separate, variance, elo).expected_pairs,
                    static_cast<double>(plan.batch_pairs));
  };
  const double better = pairs_at(plan.bounds.elo1);
  const double equal = pairs_at(plan.bounds.elo0);
  const double a_family = static_cast<double>(plan.better) * better +
                          static_cast<double>(plan.candidates - plan.better) * equal;
  const double all = 2 * static_cast<double>(plan.families) * a_family;
  if (all <= kMostSimulatedPairs) return absl::OkStatus();
  return InvalidArgument(
      "families: {} of them would be {:.2g} pairs to simulate, at most {:.2g}; "
      "ask for fewer families or candidates, or for bounds further apart",
      plan.families, all, kMostSimulatedPairs);
}

}  // namespace

absl::StatusOr<EliminationCost> SimulateElimination(const EliminationPlan& plan) {
  ROOKERY_RETURN_IF_ERROR(Elimination::Create(plan.candidates, plan.bounds, plan.goal).status());
  ROOKERY_RETURN_IF_ERROR(CheckPlan(plan));
  SprtBounds bounds = plan.bounds;
  bounds.alpha /= static_cast<double>(plan.candidates);
  ROOKERY_ASSIGN_OR_RETURN(const Sprt separate, Sprt::Create(bounds));
  ROOKERY_RETURN_IF_ERROR(CheckCost(plan, separate));
  const Sample like = MakeSample(plan.like);
  const Laws laws{.better = LawAt(like, plan.bounds, plan.bounds.elo1),
                  .equal = LawAt(like, plan.bounds, plan.bounds.elo0)};
  Rng families = Rng(plan.seed).Fork("families");
  Rng tests = Rng(plan.seed).Fork("separate");
  EliminationCost sums;
  for (int64_t family = 0; family < plan.families; ++family) {
    PlayFamily(plan, laws, families, sums);
    for (size_t i = 0; i < plan.candidates; ++i) {
      const Law& law = i < plan.better ? laws.better : laws.equal;
      sums.separate_pairs += PairsOfOneTest(separate, law, plan.batch_pairs, tests);
    }
  }
  const auto all = static_cast<double>(plan.families);
  const auto better = static_cast<double>(std::max<size_t>(plan.better, 1));
  return EliminationCost{.pairs = sums.pairs / all,
                         .separate_pairs = sums.separate_pairs / all,
                         .family_error = sums.family_error / all,
                         .found = sums.found / all,
                         .accepted_better = sums.accepted_better / (all * better)};
}

}  // namespace rookery::stats
