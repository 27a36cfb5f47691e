#include <cmath>
#include <set>
#include <string>

#include "base/pairing/outcome.h"
#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

constexpr size_t kDigestBytes = 32;
// Two bytes a ply and two plies a move; openings may lie behind the first one.
constexpr size_t kMaxMovesBytes = size_t{4} * kMaxMoves;
constexpr int64_t kMaxSequence = int64_t{1} << 40;

void CheckLeases(Violations& found, std::string_view field,
                 const google::protobuf::RepeatedPtrField<std::string>& leases) {
  if (leases.size() > kMaxHeldLeases) {
    found.Add(field, "has {} leases; at most {} are allowed", leases.size(), kMaxHeldLeases);
    return;
  }
  for (const std::string& lease : leases) found.CheckRequired(field, lease, kMaxLeaseId);
}

void CheckHello(Violations& found, const v1::Hello& hello) {
  found.CheckRequired("hello.worker_id", hello.worker_id(), kMaxWorkerId);
  found.CheckText("hello.label", hello.label(), kMaxLabel);
  found.CheckRange("hello.slots", hello.slots(), 1, kMaxSlots);
  found.CheckRequired("hello.version", hello.version(), kMaxVersion);
  found.CheckText("hello.bench_signature", hello.bench_signature(), kMaxSignature);
  CheckLeases(found, "hello.held_leases", hello.held_leases());
  found.CheckRange("hello.cores", hello.cores(), 0, kMaxSlots * 16);
  found.CheckRange("hello.memory_mib", hello.memory_mib(), int64_t{0}, kMaxMemoryMib);
  found.CheckRange("hello.bench_nps", hello.bench_nps(), 0.0, static_cast<double>(kMaxNps));
  found.CheckText("hello.platform", hello.platform(), kMaxNeed);
  found.CheckText("hello.sandbox", hello.sandbox(), kMaxNeed);
  if (hello.instruction_sets_size() > kMaxInstructionSets) {
    found.Add("hello.instruction_sets", "has {} sets; at most {} are allowed",
              hello.instruction_sets_size(), kMaxInstructionSets);
    return;
  }
  for (const std::string& set : hello.instruction_sets()) {
    found.CheckRequired("hello.instruction_sets", set, kMaxNeed);
  }
}

// What is said of each move. A lie about one is the page's trouble; a list of another length is not
// a list of moves.
template <typename Game>
void CheckEachMove(Violations& found, const std::string& field, const Game& game) {
  const size_t plies = game.moves().size() / 2;
  const auto check = [&](std::string_view name, int size) {
    if (size == 0 || static_cast<size_t>(size) == plies) return;
    found.Add(fmt::format("{}.{}", field, name),
              "has {} {} for {} moves; one a move or none is needed", size, name, plies);
  };
  check("scores_cp", game.scores_cp_size());
  check("times_ms", game.times_ms_size());
  check("clocks_ms", game.clocks_ms_size());
}

void CheckGame(Violations& found, const std::string& field, const v1::Game& game) {
  if (game.result() < v1::GAME_RESULT_WHITE_WINS || game.result() > v1::GAME_RESULT_DRAW) {
    found.Add(field + ".result", "{} is unknown; white wins, black wins or draw is needed",
              static_cast<int>(game.result()));
  }
  if (!GameEndFromNumber(game.end()).has_value()) {
    found.Add(field + ".end", "{} is not a game's end of this version",
              static_cast<int>(game.end()));
  }
  if (game.moves().size() % 2 != 0 || game.moves().size() > kMaxMovesBytes) {
    found.Add(field + ".moves", "has {} bytes; an even number up to {} is needed",
              game.moves().size(), kMaxMovesBytes);
  }
  if (game.digest().size() != kDigestBytes) {
    found.Add(field + ".digest", "has {} bytes; {} are needed", game.digest().size(), kDigestBytes);
  }
  if (game.nodes() < 0) found.Add(field + ".nodes", "{} is negative", game.nodes());
  if (game.elapsed_ms() < 0) found.Add(field + ".elapsed_ms", "{} is negative", game.elapsed_ms());
  if (game.detail().size() > kMaxGameDetail) {
    found.Add(field + ".detail", "has {} bytes; at most {} are allowed", game.detail().size(),
              kMaxGameDetail);
  }
  CheckEachMove(found, field, game);
}

