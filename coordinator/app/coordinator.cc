#include "coordinator/app/coordinator.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/access_token.h"
#include "base/file.h"
#include "base/log.h"
#include "base/loopback.h"
#include "base/private_files.h"
#include "base/status.h"
#include "coordinator/app/data_folder.h"
#include "coordinator/app/metrics.h"
#include "coordinator/app/tls_files.h"
#include "coordinator/notify/notifier.h"
#include "coordinator/play/opponent.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/query/change_feed.h"
#include "coordinator/query/read_model.h"
#include "coordinator/scheduler/fair_share.h"
#include "coordinator/service/grpc_server.h"
#include "coordinator/service/json_calls.h"
#include "coordinator/service/refusal_log.h"
#include "coordinator/service/reply_router.h"
#include "coordinator/tuning/tuner_source.h"
#include "coordinator/upkeep/keeper_thread.h"
#include "coordinator/web/http_server.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kNewsFile = "webhooks.json";  // of which webhooks are still to be told
constexpr absl::Duration kShutdownGrace = absl::Milliseconds(500);
// The token is what is revoked; the certificate outlives it harmlessly.
constexpr absl::Duration kWorkerCertificateLife = absl::Hours(24 * 365 * 5);

}  // namespace

// In order of construction; destroyed in reverse, so each outlives those that use it.
struct Coordinator::Impl {
  CoordinatorOptions options;
  std::optional<TlsFiles> tls;
  std::unique_ptr<Store> owned_store;
  Store* store = nullptr;
  FairShare policy;
  TunerSource tuners;
  ReplyRouter router;
  std::unique_ptr<ArtifactFiles> files;
  std::unique_ptr<CoreLoop> loop;
  std::unique_ptr<ReadModel> reads;
  std::unique_ptr<RefusalLog> refusals;
  std::unique_ptr<Gate> gate;
  ChangeFeed feed;
  std::unique_ptr<Opponent> opponent;
  NotifyCounters notify_counters;
  std::unique_ptr<Notifier> notifier;
  std::unique_ptr<LiveGames> live;
  std::unique_ptr<GameKeeper> keeper;
  std::unique_ptr<KeeperThread> keeper_thread;
  std::unique_ptr<GrpcServer> grpc;
  std::unique_ptr<HttpServer> http;
  bool stopped = false;

  absl::Status Open(Clock* clock, Rng rng);
  absl::Status SetUpCertificates(absl::Time now);
  // A database may have come with another folder than the one that its coordinators share.
  absl::Status CheckArtifacts() const;
  GrpcServerOptions GrpcOptions() const;
  HttpServerOptions HttpOptions() const;
  // Makes an operator's token, in DATA/operator.token, where tokens are needed and there is none,
  // or where it was asked for.
  absl::Status EnsureOperator(absl::Time now);
  AccessServiceImpl::Sign Signer(Clock* clock) const;
  absl::Status OpenDoors(Clock* clock);
  absl::StatusOr<std::vector<Webhook>> ReadWebhooks() const;
  absl::StatusOr<std::unique_ptr<Notifier>> MakeNotifier(std::vector<Webhook> webhooks,
                                                         Clock* clock);
  absl::Status WriteAddresses() const;
  std::string GrpcAddress() const { return fmt::format("{}:{}", options.host, grpc->port()); }
  std::string HttpAddress() const {
    return fmt::format("{}://{}:{}/", tls.has_value() ? "https" : "http", options.host,
                       http->port());
  }
};

absl::Status Coordinator::Impl::SetUpCertificates(absl::Time now) {
  if (!options.tls) return absl::OkStatus();
  std::vector<std::string> hosts = options.tls_hosts;
  hosts.insert(hosts.end(), {"localhost", "127.0.0.1"});
  if (options.host != "0.0.0.0" && options.host != "::") hosts.push_back(options.host);
  absl::StatusOr<TlsFiles> made = SetUpTls(options.data + "/tls", std::move(hosts), now);
  if (!made.ok()) return Error(made.status().code(), "--tls: {}", Message(made.status()));
  tls = *std::move(made);
  return absl::OkStatus();
}

