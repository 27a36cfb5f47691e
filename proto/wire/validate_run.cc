#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "base/pairing/league.h"
#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

// A clock of periods: all but the last have moves, and each gives time.
void CheckPeriods(Violations& found, const std::string& name, const v1::Limits& limits) {
  if (limits.periods_size() > kMaxPeriods) {
    found.Add(name + ".periods", "has {} periods; at most {} are allowed", limits.periods_size(),
              kMaxPeriods);
    return;
  }
  if (limits.periods_size() > 0 && (limits.base_ms() != 0 || limits.increment_ms() != 0)) {
    found.Add(name + ".periods", "excludes base_ms and increment_ms; give one of them");
  }
  for (int i = 0; i < limits.periods_size(); ++i) {
    const v1::ClockPeriod& period = limits.periods(i);
    const std::string field = fmt::format("{}.periods[{}]", name, i);
    const int least = i + 1 < limits.periods_size() ? 1 : 0;
    found.CheckRange(field + ".moves", period.moves(), least, kMaxPeriodMoves);
    found.CheckRange(field + ".base_ms", period.base_ms(), int64_t{0}, kMaxMillis);
    found.CheckRange(field + ".increment_ms", period.increment_ms(), int64_t{0}, kMaxMillis);
    if (period.base_ms() == 0 && period.increment_ms() == 0) {
      found.Add(field, "gives no time; set base_ms or increment_ms");
    }
  }
}

void CheckLimits(Violations& found, const std::string& name, const v1::Limits& limits) {
  const std::string field = name + ".";
  found.CheckRange(field + "nodes", limits.nodes(), int64_t{0}, kMaxNodes);
  found.CheckRange(field + "depth", limits.depth(), int32_t{0}, kMaxDepth);
  found.CheckRange(field + "movetime_ms", limits.movetime_ms(), int64_t{0}, kMaxMillis);
  found.CheckRange(field + "base_ms", limits.base_ms(), int64_t{0}, kMaxMillis);
  found.CheckRange(field + "increment_ms", limits.increment_ms(), int64_t{0}, kMaxMillis);
  found.CheckRange(field + "margin_ms", limits.margin_ms(), int64_t{0}, kMaxMarginMs);
  CheckPeriods(found, name, limits);
  if (limits.nodes() == 0 && limits.depth() == 0 && limits.movetime_ms() == 0 &&
      limits.base_ms() == 0 && limits.increment_ms() == 0 && limits.periods_size() == 0) {
    found.Add(name, "is empty; set nodes, depth, movetime_ms or base_ms");
  }
}

void CheckEngine(Violations& found, const std::string& field, const v1::EngineSpec& engine) {
  found.CheckName(field + ".name", engine.name(), kMaxEngineName);
  found.CheckSha256(field + ".weights_sha256", engine.weights_sha256());
  found.CheckText(field + ".version", engine.version(), kMaxEngineName);
  found.CheckText(field + ".commit", engine.commit(), kMaxEngineName);
  if (engine.has_limits()) CheckLimits(found, field + ".limits", engine.limits());
}

void CheckSprt(Violations& found, const std::string& name, const v1::SprtBounds& sprt) {
  if (sprt.model() < v1::ELO_MODEL_UNSPECIFIED || sprt.model() > v1::ELO_MODEL_LOGISTIC) {
    found.Add(name + ".model", "{} is unknown; normalized or logistic is needed",
              static_cast<int>(sprt.model()));
  }
  const double most = sprt.model() == v1::ELO_MODEL_LOGISTIC ? kMaxEloLogistic : kMaxEloNormalized;
  found.CheckRange(name + ".elo0", sprt.elo0(), -most, most);
  found.CheckRange(name + ".elo1", sprt.elo1(), -most, most);
  if (!(sprt.elo0() < sprt.elo1())) {
    found.Add(name + ".elo1", "{} is not above elo0, which is {}", sprt.elo1(), sprt.elo0());
  }
  for (const auto& [error, value] : {std::pair("alpha", sprt.alpha()), {"beta", sprt.beta()}}) {
    if (!(value > 0 && value < 1)) {
      found.Add(fmt::format("{}.{}", name, error), "{} is not between 0 and 1; usual is 0.05",
                value);
    }
  }
  if (sprt.alpha() + sprt.beta() >= 1) {
    found.Add(name + ".beta", "alpha + beta is {}; it must be below 1", sprt.alpha() + sprt.beta());
  }
}