void CheckLiveGames(Violations& found, const v1::LiveGames& live) {
  found.CheckResource("live_games.run", live.run(), "runs");
  if (live.games_size() > kMaxLiveGames) {
    found.Add("live_games.games", "has {} games; at most {} are allowed", live.games_size(),
              kMaxLiveGames);
    return;
  }
  for (int i = 0; i < live.games_size(); ++i) {
    const v1::LiveGame& game = live.games(i);
    const std::string field = fmt::format("live_games.games[{}]", i);
    found.CheckRange(field + ".pair_index", game.pair_index(), uint64_t{0}, kMaxPairs - 1);
    found.CheckRange(field + ".number", game.number(), 1, 2);
    if (game.moves().size() % 2 != 0 || game.moves().size() > kMaxLiveMoveBytes) {
      found.Add(field + ".moves", "has {} bytes; an even number up to {} is needed",
                game.moves().size(), kMaxLiveMoveBytes);
    }
    CheckEachMove(found, field, game);
  }
}

void CheckReport(Violations& found, const v1::Report& report) {
  found.CheckRequired("report.lease", report.lease(), kMaxLeaseId);
  found.CheckResource("report.run", report.run(), "runs");
  found.CheckRange("report.sequence", report.sequence(), int64_t{1}, kMaxSequence);
  if (report.attempt() < 0) found.Add("report.attempt", "{} is negative", report.attempt());
  if (report.pairs_size() > kMaxReportPairs) {
    found.Add("report.pairs", "has {} pairs; at most {} are allowed", report.pairs_size(),
              kMaxReportPairs);
    return;
  }
  std::set<uint64_t> seen;
  for (int i = 0; i < report.pairs_size(); ++i) {
    const v1::PairResult& pair = report.pairs(i);
    const std::string field = fmt::format("report.pairs[{}]", i);
    found.CheckRange(field + ".pair_index", pair.pair_index(), uint64_t{0}, kMaxPairs - 1);
    if (!seen.insert(pair.pair_index()).second) {
      found.Add(field + ".pair_index", "{} stands twice in this report", pair.pair_index());
    }
    CheckGame(found, field + ".first", pair.first());
    CheckGame(found, field + ".second", pair.second());
  }
}

}  // namespace

absl::Status Validate(const v1::QuarantineWorkerRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "workers");
  found.CheckRequired("reason", request.reason(), kMaxReason);
  return found.Finish();
}

absl::Status Validate(const v1::LiftQuarantineRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "workers");
  return found.Finish();
}

absl::Status Validate(const v1::WorkerMessage& message) {
  Violations found;
  switch (message.message_case()) {
    case v1::WorkerMessage::kHello:
      CheckHello(found, message.hello());
      break;
    case v1::WorkerMessage::kLeaseRequest:
      found.CheckRange("lease_request.max_pairs", message.lease_request().max_pairs(), 1,
                       kMaxLeasePairs);
      break;
    case v1::WorkerMessage::kReport:
      CheckReport(found, message.report());
      break;
    case v1::WorkerMessage::kHeartbeat:
      CheckLeases(found, "heartbeat.held_leases", message.heartbeat().held_leases());
      found.CheckRange("heartbeat.nodes_per_second", message.heartbeat().nodes_per_second(), 0.0,
                       1e12);
      break;
    case v1::WorkerMessage::kRelease:
      found.CheckRequired("release.lease", message.release().lease(), kMaxLeaseId);
      break;
    case v1::WorkerMessage::kLiveGames:
      CheckLiveGames(found, message.live_games());
      break;
    case v1::WorkerMessage::MESSAGE_NOT_SET:
      found.Add("message", "is of a kind that this version doesn't know");
      break;
  }
  return found.Finish();
}

}  // namespace rookery::wire
