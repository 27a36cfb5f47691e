#include "coordinator/web/json.h"

#include "base/status.h"
#include "coordinator/query/contributors.h"
#include "coordinator/query/names.h"
#include "coordinator/query/spec_rules.h"
#include "coordinator/stats/elo_text.h"
#include "coordinator/web/field_faults.h"
#include "coordinator/web/limits_json.h"

namespace rookery::coordinator {
namespace {

Json TimeOrNull(absl::Time time) {
  const std::string text = TimeText(time);
  return text.empty() ? Json(nullptr) : Json(text);
}

void AddInterval(Json& target, const std::string& name,
                 const std::optional<stats::Interval>& interval) {
  target[name] = interval.has_value() ? Json(interval->value) : Json(nullptr);
  target[name + "_low"] = interval.has_value() ? Json(interval->low) : Json(nullptr);
  target[name + "_high"] = interval.has_value() ? Json(interval->high) : Json(nullptr);
}

// Null where the model of Elo ends.
Json EloJson(double elo) { return OrNull(stats::KnownElo(elo)); }

void AddElo(Json& target, const std::optional<stats::Interval>& elo) {
  target["elo"] = elo.has_value() ? EloJson(elo->value) : Json(nullptr);
  target["elo_low"] = elo.has_value() ? EloJson(elo->low) : Json(nullptr);
  target["elo_high"] = elo.has_value() ? EloJson(elo->high) : Json(nullptr);
}

Json ForecastJson(const std::optional<stats::Forecast>& forecast) {
  if (!forecast.has_value()) return nullptr;
  return {{"accepted", forecast->accepted},    {"rejected", forecast->rejected},
          {"undecided", forecast->undecided},  {"pairs_expected", forecast->expected_pairs},
          {"pairs_low", forecast->pairs_low},  {"pairs_median", forecast->pairs_median},
          {"pairs_high", forecast->pairs_high}};
}

void AddFigures(Json& target, const RunFigures& figures) {
  const stats::Report& report = figures.report;
  const RunTotals& totals = figures.run().totals;
  target["verdict"] = Name(figures.verdict);
  target["llr"] = OrNull(report.llr);
  target["lower"] = OrNull(figures.lower);
  target["upper"] = OrNull(figures.upper);
  target["stop_lower"] = OrNull(figures.stop_lower);
  target["stop_upper"] = OrNull(figures.stop_upper);
  target["pairs"] = totals.prefix;
  target["pentanomial"] = totals.pentanomial;
  target["games"] = 2 * totals.prefix;
  target["score"] = OrNull(report.score);
  AddElo(target, report.elo);
  AddInterval(target, "nelo", report.nelo);
  target["los"] = OrNull(report.los);
  AddInterval(target, "draw_ratio", report.draw_ratio);
  AddInterval(target, "pairs_ratio", report.pairs_ratio);
  const std::optional<stats::Interval>& always = figures.always_valid;
  target["always_valid_low"] = always.has_value() ? EloJson(always->low) : Json(nullptr);
  target["always_valid_high"] = always.has_value() ? EloJson(always->high) : Json(nullptr);
  target["forecast"] = ForecastJson(figures.forecast);
}

Json ComparisonJson(const WorkerComparison& comparison) {
  Json json;
  json["counted"] = comparison.counted;
  json["chi_square"] = OrNull(comparison.chi_square);
  json["degrees"] = comparison.degrees;
  json["p"] = OrNull(comparison.p);
  json["z95"] = OrNull(comparison.z95);
  json["z99"] = OrNull(comparison.z99);
  json["worst"] = comparison.worst.has_value() ? Json(*comparison.worst) : Json(nullptr);
  json["workers"] = Json::array();
  for (const ComparedWorker& worker : comparison.workers) {
    if (json["workers"].size() >= static_cast<size_t>(kMostComparedShown)) break;
    json["workers"].push_back({{"worker", worker.worker},
                               {"label", worker.label},
                               {"pentanomial", worker.pentanomial},
                               {"z", OrNull(worker.z)}});
  }
  return json;
}

Json PlanJson(const std::vector<PlanRow>& plan) {
  Json json = Json::array();
  for (const PlanRow& row : plan) {
    json.push_back({{"true_elo_logistic", row.point.true_elo_logistic},
                    {"true_elo_normalized", row.point.true_elo_normalized},
                    {"pass_probability", row.point.pass_probability},
                    {"undecided", row.point.undecided},
                    {"expected_pairs", row.point.expected_pairs},
                    {"pairs_95", row.point.pairs_95},
                    {"core_hours", OrNull(row.core_hours)}});
  }
  return json;
}

void AddLedger(Json& target, const RunView& view) {
  const RunTotals& totals = view.run.totals;
  target["max_pairs"] = view.run.spec->max_pairs;
  target["pairs_counted"] = totals.counted;
  target["pairs_after_verdict"] = totals.after_verdict;
  target["pairs_lent"] = view.pairs_lent;
  target["ends"] = Json::object();
  for (const auto& [end, games] : totals.ends) target["ends"][std::string(Name(end))] = games;
  target["dev_lost"] = Json::object();
  for (const auto& [end, games] : totals.dev_lost) {
    target["dev_lost"][std::string(Name(end))] = games;
  }
  target["repeated_games"] = totals.repeated_games;
  target["games_per_second"] = view.games_per_second;
  target["workers"] = view.workers;
  target["pairs_void"] = totals.voided;
  target["contested"] = totals.contested;
  target["audits_agreed"] = totals.audits_agreed;
  target["audits_disagreed"] = totals.audits_disagreed;
  target["core_seconds"] = static_cast<double>(totals.core_ms) / 1000;
  target["keep_games"] = KeepWord(view.run.spec->keep_games);
  target["pairs_without_games"] = view.run.games.dropped;
}

Json EngineJson(const EngineSpec& engine) {
  return {{"name", engine.name},
          {"weights", engine.weights_sha256},
          {"version", engine.version},
          {"commit", engine.commit},
          {"limits", engine.limits.has_value() ? LimitsJson(*engine.limits) : Json(nullptr)}};
}

void AddShare(Json& target, const Run& run) {
  const RunSpec& spec = *run.spec;
  target["owner"] = spec.owner;
  target["priority"] = spec.priority;
  target["weight"] = spec.weight;
  target["tags"] = spec.tags;
  target["threads"] = spec.threads;
  target["max_core_seconds"] = spec.max_core_seconds;
  target["link"] = spec.link;
  target["parent"] = run.parent;
}

Json ToJson(const Adjudication& rules) {
  return {
      {"draw_move_number", rules.draw_move_number}, {"draw_move_count", rules.draw_move_count},
      {"draw_score_cp", rules.draw_score_cp},       {"resign_move_count", rules.resign_move_count},
      {"resign_score_cp", rules.resign_score_cp},   {"resign_two_sided", rules.resign_two_sided}};
}

// What few look at, and a copy of the run must repeat.
void AddRest(Json& target, const RunSpec& spec) {
  target["max_moves"] = spec.max_moves;
  target["hash_kib"] = spec.hash_kib;
  target["decide_every"] = spec.decide_every;
  target["audit_share"] = spec.audit_share;
  target["adjudication"] =
      spec.adjudication.has_value() ? ToJson(*spec.adjudication) : Json(nullptr);
  target["needs"] = {{"memory_mib", spec.needs.memory_mib},
                     {"instruction_sets", spec.needs.instruction_sets},
                     {"embedded_build", spec.needs.embedded_build},
                     {"platform", spec.needs.platform},
                     {"sandbox", spec.needs.sandbox}};
}

Json SprtOrNull(const std::optional<stats::SprtBounds>& sprt) {
  if (!sprt.has_value()) return nullptr;
  return {{"elo0", sprt->elo0},
          {"elo1", sprt->elo1},
          {"alpha", sprt->alpha},
          {"beta", sprt->beta},
          {"model", Name(sprt->model)}};
}

void AddSpec(Json& target, const Run& run) {
  const RunSpec& spec = *run.spec;
  target["created"] = TimeOrNull(run.created);
  target["ended"] = TimeOrNull(run.ended);
  const bool league = spec.league.has_value();
  target["dev"] = league ? Json(nullptr) : EngineJson(spec.dev);
  target["base"] = league ? Json(nullptr) : EngineJson(spec.base);
  target["limits"] = LimitsJson(spec.limits);
  target["chess960"] = spec.chess960;
  target["reference_nps"] = spec.reference_nps;
  target["rules"] = spec.rule_profile;
  target["rated"] = IsRated(spec);
  target["sprt"] = SprtOrNull(spec.sprt);
  target["follow_up"] = nullptr;
  if (spec.follow_up.has_value()) {
    target["follow_up"] = {{"limits", LimitsJson(spec.follow_up->limits)},
                           {"sprt", SprtOrNull(spec.follow_up->sprt)}};
  }
  target["book"] = {{"sha256", spec.book_sha256}, {"lines", run.book_lines}};
  target["seed"] = fmt::format("{}", run.seed);
  target["message"] = run.message;
  AddRest(target, spec);
  AddShare(target, run);
}

// The fields of guides/tune.md.
Json TuneJson(const RunSpec& spec, const TuneFigures& figures) {
  const auto known = [&](double value) {
    return figures.has_forecast ? Json(value) : Json(nullptr);
  };
  Json json;
  json["method"] = Name(spec.tune->method);
  json["pairs"] = figures.pairs;
  json["calibrating"] = figures.calibrating;
  json["gain"] = known(figures.gain);
  json["gain_low"] = known(figures.gain_low);
  json["gain_high"] = known(figures.gain_high);
  json["noise_floor"] = known(figures.noise_floor);
  json["probe_elo"] = known(figures.probe_elo);
  json["parameters"] = Json::array();
  for (size_t i = 0; i < figures.parameters.size(); ++i) {
    const TuneParameter& p = spec.tune->parameters[i];
    const TuneFigures::One& one = figures.parameters[i];
    json["parameters"].push_back({{"name", p.name},
                                  {"start", p.start},
                                  {"min", p.min},
                                  {"max", p.max},
                                  {"c", p.c_end},
                                  {"value", one.value},
                                  {"tuned", one.shipped},
                                  {"in_steps", (one.value - p.start) / p.c_end},
                                  {"sd_in_steps", one.sd / p.c_end},
                                  {"probe", one.step},
                                  {"at_bound", one.at_bound},
                                  {"no_signal", one.no_signal},
                                  {"decimals", p.decimals}});
  }
  json["candidates"] = Json::array();
  for (size_t i = 0; i < figures.candidates.size(); ++i) {
    const TuneFigures::Raced& one = figures.candidates[i];
    json["candidates"].push_back({{"name", spec.tune->candidates[i].name},
                                  {"elo", one.elo},
                                  {"sd", one.sd},
                                  {"pairs", one.pairs},
                                  {"leads", one.leads},
                                  {"out", one.out}});
  }
  return json;
}

// The fields of guides/league.md.
Json LeagueJson(const LeagueSpec& spec, const LeagueFigures& figures) {
  Json json;
  json["format"] = Name(spec.format);
  json["pairs"] = spec.pairs;
  json["rounds"] = spec.rounds;
  json["seeds"] = spec.seeds;
  json["round"] = figures.round;
  json["white_advantage"] = figures.white_advantage;
  json["engines"] = Json::array();
  for (const EngineSpec& engine : spec.engines) json["engines"].push_back(EngineJson(engine));
  json["table"] = Json::array();
  for (const LeagueRow& row : figures.rows) {
    json["table"].push_back({{"rank", row.rank},
                             {"engine", row.engine},
                             {"name", spec.engines[static_cast<size_t>(row.engine)].name},
                             {"rating", OrNull(row.rating)},
                             {"error", OrNull(row.error)},
                             {"status", Name(row.status)},
                             {"games", row.games()},
                             {"wins", row.wins},
                             {"draws", row.draws},
                             {"losses", row.losses},
                             {"points", row.points()},
                             {"grade", row.grade.has_value() ? Json(*row.grade) : Json(nullptr)},
                             {"grade_points", row.grade_points},
                             {"grade_settled", row.grade_settled},
                             {"forfeits", row.forfeits}});
  }
  json["superiority"] = Json::array();
  for (const auto& row : figures.superiority) {
    Json line = Json::array();
    for (const std::optional<double>& share : row) line.push_back(OrNull(share));
    json["superiority"].push_back(std::move(line));
  }
  json["meetings"] = Json::array();
  for (const LeagueMeeting& meeting : figures.meetings) {
    json["meetings"].push_back({{"first", meeting.first},
                                {"second", meeting.second},
                                {"pairs", meeting.pairs},
                                {"wins", meeting.wins},
                                {"draws", meeting.draws},
                                {"losses", meeting.losses}});
  }
  return json;
}

}  // namespace

Json ToJson(const RunFigures& figures) {
  const Run& run = figures.run();
  Json json;
  json["run"] = run.id;
  json["kind"] = Name(run.spec->kind);
  json["state"] = Name(run.state);
  json["title"] = run.spec->title;
  AddFigures(json, figures);
  AddLedger(json, *figures.view);
  AddSpec(json, run);
  if (figures.league != nullptr) json["league"] = LeagueJson(*run.spec->league, *figures.league);
  if (figures.view->tune != nullptr) json["tune"] = TuneJson(*run.spec, *figures.view->tune);
  return json;
}

Json ToJson(const RunPage& page) {
  Json json;
  json["runs"] = Json::array();
  for (const FiguresPtr& figures : page.runs) json["runs"].push_back(ToJson(*figures));
  json["next_page_token"] = page.next_page_token;
  return json;
}

void AddDetail(const RunDetail& detail, Json& run) {
  run["history"] = Json::array();
  for (const HistoryPoint& point : detail.history) {
    Json entry;
    entry["pairs"] = point.pairs;
    entry["llr"] = OrNull(point.llr);
    AddElo(entry, point.elo);
    run["history"].push_back(std::move(entry));
  }
  run["comparison"] = ComparisonJson(detail.comparison);
  run["plan"] = PlanJson(detail.plan);
  run["pentanomial_expected"] =
      detail.pentanomial_expected.has_value() ? Json(*detail.pentanomial_expected) : Json(nullptr);
  run["seconds_per_game"] = OrNull(detail.seconds_per_game);
  run["faults"] = detail.faults;
  run["forecasts"] = Json::array();
  for (const ForecastPoint& point : detail.forecasts) {
    run["forecasts"].push_back({{"pairs", point.pairs},
                                {"gain", point.gain},
                                {"gain_low", point.gain_low},
                                {"gain_high", point.gain_high}});
  }
}

Json ToJson(const Speeds& speeds) {
  Json json;
  json["at"] = Json::array();
  for (const absl::Time at : speeds.at) json["at"].push_back(TimeOrNull(at));
  json["nodes_per_second"] = Json::object();
  for (const auto& [worker, line] : speeds.nodes_per_second) {
    Json values = Json::array();
    for (const std::optional<double>& speed : line) values.push_back(OrNull(speed));
    json["nodes_per_second"][worker] = std::move(values);
  }
  return json;
}

Json ToJson(const WorkerViews& workers) {
  Json json;
  json["workers"] = Json::array();
  for (const auto& row : workers) {
    const WorkerView& worker = *row;
    json["workers"].push_back({{"worker", worker.info.id},
                               {"label", worker.info.label},
                               {"slots", worker.info.slots},
                               {"version", worker.info.version},
                               {"state", Name(worker.phase)},
                               {"idle_reason", worker.idle_reason},
                               {"run", worker.run},
                               {"runs", worker.runs},
                               {"pairs", worker.info.pairs},
                               {"games", worker.info.games},
                               {"pairs_lent", worker.pairs_lent},
                               {"nodes_per_second", worker.info.nodes_per_second},
                               {"last_seen", TimeOrNull(worker.info.last_seen)},
                               {"cores", worker.info.ability.cores},
                               {"memory_mib", worker.info.ability.memory_mib},
                               {"instruction_sets", worker.info.ability.instruction_sets},
                               {"platform", worker.info.ability.platform},
                               {"sandbox", worker.info.ability.sandbox},
                               {"bench_nps", worker.info.ability.bench_nps},
                               {"bench_signature", worker.info.bench_signature},
                               {"quarantine", worker.info.quarantine},
                               {"drained", worker.info.drained},
                               {"owner", worker.info.owner},
                               {"core_hours", CoreHours(worker.info.core_ms)}});
  }
  json["contributors"] = Json::array();
  for (const Contributor& one : ContributorsOf(workers)) {
    json["contributors"].push_back({{"owner", one.owner},
                                    {"workers", one.workers},
                                    {"pairs", one.pairs},
                                    {"games", one.games},
                                    {"core_hours", one.core_hours}});
  }
  return json;
}

Json ToJson(const std::vector<RunEvent>& events) {
  Json json = Json::array();
  for (const RunEvent& event : events) {
    json.push_back(
        {{"at", TimeText(event.at)}, {"kind", event.kind}, {"text", event.text}, {"by", event.by}});
  }
  return json;
}

Json ToJson(const Overview& overview, std::string_view version) {
  Json seconds_left = Json::object();
  for (const auto& [run, seconds] : overview.outlook.seconds_left) seconds_left[run] = seconds;
  return {{"version", version},
          {"cores_busy", overview.cores_busy},
          {"seconds_left", OrNull(overview.outlook.all_seconds_left)},
          {"seconds_left_of", std::move(seconds_left)},
          {"runs", overview.runs},
          {"active_runs", overview.active_runs},
          {"workers", overview.workers},
          {"workers_connected", overview.workers_connected},
          {"slots", overview.slots},
          {"pairs_lent", overview.pairs_lent},
          {"games_per_second", overview.games_per_second},
          {"pairs_total", overview.pairs_total},
          {"decided_today", overview.decided_today},
          {"time", TimeText(overview.at)}};
}

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string ErrorBody(const absl::Status& status) {
  Json error = {{"code", absl::StatusCodeToString(status.code())}, {"message", Message(status)}};
  for (const FieldFault& fault : FieldFaultsOf(status)) {
    error["fields"].push_back({{"field", fault.field}, {"message", fault.text}});
  }
  return Dump({{"error", std::move(error)}});
}

int HttpCode(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kInvalidArgument:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kUnimplemented:
      return 405;
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kAborted:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnavailable:
      return 503;
    default:
      return 500;
  }
}

}  // namespace rookery::coordinator
