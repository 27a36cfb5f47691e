// `rookery calc sprt`: what a sequential test says of given results.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_counts.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "coordinator/stats/bound_scales.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/report.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

struct SprtFlags {
  CountFlags counts;
  std::optional<double> draw_ratio;
  std::string model = "normalized";
  stats::SprtBounds bounds;
  int64_t batch_pairs = 0;
  bool overshoot_corrected = false;
};

// What was asked, read and checked.
struct Question {
  Counts counts;
  std::optional<double> draw_ratio;  // of games, as given
  stats::EloScale scale = stats::EloScale::kNormalized;
};

struct Answer {
  Question question;
  stats::SprtBounds bounds;  // as given
  double lower = 0;
  double upper = 0;
  stats::Report report;
  std::optional<stats::BoundOnScales> bound0;  // none without results
  std::optional<stats::BoundOnScales> bound1;
  std::optional<double> legacy_llr;  // of games with BayesElo bounds
  int64_t batch_pairs = 0;
  bool moved_bounds = false;  // with each look, by the overshoot: counts don't say where they are
};

absl::StatusOr<Question> ReadQuestion(const SprtFlags& flags) {
  Question question;
  ROOKERY_ASSIGN_OR_RETURN(question.counts, ReadCounts(flags.counts));
  if (flags.draw_ratio && !(*flags.draw_ratio > 0 && *flags.draw_ratio < 1)) {
    return InvalidArgument("draw_ratio: {} must lie between 0 and 1, both excluded",
                           *flags.draw_ratio);
  }
  if (flags.draw_ratio && question.counts.games) {
    return InvalidArgument("draw_ratio: the games say it; leave it out beside --trinomial");
  }
  question.draw_ratio = flags.draw_ratio;
  if (flags.model == "logistic") question.scale = stats::EloScale::kLogistic;
  if (flags.model == "bayes") question.scale = stats::EloScale::kBayes;
  if (question.scale == stats::EloScale::kBayes && !question.counts.games && !flags.draw_ratio) {
    return InvalidArgument(
        "model: bayes needs the games' draws, which set its scale: give --trinomial, or "
        "--draw-ratio beside --pentanomial");
  }
  return question;
}

absl::StatusOr<stats::Sprt> MakeSprt(const Question& question, stats::SprtBounds bounds) {
  if (question.scale == stats::EloScale::kBayes) {
    if (question.counts.games) return stats::CreateBayesSprt(bounds, *question.counts.games);
    ROOKERY_ASSIGN_OR_RETURN(const double draw_elo,
                             stats::DrawEloOfPairs(*question.counts.pairs, *question.draw_ratio));
    return stats::CreateBayesSprt(bounds, draw_elo);
  }
  bounds.model = question.scale == stats::EloScale::kLogistic ? stats::EloModel::kLogistic
                                                              : stats::EloModel::kNormalized;
  return stats::Sprt::Create(bounds);
}

// What turns one scale into another, from the results; none where there are none.
std::optional<stats::ScaleContext> ContextOf(const Question& question) {
  const Counts& counts = question.counts;
  stats::ScaleContext context;
  context.draw_ratio = question.draw_ratio;
  if (counts.games && stats::Total(*counts.games) > 0) {
    context.draw_ratio =
        static_cast<double>((*counts.games)[1]) / static_cast<double>(stats::Total(*counts.games));
  }
  const bool paired = counts.pairs && stats::Total(*counts.pairs) > 0;
  if (paired || (counts.games && stats::Total(*counts.games) > 0)) {
    context.sigma_per_game = stats::SigmaPerGame(paired ? stats::MakeSample(*counts.pairs)
                                                        : stats::MakeSample(*counts.games));
  } else if (context.draw_ratio) {
    context.sigma_per_game = std::sqrt((1 - *context.draw_ratio) / 4);
  } else {
    return std::nullopt;
  }
  return context;
}

// `said` is the bound as given, `used` as the test has it: BayesElo is tested as the logistic Elo
// that these games make of it.
std::optional<stats::BoundOnScales> ScalesOf(const Question& question, double said, double used) {
  const std::optional<stats::ScaleContext> context = ContextOf(question);
  if (!context) return std::nullopt;
  if (question.scale != stats::EloScale::kBayes) {
    return stats::OnAllScales(said, question.scale, *context);
  }
  stats::BoundOnScales bound = stats::OnAllScales(used, stats::EloScale::kLogistic, *context);
  bound.bayes = said;
  return bound;
}

