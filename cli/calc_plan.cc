// `rookery calc plan`: what a sequential test will cost, before a game is played.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <vector>

#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "coordinator/stats/plan.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostStrengths = 1000;

struct PlanFlags {
  std::string model = "normalized";
  stats::SprtBounds bounds;
  std::vector<double> true_elo;
  double draw_ratio = stats::kUsualDrawRatio;
  double rms_bias = 0;
  std::string pentanomial;  // instead of the two above
  double seconds_per_game = 0;
  double watts = 0;  // a core
};

struct Row {
  double true_elo = 0;
  stats::PlanPoint point;
  std::optional<double> core_hours;
  std::optional<double> core_hours_95;
  std::optional<double> kwh;
};

struct Plan {
  double variance_per_game = 0;
  double lower = 0;
  double upper = 0;
  std::vector<Row> rows;
};

absl::StatusOr<double> Variance(const PlanFlags& flags) {
  if (flags.pentanomial.empty()) {
    return stats::VariancePerGame(flags.draw_ratio, flags.rms_bias);
  }
  ROOKERY_ASSIGN_OR_RETURN(const stats::Pentanomial pairs,
                           stats::ParsePentanomial(flags.pentanomial));
  ROOKERY_RETURN_IF_ERROR(stats::CheckSpread("pentanomial", pairs));
  return stats::PlanVariance(pairs);
}

absl::Status CheckFlags(const PlanFlags& flags) {
  if (!(flags.seconds_per_game >= 0 && flags.seconds_per_game <= 1e6)) {
    return InvalidArgument("seconds_per_game: {} must lie within 0 and 1000000",
                           flags.seconds_per_game);
  }
  if (!(flags.watts >= 0 && flags.watts <= 1e5)) {
    return InvalidArgument("watts: {} must lie within 0 and 100000", flags.watts);
  }
  if (flags.watts > 0 && flags.seconds_per_game == 0) {
    return InvalidArgument("watts: needs seconds_per_game, for energy is power times time");
  }
  if (flags.true_elo.size() > kMostStrengths) {
    return InvalidArgument("true_elo: {} values; at most {}", flags.true_elo.size(),
                           kMostStrengths);
  }
  for (const double elo : flags.true_elo) {
    if (!std::isfinite(elo) || std::abs(elo) > 10000) {
      return InvalidArgument("true_elo: {} must lie within -10000 and 10000", elo);
    }
  }
  return absl::OkStatus();
}

Row MakeRow(const PlanFlags& flags, const stats::Sprt& sprt, double variance, double true_elo) {
  Row row;
  row.true_elo = true_elo;
  row.point = stats::PlanTest(sprt, variance, true_elo);
  if (flags.seconds_per_game > 0) {
    const double hours_per_pair = 2 * flags.seconds_per_game / 3600;
    row.core_hours = row.point.expected_pairs * hours_per_pair;
    row.core_hours_95 = row.point.pairs_95 * hours_per_pair;
    if (flags.watts > 0) row.kwh = *row.core_hours * flags.watts / 1000;
  }
  return row;
}

absl::StatusOr<Plan> Work(const PlanFlags& flags) {
  ROOKERY_RETURN_IF_ERROR(CheckFlags(flags));
  Plan plan;
  ROOKERY_ASSIGN_OR_RETURN(plan.variance_per_game, Variance(flags));
  stats::SprtBounds bounds = flags.bounds;
  if (flags.model == "logistic") bounds.model = stats::EloModel::kLogistic;
  ROOKERY_ASSIGN_OR_RETURN(const stats::Sprt sprt, stats::Sprt::Create(bounds));
  plan.lower = sprt.lower();
  plan.upper = sprt.upper();
  std::vector<double> strengths = flags.true_elo;
  if (strengths.empty()) {
    for (const double share : {-0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5}) {
      strengths.push_back(bounds.elo0 + share * (bounds.elo1 - bounds.elo0));
    }
  }
  for (const double elo : strengths) {
    plan.rows.push_back(MakeRow(flags, sprt, plan.variance_per_game, elo));
  }
  return plan;
}

ordered_json RowJson(const Row& row) {
  ordered_json object;
  object["true_elo"] = row.true_elo;
  object["true_elo_logistic"] = row.point.true_elo_logistic;
  object["true_elo_normalized"] = row.point.true_elo_normalized;
  object["pass_probability"] = row.point.pass_probability;
  object["expected_pairs"] = row.point.expected_pairs;
  object["expected_games"] = 2 * row.point.expected_pairs;
  object["pairs_95"] = row.point.pairs_95;
  object["games_95"] = 2 * row.point.pairs_95;
  object["core_hours"] = NumberOrNull(row.core_hours);
  object["core_hours_95"] = NumberOrNull(row.core_hours_95);
  object["kwh"] = NumberOrNull(row.kwh);
  return object;
}