GrpcServerOptions Coordinator::Impl::GrpcOptions() const {
  GrpcServerOptions made{options.host, options.grpc_port, options.version};
  if (tls.has_value()) {
    made.tls = GrpcTls{tls->chain_pem, tls->server.key_pem, tls->authority.certificate_pem,
                       tls->fingerprint};
    made.mutual_tls = options.mutual_tls;
  }
  return made;
}

HttpServerOptions Coordinator::Impl::HttpOptions() const {
  HttpServerOptions made{options.host, options.http_port, options.version, GrpcAddress()};
  if (tls.has_value()) {
    made.certificate_file = tls->chain_file;
    made.key_file = tls->key_file;
  }
  return made;
}

absl::Status Coordinator::Impl::Open(Clock* clock, Rng rng) {
  ROOKERY_RETURN_IF_ERROR(SetUpCertificates(clock->Now()));
  ROOKERY_ASSIGN_OR_RETURN(files, ArtifactFiles::Open(options.data + "/artifacts"));
  const CoreLoop::Parts parts{store, clock, &policy, &router};
  options.loop.core.candidates = &tuners;
  loop = std::make_unique<CoreLoop>(parts, options.loop, rng);
  router.SetLoop(loop.get());
  router.SetOnPublished([this] { feed.Notify(); });
  opponent = std::make_unique<Opponent>(clock);
  live = std::make_unique<LiveGames>(clock);
  live->SetOnWatched([this](const RunId& run) { router.TellWatched(run); });
  reads = std::make_unique<ReadModel>([this] { return loop->View(); },
                                      ReadModel::Parts{store, files.get(), &tuners});
  refusals = std::make_unique<RefusalLog>(
      [this](Event event) { return router.Post(std::move(event)); }, clock);
  gate = std::make_unique<Gate>([this] { return loop->View()->tokens; }, loop->clock(),
                                [this](const Refusal& refusal) { refusals->Note(refusal); });
  ROOKERY_RETURN_IF_ERROR(loop->Start());
  ROOKERY_RETURN_IF_ERROR(CheckArtifacts());
  ROOKERY_RETURN_IF_ERROR(EnsureOperator(loop->clock()->Now()));
  return OpenDoors(clock);
}

absl::Status Coordinator::Impl::CheckArtifacts() const {
  if (options.postgres.empty()) return absl::OkStatus();
  for (const auto& [sha256, artifact] : *loop->View()->artifacts) {
    if (files->Has(sha256)) continue;
    return Error(absl::StatusCode::kFailedPrecondition,
                 "--data {}: artifact {} isn't here, and the database's runs may need it; all "
                 "coordinators of one database share one data folder",
                 options.data, sha256);
  }
  return absl::OkStatus();
}

absl::Status Coordinator::Impl::EnsureOperator(absl::Time now) {
  const std::shared_ptr<const TokenBook> book = loop->View()->tokens;
  const bool needed =
      options.tls || options.tokens || !IsLoopbackHost(options.host) || !book->empty();
  const bool wanted = options.new_operator_token || (needed && book->LiveOperators(now) == 0);
  if (!wanted) return absl::OkStatus();
  CreateToken event;
  event.record.role = Role::kOperator;
  event.record.owner = "operator";
  event.record.label = "made at the start";
  event.by = "the coordinator";
  AccessToken token{"", NewSecret(), tls.has_value() ? tls->fingerprint : ""};
  event.record.secret_hash = HashOfSecret(token.secret);
  ROOKERY_ASSIGN_OR_RETURN(token.id, AskCore(router, [&](ReplyToken reply) {
                             event.token = reply;
                             return event;
                           }));
  const std::string path = options.data + "/operator.token";
  ROOKERY_RETURN_IF_ERROR(WriteSecretFile(path, ToText(token) + "\n"));
  spdlog::info("a new token of the operator is in {}", path);
  return absl::OkStatus();
}