absl::StatusOr<Answer> Work(const SprtFlags& flags) {
  Answer answer;
  if (flags.batch_pairs < 0 || flags.batch_pairs > stats::kMostCount) {
    return InvalidArgument("batch_pairs: {} must lie within 0 and {}", flags.batch_pairs,
                           stats::kMostCount);
  }
  if (flags.overshoot_corrected && flags.batch_pairs == 0) {
    return InvalidArgument("overshoot_corrected: needs batch_pairs, the pairs between two looks");
  }
  ROOKERY_ASSIGN_OR_RETURN(answer.question, ReadQuestion(flags));
  if (flags.batch_pairs > 0 && !answer.question.counts.pairs) {
    return InvalidArgument("batch_pairs: {} say nothing of single games; give --pentanomial",
                           flags.batch_pairs);
  }
  answer.bounds = flags.bounds;
  answer.batch_pairs = flags.batch_pairs;
  answer.moved_bounds = flags.overshoot_corrected;
  ROOKERY_ASSIGN_OR_RETURN(const stats::Sprt sprt, MakeSprt(answer.question, flags.bounds));
  answer.lower = sprt.lower();
  answer.upper = sprt.upper();
  const Counts& counts = answer.question.counts;
  const stats::Looking looking = {.every = flags.batch_pairs,
                                  .drawn_in = flags.overshoot_corrected};
  answer.report = counts.pairs ? stats::SequentialReport(sprt, *counts.pairs, looking)
                               : stats::SequentialReport(sprt, *counts.games);
  answer.bound0 = ScalesOf(answer.question, answer.bounds.elo0, sprt.bounds().elo0);
  answer.bound1 = ScalesOf(answer.question, answer.bounds.elo1, sprt.bounds().elo1);
  if (answer.question.scale == stats::EloScale::kBayes && counts.games) {
    answer.legacy_llr =
        stats::LegacyBayesLlr(*counts.games, answer.bounds.elo0, answer.bounds.elo1);
  }
  return answer;
}

ordered_json ScalesJson(const std::optional<stats::BoundOnScales>& bound) {
  if (!bound) return nullptr;
  ordered_json object;
  object["score"] = NumberOrNull(bound->score);
  object["normalized"] = NumberOrNull(bound->normalized);
  object["logistic"] = NumberOrNull(bound->logistic);
  object["bayes"] = NumberOrNull(bound->bayes);
  return object;
}

ordered_json ToJson(const Answer& answer, const std::string& model) {
  const stats::Report& report = answer.report;
  ordered_json object;
  object["llr"] = *report.llr;
  object["lower"] = answer.lower;
  object["upper"] = answer.upper;
  AddElo(object, "elo", report.elo);
  AddInterval(object, "nelo", report.nelo);
  object["los"] = NumberOrNull(report.los);
  object["verdict"] =
      answer.moved_bounds ? ordered_json(nullptr) : ordered_json(VerdictName(report.verdict));
  object["model"] = model;
  object["elo0"] = answer.bounds.elo0;
  object["elo1"] = answer.bounds.elo1;
  object["alpha"] = answer.bounds.alpha;
  object["beta"] = answer.bounds.beta;
  object["pairs"] = report.pairs;
  object["games"] = report.games;
  object["score"] = NumberOrNull(report.score);
  AddInterval(object, "draw_ratio", report.draw_ratio);
  AddInterval(object, "pairs_ratio", report.pairs_ratio);
  const Counts& counts = answer.question.counts;
  object["pentanomial"] = counts.pairs ? ordered_json(*counts.pairs) : ordered_json(nullptr);
  object["trinomial"] = counts.games ? ordered_json(*counts.games) : ordered_json(nullptr);
  object["elo0_scales"] = ScalesJson(answer.bound0);
  object["elo1_scales"] = ScalesJson(answer.bound1);
  object["batch_pairs"] = answer.batch_pairs;
  object["overshoot_corrected"] = answer.moved_bounds;
  object["legacy_llr"] = NumberOrNull(answer.legacy_llr);
  return object;
}

std::string ScalesText(const stats::BoundOnScales& bound) {
  return fmt::format("normalised {}, logistic {}, BayesElo {}, score {}",
                     NumberText(bound.normalized, 3), NumberText(bound.logistic, 3),
                     NumberText(bound.bayes, 3), NumberText(bound.score, 5));
}