void CheckAdjudication(Violations& found, const v1::Adjudication& rules) {
  const std::string field = "run.adjudication.";
  found.CheckRange(field + "draw_move_number", rules.draw_move_number(), 0, kMaxMoves);
  found.CheckRange(field + "draw_move_count", rules.draw_move_count(), 0, kMaxMoves);
  found.CheckRange(field + "draw_score_cp", rules.draw_score_cp(), 0, kMaxScoreCp);
  found.CheckRange(field + "resign_move_count", rules.resign_move_count(), 0, kMaxMoves);
  found.CheckRange(field + "resign_score_cp", rules.resign_score_cp(), 0, kMaxScoreCp);
}

void CheckTags(Violations& found, const std::string& field,
               const google::protobuf::RepeatedPtrField<std::string>& tags) {
  if (tags.size() > kMaxTags) {
    found.Add(field, "has {} tags; at most {} are allowed", tags.size(), kMaxTags);
    return;
  }
  std::set<std::string_view> seen;
  for (const std::string& tag : tags) {
    found.CheckRequired(field, tag, kMaxTag);
    if (!seen.insert(tag).second)
      found.Add(field, "{} is there twice; once is enough", Quoted(tag));
  }
}

// Priority, weight and what else says how a run shares the fleet.
void CheckShare(Violations& found, const v1::RunSpec& spec) {
  found.CheckText("run.owner", spec.owner(), kMaxUser);
  found.CheckRange("run.priority", spec.priority(), -kMaxPriority, kMaxPriority);
  found.CheckRange("run.weight", spec.weight(), 0.0, kMaxWeight);
  CheckTags(found, "run.tags", spec.tags());
  found.CheckRange("run.max_core_seconds", spec.max_core_seconds(), int64_t{0}, kMaxCoreSeconds);
  found.CheckRange("run.threads", spec.threads(), 0, kMaxThreads);
  found.CheckText("run.link", spec.link(), kMaxLink);
  found.CheckRange("run.audit_share", spec.audit_share(), 0.0, 1.0);
}

void CheckKeepGames(Violations& found, const std::string& field, const v1::KeepGames& keep) {
  found.CheckRange(field + ".newest_pairs", keep.newest_pairs(), uint64_t{0}, kMaxPairs);
  found.CheckRange(field + ".days", keep.days(), 0, kMaxDaysKept);
  if (keep.none() && (keep.newest_pairs() != 0 || keep.days() != 0)) {
    found.Add(field + ".none", "is set beside a number; say none, or how many");
  }
}

void CheckNeeds(Violations& found, const v1::Needs& needs) {
  found.CheckRange("run.needs.memory_mib", needs.memory_mib(), int64_t{0}, kMaxMemoryMib);
  found.CheckText("run.needs.embedded_build", needs.embedded_build(), kMaxSignature);
  found.CheckText("run.needs.platform", needs.platform(), kMaxNeed);
  found.CheckText("run.needs.sandbox", needs.sandbox(), kMaxNeed);
  if (needs.instruction_sets_size() > kMaxInstructionSets) {
    found.Add("run.needs.instruction_sets", "has {} sets; at most {} are allowed",
              needs.instruction_sets_size(), kMaxInstructionSets);
    return;
  }
  for (const std::string& set : needs.instruction_sets()) {
    found.CheckRequired("run.needs.instruction_sets", set, kMaxNeed);
  }
}

