#include "coordinator/core/spec_check.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/stats/sprt.h"

namespace rookery::coordinator {
namespace {

absl::Status CheckText(std::string_view field, std::string_view text, size_t most) {
  if (text.size() <= most) return absl::OkStatus();
  return InvalidArgument("field {}: {} bytes long; at most {} are allowed", field, text.size(),
                         most);
}

absl::Status CheckRange(std::string_view field, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return InvalidArgument("field {}: {} is outside {} to {}", field, value, low, high);
}

absl::Status CheckPeriods(const std::string& field, const Limits& limit) {
  if (limit.periods.size() > limits::kMaxPeriods) {
    return InvalidArgument("field {}.periods: {} given; at most {} are allowed", field,
                           limit.periods.size(), limits::kMaxPeriods);
  }
  if (!limit.periods.empty() && (limit.base_ms != 0 || limit.increment_ms != 0)) {
    return InvalidArgument("field {}.periods: excludes base_ms and increment_ms; give one of them",
                           field);
  }
  for (size_t i = 0; i < limit.periods.size(); ++i) {
    const ClockPeriod& period = limit.periods[i];
    const std::string where = fmt::format("{}.periods[{}]", field, i);
    const bool last = i + 1 == limit.periods.size();
    ROOKERY_RETURN_IF_ERROR(
        CheckRange(where + ".moves", period.moves, last ? 0 : 1, limits::kMaxPeriodMoves));
    ROOKERY_RETURN_IF_ERROR(
        CheckRange(where + ".base_ms", period.base_ms, 0, limits::kMaxMilliseconds));
    ROOKERY_RETURN_IF_ERROR(
        CheckRange(where + ".increment_ms", period.increment_ms, 0, limits::kMaxMilliseconds));
    if (period.base_ms + period.increment_ms == 0) {
      return InvalidArgument("field {}: gives no time; set base_ms or increment_ms", where);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckLimits(const std::string& field, const Limits& limit) {
  ROOKERY_RETURN_IF_ERROR(CheckRange(field + ".nodes", limit.nodes, 0, limits::kMaxNodesPerMove));
  ROOKERY_RETURN_IF_ERROR(CheckRange(field + ".depth", limit.depth, 0, limits::kMaxDepth));
  for (const auto& [name, millis] : {std::pair(".movetime_ms", limit.movetime_ms),
                                     {".base_ms", limit.base_ms},
                                     {".increment_ms", limit.increment_ms},
                                     {".margin_ms", limit.margin_ms}}) {
    ROOKERY_RETURN_IF_ERROR(CheckRange(field + name, millis, 0, limits::kMaxMilliseconds));
  }
  ROOKERY_RETURN_IF_ERROR(CheckPeriods(field, limit));
  if (limit.nodes == 0 && limit.depth == 0 && !limit.timed()) {
    return InvalidArgument("field {}: none is set; give nodes, depth, movetime_ms or base_ms",
                           field);
  }
  return absl::OkStatus();
}

absl::Status CheckEngine(std::string_view field, const EngineSpec& engine) {
  ROOKERY_RETURN_IF_ERROR(CheckText(fmt::format("{}.name", field), engine.name, limits::kMaxName));
  ROOKERY_RETURN_IF_ERROR(
      CheckText(fmt::format("{}.version", field), engine.version, limits::kMaxName));
  ROOKERY_RETURN_IF_ERROR(
      CheckText(fmt::format("{}.commit", field), engine.commit, limits::kMaxName));
  if (!IsSha256Hex(engine.weights_sha256)) {
    return InvalidArgument(
        "field {}.weights_sha256: '{}' is no SHA-256; give 64 hexadecimal "
        "digits of an uploaded artifact",
        field, engine.weights_sha256.substr(0, 80));
  }
  if (!engine.limits.has_value()) return absl::OkStatus();
  return CheckLimits(fmt::format("{}.limits", field), *engine.limits);
}

absl::Status CheckSprt(const RunSpec& spec) {
  if (spec.kind != RunKind::kTest) {
    if (!spec.sprt.has_value()) return absl::OkStatus();
    return InvalidArgument("field sprt: only a test has one; make a test instead");
  }
  if (!spec.sprt.has_value()) {
    return InvalidArgument("field sprt: a test needs bounds, such as elo0 0 and elo1 5");
  }
  const absl::Status bounds = stats::Sprt::Create(*spec.sprt).status();
  if (bounds.ok()) return bounds;
  return InvalidArgument("field sprt.{}", Message(bounds));  // its message begins with the bound
}

absl::Status CheckFollowUp(const RunSpec& spec) {
  if (!spec.follow_up.has_value()) return absl::OkStatus();
  if (spec.kind != RunKind::kTest) {
    return InvalidArgument("field follow_up: only a test can be accepted, and so followed up");
  }
  if (spec.dev.limits.has_value() || spec.base.limits.has_value()) {
    return InvalidArgument(
        "field follow_up: both sides play it at its limits, but one has limits of its own here");
  }
  ROOKERY_RETURN_IF_ERROR(CheckLimits("follow_up.limits", spec.follow_up->limits));
  if (!spec.follow_up->sprt.has_value()) return absl::OkStatus();
  return stats::Sprt::Create(*spec.follow_up->sprt).status();
}

absl::Status CheckNeeds(const Needs& needs) {
  ROOKERY_RETURN_IF_ERROR(
      CheckRange("needs.memory_mib", needs.memory_mib, 0, limits::kMaxMemoryMib));
  ROOKERY_RETURN_IF_ERROR(
      CheckText("needs.embedded_build", needs.embedded_build, limits::kMaxName));
  ROOKERY_RETURN_IF_ERROR(CheckText("needs.platform", needs.platform, limits::kMaxName));
  if (needs.instruction_sets.size() > limits::kMaxInstructionSets) {
    return InvalidArgument("field needs.instruction_sets: {} given; at most {} are allowed",
                           needs.instruction_sets.size(), limits::kMaxInstructionSets);
  }
  for (const std::string& set : needs.instruction_sets) {
    ROOKERY_RETURN_IF_ERROR(CheckText("needs.instruction_sets", set, limits::kMaxName));
  }
  const bool known = needs.sandbox.empty() || std::find(kSandboxes.begin(), kSandboxes.end(),
                                                        needs.sandbox) != kSandboxes.end();
  if (known) return absl::OkStatus();
  return InvalidArgument("field needs.sandbox: '{}' is none of none, rlimits, landlock, bwrap",
                         needs.sandbox.substr(0, 40));
}

absl::Status CheckTune(const RunSpec& spec) {
  if (spec.kind != RunKind::kTune) {
    if (!spec.tune.has_value()) return absl::OkStatus();
    return InvalidArgument("field tune: only a tune has one; make a run of that kind");
  }
  if (!spec.tune.has_value()) {
    return InvalidArgument("field tune: a tune needs parameters to move");
  }
  if (spec.dev.weights_sha256 != spec.base.weights_sha256) {
    return InvalidArgument("field base.weights_sha256: a tune has one starting point; give dev's");
  }
  if (spec.dev.limits.has_value() || spec.base.limits.has_value()) {
    return InvalidArgument("field dev.limits: both sides of a tune play alike; leave them out");
  }
  if (spec.max_pairs < 2) {
    return InvalidArgument("field max_pairs: {}; a tune needs a budget of 2 pairs or more",
                           spec.max_pairs);
  }
  if (spec.audit_share > 0) {
    return InvalidArgument("field audit_share: pairs of a tune aren't audited; leave it out");
  }
  const size_t most = spec.tune->method == TuneMethod::kRace ? limits::kMaxRaceParameters
                                                             : limits::kMaxTuneParameters;
  if (spec.tune->parameters.size() > most) {
    return InvalidArgument("field tune.parameters: {} given; at most {} are allowed",
                           spec.tune->parameters.size(), most);
  }
  return absl::OkStatus();
}

// Two that are the same would play the same games against each of the others.
absl::Status CheckDistinct(const std::vector<EngineSpec>& engines) {
  std::map<std::string, size_t> names;
  std::map<std::string, std::vector<size_t>> contents;
  for (size_t i = 0; i < engines.size(); ++i) {
    if (engines[i].name.empty() || !names.emplace(engines[i].name, i).second) {
      return InvalidArgument("field league.engines[{}].name: '{}' is empty or another one's too", i,
                             engines[i].name);
    }
    std::vector<size_t>& alike = contents[engines[i].weights_sha256];
    for (const size_t other : alike) {
      if (engines[other].limits != engines[i].limits) continue;
      return InvalidArgument(
          "field league.engines[{}]: {} has the weights of {}; they would play the same games", i,
          engines[i].name, engines[other].name);
    }
    alike.push_back(i);
  }
  return absl::OkStatus();
}

// Fills in max_pairs.
absl::Status CheckLeagueSpec(RunSpec* spec) {
  if (spec->kind != RunKind::kLeague) {
    if (!spec->league.has_value()) return absl::OkStatus();
    return InvalidArgument("field league: only a league has one; make a run of that kind");
  }
  if (!spec->league.has_value()) {
    return InvalidArgument("field league: a league needs engines that meet");
  }
  const LeagueSpec& league = *spec->league;
  if (league.engines.size() > static_cast<size_t>(kMaxLeagueEngines)) {
    return InvalidArgument("field league.engines: {} given; at most {} are allowed",
                           league.engines.size(), kMaxLeagueEngines);
  }
  if (const absl::Status shape = CheckLeague(league.shape()); !shape.ok()) {
    return InvalidArgument("field league.{}", Message(shape));
  }
  for (size_t i = 0; i < league.engines.size(); ++i) {
    ROOKERY_RETURN_IF_ERROR(CheckEngine(fmt::format("league.engines[{}]", i), league.engines[i]));
  }
  ROOKERY_RETURN_IF_ERROR(CheckDistinct(league.engines));
  if (!spec->dev.weights_sha256.empty() || !spec->base.weights_sha256.empty()) {
    return InvalidArgument("field dev, base: a league has neither; name its engines");
  }
  const uint64_t pairs = LeaguePairs(league.shape());
  if (spec->max_pairs != 0 && spec->max_pairs != pairs) {
    return InvalidArgument("field max_pairs: {}; this league has {} pairs by its format",
                           spec->max_pairs, pairs);
  }
  spec->max_pairs = pairs;
  return absl::OkStatus();
}

absl::Status CheckShare(const RunSpec& spec) {
  ROOKERY_RETURN_IF_ERROR(CheckText("owner", spec.owner, limits::kMaxName));
  ROOKERY_RETURN_IF_ERROR(CheckRange("priority", spec.priority, -100, 100));
  if (!(spec.weight >= 0.01 && spec.weight <= 100)) {
    return InvalidArgument("field weight: {} is outside 0.01 to 100", spec.weight);
  }
  ROOKERY_RETURN_IF_ERROR(CheckRange("threads", spec.threads, 1, limits::kMaxThreads));
  ROOKERY_RETURN_IF_ERROR(
      CheckRange("max_core_seconds", spec.max_core_seconds, 0, limits::kMaxCoreSeconds));
  ROOKERY_RETURN_IF_ERROR(CheckText("link", spec.link, limits::kMaxLink));
  if (!(spec.audit_share >= 0 && spec.audit_share <= 1)) {
    return InvalidArgument("field audit_share: {} is outside 0 to 1", spec.audit_share);
  }
  if (spec.audit_share > 0 && spec.threads > 1) {
    return InvalidArgument(
        "field audit_share: engines of {} threads needn't play a game alike twice, so an audit "
        "would accuse honest workers; leave it out, or play with one thread",
        spec.threads);
  }
  if (spec.tags.size() > limits::kMaxTags) {
    return InvalidArgument("field tags: {} given; at most {} are allowed", spec.tags.size(),
                           limits::kMaxTags);
  }
  for (const std::string& tag : spec.tags) {
    ROOKERY_RETURN_IF_ERROR(CheckText("tags", tag, limits::kMaxName));
    if (tag.empty() || tag.find('\n') != std::string::npos) {
      return InvalidArgument("field tags: '{}' is empty or has a line break", tag);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckKeepGames(const RunSpec& spec) {
  if (!spec.keep_games.has_value()) return absl::OkStatus();
  const KeepGames& keep = *spec.keep_games;
  if (keep.newest_pairs > limits::kMaxPairs) {
    return InvalidArgument("field keep_games.newest_pairs: {} is more than {}", keep.newest_pairs,
                           limits::kMaxPairs);
  }
  return CheckRange("keep_games.days", keep.days, 0, limits::kMaxDaysKept);
}

// What isn't timed can't be scaled.
absl::Status CheckScale(const RunSpec& spec) {
  ROOKERY_RETURN_IF_ERROR(CheckRange("reference_nps", spec.reference_nps, 0, limits::kMaxNps));
  if (spec.reference_nps == 0) return absl::OkStatus();
  const std::vector<const EngineSpec*> players = spec.Players();
  const bool timed = std::any_of(players.begin(), players.end(), [&](const EngineSpec* one) {
    return spec.LimitsOf(*one).timed();
  });
  if (timed) return absl::OkStatus();
  return InvalidArgument("field reference_nps: nothing here is timed, so nothing can be scaled");
}

}  // namespace

absl::StatusOr<RunSpec> CheckSpec(RunSpec spec) {
  if (spec.rule_profile.empty()) spec.rule_profile = "engine";
  if (spec.max_moves == 0) spec.max_moves = kDefaultMaxMoves;
  if (spec.hash_kib == 0) spec.hash_kib = kDefaultHashKib;
  if (spec.decide_every == 0) spec.decide_every = 1;
  if (spec.threads == 0) spec.threads = 1;
  if (spec.weight == 0) spec.weight = 1;
  ROOKERY_RETURN_IF_ERROR(CheckText("title", spec.title, limits::kMaxTitle));
  ROOKERY_RETURN_IF_ERROR(CheckLeagueSpec(&spec));
  if (spec.kind != RunKind::kLeague) {
    ROOKERY_RETURN_IF_ERROR(CheckEngine("dev", spec.dev));
    ROOKERY_RETURN_IF_ERROR(CheckEngine("base", spec.base));
  }
  ROOKERY_RETURN_IF_ERROR(CheckLimits("limits", spec.limits));
  ROOKERY_RETURN_IF_ERROR(CheckScale(spec));
  ROOKERY_RETURN_IF_ERROR(CheckSprt(spec));
  ROOKERY_RETURN_IF_ERROR(CheckTune(spec));
  if (!IsSha256Hex(spec.book_sha256)) {
    return InvalidArgument(
        "field book_sha256: '{}' is no SHA-256; give 64 hexadecimal digits of "
        "an uploaded opening book",
        spec.book_sha256.substr(0, 80));
  }
  if (spec.max_pairs > limits::kMaxPairs) {
    return InvalidArgument("field max_pairs: {} is more than {}", spec.max_pairs,
                           limits::kMaxPairs);
  }
  ROOKERY_RETURN_IF_ERROR(CheckText("rule_profile", spec.rule_profile, limits::kMaxRuleProfile));
  ROOKERY_RETURN_IF_ERROR(CheckRange("max_moves", spec.max_moves, 1, limits::kMaxGameMoves));
  ROOKERY_RETURN_IF_ERROR(CheckRange("hash_kib", spec.hash_kib, 16, limits::kMaxHashKib));
  ROOKERY_RETURN_IF_ERROR(
      CheckRange("decide_every", spec.decide_every, 1, limits::kMaxDecideEvery));
  ROOKERY_RETURN_IF_ERROR(CheckShare(spec));
  ROOKERY_RETURN_IF_ERROR(CheckFollowUp(spec));
  ROOKERY_RETURN_IF_ERROR(CheckNeeds(spec.needs));
  ROOKERY_RETURN_IF_ERROR(CheckKeepGames(spec));
  return spec;
}

absl::Status FitToBook(uint64_t book_lines, RunSpec* spec) {
  if (book_lines == 0) {
    return InvalidArgument(
        "field book_sha256: the book has no openings; make one with "
        "'rookery book generate'");
  }
  if (spec->league.has_value()) {
    const uint64_t openings = LeagueOpenings(spec->league->shape());
    if (openings <= book_lines) return absl::OkStatus();
    return InvalidArgument(
        "field league.pairs: a pairing may need {} openings, but the book has {} and a repeated "
        "opening repeats its games; ask for fewer pairs or use a larger book",
        openings, book_lines);
  }
  if (spec->max_pairs > book_lines) {
    return InvalidArgument(
        "field max_pairs: {} pairs asked for, but the book has {} openings and "
        "a repeated opening repeats its games; ask for at most {} pairs or use "
        "a larger book",
        spec->max_pairs, book_lines, book_lines);
  }
  if (spec->max_pairs == 0) spec->max_pairs = std::min(book_lines, limits::kMaxPairs);
  return absl::OkStatus();
}

}  // namespace rookery::coordinator
