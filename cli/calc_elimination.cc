// `rookery calc elimination`: several candidates against one base. What their results say, or,
// without results, what finding out will cost.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"
#include "coordinator/stats/elimination_plan.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using stats::CandidateState;

struct EliminationFlags {
  std::string model = "normalized";
  std::string goal = "first";
  stats::EliminationPlan plan;
  std::string like;
  std::vector<std::string> results;  // NAME=LL,LD,DD,WD,WW
};

struct Named {
  std::string name;
  stats::Pentanomial counts{};
};

std::string_view StateName(CandidateState state) {
  switch (state) {
    case CandidateState::kRunning:
      return "running";
    case CandidateState::kAccepted:
      return "accepted";
    case CandidateState::kRejected:
      return "rejected";
    case CandidateState::kLeft:
      return "left";
  }
  return "";
}

absl::StatusOr<std::vector<Named>> ReadResults(const std::vector<std::string>& results) {
  std::vector<Named> named;
  std::set<std::string> known;
  for (const std::string& text : results) {
    const size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      return InvalidArgument("result: '{}' must be NAME=LL,LD,DD,WD,WW", text.substr(0, 200));
    }
    Named one{.name = text.substr(0, equals)};
    if (!known.insert(one.name).second) {
      return InvalidArgument("result: '{}' is given twice", one.name.substr(0, 200));
    }
    const auto counts = stats::ParsePentanomial(text.substr(equals + 1));
    if (!counts.ok()) {
      return InvalidArgument("result of '{}': {}", one.name.substr(0, 200),
                             std::string(counts.status().message()));
    }
    one.counts = *counts;
    named.push_back(std::move(one));
  }
  return named;
}

// As if each had been looked at now for the first time: those that are out, then the best first.
stats::Elimination Apply(stats::Elimination elimination, const stats::Sprt& sprt,
                         const std::vector<Named>& named) {
  std::vector<size_t> order(named.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<double> llrs;
  for (const Named& one : named) llrs.push_back(sprt.Llr(one.counts));
  const double lower = elimination.lower();
  std::sort(order.begin(), order.end(), [&llrs, lower](size_t a, size_t b) {
    const bool a_out = llrs[a] <= lower;
    const bool b_out = llrs[b] <= lower;
    if (a_out != b_out) return a_out;
    return llrs[a] != llrs[b] ? llrs[a] > llrs[b] : a < b;
  });
  for (const size_t i : order) elimination.Update(i, named[i].counts);
  return elimination;
}

void AddBounds(const EliminationFlags& flags, size_t candidates, ordered_json& object) {
  object["model"] = flags.model;
  object["elo0"] = flags.plan.bounds.elo0;
  object["elo1"] = flags.plan.bounds.elo1;
  object["alpha"] = flags.plan.bounds.alpha;
  object["beta"] = flags.plan.bounds.beta;
  object["goal"] = flags.goal;
  object["candidates"] = candidates;
}

ordered_json ResultsJson(const EliminationFlags& flags, const std::vector<Named>& named,
                         const stats::Elimination& elimination) {
  ordered_json object;
  AddBounds(flags, named.size(), object);
  object["lower"] = elimination.lower();
  // Acceptances lower it, so the lowest is the one that counts now.
  double upper = elimination.upper(0);
  for (size_t i = 1; i < named.size(); ++i) upper = std::min(upper, elimination.upper(i));
  object["upper"] = upper;
  object["finished"] = elimination.Finished();
  const std::optional<size_t> next = elimination.Next();
  object["next"] = next.has_value() ? ordered_json(named[*next].name) : ordered_json(nullptr);
  object["results"] = ordered_json::array();
  for (size_t i = 0; i < named.size(); ++i) {
    ordered_json row;
    row["name"] = named[i].name;
    row["state"] = StateName(elimination.state(i));
    row["pairs"] = stats::Total(named[i].counts);
    row["llr"] = elimination.llr(i);
    row["upper"] = elimination.upper(i);
    object["results"].push_back(row);
  }
  return object;
}

void PrintResults(const std::vector<Named>& named, const stats::Elimination& elimination,
                  Printer& printer) {
  std::vector<std::vector<std::string>> table = {
      {"candidate", "state", "pairs", "LLR", "accepted at"}};
  for (size_t i = 0; i < named.size(); ++i) {
    table.push_back({named[i].name, std::string(StateName(elimination.state(i))),
                     fmt::format("{}", stats::Total(named[i].counts)), Fixed(elimination.llr(i), 2),
                     Fixed(elimination.upper(i), 2)});
  }
  printer.Table(table);
  printer.Out(fmt::format("Out at {:.2f}.", elimination.lower()));
  if (const std::optional<size_t> next = elimination.Next()) {
    printer.Out(fmt::format("Play next: {}", named[*next].name));
  }
}

absl::Status SayResults(const EliminationFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<Named> named, ReadResults(flags.results));
  ROOKERY_ASSIGN_OR_RETURN(
      stats::Elimination elimination,
      stats::Elimination::Create(named.size(), flags.plan.bounds, flags.plan.goal));
  ROOKERY_ASSIGN_OR_RETURN(const stats::Sprt sprt, stats::Sprt::Create(flags.plan.bounds));
  elimination = Apply(std::move(elimination), sprt, named);
  if (context.json) {
    context.printer->Json(ResultsJson(flags, named, elimination));
  } else {
    PrintResults(named, elimination, *context.printer);
  }
  return absl::OkStatus();
}