void CheckTune(Violations& found, const v1::TuneSpec& tune) {
  const std::string field = "run.tune.";
  if (tune.method() < v1::TUNE_METHOD_UNSPECIFIED || tune.method() > v1::TUNE_METHOD_RACE) {
    found.Add(field + "method", "{} is unknown; regression, spsa, cma-es or race is needed",
              static_cast<int>(tune.method()));
  }
  const int most = tune.method() == v1::TUNE_METHOD_RACE ? kMaxRaceParameters : kMaxTuneParameters;
  if (tune.parameters_size() < 1 || tune.parameters_size() > most) {
    found.Add(field + "parameters", "{} given; 1 to {} are allowed", tune.parameters_size(), most);
    return;
  }
  for (const v1::TuneParameter& p : tune.parameters()) {
    found.CheckRequired(field + "parameters.name", p.name(), kMaxParameterName);
    found.CheckRange(field + "parameters.min", p.min(), -kMaxTuneValue, kMaxTuneValue);
    found.CheckRange(field + "parameters.max", p.max(), -kMaxTuneValue, kMaxTuneValue);
    found.CheckRange(field + "parameters.decimals", p.decimals(), 0, kMaxTuneDecimals);
  }
  if (tune.candidates_size() > kMaxTuneCandidates) {
    found.Add(field + "candidates", "{} given; at most {} are allowed", tune.candidates_size(),
              kMaxTuneCandidates);
    return;
  }
  for (const v1::TuneCandidate& one : tune.candidates()) {
    found.CheckName(field + "candidates.name", one.name(), kMaxEngineName);
    if (one.values_size() != tune.parameters_size()) {
      found.Add(field + "candidates", "{} has {} values for {} parameters", Quoted(one.name()),
                one.values_size(), tune.parameters_size());
    }
  }
}

void CheckLeague(Violations& found, const v1::LeagueSpec& league) {
  const std::string field = "run.league.";
  if (league.format() < v1::LEAGUE_FORMAT_UNSPECIFIED ||
      league.format() > v1::LEAGUE_FORMAT_SWISS) {
    found.Add(field + "format", "{} is unknown; round robin, gauntlet or swiss is needed",
              static_cast<int>(league.format()));
  }
  if (league.engines_size() < 2 || league.engines_size() > kMaxLeagueEngines) {
    found.Add(field + "engines", "{} given; 2 to {} are allowed", league.engines_size(),
              kMaxLeagueEngines);
    return;
  }
  for (int i = 0; i < league.engines_size(); ++i) {
    CheckEngine(found, fmt::format("{}engines[{}]", field, i), league.engines(i));
  }
  found.CheckRange(field + "pairs", league.pairs(), uint64_t{1}, kMaxPairs);
  found.CheckRange(field + "rounds", league.rounds(), 0, kMaxLeagueRounds);
  found.CheckRange(field + "seeds", league.seeds(), 0, kMaxLeagueEngines);
}

// Who plays.
void CheckEngines(Violations& found, const v1::RunSpec& spec) {
  if (spec.kind() == v1::RUN_KIND_LEAGUE) return CheckLeague(found, spec.league());
  if (spec.has_league()) {
    found.Add("run.league", "is set, but only a league has it; leave it out of others");
  }
  CheckEngine(found, "run.dev", spec.dev());
  CheckEngine(found, "run.base", spec.base());
}

void CheckSpec(Violations& found, const v1::RunSpec& spec) {
  if (spec.kind() < v1::RUN_KIND_TEST || spec.kind() > v1::RUN_KIND_TUNE) {
    found.Add("run.kind", "{} is not allowed; test, match, league or tune is needed",
              static_cast<int>(spec.kind()));
  }
  found.CheckText("run.title", spec.title(), kMaxTitle);
  CheckEngines(found, spec);
  CheckLimits(found, "run.limits", spec.limits());
  if (spec.kind() == v1::RUN_KIND_TEST) {
    CheckSprt(found, "run.sprt", spec.sprt());
  } else if (spec.has_sprt()) {
    found.Add("run.sprt", "is set, but only a test has bounds; leave it out of others");
  }
  if (spec.kind() == v1::RUN_KIND_TUNE) {
    CheckTune(found, spec.tune());
  } else if (spec.has_tune()) {
    found.Add("run.tune", "is set, but only a tune moves parameters; leave it out of others");
  }
  found.CheckRange("run.max_pairs", spec.max_pairs(), uint64_t{0}, kMaxPairs);
  found.CheckSha256("run.book_sha256", spec.book_sha256());
  found.CheckText("run.rule_profile", spec.rule_profile(), kMaxRuleProfile);
  found.CheckRange("run.max_moves", spec.max_moves(), 0, kMaxMoves);
  if (spec.hash_kib() != 0) {
    found.CheckRange("run.hash_kib", spec.hash_kib(), kMinHashKib, kMaxHashKib);
  }
  found.CheckRange("run.reference_nps", spec.reference_nps(), int64_t{0}, kMaxNps);
  found.CheckRange("run.decide_every", spec.decide_every(), uint32_t{0}, kMaxDecideEvery);
  if (spec.has_adjudication()) CheckAdjudication(found, spec.adjudication());
  CheckShare(found, spec);
  CheckNeeds(found, spec.needs());
  CheckKeepGames(found, "run.keep_games", spec.keep_games());
  if (!spec.has_follow_up()) return;
  CheckLimits(found, "run.follow_up.limits", spec.follow_up().limits());
  if (spec.follow_up().has_sprt()) CheckSprt(found, "run.follow_up.sprt", spec.follow_up().sprt());
}

