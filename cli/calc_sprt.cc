// `rookery calc sprt`: what a sequential test says of given results.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "coordinator/stats/bound_scales.h"
#include "coordinator/stats/law.h"
#include "coordinator/stats/report.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

struct SprtFlags {
  std::string pentanomial;
  std::string trinomial;
  std::string model = "normalized";
  stats::SprtBounds bounds;
  int64_t batch_pairs = 0;
};

// What was asked, read and checked.
struct Question {
  std::optional<stats::Pentanomial> pairs;
  std::optional<stats::Trinomial> games;
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
};

absl::StatusOr<Question> ReadQuestion(const SprtFlags& flags) {
  Question question;
  if (flags.pentanomial.empty() && flags.trinomial.empty()) {
    return InvalidArgument(
        "pentanomial: missing; give --pentanomial LL,LD,DD,WD,WW or "
        "--trinomial L,D,W");
  }
  if (!flags.pentanomial.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(question.pairs, stats::ParsePentanomial(flags.pentanomial));
  }
  if (!flags.trinomial.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(question.games, stats::ParseTrinomial(flags.trinomial));
  }
  if (question.pairs && question.games) {
    ROOKERY_RETURN_IF_ERROR(stats::CheckAgree(*question.games, *question.pairs));
  }
  if (flags.model == "logistic") question.scale = stats::EloScale::kLogistic;
  if (flags.model == "bayes") question.scale = stats::EloScale::kBayes;
  if (question.scale == stats::EloScale::kBayes && !question.games) {
    return InvalidArgument("model: bayes needs --trinomial, for the draws set its scale");
  }
  return question;
}

absl::StatusOr<stats::Sprt> MakeSprt(const Question& question, stats::SprtBounds bounds) {
  if (question.scale == stats::EloScale::kBayes) {
    return stats::CreateBayesSprt(bounds, *question.games);
  }
  bounds.model = question.scale == stats::EloScale::kLogistic ? stats::EloModel::kLogistic
                                                              : stats::EloModel::kNormalized;
  return stats::Sprt::Create(bounds);
}

void AddScales(Answer& answer) {
  const Question& question = answer.question;
  if (answer.report.games == 0) return;
  stats::ScaleContext context;
  context.sigma_per_game = stats::SigmaPerGame(question.pairs ? stats::MakeSample(*question.pairs)
                                                              : stats::MakeSample(*question.games));
  if (question.games) {
    context.draw_ratio = static_cast<double>((*question.games)[1]) /
                         static_cast<double>(std::max<int64_t>(stats::Total(*question.games), 1));
  }
  answer.bound0 = stats::OnAllScales(answer.bounds.elo0, question.scale, context);
  answer.bound1 = stats::OnAllScales(answer.bounds.elo1, question.scale, context);
}

absl::StatusOr<Answer> Work(const SprtFlags& flags) {
  Answer answer;
  if (flags.batch_pairs < 0 || flags.batch_pairs > stats::kMostCount) {
    return InvalidArgument("batch_pairs: {} must lie within 0 and {}", flags.batch_pairs,
                           stats::kMostCount);
  }
  ROOKERY_ASSIGN_OR_RETURN(answer.question, ReadQuestion(flags));
  answer.bounds = flags.bounds;
  ROOKERY_ASSIGN_OR_RETURN(const stats::Sprt sprt, MakeSprt(answer.question, flags.bounds));
  answer.lower = sprt.lower();
  answer.upper = sprt.upper();
  answer.report = answer.question.pairs
                      ? stats::SequentialReport(sprt, *answer.question.pairs, flags.batch_pairs)
                      : stats::SequentialReport(sprt, *answer.question.games);
  AddScales(answer);
  return answer;
}

ordered_json ScalesJson(const stats::BoundOnScales& bound) {
  ordered_json object;
  object["score"] = bound.score;
  object["normalized"] = NumberOrNull(bound.normalized);
  object["logistic"] = NumberOrNull(bound.logistic);
  object["bayes"] = NumberOrNull(bound.bayes);
  return object;
}

ordered_json ToJson(const Answer& answer, const std::string& model) {
  const stats::Report& report = answer.report;
  ordered_json object;
  object["llr"] = *report.llr;
  object["lower"] = answer.lower;
  object["upper"] = answer.upper;
  AddInterval(object, "elo", report.elo);
  AddInterval(object, "nelo", report.nelo);
  object["los"] = NumberOrNull(report.los);
  object["verdict"] = VerdictName(report.verdict);
  object["model"] = model;
  object["elo0"] = answer.bounds.elo0;
  object["elo1"] = answer.bounds.elo1;
  object["alpha"] = answer.bounds.alpha;
  object["beta"] = answer.bounds.beta;
  object["pairs"] = report.pairs;
  object["games"] = report.games;
  object["score"] = report.score;
  object["draw_ratio"] = report.draw_ratio;
  object["pairs_ratio"] = NumberOrNull(report.pairs_ratio);
  if (answer.question.pairs) object["pentanomial"] = *answer.question.pairs;
  if (answer.question.games) object["trinomial"] = *answer.question.games;
  if (answer.bound0) object["elo0_scales"] = ScalesJson(*answer.bound0);
  if (answer.bound1) object["elo1_scales"] = ScalesJson(*answer.bound1);
  return object;
}

std::string ScalesText(const stats::BoundOnScales& bound) {
  return fmt::format("normalised {}, logistic {}, BayesElo {}, score {:.5f}",
                     NumberText(bound.normalized, 3), NumberText(bound.logistic, 3),
                     NumberText(bound.bayes, 3), bound.score);
}

void Print(const Answer& answer, const std::string& model, Printer& printer) {
  const stats::Report& report = answer.report;
  const Tone tone = report.verdict == stats::Verdict::kAccepted   ? Tone::kGood
                    : report.verdict == stats::Verdict::kRejected ? Tone::kBad
                                                                  : Tone::kPlain;
  printer.Out(fmt::format("Verdict  {}", printer.PaintOut(tone, VerdictName(report.verdict))));
  printer.Out(fmt::format("LLR      {:.4f} ({:.4f}, {:.4f}) for [{:.2f}, {:.2f}] {} Elo",
                          *report.llr, answer.lower, answer.upper, answer.bounds.elo0,
                          answer.bounds.elo1, model));
  printer.Out(fmt::format("Elo      {} (95 %, corrected for stopping)", IntervalText(report.elo)));
  printer.Out(fmt::format("nElo     {} (95 %)", IntervalText(report.nelo)));
  printer.Out(fmt::format("LOS      {}", PercentText(report.los)));
  if (answer.question.pairs) {
    printer.Out(fmt::format("Pairs    {}: {} (LL, LD, DD/WL, WD, WW)", report.pairs,
                            fmt::join(*answer.question.pairs, ", ")));
  }
  if (answer.question.games) {
    printer.Out(fmt::format("Games    {}: {} (losses, draws, wins)", report.games,
                            fmt::join(*answer.question.games, ", ")));
  }
  printer.Out(fmt::format("Score    {:.5f}, draw ratio {:.5f}, pairs ratio {}", report.score,
                          report.draw_ratio, NumberText(report.pairs_ratio, 4)));
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
  command->add_option("--pentanomial", flags->pentanomial, "Pairs by points: LL,LD,DD,WD,WW")
      ->type_name("COUNTS");
  command->add_option("--trinomial", flags->trinomial, "Games: losses,draws,wins")
      ->type_name("COUNTS");
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
  command->add_option("--batch-pairs", flags->batch_pairs,
                      "How many pairs apart the verdict was looked for; 0: all the time");
}

}  // namespace rookery::cli