AccessServiceImpl::Sign Coordinator::Impl::Signer(Clock* clock) const {
  if (!tls.has_value()) return nullptr;
  return
      [authority = tls->authority, clock](const std::string& request, const std::string& worker) {
        const absl::Time now = clock->Now();
        return tls::SignClient(authority, request, {worker, now, now + kWorkerCertificateLife});
      };
}

absl::StatusOr<std::vector<Webhook>> Coordinator::Impl::ReadWebhooks() const {
  if (options.webhooks.empty()) return std::vector<Webhook>();
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(options.webhooks));
  absl::StatusOr<std::vector<Webhook>> webhooks = ParseWebhooks(text);
  if (webhooks.ok()) return webhooks;
  return Error(webhooks.status().code(), "--webhooks {}: {}", options.webhooks,
               Message(webhooks.status()));
}

absl::StatusOr<std::unique_ptr<Notifier>> Coordinator::Impl::MakeNotifier(
    std::vector<Webhook> webhooks, Clock* clock) {
  const std::string path = options.data + "/" + std::string(kNewsFile);
  Notifier::Parts parts{reads.get(), clock, std::move(webhooks), HttpAddress(), SendOverHttp};
  parts.counters = &notify_counters;
  if (parts.webhooks.empty()) {  // what ends as long as there are none is no news later
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    return std::make_unique<Notifier>(std::move(parts));
  }
  absl::StatusOr<std::string> kept = ReadFile(path);
  if (!kept.ok() && !absl::IsNotFound(kept.status())) return kept.status();
  if (kept.ok()) parts.kept = *std::move(kept);
  parts.keep = [path](const std::string& text) {
    const absl::Status written = WriteFileAtomically(path, text);
    if (!written.ok()) spdlog::error("what webhooks wait for isn't kept: {}", Message(written));
  };
  return std::make_unique<Notifier>(std::move(parts));
}

absl::Status Coordinator::Impl::OpenDoors(Clock* clock) {
  ROOKERY_ASSIGN_OR_RETURN(
      grpc, GrpcServer::Start(GrpcOptions(), {&router, reads.get(), files.get(), gate.get(),
                                              Signer(clock), live.get()}));
  ROOKERY_ASSIGN_OR_RETURN(std::vector<Webhook> webhooks, ReadWebhooks());
  HttpServer::Parts parts;
  parts.reads = reads.get();
  parts.opponent = opponent.get();
  parts.live = live.get();
  parts.test_webhooks = [this] { return notifier->Test(); };
  parts.gate = gate.get();
  parts.write.create_run = [this](const std::string& json, const WebCaller& caller) {
    return CreateRunFromJson(json, CallerOf(caller.pass, "", caller.from), *reads, router);
  };
  parts.write.approve = [this](const std::string& json, const WebCaller& caller) {
    return ApproveFromJson(json, CallerOf(caller.pass, "", caller.from), router);
  };
  parts.write.quarantine = [this](const std::string& json, const WebCaller& caller) {
    return QuarantineFromJson(json, CallerOf(caller.pass, "", caller.from), router);
  };
  parts.write.lift = [this](const std::string& json, const WebCaller& caller) {
    return LiftFromJson(json, CallerOf(caller.pass, "", caller.from), router);
  };
  parts.write.put_weights = [this](const std::string& text, const WebCaller& caller) {
    return PutWeightsText(text, CallerOf(caller.pass, "", caller.from), *files, router);
  };
  parts.health = [this] { return loop->health(); };
  parts.metrics = [this](size_t listeners) {
    return MetricsText({loop.get(), reads.get(), &router, &grpc->counters(), &notify_counters,
                        listeners, options.version});
  };
  ROOKERY_ASSIGN_OR_RETURN(http, HttpServer::Start(HttpOptions(), std::move(parts)));
  feed.Subscribe([this] { reads->OnViewChanged(); });
  feed.Subscribe([this] { grpc->OnViewChanged(); });
  feed.Subscribe([this] { http->OnViewChanged(); });
  ROOKERY_ASSIGN_OR_RETURN(notifier, MakeNotifier(std::move(webhooks), clock));
  notifier->OnViewChanged();  // what had ended before is no news
  feed.Subscribe([this] { notifier->OnViewChanged(); });
  feed.Start();
  keeper = std::make_unique<GameKeeper>(
      GameKeeper::Parts{store, files.get(), [this] { return loop->View(); },
                        [this](Event event) { return router.Post(std::move(event)); }});
  keeper_thread = std::make_unique<KeeperThread>(keeper.get(), clock, options.look_at_games);
  keeper_thread->Start();
  return WriteAddresses();
}