absl::Status SayCost(const EliminationFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(const stats::EliminationCost cost,
                           stats::SimulateElimination(flags.plan));
  const double saved = 1 - cost.pairs / cost.separate_pairs;
  if (!context.json) {
    context.printer->Out(fmt::format(
        "{} candidates, {} better: {:.0f} pairs, {:.0f} by separate tests ({:.0f} % {})",
        flags.plan.candidates, flags.plan.better, cost.pairs, cost.separate_pairs,
        100 * std::abs(saved), saved < 0 ? "more" : "fewer"));
    context.printer->Out(fmt::format("one accepted that isn't better: {:.1f} % of families",
                                     100 * cost.family_error));
    if (flags.plan.better > 0) {
      context.printer->Out(fmt::format(
          "one accepted that is: {:.1f} % of families; of the better ones {:.1f} % are accepted",
          100 * cost.found, 100 * cost.accepted_better));
    }
    return absl::OkStatus();
  }
  ordered_json object;
  AddBounds(flags, flags.plan.candidates, object);
  object["better"] = flags.plan.better;
  object["families"] = flags.plan.families;
  object["batch_pairs"] = flags.plan.batch_pairs;
  object["seed"] = flags.plan.seed;
  object["pairs"] = cost.pairs;
  object["games"] = 2 * cost.pairs;
  object["separate_pairs"] = cost.separate_pairs;
  object["separate_games"] = 2 * cost.separate_pairs;
  object["saved"] = saved;
  object["family_error"] = cost.family_error;
  object["found"] = flags.plan.better > 0 ? ordered_json(cost.found) : ordered_json(nullptr);
  object["accepted_better"] =
      flags.plan.better > 0 ? ordered_json(cost.accepted_better) : ordered_json(nullptr);
  context.printer->Json(object);
  return absl::OkStatus();
}

absl::Status Work(EliminationFlags flags, Context& context) {
  if (flags.model == "logistic") flags.plan.bounds.model = stats::EloModel::kLogistic;
  if (flags.goal == "all") flags.plan.goal = stats::EliminationGoal::kAll;
  if (!flags.like.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(flags.plan.like, stats::ParsePentanomial(flags.like));
  }
  return flags.results.empty() ? SayCost(flags, context) : SayResults(flags, context);
}

Exit Run(const EliminationFlags& flags, Context& context) {
  const absl::Status status = Work(flags, context);
  return status.ok() ? Exit::kDone : context.FailLocal(status);
}

// What a simulation needs and results don't.
void AddCostOptions(CLI::App& command, EliminationFlags& flags, CLI::Option& result) {
  stats::EliminationPlan& plan = flags.plan;
  command.add_option("--candidates", plan.candidates, "How many there will be")
      ->check(WholeNumber(1, stats::kMostCandidates))
      ->excludes(&result)
      ->capture_default_str();
  command.add_option("--better", plan.better, "How many of them truly are elo1")
      ->check(WholeNumber(0, stats::kMostCandidates))
      ->excludes(&result)
      ->capture_default_str();
  command.add_option("--like", flags.like, "Pairs of a like test: how results spread")
      ->excludes(&result)
      ->type_name("COUNTS");
  command.add_option("--batch-pairs", plan.batch_pairs, "Pairs until the next choice")
      ->check(WholeNumber(1, stats::kMostBatchPairs))
      ->excludes(&result)
      ->capture_default_str();
  command.add_option("--families", plan.families, "How many are simulated")
      ->check(WholeNumber(1, stats::kMostFamilies))
      ->excludes(&result)
      ->capture_default_str();
  command.add_option("--seed", plan.seed, "Of the simulation")
      ->check(WholeNumber(0, UINT64_MAX))
      ->excludes(&result)
      ->capture_default_str();
}

void AddOptions(CLI::App& command, EliminationFlags& flags) {
  stats::EliminationPlan& plan = flags.plan;
  CLI::Option* const result =
      command
          .add_option("--result", flags.results,
                      "A candidate's pairs against the base, by points; once for each candidate")
          ->type_name("NAME=COUNTS")
          ->allow_extra_args(false);
  command.add_option("--goal", flags.goal, "One better candidate is enough, or say it of each")
      ->check(CLI::IsMember({"first", "all"}))
      ->capture_default_str();
  command.add_option("--elo0", plan.bounds.elo0, "What a candidate must not be")
      ->capture_default_str();
  command.add_option("--elo1", plan.bounds.elo1, "What one is hoped to be")->capture_default_str();
  command.add_option("--model", flags.model, "What Elo is said in")
      ->check(CLI::IsMember({"normalized", "logistic"}))
      ->capture_default_str();
  command.add_option("--alpha", plan.bounds.alpha, "Rate of accepting any that isn't better")
      ->capture_default_str();
  command.add_option("--beta", plan.bounds.beta, "Rate of rejecting a better one, of each")
      ->capture_default_str();
  AddCostOptions(command, flags, *result);
}

}  // namespace

void AddCalcElimination(CLI::App& calc, Context& context) {
  const auto flags = std::make_shared<EliminationFlags>();
  CLI::App* command = AddCommand(
      calc, context,
      {.name = "elimination",
       .summary = "Several candidates against one base, with one error rate for all of them",
       .examples = "rookery calc elimination --candidates 8 --elo1 30\n"
                   "rookery calc elimination --goal all --result a=3,40,90,52,5 --result "
                   "b=9,61,80,40,2"},
      [flags, &context] { return Run(*flags, context); });
  AddOptions(*command, *flags);
  RefuseEmptyValues(*command);
}

}  // namespace rookery::cli
