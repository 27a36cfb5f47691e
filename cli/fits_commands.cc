#include "cli/fits_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/fit_post.h"
#include "cli/follow.h"
#include "cli/times.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

std::string_view NoteText(v1::FitNote note) {
  return note == v1::FIT_NOTE_AT_BOUND     ? "at bound"
         : note == v1::FIT_NOTE_NEVER_SEEN ? "never seen"
                                           : "";
}

// The set that judges the fit: what was kept apart, or else what was fitted to.
const v1::FitSet& JudgeOf(const v1::FitReport& report) {
  return report.test().positions() > 0 ? report.test() : report.train();
}

ordered_json SetJson(const v1::FitSet& set) {
  return {{"positions", set.positions()},
          {"games", set.games()},
          {"log_loss_before", set.log_loss_before()},
          {"log_loss_after", set.log_loss_after()},
          {"squared_error_before", set.squared_error_before()},
          {"squared_error_after", set.squared_error_after()}};
}

ordered_json HeadJson(const v1::Fit& fit) {
  const v1::FitReport& report = fit.report();
  return {{"fit", FitIdOf(fit)},
          {"title", fit.title()},
          {"owner", fit.owner()},
          {"created", IsoTime(fit.create_time())},
          {"weights_fitted", fit.weights()},
          {"weights_moved", fit.moved()},
          {"data", report.data()},
          {"start", report.start()},
          {"start_weights", report.start_weights_sha256()},
          {"fitted_weights", report.fitted_weights_sha256()},
          {"train", SetJson(report.train())},
          {"test", SetJson(report.test())},
          {"k", report.k()}};
}

ordered_json WholeJson(const v1::Fit& fit) {
  ordered_json json = HeadJson(fit);
  json["losses"] = ordered_json::array();
  for (const v1::FitPass& pass : fit.report().passes()) {
    const ordered_json test = pass.has_test() ? ordered_json(pass.test()) : ordered_json(nullptr);
    json["losses"].push_back({{"train", pass.train()}, {"test", test}});
  }
  json["weights"] = ordered_json::array();
  for (const v1::FittedWeight& one : fit.report().weights()) {
    const ordered_json move =
        one.has_move_in_errors() ? ordered_json(one.move_in_errors()) : ordered_json(nullptr);
    json["weights"].push_back({{"name", one.name()},
                               {"group", one.group()},
                               {"before", one.before()},
                               {"after", one.after()},
                               {"value", one.value()},
                               {"error", one.error()},
                               {"move_in_errors", move},
                               {"positions", one.positions()},
                               {"note", NoteText(one.note())}});
  }
  return json;
}

Exit List(Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::ListFitsResponse> fits = (*coordinator)->ListFits();
  if (!fits.ok()) return context.FailRemote(fits.status());
  if (context.json) {
    ordered_json list = ordered_json::array();
    for (const v1::Fit& fit : fits->fits()) list.push_back(HeadJson(fit));
    context.printer->Json({{"fits", std::move(list)}});
    return Exit::kDone;
  }
  if (fits->fits().empty()) {
    context.printer->Say("No fits yet. Post one: rookery fit data.epd --post --out weights.toml");
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {
      {"FIT", "MOVED", "LOG LOSS", "POSTED", "BY", "TITLE"}};
  for (const v1::Fit& fit : fits->fits()) {
    const v1::FitSet& set = JudgeOf(fit.report());
    rows.push_back({FitIdOf(fit), fmt::format("{} of {}", fit.moved(), fit.weights()),
                    fmt::format("{:.5f} -> {:.5f}", set.log_loss_before(), set.log_loss_after()),
                    TimeText(fit.create_time()), fit.owner(), fit.title()});
  }
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit Show(const std::string& name, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Fit> fit = (*coordinator)->GetFit(name);
  if (!fit.ok()) return context.FailRemote(fit.status());
  if (context.json) {
    context.printer->Json(WholeJson(*fit));
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {
      {"weight", "before", "after", "error", "in errors", "positions", ""}};
  for (const v1::FittedWeight& one : fit->report().weights()) {
    rows.push_back({one.name(), fmt::format("{}", one.before()), fmt::format("{}", one.after()),
                    fmt::format("{:.1f}", one.error()),
                    one.has_move_in_errors() ? fmt::format("{:+.1f}", one.move_in_errors()) : "-",
                    fmt::format("{}", one.positions()), std::string(NoteText(one.note()))});
  }
  context.printer->Table(rows);
  const v1::FitSet& set = JudgeOf(fit->report());
  context.printer->Out(fmt::format(
      "  {} positions of {} games: log loss {:.5f} -> {:.5f}, k {:.4f}", set.positions(),
      set.games(), set.log_loss_before(), set.log_loss_after(), fit->report().k()));
  return Exit::kDone;
}

}  // namespace

void AddFitsCommands(CLI::App& app, Context& context) {
  CLI::App* fits = AddNoun(app, {"fits", "Fits of weights that were posted to the coordinator",
                                 "rookery fits list    then: rookery fits show ID"});
  AddCommand(*fits, context,
             {"list", "The newest fits, of which the coordinator keeps 100", "rookery fits list"},
             [&context] { return List(context); });
  auto name = std::make_shared<std::string>();
  CLI::App* show = AddCommand(
      *fits, context,
      {"show", "A fit's weights with their errors", "rookery fits show 1f0c5a9be2d73a44"},
      [name, &context] { return Show(*name, context); });
  show->add_option("fit", *name, "Its id")->required()->type_name("ID");
}

}  // namespace rookery::cli