absl::Status Coordinator::Impl::WriteAddresses() const {
  return WriteFileAtomically(
      options.data + "/addresses.json",
      fmt::format("{{\"grpc\": \"{}\", \"http\": \"{}\", \"fingerprint\": \"{}\"}}\n",
                  GrpcAddress(), HttpAddress(), tls.has_value() ? tls->fingerprint : ""));
}

absl::StatusOr<std::unique_ptr<Coordinator>> Coordinator::Start(const CoordinatorOptions& options,
                                                                Clock* clock, Rng rng) {
  if (absl::Status made = MakeFolders(options.data); !made.ok()) {
    return Error(made.code(), "--data {}: {}; choose a folder that you may write to", options.data,
                 Message(made));
  }
  WarnIfOpenToOthers(options.data);
  if (options.postgres.empty()) ROOKERY_RETURN_IF_ERROR(CheckDatabaseIsThere(options.data));
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Store> store,
                           options.postgres.empty()
                               ? OpenSqliteStore(options.data + "/rookery.db")
                               : LeadPostgres(options.postgres, options.stand_by));
  absl::StatusOr<std::unique_ptr<Coordinator>> made = StartOver(store.get(), options, clock, rng);
  if (made.ok()) (*made)->impl_->owned_store = std::move(store);
  return made;
}

absl::StatusOr<std::unique_ptr<Coordinator>> Coordinator::StartOver(
    Store* store, const CoordinatorOptions& options, Clock* clock, Rng rng) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  impl->store = store;
  std::unique_ptr<Coordinator> coordinator(new Coordinator(std::move(impl)));
  ROOKERY_RETURN_IF_ERROR(coordinator->impl_->Open(clock, rng));
  return coordinator;
}

Coordinator::Coordinator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Coordinator::~Coordinator() { Shutdown(); }

std::string Coordinator::grpc_address() const { return impl_->GrpcAddress(); }
std::string Coordinator::http_address() const { return impl_->HttpAddress(); }
std::string Coordinator::fingerprint() const {
  return impl_->tls.has_value() ? impl_->tls->fingerprint : "";
}
absl::Status Coordinator::status() const { return impl_->loop->status(); }
std::shared_ptr<const CoordinatorView> Coordinator::View() const { return impl_->loop->View(); }

void Coordinator::Shutdown() {
  if (impl_->stopped) return;
  impl_->stopped = true;
  if (impl_->loop != nullptr && !impl_->loop->Post(DrainAll{"the coordinator stops"})) {
    spdlog::warn("workers could not be told that the coordinator stops");
  }
  if (impl_->grpc != nullptr) impl_->grpc->Drain();
  if (impl_->keeper_thread != nullptr) impl_->keeper_thread->Stop();
  impl_->feed.Stop();
  if (impl_->notifier != nullptr) impl_->notifier->Stop();
  if (impl_->http != nullptr) impl_->http->Stop();
  // The loop still runs: calls that wait for a commit are answered within the grace.
  if (impl_->grpc != nullptr) impl_->grpc->Stop(kShutdownGrace);
  if (impl_->loop != nullptr) impl_->loop->Stop();
}

}  // namespace rookery::coordinator
