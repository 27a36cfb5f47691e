// What people see, from the figures of coordinator/query.
#include "coordinator/query/names.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/stamp.h"

namespace rookery::coordinator {
namespace {

v1::Verdict ToProto(stats::Verdict verdict) {
  switch (verdict) {
    case stats::Verdict::kAccepted:
      return v1::VERDICT_ACCEPTED;
    case stats::Verdict::kRejected:
      return v1::VERDICT_REJECTED;
    case stats::Verdict::kUndecided:
      break;
  }
  return v1::VERDICT_UNDECIDED;
}

void FillReport(v1::Progress& progress, const stats::Report& report) {
  progress.set_llr(report.llr.value_or(0));
  progress.set_elo_known(report.elo.has_value());
  if (report.elo.has_value()) {
    progress.set_elo(report.elo->value);
    progress.set_elo_low(report.elo->low);
    progress.set_elo_high(report.elo->high);
  }
  if (report.nelo.has_value()) {
    progress.set_nelo(report.nelo->value);
    progress.set_nelo_low(report.nelo->low);
    progress.set_nelo_high(report.nelo->high);
  }
  progress.set_los(report.los.value_or(0));
  progress.set_score(report.score.value_or(0));
  if (report.draw_ratio.has_value()) {
    progress.set_draw_ratio(report.draw_ratio->value);
    progress.set_draw_ratio_low(report.draw_ratio->low);
    progress.set_draw_ratio_high(report.draw_ratio->high);
  }
  if (report.pairs_ratio.has_value()) {
    progress.set_pairs_ratio(report.pairs_ratio->value);
    progress.set_pairs_ratio_low(report.pairs_ratio->low);
    progress.set_pairs_ratio_high(report.pairs_ratio->high);
  }
}

void Fill(v1::Pentanomial& target, const stats::Pentanomial& counts) {
  target.set_ll(counts[0]);
  target.set_ld(counts[1]);
  target.set_dd(counts[2]);
  target.set_wd(counts[3]);
  target.set_ww(counts[4]);
}

void FillTest(v1::Progress& progress, const RunFigures& figures) {
  progress.set_lower(figures.lower.value_or(0));
  progress.set_upper(figures.upper.value_or(0));
  progress.set_stop_lower(figures.stop_lower.value_or(0));
  progress.set_stop_upper(figures.stop_upper.value_or(0));
  if (!figures.forecast.has_value()) return;
  v1::Forecast& forecast = *progress.mutable_forecast();
  forecast.set_accepted(figures.forecast->accepted);
  forecast.set_rejected(figures.forecast->rejected);
  forecast.set_undecided(figures.forecast->undecided);
  forecast.set_pairs_expected(figures.forecast->expected_pairs);
  forecast.set_pairs_low(figures.forecast->pairs_low);
  forecast.set_pairs_median(figures.forecast->pairs_median);
  forecast.set_pairs_high(figures.forecast->pairs_high);
}

void Fill(v1::WorkerComparison& target, const WorkerComparison& comparison) {
  for (const ComparedWorker& worker : comparison.workers) {
    if (target.workers_size() >= kMostComparedShown) break;
    v1::ComparedWorker& row = *target.add_workers();
    row.set_worker(worker.worker);
    row.set_label(worker.label);
    Fill(*row.mutable_pentanomial(), worker.pentanomial);
    if (worker.z.has_value()) row.set_z(*worker.z);
  }
  target.set_counted(comparison.counted);
  target.set_degrees(comparison.degrees);
  if (comparison.chi_square.has_value()) target.set_chi_square(*comparison.chi_square);
  if (comparison.p.has_value()) target.set_p(*comparison.p);
  if (comparison.z95.has_value()) target.set_z95(*comparison.z95);
  if (comparison.z99.has_value()) target.set_z99(*comparison.z99);
  target.set_worst(comparison.worst.value_or(""));
}

void FillTotals(v1::Progress& progress, const RunTotals& totals) {
  progress.set_pairs(totals.prefix);
  Fill(*progress.mutable_pentanomial(), totals.pentanomial);
  progress.set_games(2 * totals.prefix);
  progress.set_pairs_counted(totals.counted);
  progress.set_pairs_after_verdict(totals.after_verdict);
  for (const auto& [end, games] : totals.ends) {
    v1::GameEndCount& count = *progress.add_ends();
    count.set_end(static_cast<v1::GameEnd>(end));
    count.set_games(games);
    const auto lost = totals.dev_lost.find(end);
    if (lost != totals.dev_lost.end()) count.set_dev_lost(lost->second);
  }
  progress.set_repeated_games(totals.repeated_games);
  progress.set_pairs_void(totals.voided);
  progress.set_contested(totals.contested);
  progress.set_audits_agreed(totals.audits_agreed);
  progress.set_audits_disagreed(totals.audits_disagreed);
  progress.set_core_seconds(static_cast<double>(totals.core_ms) / 1000);
}

}  // namespace

namespace {

void Fill(v1::TuneProgress& target, const RunSpec& spec, const TuneFigures& figures) {
  for (size_t i = 0; i < figures.parameters.size(); ++i) {
    const TuneFigures::One& from = figures.parameters[i];
    v1::TunedParameter& one = *target.add_parameters();
    one.set_name(spec.tune->parameters[i].name);
    one.set_value(from.value);
    one.set_sd(from.sd);
    one.set_step(from.step);
    one.set_shipped(from.shipped);
    one.set_at_bound(from.at_bound);
    one.set_no_signal(from.no_signal);
  }
  for (size_t i = 0; i < figures.candidates.size(); ++i) {
    const TuneFigures::Raced& from = figures.candidates[i];
    v1::RacedCandidate& one = *target.add_candidates();
    one.set_name(spec.tune->candidates[i].name);
    one.set_elo(from.elo);
    one.set_sd(from.sd);
    one.set_pairs(from.pairs);
    one.set_leads(from.leads);
    one.set_out(from.out);
  }
  target.set_pairs(figures.pairs);
  target.set_calibrating(figures.calibrating);
  target.set_has_forecast(figures.has_forecast);
  target.set_gain(figures.gain);
  target.set_gain_low(figures.gain_low);
  target.set_gain_high(figures.gain_high);
  target.set_noise_floor(figures.noise_floor);
  target.set_probe_elo(figures.probe_elo);
}

}  // namespace

namespace {

void Fill(v1::LeagueRow& target, const LeagueRow& row, const LeagueSpec& spec) {
  target.set_engine(row.engine);
  target.set_rank(row.rank);
  target.set_name(spec.engines[static_cast<size_t>(row.engine)].name);
  target.set_rated(row.rating.has_value());
  target.set_rating(row.rating.value_or(0));
  target.set_has_error(row.error.has_value());
  target.set_error(row.error.value_or(0));
  target.set_status(std::string(Name(row.status)));
  target.set_games(row.games());
  target.set_wins(row.wins);
  target.set_draws(row.draws);
  target.set_losses(row.losses);
  target.set_points(row.points());
  target.set_grade(row.grade.value_or(0));
  target.set_grade_points(row.grade_points);
  target.set_grade_settled(row.grade_settled);
  target.set_forfeits(row.forfeits);
}

void Fill(v1::LeagueTable& target, const LeagueSpec& spec, const LeagueFigures& figures) {
  for (const LeagueRow& row : figures.rows) Fill(*target.add_rows(), row, spec);
  for (const LeagueMeeting& meeting : figures.meetings) {
    v1::LeagueMeeting& one = *target.add_meetings();
    one.set_first(meeting.first);
    one.set_second(meeting.second);
    one.set_pairs(meeting.pairs);
    one.set_wins(meeting.wins);
    one.set_draws(meeting.draws);
    one.set_losses(meeting.losses);
  }
  for (const auto& row : figures.superiority) {
    for (const std::optional<double>& share : row) target.add_superiority(share.value_or(-1));
  }
  target.set_white_advantage(figures.white_advantage);
  target.set_round(figures.round);
}

}  // namespace

v1::Run ToProto(const RunFigures& figures) {
  const Run& run = figures.run();
  v1::Run result;
  result.set_name("runs/" + run.id);
  result.set_kind(static_cast<v1::RunKind>(run.spec->kind));
  result.set_state(static_cast<v1::RunState>(run.state));
  result.set_title(run.spec->title);
  *result.mutable_spec() = ToProto(*run.spec);
  result.set_seed(run.seed);
  Fill(*result.mutable_create_time(), run.created);
  if (run.ended != absl::InfiniteFuture()) Fill(*result.mutable_end_time(), run.ended);
  result.set_message(run.message);
  v1::Progress& progress = *result.mutable_progress();
  progress.set_verdict(ToProto(figures.verdict));
  FillTest(progress, figures);
  FillReport(progress, figures.report);
  if (figures.always_valid.has_value()) {
    progress.set_always_valid_low(figures.always_valid->low);
    progress.set_always_valid_high(figures.always_valid->high);
  }
  FillTotals(progress, run.totals);
  progress.set_pairs_lent(figures.view->pairs_lent);
  progress.set_games_per_second(figures.view->games_per_second);
  progress.set_workers(figures.view->workers);
  if (figures.view->tune != nullptr) {
    Fill(*result.mutable_tune(), *run.spec, *figures.view->tune);
  }
  if (figures.league != nullptr) {
    Fill(*result.mutable_league(), *run.spec->league, *figures.league);
  }
  result.set_book_lines(run.book_lines);
  if (!run.parent.empty()) result.set_parent("runs/" + run.parent);
  result.set_pairs_without_games(run.games.dropped);
  return result;
}

v1::RunDetail ToProto(const RunDetail& detail) {
  v1::RunDetail result;
  result.set_pairs(detail.pairs);
  Fill(*result.mutable_comparison(), detail.comparison);
  for (const PlanRow& row : detail.plan) {
    v1::PlanRow& target = *result.add_plan();
    target.set_true_elo_logistic(row.point.true_elo_logistic);
    target.set_true_elo_normalized(row.point.true_elo_normalized);
    target.set_pass_probability(row.point.pass_probability);
    target.set_undecided(row.point.undecided);
    target.set_expected_pairs(row.point.expected_pairs);
    target.set_pairs_95(row.point.pairs_95);
    if (row.core_hours.has_value()) target.set_core_hours(*row.core_hours);
  }
  if (detail.pentanomial_expected.has_value()) {
    result.mutable_pentanomial_expected()->Add(detail.pentanomial_expected->begin(),
                                               detail.pentanomial_expected->end());
  }
  if (detail.seconds_per_game.has_value()) result.set_seconds_per_game(*detail.seconds_per_game);
  return result;
}

v1::Engine ToProto(const NamedEngine& engine) {
  v1::Engine result;
  result.set_name("engines/" + engine.name);
  result.set_manifest_sha256(engine.manifest_sha256);
  result.set_owner(engine.owner);
  Fill(*result.mutable_create_time(), engine.created);
  Fill(*result.mutable_update_time(), engine.updated);
  return result;
}

v1::Worker ToProto(const WorkerView& worker) {
  v1::Worker result;
  result.set_name("workers/" + worker.info.id);
  result.set_label(worker.info.label);
  result.set_slots(worker.info.slots);
  result.set_version(worker.info.version);
  result.set_state(std::string(Name(worker.phase)));
  result.set_idle_reason(worker.idle_reason);
  if (!worker.run.empty()) result.set_run("runs/" + worker.run);
  result.set_pairs(worker.info.pairs);
  result.set_games(worker.info.games);
  result.set_nodes_per_second(worker.info.nodes_per_second);
  Fill(*result.mutable_last_seen(), worker.info.last_seen);
  result.set_pairs_lent(worker.pairs_lent);
  const WorkerAbility& ability = worker.info.ability;
  result.set_cores(ability.cores);
  result.set_memory_mib(ability.memory_mib);
  result.mutable_instruction_sets()->Add(ability.instruction_sets.begin(),
                                         ability.instruction_sets.end());
  result.set_platform(ability.platform);
  result.set_sandbox(ability.sandbox);
  result.set_bench_nps(ability.bench_nps);
  result.set_quarantine(worker.info.quarantine);
  result.set_drained(worker.info.drained);
  result.set_bench_signature(worker.info.bench_signature);
  result.set_owner(worker.info.owner);
  result.set_core_hours(CoreHours(worker.info.core_ms));
  return result;
}

v1::Contributor ToProto(const Contributor& contributor) {
  v1::Contributor result;
  result.set_owner(contributor.owner);
  result.set_workers(contributor.workers);
  result.set_pairs(contributor.pairs);
  result.set_games(contributor.games);
  result.set_core_hours(contributor.core_hours);
  return result;
}

v1::RunEvent ToProto(const RunEvent& event) {
  v1::RunEvent result;
  Fill(*result.mutable_time(), event.at);
  result.set_kind(event.kind);
  result.set_text(event.text);
  result.set_by(event.by);
  return result;
}

}  // namespace rookery::coordinator