ordered_json ToJson(const Plan& plan, const PlanFlags& flags) {
  ordered_json object;
  object["model"] = flags.model;
  object["elo0"] = flags.bounds.elo0;
  object["elo1"] = flags.bounds.elo1;
  object["alpha"] = flags.bounds.alpha;
  object["beta"] = flags.bounds.beta;
  object["lower"] = plan.lower;
  object["upper"] = plan.upper;
  object["variance_per_game"] = plan.variance_per_game;
  object["points"] = ordered_json::array();
  for (const Row& row : plan.rows) object["points"].push_back(RowJson(row));
  return object;
}

void Print(const Plan& plan, Printer& printer) {
  const bool hours = !plan.rows.empty() && plan.rows.front().core_hours.has_value();
  const bool energy = !plan.rows.empty() && plan.rows.front().kwh.has_value();
  std::vector<std::vector<std::string>> table;
  table.push_back({"true Elo", "logistic", "nElo", "passes", "pairs", "games", "95 % pairs"});
  if (hours) table.back().push_back("core hours");
  if (energy) table.back().push_back("kWh");
  for (const Row& row : plan.rows) {
    table.push_back({Fixed(row.true_elo, 2), Fixed(row.point.true_elo_logistic, 2),
                     Fixed(row.point.true_elo_normalized, 2),
                     fmt::format("{:.2f} %", 100 * row.point.pass_probability),
                     fmt::format("{:.0f}", row.point.expected_pairs),
                     fmt::format("{:.0f}", 2 * row.point.expected_pairs),
                     fmt::format("{:.0f}", row.point.pairs_95)});
    if (hours) table.back().push_back(NumberText(row.core_hours, 1));
    if (energy) table.back().push_back(NumberText(row.kwh, 2));
  }
  printer.Table(table);
}

Exit Run(const PlanFlags& flags, Context& context) {
  const absl::StatusOr<Plan> plan = Work(flags);
  if (!plan.ok()) return context.FailLocal(plan.status());
  if (context.json) {
    context.printer->Json(ToJson(*plan, flags));
  } else {
    Print(*plan, *context.printer);
  }
  return Exit::kDone;
}

void AddOptions(CLI::App& command, PlanFlags& flags) {
  command.add_option("--elo0", flags.bounds.elo0, "What the change must not be")
      ->capture_default_str();
  command.add_option("--elo1", flags.bounds.elo1, "What the change is hoped to be")
      ->capture_default_str();
  command.add_option("--model", flags.model, "What Elo is said in")
      ->check(CLI::IsMember({"normalized", "logistic"}))
      ->capture_default_str();
  command.add_option("--alpha", flags.bounds.alpha, "Rate of false acceptances")
      ->capture_default_str();
  command.add_option("--beta", flags.bounds.beta, "Rate of false rejections")
      ->capture_default_str();
  command.add_option("--true-elo", flags.true_elo, "True strengths, in the model's Elo")
      ->delimiter(',')
      ->type_name("ELO,...");
  CLI::Option* const draws =
      command.add_option("--draw-ratio", flags.draw_ratio, "Share of drawn games")
          ->capture_default_str();
  CLI::Option* const bias =
      command.add_option("--rms-bias", flags.rms_bias, "How much openings favour a side, in Elo")
          ->capture_default_str();
  command
      .add_option("--pentanomial", flags.pentanomial,
                  "Results of a like test, instead of draw ratio and bias")
      ->excludes(draws)
      ->excludes(bias)
      ->type_name("COUNTS");
  command.add_option("--seconds-per-game", flags.seconds_per_game, "Of one core, for core hours");
  command.add_option("--watts", flags.watts, "Of one core, for kWh");
}

}  // namespace

void AddCalcPlan(CLI::App& calc, Context& context) {
  const auto flags = std::make_shared<PlanFlags>();
  CLI::App* command =
      AddCommand(calc, context,
                 {.name = "plan",
                  .summary = "Pass probability and length of a test against the true strength",
                  .examples = "rookery calc plan --elo0 0 --elo1 5\n"
                              "rookery calc plan --elo0 0 --elo1 5 --true-elo 0,2.5,5 --json\n"
                              "rookery calc plan --model logistic --draw-ratio 0.49 --rms-bias 191 "
                              "--seconds-per-game 16 --watts 8"},
                 [flags, &context] { return Run(*flags, context); });
  AddOptions(*command, *flags);
  RefuseEmptyValues(*command);
}

}  // namespace rookery::cli
