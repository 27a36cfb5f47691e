#include "tuner/optim/planner.h"

#include <algorithm>
#include <cmath>

#include "base/status.h"
#include "tuner/optim/parameter.h"

namespace rookery::optim {
namespace {

constexpr double kC = kEloPerScore;

// Regularised lower incomplete gamma by its series; enough terms for a, x <= 2000.
double GammaP(double a, double x) {
  if (x <= 0) return 0;
  double term = 1 / a;
  double sum = term;
  for (int n = 1; n < 100'000 && term > sum * 1e-17; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return std::min(1.0, sum * std::exp(-x + a * std::log(x) - std::lgamma(a)));
}

// Loss of SPSA with constant r after `games`, starting `distance` Elo away; h of one parameter.
double LossAfter(double r, double distance, double h, const PlanInput& input, double s2) {
  const double left = std::exp(-8 * r * h * input.games / kC);
  return distance * left + StationaryLoss(input.parameters, s2, r) * (1 - left);
}

double BestR(double distance, double h, const PlanInput& input, double s2) {
  double low = std::log(1e-7);
  double high = std::log(0.5);
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 100; ++i) {
    const double left = high - ratio * (high - low);
    const double right = low + ratio * (high - low);
    if (LossAfter(std::exp(left), distance, h, input, s2) <
        LossAfter(std::exp(right), distance, h, input, s2)) {
      high = right;
    } else {
      low = left;
    }
  }
  return std::exp((low + high) / 2);
}

absl::Status CheckInput(const PlanInput& input) {
  if (input.parameters < 1)
    return InvalidArgument("parameters: {}; give 1 or more", input.parameters);
  if (!(input.games >= 2)) return InvalidArgument("games: {}; give 2 or more", input.games);
  if (!(input.draw_rate >= 0 && input.draw_rate < 1)) {
    return InvalidArgument("draw_rate: {} is not from 0 to below 1", input.draw_rate);
  }
  if (1 - input.draw_rate - 4 * input.book_bias * input.book_bias <= 0) {
    return InvalidArgument("book_bias: {} leaves no variance; it is below {} here", input.book_bias,
                           std::sqrt((1 - input.draw_rate) / 4));
  }
  if (!(input.probe_elo >= 0)) return InvalidArgument("probe_elo: {} is negative", input.probe_elo);
  if (!(input.distance > 0)) return InvalidArgument("distance: {} is not above 0", input.distance);
  return absl::OkStatus();
}

}  // namespace

double ProbeTarget(int parameters) {
  return std::clamp(3 * std::pow(static_cast<double>(parameters), 0.6), 4.0, 24.0);
}

double ProbeGrowth(int parameters) { return std::clamp(std::log2(parameters / 4.0) / 4, 0.0, 1.0); }

double StationaryLoss(int parameters, double score_variance, double r) {
  return kC * parameters * score_variance * r / 8;
}

double CramerRao(int parameters, double score_variance, double probe_elo, double games) {
  return kC * kC * score_variance / (16 * games) * parameters * parameters / probe_elo;
}

absl::StatusOr<Plan> MakePlan(const PlanInput& input) {
  ROOKERY_RETURN_IF_ERROR(CheckInput(input));
  Plan plan;
  const double n = input.parameters;
  plan.score_variance = 1 - input.draw_rate - 4 * input.book_bias * input.book_bias;
  plan.probe_elo = input.probe_elo > 0 ? input.probe_elo : ProbeTarget(input.parameters);
  plan.calibration = kCalibrationShare * input.games;
  const double h = plan.probe_elo / n;
  plan.spsa_r = BestR(input.distance, h, input, plan.score_variance);
  plan.spsa_loss = LossAfter(plan.spsa_r, input.distance, h, input, plan.score_variance);
  plan.games_per_fold = kC / (4 * plan.spsa_r * h);
  plan.bound = CramerRao(input.parameters, plan.score_variance, plan.probe_elo, input.games);
  // The prior knows the distance: what the duels can't tell is not lost beyond it, neither by what
  // isn't found nor by what noise moves.
  const double unbiased = plan.bound / (1 - kCalibrationShare);
  plan.noise_floor = 1 / (1 / input.distance + 1 / unbiased);
  plan.expected_gain = input.distance - plan.noise_floor;
  plan.pays = plan.bound < input.distance;
  if (!plan.pays) {
    plan.warning = fmt::format(
        "with {:.0f} games no method can place {} parameters better than {:.1f} Elo, more than the "
        "{:.1f} Elo that there may be to gain; take at least {:.0f} games or fewer parameters",
        input.games, input.parameters, plan.bound, input.distance,
        std::ceil(2 * input.games * plan.bound / input.distance / 1000) * 1000);
  }
  return plan;
}

AutoChoice FishtestAuto(const AutoInput& input) {
  AutoChoice choice;
  choice.c = input.range / 6;
  choice.r = input.precision /
             (kC * ChiSquareQuantile(0.95, input.parameters) * (1 - input.draw_rate) / 8);
  const double half = input.range / 2;
  const double curvature = 2 * input.elo_per_parameter / (half * half);
  choice.games = 3 * kC / (2 * choice.r * choice.c * choice.c * curvature);
  return choice;
}

double ChiSquareQuantile(double probability, int degrees) {
  double low = 0;
  double high = degrees + 40 * std::sqrt(2.0 * degrees) + 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (GammaP(degrees / 2.0, middle / 2) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace rookery::optim
