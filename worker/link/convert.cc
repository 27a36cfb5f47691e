#include "worker/link/convert.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "base/status.h"
#include "proto/wire/bounds.h"

namespace rookery::worker {
namespace {

constexpr int kDefaultMaxMoves = 400;
constexpr int kDefaultHashKib = 1024;
constexpr int kMaxScoreCp = 1'000'000;
constexpr int kMaxCount = 10'000;  // of an adjudication's moves

v1::PairResult ToProto(const PlayedPair& pair) {
  v1::PairResult result;
  result.set_pair_index(pair.pair_index);
  *result.mutable_first() = ToProto(pair.first);
  *result.mutable_second() = ToProto(pair.second);
  return result;
}

struct Writer {
  v1::WorkerMessage& out;
  const WorkerIdentity& identity;

  void operator()(const Hello& message) const {
    v1::Hello& hello = *out.mutable_hello();
    hello.set_worker_id(identity.worker_id);
    hello.set_label(identity.label);
    hello.set_slots(identity.slots);
    hello.set_version(identity.version);
    hello.set_protocol(kProtocol);
    hello.set_bench_signature(identity.bench_signature);
    hello.set_cores(identity.cores);
    hello.set_memory_mib(identity.memory_mib);
    for (const std::string& set : identity.instruction_sets) hello.add_instruction_sets(set);
    hello.set_platform(identity.platform);
    hello.set_sandbox(identity.sandbox);
    hello.set_bench_nps(identity.bench_nps);
    for (const std::string& lease : message.held_leases) hello.add_held_leases(lease);
  }
  void operator()(const LeaseRequest& message) const {
    out.mutable_lease_request()->set_max_pairs(message.max_pairs);
    out.mutable_lease_request()->set_request(message.request);
  }
  void operator()(const std::shared_ptr<const Report>& message) const {
    v1::Report& report = *out.mutable_report();
    report.set_lease(message->lease);
    report.set_sequence(message->sequence);
    report.set_run(message->run);
    report.set_attempt(message->attempt);
    for (const PlayedPair& pair : message->pairs) *report.add_pairs() = ToProto(pair);
  }
  void operator()(const Heartbeat& message) const {
    for (const std::string& lease : message.held_leases) {
      out.mutable_heartbeat()->add_held_leases(lease);
    }
    out.mutable_heartbeat()->set_nodes_per_second(message.nodes_per_second);
  }
  void operator()(const Release& message) const {
    out.mutable_release()->set_lease(message.lease);
    out.mutable_release()->set_reason(message.reason.substr(0, wire::kMaxReason));
    out.mutable_release()->set_failed(message.failed);
  }
  void operator()(const LiveGames& message) const {
    v1::LiveGames& live = *out.mutable_live_games();
    live.set_run(message.run);
    for (const LiveGame& game : message.games) {
      v1::LiveGame& one = *live.add_games();
      one.set_pair_index(game.pair_index);
      one.set_number(game.number);
      one.set_moves(PackMoves(game.moves));
      one.mutable_scores_cp()->Add(game.scores_cp.begin(), game.scores_cp.end());
      one.mutable_times_ms()->Add(game.times_ms.begin(), game.times_ms.end());
      one.mutable_clocks_ms()->Add(game.clocks_ms.begin(), game.clocks_ms.end());
      one.set_over(game.over);
      if (!game.over) continue;
      one.set_result(static_cast<v1::GameResult>(game.result));
      one.set_end(static_cast<v1::GameEnd>(game.end));
    }
  }
};

absl::Status CheckRange(std::string_view field, int64_t value, int64_t low, int64_t high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return InvalidArgument("plan.{}: {} is not from {} to {}", field, value, low, high);
}

absl::StatusOr<TimeControl> ClockFrom(const v1::Limits& from) {
  for (const int64_t millis :
       {from.movetime_ms(), from.base_ms(), from.increment_ms(), from.margin_ms()}) {
    ROOKERY_RETURN_IF_ERROR(CheckRange("limits (ms)", millis, 0, wire::kMaxMillis));
  }
  TimeControl clock = SuddenDeath(from.base_ms(), from.increment_ms());
  if (from.periods_size() > wire::kMaxPeriods || (from.periods_size() > 0 && clock.enabled())) {
    return InvalidArgument("plan.limits.periods: {} periods beside a clock of {} ms",
                           from.periods_size(), from.base_ms());
  }
  for (int i = 0; i < from.periods_size(); ++i) {
    const v1::ClockPeriod& period = from.periods(i);
    const int least = i + 1 < from.periods_size() ? 1 : 0;
    ROOKERY_RETURN_IF_ERROR(
        CheckRange("limits.periods.moves", period.moves(), least, wire::kMaxPeriodMoves));
    for (const int64_t millis : {period.base_ms(), period.increment_ms()}) {
      ROOKERY_RETURN_IF_ERROR(CheckRange("limits.periods (ms)", millis, 0, wire::kMaxMillis));
    }
    if (period.base_ms() + period.increment_ms() == 0) {
      return InvalidArgument("plan.limits.periods: one gives no time");
    }
    clock.periods.push_back({period.moves(), period.base_ms(), period.increment_ms()});
  }
  clock.margin_ms = from.margin_ms();
  return clock;
}

absl::StatusOr<SideLimits> SideLimitsFrom(const v1::Limits& from) {
  ROOKERY_RETURN_IF_ERROR(CheckRange("limits.nodes", from.nodes(), 0, wire::kMaxNodes));
  ROOKERY_RETURN_IF_ERROR(CheckRange("limits.depth", from.depth(), 0, wire::kMaxDepth));
  SideLimits limits;
  ROOKERY_ASSIGN_OR_RETURN(limits.clock, ClockFrom(from));
  limits.per_move.nodes = from.nodes();
  limits.per_move.depth = from.depth();
  limits.per_move.movetime_ms = from.movetime_ms();
  if (from.nodes() + from.depth() + from.movetime_ms() == 0 && !limits.clock.enabled()) {
    return InvalidArgument("plan.limits: nothing limits a move");
  }
  return limits;
}

absl::StatusOr<GameLimits> LimitsFrom(const v1::PlayPlan& plan) {
  const v1::Adjudication& judge = plan.adjudication();
  ROOKERY_RETURN_IF_ERROR(CheckRange("max_moves", plan.max_moves(), 0, wire::kMaxMoves));
  for (const int count :
       {judge.draw_move_number(), judge.draw_move_count(), judge.resign_move_count()}) {
    ROOKERY_RETURN_IF_ERROR(CheckRange("adjudication (moves)", count, 0, kMaxCount));
  }
  for (const int score : {judge.draw_score_cp(), judge.resign_score_cp()}) {
    ROOKERY_RETURN_IF_ERROR(CheckRange("adjudication (score)", score, 0, kMaxScoreCp));
  }
  GameLimits limits;
  ROOKERY_ASSIGN_OR_RETURN(limits.each, SideLimitsFrom(plan.limits()));
  limits.max_moves = plan.max_moves() == 0 ? kDefaultMaxMoves : plan.max_moves();
  limits.adjudication = {judge.draw_move_number(), judge.draw_move_count(),
                         judge.draw_score_cp(),    judge.resign_move_count(),
                         judge.resign_score_cp(),  judge.resign_two_sided()};
  return limits;
}

absl::Status TakeCandidates(const v1::Lease& message, PlayPlan* plan) {
  const int tuned = message.plan().tuned_size();
  if (tuned > wire::kMaxRaceParameters) {
    return InvalidArgument("plan.tuned: {} names; at most {} are allowed", tuned,
                           wire::kMaxRaceParameters);
  }
  if (message.candidates_size() != (tuned > 0 ? message.pair_indices_size() : 0)) {
    return InvalidArgument("lease {}: {} candidates for {} pairs", message.lease(),
                           message.candidates_size(), message.pair_indices_size());
  }
  plan->tuned.assign(message.plan().tuned().begin(), message.plan().tuned().end());
  const auto& decimals = message.plan().tuned_decimals();
  if (!decimals.empty() && decimals.size() != tuned) {
    return InvalidArgument("plan.tuned_decimals: {} for {} parameters", decimals.size(), tuned);
  }
  for (const int places : decimals) {
    ROOKERY_RETURN_IF_ERROR(CheckRange("tuned_decimals", places, 0, wire::kMaxTuneDecimals));
    plan->decimals.push_back(places);
  }
  for (int i = 0; i < message.candidates_size(); ++i) {
    const v1::Candidate& from = message.candidates(i);
    if (from.dev_size() != tuned || from.base_size() != tuned) {
      return InvalidArgument("lease {}: a candidate gives {} and {} values for {} parameters",
                             message.lease(), from.dev_size(), from.base_size(), tuned);
    }
    plan->values[message.pair_indices(i)] = {{from.dev().begin(), from.dev().end()},
                                             {from.base().begin(), from.base().end()}};
  }
  return absl::OkStatus();
}

absl::StatusOr<SideSpec> SideFrom(const v1::EngineSpec& engine) {
  if (!IsSha256Hex(engine.weights_sha256())) {
    return InvalidArgument("plan: '{}' is not a SHA-256", engine.weights_sha256().substr(0, 80));
  }
  SideSpec side{engine.name(), engine.weights_sha256()};
  if (engine.has_limits()) {
    ROOKERY_ASSIGN_OR_RETURN(side.limits, SideLimitsFrom(engine.limits()));
  }
  return side;
}

absl::StatusOr<LeaguePlan> LeagueFrom(const v1::LeagueSpec& from) {
  LeaguePlan league;
  league.shape.format = from.format() == v1::LEAGUE_FORMAT_SWISS      ? Format::kSwiss
                        : from.format() == v1::LEAGUE_FORMAT_GAUNTLET ? Format::kGauntlet
                                                                      : Format::kRoundRobin;
  league.shape.engines = from.engines_size();
  league.shape.pairs = from.pairs();
  league.shape.rounds = from.rounds();
  league.shape.seeds = std::max(1, from.seeds());
  if (const absl::Status shape = CheckLeague(league.shape); !shape.ok()) {
    return InvalidArgument("plan.league.{}", Message(shape));
  }
  for (const v1::EngineSpec& engine : from.engines()) {
    ROOKERY_ASSIGN_OR_RETURN(SideSpec side, SideFrom(engine));
    league.engines.push_back(std::move(side));
  }
  return league;
}

absl::Status TakeSeats(const v1::Lease& message, PlayPlan* plan) {
  const bool swiss = plan->league.has_value() && plan->league->shape.format == Format::kSwiss;
  if (message.seats_size() != (swiss ? message.pair_indices_size() : 0)) {
    return InvalidArgument("lease {}: {} seats for {} pairs", message.lease(), message.seats_size(),
                           message.pair_indices_size());
  }
  for (int i = 0; i < message.seats_size(); ++i) {
    const Seats seats{message.seats(i).first(), message.seats(i).second()};
    const int engines = plan->league->shape.engines;
    if (seats.first < 0 || seats.first >= engines || seats.second < 0 || seats.second >= engines ||
        seats.first == seats.second) {
      return InvalidArgument("lease {}: seats {} and {} of {} engines", message.lease(),
                             seats.first, seats.second, engines);
    }
    plan->league->told[message.pair_indices(i)] = seats;
  }
  return absl::OkStatus();
}

absl::StatusOr<Lease> LeaseFrom(const v1::Lease& message) {
  if (message.lease().empty() || message.lease().size() > wire::kMaxLeaseId) {
    return InvalidArgument("lease: its id has {} bytes; 1 to {} are needed", message.lease().size(),
                           wire::kMaxLeaseId);
  }
  if (message.pair_indices_size() > wire::kMaxLeasePairs) {
    return InvalidArgument("lease {}: {} pairs; at most {} are allowed", message.lease(),
                           message.pair_indices_size(), wire::kMaxLeasePairs);
  }
  ROOKERY_ASSIGN_OR_RETURN(PlayPlan plan, FromProto(message.plan()));
  ROOKERY_RETURN_IF_ERROR(TakeCandidates(message, &plan));
  ROOKERY_RETURN_IF_ERROR(TakeSeats(message, &plan));
  Lease lease;
  lease.lease = message.lease();
  lease.request = message.request();
  lease.plan = std::make_shared<const PlayPlan>(std::move(plan));
  lease.pair_indices.assign(message.pair_indices().begin(), message.pair_indices().end());
  lease.attempt = message.attempt();
  return lease;
}

}  // namespace

v1::Game ToProto(const PlayedGame& game) {
  v1::Game out;
  out.set_result(static_cast<v1::GameResult>(game.result));
  out.set_end(static_cast<v1::GameEnd>(game.end));
  out.set_moves(PackMoves(game.moves));
  out.set_digest(game.digest);
  out.set_nodes(game.nodes);
  out.set_elapsed_ms(game.elapsed_ms);
  out.set_detail(game.detail.substr(0, wire::kMaxGameDetail));
  out.mutable_scores_cp()->Add(game.scores_cp.begin(), game.scores_cp.end());
  out.mutable_times_ms()->Add(game.times_ms.begin(), game.times_ms.end());
  out.mutable_clocks_ms()->Add(game.clocks_ms.begin(), game.clocks_ms.end());
  return out;
}

v1::WorkerMessage ToProto(const WorkerMessage& message, const WorkerIdentity& identity) {
  v1::WorkerMessage out;
  std::visit(Writer{out, identity}, message);
  return out;
}

absl::StatusOr<PlayPlan> FromProto(const v1::PlayPlan& from) {
  PlayPlan plan;
  plan.run = from.run();
  plan.run_seed = from.run_seed();
  if (from.has_league()) {
    ROOKERY_ASSIGN_OR_RETURN(plan.league, LeagueFrom(from.league()));
  } else {
    ROOKERY_ASSIGN_OR_RETURN(plan.dev, SideFrom(from.dev()));
    ROOKERY_ASSIGN_OR_RETURN(plan.base, SideFrom(from.base()));
  }
  if (!IsSha256Hex(from.book_sha256())) {
    return InvalidArgument("plan: '{}' is not a SHA-256", from.book_sha256().substr(0, 80));
  }
  ROOKERY_ASSIGN_OR_RETURN(plan.limits, LimitsFrom(from));
  plan.book_sha256 = from.book_sha256();
  plan.book_lines = from.book_lines();
  if (plan.book_lines == 0) return InvalidArgument("plan.book_lines: 0; the book is empty");
  plan.rule_profile = from.rule_profile();
  ROOKERY_RETURN_IF_ERROR(CheckRange("hash_kib", from.hash_kib(), 0, wire::kMaxHashKib));
  plan.hash_kib = from.hash_kib() == 0 ? kDefaultHashKib : from.hash_kib();
  ROOKERY_RETURN_IF_ERROR(CheckRange("threads", from.threads(), 0, wire::kMaxThreads));
  plan.threads = std::max(1, from.threads());
  plan.chess960 = from.chess960();
  ROOKERY_RETURN_IF_ERROR(CheckRange("reference_nps", from.reference_nps(), 0, wire::kMaxNps));
  plan.reference_nps = from.reference_nps();
  return plan;
}

absl::StatusOr<std::optional<Event>> ToEvent(const v1::CoordinatorMessage& message) {
  switch (message.message_case()) {
    case v1::CoordinatorMessage::kWelcome: {
      const v1::Welcome& from = message.welcome();
      return Event(Welcome{from.version(),
                           from.heartbeat_seconds(),
                           {from.lost_leases().begin(), from.lost_leases().end()},
                           from.reconnect_spread_ms()});
    }
    case v1::CoordinatorMessage::kLease: {
      ROOKERY_ASSIGN_OR_RETURN(Lease lease, LeaseFrom(message.lease()));
      return Event(std::move(lease));
    }
    case v1::CoordinatorMessage::kNoWork: {
      const v1::NoWork& from = message.no_work();
      return Event(NoWork{from.request(), from.reason(), from.retry_after_ms()});
    }
    case v1::CoordinatorMessage::kReportAck: {
      const v1::ReportAck& from = message.report_ack();
      return Event(ReportAck{from.lease(), from.sequence(), from.counted(), from.duplicates(),
                             from.refused()});
    }
    case v1::CoordinatorMessage::kCancel:
      return Event(Cancel{message.cancel().lease(), message.cancel().reason()});
    case v1::CoordinatorMessage::kDrain:
      return Event(Drain{message.drain().reason()});
    case v1::CoordinatorMessage::kBackoff:
      return Event(Backoff{message.backoff().retry_after_ms(), message.backoff().reason()});
    case v1::CoordinatorMessage::kWatchGames: {
      const v1::WatchGames& from = message.watch_games();
      return Event(WatchGames{{from.run(), from.seconds(), from.games(), from.interval_ms()}});
    }
    case v1::CoordinatorMessage::MESSAGE_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace rookery::worker
