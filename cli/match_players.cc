#include "cli/match_players.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/status.h"
#include "engine/params/weights.h"
#include "worker/player/embedded_player.h"
#include "worker/player/uci_player.h"
#include "worker/process/sandbox.h"

namespace rookery::cli {
namespace {

constexpr int64_t kKib = 1024;
// A trial search ends within this, or the engine doesn't heed its limits.
constexpr int64_t kProbeMs = 10'000;
constexpr int64_t kTrialClockMs = 1000;
constexpr int64_t kTrialMovetimeMs = 100;
constexpr int64_t kTrialNodes = 1000;

struct TrapOption {
  std::string_view name;
  std::string_view harmless;
};
// Defaults of engines that have spoilt public matches.
constexpr TrapOption kTraps[] = {{"Threads", "1"}, {"OwnBook", "false"}, {"Ponder", "false"}};

// The option's value as the match has it: set, else the engine's default; empty if it has none.
std::string ValueOf(const MatchEngine& engine, const worker::UciPlayer& player,
                    std::string_view name) {
  for (const auto& [set, value] : engine.options) {
    if (worker::SameOptionName(set, name)) return value;
  }
  for (const worker::EngineOption& option : player.options()) {
    if (worker::SameOptionName(option.name, name)) return option.preset;
  }
  return "";
}

void WarnOfTraps(const MatchEngine& engine, const worker::UciPlayer& player,
                 const std::function<void(const std::string&)>& warn) {
  for (const TrapOption& trap : kTraps) {
    const bool set =
        std::any_of(engine.options.begin(), engine.options.end(),
                    [&](const auto& one) { return worker::SameOptionName(one.first, trap.name); });
    const std::string value = ValueOf(engine, player, trap.name);
    if (set || value.empty() || value == trap.harmless) continue;
    warn(fmt::format("{}: its option {} is {} by default; set option.{}={} unless you mean it",
                     engine.name, trap.name, value, trap.name, trap.harmless));
  }
}

// What the engine's options ask for in memory, and the files that they name.
absl::StatusOr<worker::Sandbox> SandboxFor(const MatchEngine& engine) {
  worker::Sandbox sandbox;
  sandbox.kind = worker::DetectSandbox();
  if (sandbox.kind == worker::SandboxKind::kOff) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "neither bubblewrap nor Landlock works here; say --sandbox=off to run {} without",
                 engine.name);
  }
  int64_t hash_mib = 0;
  int64_t threads = 1;
  for (const auto& [name, value] : engine.options) {
    if (worker::SameOptionName(name, "Hash")) hash_mib = std::atoll(value.c_str());
    if (worker::SameOptionName(name, "Threads")) threads = std::atoll(value.c_str());
    if (value.starts_with('/')) sandbox.readable.push_back(value);
  }
  sandbox.memory_bytes = worker::EngineMemoryBytes(hash_mib, threads);
  if (!engine.folder.empty()) {
    sandbox.readable.push_back(engine.folder);
    sandbox.folder = engine.folder;
  }
  return sandbox;
}

// Limits of the match's own kind, cut so that every engine answers soon.
worker::MoveLimits TrialLimits(const worker::SideLimits& limits) {
  worker::MoveLimits trial;
  trial.margin_ms = kProbeMs;  // a machine may be slow: this is no judgement of time
  const search::SearchLimits& move = limits.per_move;
  if (limits.clock.enabled()) {
    trial.own.time_left_ms = trial.opponent_time_left_ms = kTrialClockMs;
  } else if (move.movetime_ms > 0) {
    trial.own.movetime_ms = std::min(move.movetime_ms, kTrialMovetimeMs);
  } else if (move.depth > 0) {
    trial.own.depth = 1;
  } else {
    trial.own.nodes = std::min(move.nodes, kTrialNodes);
  }
  return trial;
}

std::string Described(const worker::MoveLimits& limits) {
  if (limits.own.nodes > 0) return fmt::format("a limit of {} nodes", limits.own.nodes);
  if (limits.own.depth > 0) return "a limit of depth 1";
  if (limits.own.movetime_ms > 0) return fmt::format("{} ms a move", limits.own.movetime_ms);
  return fmt::format("{} ms on its clock", limits.own.time_left_ms);
}

// Many faults come up only in a search: a network that isn't there, `go nodes` taken for `go
// infinite`, an answer without a move.
absl::Status ProbeSearch(const MatchEngine& engine, worker::Player& player) {
  const worker::MoveLimits limits = TrialLimits(engine.limits);
  ROOKERY_RETURN_IF_ERROR(player.NewGame(1));
  const auto reply = player.Think(chess::Game(chess::Position::Start()), limits);
  if (reply.ok()) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition,
               "{} gives no legal move from the start with {} ({}); if it plays otherwise, give it "
               "other limits",
               engine.name, Described(limits), Message(reply.status()));
}

}  // namespace

absl::StatusOr<worker::PlayerFactory> MakeFactory(const MatchSpec& spec, const MatchEngine& engine,
                                                  Clock* clock) {
  if (engine.weights.empty()) {
    worker::UciEngine uci;
    uci.name = engine.name;
    uci.program = engine.command;
    uci.arguments = engine.arguments;
    uci.folder = engine.folder;
    uci.options = engine.options;
    uci.chess960 = spec.chess960;
    if (spec.sandbox) {
      ROOKERY_ASSIGN_OR_RETURN(uci.sandbox, SandboxFor(engine));
    }
    uci.timeouts = spec.timeouts;
    return [uci, clock] { return worker::StartUciPlayer(uci, clock); };
  }
  ROOKERY_ASSIGN_OR_RETURN(params::Weights weights, params::LoadWeights(engine.weights));
  const worker::EmbeddedPlayerOptions options{engine.name, std::move(weights),
                                              kKib * spec.hash_kib};
  return [options, clock]() -> absl::StatusOr<std::unique_ptr<worker::Player>> {
    return std::make_unique<worker::EmbeddedPlayer>(options, clock);
  };
}

absl::StatusOr<EngineFacts> TryEngine(const MatchSpec& spec, const MatchEngine& engine,
                                      Clock* clock,
                                      const std::function<void(const std::string&)>& warn) {
  MatchSpec trial = spec;
  trial.timeouts.search_ms = kProbeMs;
  ROOKERY_ASSIGN_OR_RETURN(const worker::PlayerFactory factory, MakeFactory(trial, engine, clock));
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<worker::Player> player, factory());
  EngineFacts facts;
  facts.name = engine.name;
  const auto* uci = dynamic_cast<const worker::UciPlayer*>(player.get());
  if (uci == nullptr) return facts;
  facts.id_name = uci->id_name();
  facts.id_author = uci->id_author();
  facts.threads = ValueOf(engine, *uci, "Threads");
  facts.hash = ValueOf(engine, *uci, "Hash");
  WarnOfTraps(engine, *uci, warn);
  ROOKERY_RETURN_IF_ERROR(ProbeSearch(engine, *player));
  player->BeginQuit();
  return facts;
}

}  // namespace rookery::cli
