// RunJson of run_text.h: the object that docs/api.md describes.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/pairing/outcome.h"
#include "cli/league_text.h"
#include "cli/run_text.h"
#include "cli/times.h"
#include "cli/tune_text.h"
#include "coordinator/stats/elo_text.h"
#include "engine/chess/rule_profile.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {
namespace {

using Json = nlohmann::ordered_json;

// A number, or null where it isn't known.
Json Known(bool known, double value) {
  return known && std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json TimeJson(bool known, const google::protobuf::Timestamp& time) {
  return known ? Json(IsoTime(time)) : Json(nullptr);
}

void AddShare(const v1::Run& run, Json& json) {
  const v1::RunSpec& spec = run.spec();
  json["owner"] = spec.owner();
  json["priority"] = spec.priority();
  json["weight"] = spec.weight();
  json["tags"] = std::vector<std::string>(spec.tags().begin(), spec.tags().end());
  json["threads"] = spec.threads();
  json["max_core_seconds"] = spec.max_core_seconds();
  json["link"] = spec.link();
  json["parent"] = RunId(run.parent());
}

Json SprtJson(const v1::SprtBounds& sprt) {
  return {{"elo0", sprt.elo0()},
          {"elo1", sprt.elo1()},
          {"alpha", sprt.alpha()},
          {"beta", sprt.beta()},
          {"model", ModelText(sprt.model())}};
}

Json FollowUpJson(const v1::RunSpec& spec) {
  if (!spec.has_follow_up()) return nullptr;
  const v1::FollowUp& next = spec.follow_up();
  return {{"limits", LimitsJson(next.limits())},
          {"sprt", next.has_sprt() ? SprtJson(next.sprt()) : Json(nullptr)}};
}

Json EndsJson(const v1::Progress& progress) {
  Json json = Json::object();
  for (const v1::GameEndCount& count : progress.ends()) {
    const auto end = GameEndFromNumber(count.end());
    json[std::string(end ? Name(*end) : "unknown")] = count.games();
  }
  return json;
}

// Of those that an engine's fault ended, the games that dev lost by it.
Json DevLostJson(const v1::Progress& progress) {
  Json json = Json::object();
  for (const v1::GameEndCount& count : progress.ends()) {
    const auto end = GameEndFromNumber(count.end());
    if (count.dev_lost() != 0 && end) json[std::string(Name(*end))] = count.dev_lost();
  }
  return json;
}

Json ForecastJson(const v1::Progress& progress) {
  if (!progress.has_forecast()) return nullptr;
  const v1::Forecast& forecast = progress.forecast();
  return {{"accepted", forecast.accepted()},    {"rejected", forecast.rejected()},
          {"undecided", forecast.undecided()},  {"pairs_expected", forecast.pairs_expected()},
          {"pairs_low", forecast.pairs_low()},  {"pairs_median", forecast.pairs_median()},
          {"pairs_high", forecast.pairs_high()}};
}

// Null where nothing is known, and at the model's end.
Json EloJson(const v1::Progress& progress, double elo) {
  const bool known = progress.elo_known() && stats::KnownElo(elo).has_value();
  return Known(known, elo);
}

void AddFigures(const v1::Run& run, Json& json) {
  const v1::Progress& progress = run.progress();
  const v1::Pentanomial& counts = progress.pentanomial();
  const bool is_test = run.kind() == v1::RUN_KIND_TEST;
  json["verdict"] = VerdictText(progress.verdict());
  json["llr"] = Known(is_test, progress.llr());
  json["lower"] = Known(is_test, progress.lower());
  json["upper"] = Known(is_test, progress.upper());
  json["stop_lower"] = Known(is_test, progress.stop_lower());
  json["stop_upper"] = Known(is_test, progress.stop_upper());
  json["pairs"] = progress.pairs();
  json["pentanomial"] = {counts.ll(), counts.ld(), counts.dd(), counts.wd(), counts.ww()};
  json["games"] = 2 * progress.pairs();
  json["score"] = Known(progress.pairs() > 0, progress.score());
  json["elo"] = EloJson(progress, progress.elo());
  json["elo_low"] = EloJson(progress, progress.elo_low());
  json["elo_high"] = EloJson(progress, progress.elo_high());
  json["nelo"] = Known(progress.elo_known(), progress.nelo());
  json["nelo_low"] = Known(progress.elo_known(), progress.nelo_low());
  json["nelo_high"] = Known(progress.elo_known(), progress.nelo_high());
  json["los"] = Known(progress.elo_known(), progress.los());
  json["draw_ratio"] = Known(progress.pairs() > 0, progress.draw_ratio());
  json["draw_ratio_low"] = Known(progress.pairs() > 0, progress.draw_ratio_low());
  json["draw_ratio_high"] = Known(progress.pairs() > 0, progress.draw_ratio_high());
  json["pairs_ratio"] = Known(progress.has_pairs_ratio(), progress.pairs_ratio());
  json["pairs_ratio_low"] = Known(progress.has_pairs_ratio(), progress.pairs_ratio_low());
  json["pairs_ratio_high"] = Known(progress.has_pairs_ratio(), progress.pairs_ratio_high());
  json["always_valid_low"] = EloJson(progress, progress.always_valid_low());
  json["always_valid_high"] = EloJson(progress, progress.always_valid_high());
  json["forecast"] = ForecastJson(progress);
}

Json WorkersJson(const v1::WorkerComparison& comparison) {
  Json workers = Json::array();
  for (const v1::ComparedWorker& worker : comparison.workers()) {
    const v1::Pentanomial& counts = worker.pentanomial();
    workers.push_back(
        {{"worker", worker.worker()},
         {"label", worker.label()},
         {"pentanomial", {counts.ll(), counts.ld(), counts.dd(), counts.wd(), counts.ww()}},
         {"z", Known(worker.has_z(), worker.z())}});
  }
  return workers;
}

void AddDetail(const v1::RunDetail& detail, Json& json) {
  const v1::WorkerComparison& comparison = detail.comparison();
  json["comparison"] = {
      {"counted", comparison.counted()},
      {"chi_square", Known(comparison.has_chi_square(), comparison.chi_square())},
      {"degrees", comparison.degrees()},
      {"p", Known(comparison.has_p(), comparison.p())},
      {"z95", Known(comparison.has_z95(), comparison.z95())},
      {"z99", Known(comparison.has_z99(), comparison.z99())},
      {"worst", comparison.worst().empty() ? Json(nullptr) : Json(comparison.worst())},
      {"workers", WorkersJson(comparison)}};
  json["plan"] = Json::array();
  for (const v1::PlanRow& row : detail.plan()) {
    json["plan"].push_back({{"true_elo_logistic", row.true_elo_logistic()},
                            {"true_elo_normalized", row.true_elo_normalized()},
                            {"pass_probability", row.pass_probability()},
                            {"undecided", row.undecided()},
                            {"expected_pairs", row.expected_pairs()},
                            {"pairs_95", row.pairs_95()},
                            {"core_hours", Known(row.has_core_hours(), row.core_hours())}});
  }
  json["pentanomial_expected"] =
      detail.pentanomial_expected_size() == 0
          ? Json(nullptr)
          : Json(std::vector<double>(detail.pentanomial_expected().begin(),
                                     detail.pentanomial_expected().end()));
  json["seconds_per_game"] = Known(detail.has_seconds_per_game(), detail.seconds_per_game());
}

}  // namespace

Json LimitsJson(const v1::Limits& limits) {
  Json json = Json::object();
  if (limits.nodes() != 0) json["nodes"] = limits.nodes();
  if (limits.depth() != 0) json["depth"] = limits.depth();
  if (limits.movetime_ms() != 0) json["movetime_ms"] = limits.movetime_ms();
  if (limits.base_ms() != 0) json["base_ms"] = limits.base_ms();
  if (limits.increment_ms() != 0) json["increment_ms"] = limits.increment_ms();
  for (const v1::ClockPeriod& period : limits.periods()) {
    json["periods"].push_back({{"moves", period.moves()},
                               {"base_ms", period.base_ms()},
                               {"increment_ms", period.increment_ms()}});
  }
  if (limits.margin_ms() != 0) json["margin_ms"] = limits.margin_ms();
  return json;
}

Json EngineJson(const v1::EngineSpec& engine) {
  return {{"name", engine.name()},
          {"weights", engine.weights_sha256()},
          {"version", engine.version()},
          {"commit", engine.commit()},
          {"limits", engine.has_limits() ? LimitsJson(engine.limits()) : Json(nullptr)}};
}

// What few look at, and a copy of the run must repeat.
void AddRest(const v1::RunSpec& spec, Json& json) {
  json["max_moves"] = spec.max_moves();
  json["hash_kib"] = spec.hash_kib();
  json["decide_every"] = spec.decide_every();
  json["audit_share"] = spec.audit_share();
  json["adjudication"] = nullptr;
  if (spec.has_adjudication()) {
    const v1::Adjudication& rules = spec.adjudication();
    json["adjudication"] = {{"draw_move_number", rules.draw_move_number()},
                            {"draw_move_count", rules.draw_move_count()},
                            {"draw_score_cp", rules.draw_score_cp()},
                            {"resign_move_count", rules.resign_move_count()},
                            {"resign_score_cp", rules.resign_score_cp()},
                            {"resign_two_sided", rules.resign_two_sided()}};
  }
  const v1::Needs& needs = spec.needs();
  json["needs"] = {{"memory_mib", needs.memory_mib()},
                   {"instruction_sets", Json::array()},
                   {"embedded_build", needs.embedded_build()},
                   {"platform", needs.platform()},
                   {"sandbox", needs.sandbox()}};
  for (const std::string& set : needs.instruction_sets()) {
    json["needs"]["instruction_sets"].push_back(set);
  }
}

Json RunJson(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  Json json;
  json["run"] = RunId(run.name());
  json["kind"] = KindText(run.kind());
  json["state"] = StateText(run.state());
  json["title"] = run.title();
  AddFigures(run, json);
  json["max_pairs"] = run.spec().max_pairs();
  json["pairs_counted"] = progress.pairs_counted();
  json["pairs_after_verdict"] = progress.pairs_after_verdict();
  json["pairs_lent"] = progress.pairs_lent();
  json["ends"] = EndsJson(progress);
  json["dev_lost"] = DevLostJson(progress);
  json["repeated_games"] = progress.repeated_games();
  json["games_per_second"] = progress.games_per_second();
  json["workers"] = progress.workers();
  json["pairs_void"] = progress.pairs_void();
  json["contested"] = progress.contested();
  json["audits_agreed"] = progress.audits_agreed();
  json["audits_disagreed"] = progress.audits_disagreed();
  json["core_seconds"] = progress.core_seconds();
  json["keep_games"] = wire::KeepGamesText(run.spec().keep_games());
  json["pairs_without_games"] = run.pairs_without_games();
  json["created"] = TimeJson(run.has_create_time(), run.create_time());
  json["ended"] = TimeJson(run.has_end_time(), run.end_time());
  const bool league = run.kind() == v1::RUN_KIND_LEAGUE;
  json["dev"] = league ? Json(nullptr) : EngineJson(run.spec().dev());
  json["base"] = league ? Json(nullptr) : EngineJson(run.spec().base());
  json["limits"] = LimitsJson(run.spec().limits());
  json["chess960"] = run.spec().chess960();
  json["reference_nps"] = run.spec().reference_nps();
  json["rules"] = run.spec().rule_profile();
  json["rated"] = chess::IsRated(run.spec().rule_profile());
  const bool test = run.kind() == v1::RUN_KIND_TEST;
  json["sprt"] = test ? SprtJson(run.spec().sprt()) : Json(nullptr);
  json["follow_up"] = FollowUpJson(run.spec());
  json["book"] = {{"sha256", run.spec().book_sha256()}, {"lines", run.book_lines()}};
  json["seed"] = std::to_string(run.seed());
  json["message"] = run.message();
  AddRest(run.spec(), json);
  AddShare(run, json);
  if (league) json["league"] = LeagueJson(run);
  if (run.kind() == v1::RUN_KIND_TUNE) json["tune"] = TuneJson(run);
  if (run.has_detail()) AddDetail(run.detail(), json);
  return json;
}

Json EventsJson(const v1::ListRunEventsResponse& events) {
  Json list = Json::array();
  for (const v1::RunEvent& event : events.events()) {
    list.push_back({{"at", IsoTime(event.time())},
                    {"kind", event.kind()},
                    {"text", event.text()},
                    {"by", event.by()}});
  }
  return list;
}

}  // namespace rookery::cli