absl::Status CheckName(std::string_view name) {
  Violations found;
  found.CheckResource("name", name, "runs");
  return found.Finish();
}

}  // namespace

absl::Status Validate(const v1::CreateRunRequest& request) {
  Violations found;
  found.CheckRequired("request_id", request.request_id(), kMaxRequestId);
  if (request.has_run()) {
    CheckSpec(found, request.run());
  } else {
    found.Add("run", "is missing");
  }
  return found.Finish();
}

absl::Status Validate(const v1::GetRunRequest& request) { return CheckName(request.name()); }

absl::Status Validate(const v1::ListRunsRequest& request) {
  Violations found;
  if (request.page_size() < 0) {
    found.Add("page_size", "{} is negative; 0 is {}, and more than {} is taken as {}",
              request.page_size(), kDefaultPageSize, kMaxPageSize, kMaxPageSize);
  }
  found.CheckText("page_token", request.page_token(), kMaxPageToken);
  found.CheckText("tag", request.tag(), kMaxTag);
  found.CheckText("owner", request.owner(), kMaxUser);
  return found.Finish();
}

absl::Status Validate(const v1::StopRunRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  found.CheckText("reason", request.reason(), kMaxReason);
  return found.Finish();
}

absl::Status Validate(const v1::PauseRunRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::ResumeRunRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::ApproveRunRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::ListRunEventsRequest& request) { return CheckName(request.name()); }

absl::Status Validate(const v1::EditRunRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  if (request.has_priority()) {
    found.CheckRange("priority", request.priority(), -kMaxPriority, kMaxPriority);
  }
  if (request.has_weight()) found.CheckRange("weight", request.weight(), 0.01, kMaxWeight);
  if (request.has_max_pairs()) {
    found.CheckRange("max_pairs", request.max_pairs(), uint64_t{1}, kMaxPairs);
  }
  if (request.has_max_core_seconds()) {
    found.CheckRange("max_core_seconds", request.max_core_seconds(), int64_t{0}, kMaxCoreSeconds);
  }
  CheckTags(found, "tags", request.tags().tags());
  CheckKeepGames(found, "keep_games", request.keep_games());
  return found.Finish();
}

absl::Status Validate(const v1::CommentRunRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  found.CheckRequired("text", request.text(), kMaxComment);
  return found.Finish();
}

absl::Status Validate(const v1::ExplainRunRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  found.CheckResource("worker", request.worker(), "workers");
  return found.Finish();
}

absl::Status Validate(const v1::VoidPairsRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  found.CheckResource("worker", request.worker(), "workers");
  found.CheckText("reason", request.reason(), kMaxReason);
  return found.Finish();
}

absl::Status Validate(const v1::RestorePairsRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "runs");
  found.CheckResource("worker", request.worker(), "workers");
  found.CheckText("reason", request.reason(), kMaxReason);
  return found.Finish();
}

absl::Status Validate(const v1::WatchRunRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::ExportPgnRequest& request) { return CheckName(request.name()); }
absl::Status Validate(const v1::ExportDuelsRequest& request) { return CheckName(request.name()); }

}  // namespace rookery::wire
