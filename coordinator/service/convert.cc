#include "coordinator/service/convert.h"

#include "coordinator/query/names.h"

namespace rookery::coordinator {
namespace {

Limits FromProto(const v1::Limits& limits) {
  Limits result{limits.nodes(), limits.depth(), limits.movetime_ms(), limits.base_ms(),
                limits.increment_ms()};
  for (const v1::ClockPeriod& period : limits.periods()) {
    result.periods.push_back({period.moves(), period.base_ms(), period.increment_ms()});
  }
  result.margin_ms = limits.margin_ms();
  return result;
}

EngineSpec FromProto(const v1::EngineSpec& engine) {
  EngineSpec result{engine.name(), engine.weights_sha256(), engine.version(), engine.commit()};
  if (engine.has_limits()) result.limits = FromProto(engine.limits());
  return result;
}

Adjudication FromProto(const v1::Adjudication& rules) {
  return {rules.draw_move_number(),  rules.draw_move_count(), rules.draw_score_cp(),
          rules.resign_move_count(), rules.resign_score_cp(), rules.resign_two_sided()};
}

stats::SprtBounds FromProto(const v1::SprtBounds& sprt) {
  const bool logistic = sprt.model() == v1::ELO_MODEL_LOGISTIC;
  return {sprt.elo0(), sprt.elo1(), sprt.alpha(), sprt.beta(),
          logistic ? stats::EloModel::kLogistic : stats::EloModel::kNormalized};
}

std::vector<std::string> Strings(const google::protobuf::RepeatedPtrField<std::string>& from) {
  return {from.begin(), from.end()};
}

KeepGames FromProto(const v1::KeepGames& keep) {
  return {keep.none(), keep.newest_pairs(), keep.days()};
}

// How a run shares the fleet, what it needs, and what comes after it.
void TakeShare(const v1::RunSpec& spec, RunSpec& result) {
  result.owner = spec.owner();
  result.priority = spec.priority();
  result.weight = spec.weight();
  result.tags = Strings(spec.tags());
  result.threads = spec.threads();
  result.max_core_seconds = spec.max_core_seconds();
  result.link = spec.link();
  result.audit_share = spec.audit_share();
  const v1::Needs& needs = spec.needs();
  result.needs = {needs.memory_mib(), Strings(needs.instruction_sets()), needs.embedded_build(),
                  needs.platform(), needs.sandbox()};
  if (spec.has_keep_games()) result.keep_games = FromProto(spec.keep_games());
  if (!spec.has_follow_up()) return;
  FollowUp& next = result.follow_up.emplace();
  next.limits = FromProto(spec.follow_up().limits());
  if (spec.follow_up().has_sprt()) next.sprt = FromProto(spec.follow_up().sprt());
}

GameRecord FromProto(const v1::Game& game) {
  GameRecord record;
  record.result = static_cast<GameResult>(game.result());
  record.end = static_cast<GameEnd>(game.end());
  record.moves = game.moves();
  record.digest = game.digest();
  record.nodes = game.nodes();
  record.elapsed_ms = game.elapsed_ms();
  record.detail = game.detail();
  record.scores_cp.assign(game.scores_cp().begin(), game.scores_cp().end());
  record.times_ms.assign(game.times_ms().begin(), game.times_ms().end());
  record.clocks_ms.assign(game.clocks_ms().begin(), game.clocks_ms().end());
  return record;
}

void Fill(v1::Limits& target, const Limits& limits) {
  target.set_nodes(limits.nodes);
  target.set_depth(limits.depth);
  target.set_movetime_ms(limits.movetime_ms);
  target.set_base_ms(limits.base_ms);
  target.set_increment_ms(limits.increment_ms);
  for (const ClockPeriod& period : limits.periods) {
    v1::ClockPeriod& one = *target.add_periods();
    one.set_moves(period.moves);
    one.set_base_ms(period.base_ms);
    one.set_increment_ms(period.increment_ms);
  }
  target.set_margin_ms(limits.margin_ms);
}

void Fill(v1::EngineSpec& target, const EngineSpec& engine) {
  target.set_name(engine.name);
  target.set_weights_sha256(engine.weights_sha256);
  target.set_version(engine.version);
  target.set_commit(engine.commit);
  if (engine.limits.has_value()) Fill(*target.mutable_limits(), *engine.limits);
}

void Fill(v1::SprtBounds& target, const stats::SprtBounds& sprt) {
  target.set_elo0(sprt.elo0);
  target.set_elo1(sprt.elo1);
  target.set_alpha(sprt.alpha);
  target.set_beta(sprt.beta);
  target.set_model(sprt.model == stats::EloModel::kLogistic ? v1::ELO_MODEL_LOGISTIC
                                                            : v1::ELO_MODEL_NORMALIZED);
}

// Zeros on the wire are the defaults of core's TuneSpec.
TuneSpec FromProto(const v1::TuneSpec& tune) {
  TuneSpec result;
  if (tune.method() != v1::TUNE_METHOD_UNSPECIFIED) {
    result.method = static_cast<TuneMethod>(tune.method());
  }
  for (const v1::TuneParameter& p : tune.parameters()) {
    result.parameters.push_back(
        {p.name(), p.start(), p.min(), p.max(), p.c_end(), p.r_end(), p.decimals()});
  }
  for (const v1::TuneCandidate& one : tune.candidates()) {
    result.candidates.push_back({one.name(), {one.values().begin(), one.values().end()}});
  }
  if (tune.alpha() != 0) result.alpha = tune.alpha();
  if (tune.gamma() != 0) result.gamma = tune.gamma();
  if (tune.a_ratio() != 0) result.a_ratio = tune.a_ratio();
  if (tune.expected_gain() != 0) result.expected_gain = tune.expected_gain();
  return result;
}

void Fill(v1::TuneSpec& target, const TuneSpec& tune) {
  target.set_method(static_cast<v1::TuneMethod>(tune.method));
  for (const TuneParameter& p : tune.parameters) {
    v1::TuneParameter& one = *target.add_parameters();
    one.set_name(p.name);
    one.set_start(p.start);
    one.set_min(p.min);
    one.set_max(p.max);
    one.set_c_end(p.c_end);
    one.set_r_end(p.r_end);
    one.set_decimals(p.decimals);
  }
  for (const TuneCandidate& from : tune.candidates) {
    v1::TuneCandidate& one = *target.add_candidates();
    one.set_name(from.name);
    one.mutable_values()->Add(from.values.begin(), from.values.end());
  }
  target.set_alpha(tune.alpha);
  target.set_gamma(tune.gamma);
  target.set_a_ratio(tune.a_ratio);
  target.set_expected_gain(tune.expected_gain);
}

LeagueSpec FromProto(const v1::LeagueSpec& league) {
  LeagueSpec result;
  if (league.format() == v1::LEAGUE_FORMAT_GAUNTLET) result.format = Format::kGauntlet;
  if (league.format() == v1::LEAGUE_FORMAT_SWISS) result.format = Format::kSwiss;
  for (const v1::EngineSpec& engine : league.engines()) result.engines.push_back(FromProto(engine));
  result.pairs = league.pairs();
  result.rounds = league.rounds();
  if (league.seeds() != 0) result.seeds = league.seeds();
  return result;
}

void Fill(v1::LeagueSpec& target, const LeagueSpec& league) {
  target.set_format(league.format == Format::kSwiss      ? v1::LEAGUE_FORMAT_SWISS
                    : league.format == Format::kGauntlet ? v1::LEAGUE_FORMAT_GAUNTLET
                                                         : v1::LEAGUE_FORMAT_ROUND_ROBIN);
  for (const EngineSpec& engine : league.engines) Fill(*target.add_engines(), engine);
  target.set_pairs(league.pairs);
  target.set_rounds(league.rounds);
  target.set_seeds(league.seeds);
}

void Fill(v1::Candidate& target, const Candidate& candidate) {
  target.mutable_dev()->Add(candidate.dev.begin(), candidate.dev.end());
  target.mutable_base()->Add(candidate.base.begin(), candidate.base.end());
}

void Fill(v1::Adjudication& target, const Adjudication& rules) {
  target.set_draw_move_number(rules.draw_move_number);
  target.set_draw_move_count(rules.draw_move_count);
  target.set_draw_score_cp(rules.draw_score_cp);
  target.set_resign_move_count(rules.resign_move_count);
  target.set_resign_score_cp(rules.resign_score_cp);
  target.set_resign_two_sided(rules.resign_two_sided);
}

void FillShare(v1::RunSpec& target, const RunSpec& spec) {
  target.set_owner(spec.owner);
  target.set_priority(spec.priority);
  target.set_weight(spec.weight);
  target.mutable_tags()->Add(spec.tags.begin(), spec.tags.end());
  target.set_threads(spec.threads);
  target.set_max_core_seconds(spec.max_core_seconds);
  target.set_link(spec.link);
  target.set_audit_share(spec.audit_share);
  v1::Needs& needs = *target.mutable_needs();
  needs.set_memory_mib(spec.needs.memory_mib);
  needs.mutable_instruction_sets()->Add(spec.needs.instruction_sets.begin(),
                                        spec.needs.instruction_sets.end());
  needs.set_embedded_build(spec.needs.embedded_build);
  needs.set_platform(spec.needs.platform);
  needs.set_sandbox(spec.needs.sandbox);
  if (spec.keep_games.has_value()) {
    v1::KeepGames& keep = *target.mutable_keep_games();
    keep.set_none(spec.keep_games->none);
    keep.set_newest_pairs(spec.keep_games->newest_pairs);
    keep.set_days(spec.keep_games->days);
  }
  if (!spec.follow_up.has_value()) return;
  v1::FollowUp& next = *target.mutable_follow_up();
  Fill(*next.mutable_limits(), spec.follow_up->limits);
  if (spec.follow_up->sprt.has_value()) Fill(*next.mutable_sprt(), *spec.follow_up->sprt);
}

}  // namespace

std::string IdOf(std::string_view resource_name) {
  return std::string(resource_name.substr(resource_name.find('/') + 1));
}

RunSpec FromProto(const v1::RunSpec& spec) {
  RunSpec result;
  result.kind = static_cast<RunKind>(spec.kind());
  result.title = spec.title();
  if (spec.kind() == v1::RUN_KIND_LEAGUE) {
    result.league = FromProto(spec.league());
  } else {
    result.dev = FromProto(spec.dev());
    result.base = FromProto(spec.base());
  }
  result.limits = FromProto(spec.limits());
  if (spec.kind() == v1::RUN_KIND_TEST) result.sprt = FromProto(spec.sprt());
  if (spec.kind() == v1::RUN_KIND_TUNE) result.tune = FromProto(spec.tune());
  result.max_pairs = spec.max_pairs();
  result.book_sha256 = spec.book_sha256();
  result.seed = spec.seed();
  result.rule_profile = spec.rule_profile();
  result.max_moves = spec.max_moves();
  result.hash_kib = spec.hash_kib();
  result.decide_every = spec.decide_every();
  if (spec.has_adjudication()) result.adjudication = FromProto(spec.adjudication());
  result.chess960 = spec.chess960();
  result.reference_nps = spec.reference_nps();
  TakeShare(spec, result);
  return result;
}

RunEdit FromProto(const v1::EditRunRequest& request) {
  RunEdit edit;
  if (request.has_priority()) edit.priority = request.priority();
  if (request.has_weight()) edit.weight = request.weight();
  if (request.has_max_pairs()) edit.max_pairs = request.max_pairs();
  if (request.has_max_core_seconds()) edit.max_core_seconds = request.max_core_seconds();
  if (request.has_tags()) edit.tags = Strings(request.tags().tags());
  if (request.has_keep_games()) edit.keep_games = FromProto(request.keep_games());
  return edit;
}

PairResult FromProto(const v1::PairResult& pair) {
  return {pair.pair_index(), FromProto(pair.first()), FromProto(pair.second())};
}

v1::RunSpec ToProto(const RunSpec& spec) {
  v1::RunSpec result;
  result.set_kind(static_cast<v1::RunKind>(spec.kind));
  result.set_title(spec.title);
  if (spec.league.has_value()) {
    Fill(*result.mutable_league(), *spec.league);
  } else {
    Fill(*result.mutable_dev(), spec.dev);
    Fill(*result.mutable_base(), spec.base);
  }
  Fill(*result.mutable_limits(), spec.limits);
  if (spec.sprt.has_value()) Fill(*result.mutable_sprt(), *spec.sprt);
  if (spec.tune.has_value()) Fill(*result.mutable_tune(), *spec.tune);
  result.set_max_pairs(spec.max_pairs);
  result.set_book_sha256(spec.book_sha256);
  result.set_seed(spec.seed);
  result.set_rule_profile(spec.rule_profile);
  result.set_max_moves(spec.max_moves);
  result.set_hash_kib(spec.hash_kib);
  result.set_decide_every(spec.decide_every);
  if (spec.adjudication.has_value()) Fill(*result.mutable_adjudication(), *spec.adjudication);
  result.set_chess960(spec.chess960);
  result.set_reference_nps(spec.reference_nps);
  FillShare(result, spec);
  return result;
}

v1::Artifact ToProto(const ArtifactInfo& artifact) {
  v1::Artifact result;
  result.set_sha256(artifact.sha256);
  result.set_size(artifact.size);
  result.set_kind(static_cast<v1::ArtifactKind>(artifact.kind));
  result.set_lines(artifact.lines);
  return result;
}

v1::Lease ToProto(const LeaseGrant& grant) {
  v1::Lease lease;
  lease.set_lease(grant.lease.id);
  lease.set_request(grant.request);
  lease.mutable_pair_indices()->Add(grant.lease.pairs.begin(), grant.lease.pairs.end());
  lease.set_expires_in_seconds(grant.expires_in_seconds);
  lease.set_attempt(grant.lease.attempt);
  const RunSpec& spec = *grant.spec;
  v1::PlayPlan& plan = *lease.mutable_plan();
  plan.set_run("runs/" + grant.lease.run);
  plan.set_run_seed(grant.run_seed);
  if (spec.league.has_value()) {
    Fill(*plan.mutable_league(), *spec.league);
  } else {
    Fill(*plan.mutable_dev(), spec.dev);
    Fill(*plan.mutable_base(), spec.base);
  }
  Fill(*plan.mutable_limits(), spec.limits);
  plan.set_book_sha256(spec.book_sha256);
  plan.set_book_lines(grant.book_lines);
  plan.set_rule_profile(spec.rule_profile);
  plan.set_max_moves(spec.max_moves);
  plan.set_hash_kib(spec.hash_kib);
  plan.set_threads(spec.threads);
  plan.set_chess960(spec.chess960);
  plan.set_reference_nps(spec.reference_nps);
  if (spec.adjudication.has_value()) Fill(*plan.mutable_adjudication(), *spec.adjudication);
  if (spec.tune.has_value()) {
    for (const TuneParameter& p : spec.tune->parameters) {
      plan.add_tuned(p.name);
      plan.add_tuned_decimals(p.decimals);
    }
  }
  for (const Candidate& candidate : grant.candidates) Fill(*lease.add_candidates(), candidate);
  for (const Seats& seats : grant.seats) {
    v1::Seats& one = *lease.add_seats();
    one.set_first(seats.first);
    one.set_second(seats.second);
  }
  return lease;
}

v1::DuelChunk ToProto(const std::vector<DuelRow>& rows) {
  v1::DuelChunk chunk;
  for (const DuelRow& row : rows) {
    v1::Duel& duel = *chunk.add_duels();
    duel.set_pair(row.pair);
    Fill(*duel.mutable_candidate(), row.candidate);
    duel.set_clock(row.candidate.clock);
    duel.set_counted(row.counted);
    duel.set_half_points(row.half_points);
    duel.set_worker(row.worker);
  }
  return chunk;
}

}  // namespace rookery::coordinator
