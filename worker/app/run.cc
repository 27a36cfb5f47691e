#include "worker/app/run.h"

#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "base/ids.h"
#include "base/log.h"
#include "base/private_files.h"
#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/client.h"
#include "worker/agent/driver.h"
#include "worker/app/data_folder.h"
#include "worker/app/host_facts.h"
#include "worker/app/joined.h"
#include "worker/app/stop_signals.h"
#include "worker/artifacts/artifact_cache.h"
#include "worker/link/grpc_link.h"
#include "worker/match/bench_signature.h"
#include "worker/match/bench_speed.h"
#include "worker/match/slot_pool.h"
#include "worker/process/sandbox.h"

namespace rookery::worker {
namespace {

constexpr int64_t kCacheBytes = int64_t{4} << 30;

// The pool of threads as the driver's slots.
class PoolSlots : public SlotRunner {
 public:
  explicit PoolSlots(SlotPoolOptions options) : live_(*options.live), pool_(std::move(options)) {}
  void Start(const StartPair& order) override {
    pool_.Start({order.lease, order.plan, order.pair_index});
  }
  void StopLease(const std::string& lease) override { pool_.StopLease(lease); }
  void Watch(const LiveFeed::Wish& wish) override { live_.Watch(wish); }

 private:
  LiveFeed& live_;
  SlotPool pool_;
};

OnOutcome PostTo(Driver& driver) {
  return [&driver](const PairOrder& order, absl::StatusOr<PlayedPair> pair) {
    Event event = pair.ok() ? Event(PairFinished{order.lease, *std::move(pair)})
                            : Event(PairStopped{order.lease, order.pair_index, pair.status()});
    ROOKERY_CHECK(driver.Post(std::move(event)));
  };
}

std::string HostName() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "worker";
}

std::string LabelOf(const RunOptions& options) {
  return options.label.empty() ? HostName() : options.label;
}

// What an earlier join gave, a token that is given, or what a join gives now.
absl::StatusOr<wire::Credentials> CredentialsFor(const RunOptions& options,
                                                 const DataFolder& data) {
  const wire::TrustSources& sources = options.coordinator;
  if (options.join) return Join(data.path(), {sources, data.worker_id(), LabelOf(options)});
  if (sources.token_file.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(std::optional<wire::Credentials> joined,
                             LoadJoined(data.path(), sources.address));
    if (joined.has_value()) return *std::move(joined);
  }
  return wire::ResolveTrust(sources);
}

}  // namespace

std::string DefaultDataFolder(const std::string& label) {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  const std::string root = state != nullptr && *state != '\0' ? state
                           : home != nullptr                  ? std::string(home) + "/.local/state"
                                                              : "/var/lib";
  std::string folder = root + "/rookery/worker";
  if (label.empty()) return folder;
  folder += '-';
  for (const char c : label) folder += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return folder;
}

absl::Status RunWorker(const RunOptions& options) {
  ROOKERY_ASSIGN_OR_RETURN(DataFolder data, DataFolder::Open(options.data));
  WarnIfOpenToOthers(data.path());
  ROOKERY_ASSIGN_OR_RETURN(const wire::Credentials credentials, CredentialsFor(options, data));
  ROOKERY_ASSIGN_OR_RETURN(
      std::unique_ptr<wire::Client> client,
      wire::Client::Create({.address = options.coordinator.address, .credentials = credentials}));
  ROOKERY_ASSIGN_OR_RETURN(
      std::unique_ptr<ArtifactCache> cache,
      ArtifactCache::Open(data.path() + "/artifacts", kCacheBytes, [&](const std::string& sha256) {
        return client->DownloadArtifact(sha256, wire::kMaxArtifactBytes);
      }));
  ROOKERY_ASSIGN_OR_RETURN(Outbox::Loaded loaded, Outbox::Open(data.path() + "/outbox"));
  for (const std::string& line : loaded.broken) spdlog::warn("outbox: set aside {}", line);

  RealClock clock;
  WorkerIdentity identity{data.worker_id(), LabelOf(options), options.slots, ROOKERY_VERSION,
                          BenchSignature()};
  const HostFacts host = ReadHostFacts();
  identity.cores = host.cores;
  identity.memory_mib = host.memory_mib;
  identity.instruction_sets = host.instruction_sets;
  identity.platform = host.platform;
  const UciHost uci{DetectSandbox(), options.unconfined_engines, host.platform,
                    host.instruction_sets};
  identity.sandbox = SandboxLevel(uci.sandbox);
  identity.bench_nps = MeasureBenchNps(options.slots, clock);
  spdlog::info(
      "worker {} ({}) with {} slots, data in {}, engine {}, {:.0f} nodes a second a slot, "
      "sandbox {}, coordinator {}",
      identity.worker_id, identity.label, options.slots, data.path(), identity.bench_signature,
      identity.bench_nps, identity.sandbox, options.coordinator.address);
  if (!loaded.reports.empty()) {
    spdlog::info("{} reports of an earlier life wait for delivery", loaded.reports.size());
  }
  Agent agent({.slots = options.slots}, std::move(loaded.reports), Rng(SystemEntropy()));
  Driver driver(&agent, std::move(loaded.outbox), &clock);
  bool delivered = false;
  {
    GrpcLink link(
        client->channel(), identity, [&](Event event) { return driver.Post(std::move(event)); },
        credentials.bearer);
    LiveFeed live(&clock, [&](const std::string& run, LiveGame game) {
      LiveGames games{run, {}};
      games.games.push_back(std::move(game));
      static_cast<void>(driver.Post(std::move(games)));  // a full queue has better things to do
    });
    PoolSlots slots({.slots = options.slots,
                     .artifact_path = [&](const std::string& sha) { return cache->PathOf(sha); },
                     .uci = uci,
                     .on_outcome = PostTo(driver),
                     .bench_nps = identity.bench_nps,
                     .clock = &clock,
                     .live = &live});
    StopSignals signals([&](bool at_once) { static_cast<void>(driver.Post(Stop{at_once})); });
    delivered = driver.Run(link, slots);
    client->Cancel();  // a download that a slot waits for
  }
  if (!delivered) spdlog::warn("some reports stay in {}/outbox until the next start", data.path());
  spdlog::info("stopped");
  return absl::OkStatus();
}

}  // namespace rookery::worker