void Print(const Answer& answer, const std::string& model, Printer& printer) {
  const stats::Report& report = answer.report;
  const Tone tone = report.verdict == stats::Verdict::kAccepted   ? Tone::kGood
                    : report.verdict == stats::Verdict::kRejected ? Tone::kBad
                                                                  : Tone::kPlain;
  printer.Out(fmt::format("Verdict  {}",
                          answer.moved_bounds
                              ? std::string("n/a: its bounds moved with each look; the run knows")
                              : printer.PaintOut(tone, VerdictName(report.verdict))));
  printer.Out(fmt::format("LLR      {} ({}, {}) for [{}, {}] {} Elo", Fixed(*report.llr, 4),
                          Fixed(answer.lower, 4), Fixed(answer.upper, 4),
                          Fixed(answer.bounds.elo0, 2), Fixed(answer.bounds.elo1, 2), model));
  if (answer.legacy_llr) {
    printer.Out("         as published before 2020: " + NumberText(answer.legacy_llr, 4));
  }
  printer.Out(
      fmt::format("Elo      {} (95 %, corrected for stopping)", EloIntervalText(report.elo)));
  printer.Out(fmt::format("nElo     {} (95 %)", IntervalText(report.nelo)));
  printer.Out(fmt::format("LOS      {}", PercentText(report.los)));
  if (answer.question.counts.pairs) {
    printer.Out(fmt::format("Pairs    {}: {} (LL, LD, DD/WL, WD, WW)", report.pairs,
                            fmt::join(*answer.question.counts.pairs, ", ")));
  }
  if (answer.question.counts.games) {
    printer.Out(fmt::format("Games    {}: {} (losses, draws, wins)", report.games,
                            fmt::join(*answer.question.counts.games, ", ")));
  }
  printer.Out("Score    " + SharesText(report));
  if (answer.bound0) printer.Out("elo0     " + ScalesText(*answer.bound0));
  if (answer.bound1) printer.Out("elo1     " + ScalesText(*answer.bound1));
}

Exit Run(const SprtFlags& flags, Context& context) {
  const absl::StatusOr<Answer> answer = Work(flags);
  if (!answer.ok()) return context.FailLocal(answer.status());
  if (context.json) {
    context.printer->Json(ToJson(*answer, flags.model));
  } else {
    Print(*answer, flags.model, *context.printer);
  }
  return Exit::kDone;
}

}  // namespace

void AddCalcSprt(CLI::App& calc, Context& context) {
  const auto flags = std::make_shared<SprtFlags>();
  CLI::App* command = AddCommand(
      calc, context,
      {.name = "sprt",
       .summary = "LLR, verdict and corrected Elo of given results",
       .examples = "rookery calc sprt --pentanomial 8,191,555,275,24 --elo0 0 --elo1 5\n"
                   "rookery calc sprt --trinomial 591,2163,716 --elo0 0 --elo1 5 --model logistic\n"
                   "rookery calc sprt --pentanomial 8,191,555,275,24 --json"},
      [flags, &context] { return Run(*flags, context); });
  AddCountOptions(*command, flags->counts);
  command->add_option("--elo0", flags->bounds.elo0, "What the change must not be")
      ->capture_default_str();
  command->add_option("--elo1", flags->bounds.elo1, "What the change is hoped to be")
      ->capture_default_str();
  command->add_option("--model", flags->model, "What elo0 and elo1 are said in")
      ->check(CLI::IsMember({"normalized", "logistic", "bayes"}))
      ->capture_default_str();
  command->add_option("--alpha", flags->bounds.alpha, "Rate of false acceptances")
      ->capture_default_str();
  command->add_option("--beta", flags->bounds.beta, "Rate of false rejections")
      ->capture_default_str();
  command->add_option("--draw-ratio", flags->draw_ratio,
                      "Share of drawn games, for BayesElo where only pairs are known");
  command->add_option("--batch-pairs", flags->batch_pairs,
                      "How many pairs apart the verdict was looked for; 0: all the time");
  command->add_flag("--overshoot-corrected", flags->overshoot_corrected,
                    "At bounds drawn in, as `rookery test --decide-every` does");
  RefuseEmptyValues(*command);
}

}  // namespace rookery::cli
