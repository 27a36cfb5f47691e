#include "cli/fit_post.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/utf8.h"
#include "engine/params/weights.h"
#include "proto/wire/bounds.h"

namespace rookery::cli {
namespace {

// Printable UTF-8 that fits, or else the other words.
std::string Shown(std::string text, const std::string& otherwise) {
  const bool printable = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  return printable && IsUtf8(text) && text.size() <= wire::kMaxFitData ? text : otherwise;
}

void Fill(v1::FitSet& target, const fit::SetReport& set) {
  target.set_positions(set.positions);
  target.set_games(set.games);
  target.set_log_loss_before(set.loss_before);
  target.set_log_loss_after(set.loss_after);
  target.set_squared_error_before(set.squared_before);
  target.set_squared_error_after(set.squared_after);
}

v1::FitNote ToProto(fit::Note note) {
  switch (note) {
    case fit::Note::kAtBound:
      return v1::FIT_NOTE_AT_BOUND;
    case fit::Note::kNeverSeen:
      return v1::FIT_NOTE_NEVER_SEEN;
    case fit::Note::kNone:
      break;
  }
  return v1::FIT_NOTE_UNSPECIFIED;
}

void Fill(v1::FittedWeight& target, const fit::FittedWeight& weight) {
  const params::Parameter& parameter = params::Table()[static_cast<size_t>(weight.scalar)];
  target.set_name(std::string(parameter.name));
  target.set_group(std::string(parameter.group));
  target.set_before(weight.before);
  target.set_after(weight.after);
  target.set_value(weight.value);
  target.set_error(weight.error);
  if (const auto move = fit::MoveInErrors(weight)) target.set_move_in_errors(*move);
  target.set_positions(static_cast<uint64_t>(weight.count));
  target.set_note(ToProto(weight.note));
}

}  // namespace

std::string DataText(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) {
    names.push_back(std::filesystem::path(file).filename().string());
  }
  const std::string number = files.size() == 1 ? "a file" : fmt::format("{} files", files.size());
  return Shown(fmt::format("{}", fmt::join(names, ", ")), number);
}

v1::PostFitRequest PostOf(const FitRun& run, const FitFlags& flags, const FitWords& words) {
  const fit::FitReport& report = run.report;
  v1::PostFitRequest request;
  request.set_title(words.title);
  v1::FitReport& target = *request.mutable_report();
  Fill(*target.mutable_train(), report.train);
  Fill(*target.mutable_test(), report.test);
  for (const fit::FitStep& step : report.steps) {
    v1::FitPass& pass = *target.add_passes();
    pass.set_train(step.loss);
    if (step.test_loss) pass.set_test(*step.test_loss);
  }
  for (const fit::FittedWeight& weight : report.fitted) Fill(*target.add_weights(), weight);
  target.set_data(Shown(words.data, ""));
  target.set_start(Shown(std::filesystem::path(flags.start).filename().string(), ""));
  target.set_start_weights_sha256(params::Identity(run.start));
  target.set_fitted_weights_sha256(params::Identity(report.weights));
  target.set_prior_steps(flags.prior);
  target.set_result_share(flags.result_share);
  target.set_k(report.k);
  target.set_k_scores(report.k_scores);
  target.set_k_after(report.k_after);
  target.set_anchored(report.anchored);
  target.set_in_check(static_cast<uint64_t>(run.data.in_check));
  target.set_decided(static_cast<uint64_t>(run.data.decided));
  target.set_restless(static_cast<uint64_t>(run.data.restless));
  target.set_faulty(static_cast<uint64_t>(run.data.read.faulty));
  target.set_games_known(run.data.read.games_known);
  return request;
}

absl::StatusOr<v1::Fit> PostFit(wire::Client& coordinator, const v1::PostFitRequest& request,
                                Context& context) {
  absl::StatusOr<v1::Fit> fit = coordinator.PostFit(request);
  if (fit.ok()) context.printer->Say(fmt::format("Fit {} is on the coordinator.", FitIdOf(*fit)));
  return fit;
}

std::string FitIdOf(const v1::Fit& fit) { return fit.name().substr(fit.name().find('/') + 1); }

}  // namespace rookery::cli
