#include "coordinator/app/coordinator.h"

#include <utility>

#include "base/file.h"
#include "base/log.h"
#include "base/status.h"
#include "coordinator/app/metrics.h"
#include "coordinator/notify/notifier.h"
#include "coordinator/play/opponent.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/query/change_feed.h"
#include "coordinator/query/read_model.h"
#include "coordinator/scheduler/fair_share.h"
#include "coordinator/service/grpc_server.h"
#include "coordinator/service/json_calls.h"
#include "coordinator/service/reply_router.h"
#include "coordinator/tuning/tuner_source.h"
#include "coordinator/web/http_server.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kShutdownGrace = absl::Milliseconds(500);

}  // namespace

// In order of construction; destroyed in reverse, so each outlives those that use it.
struct Coordinator::Impl {
  CoordinatorOptions options;
  std::unique_ptr<Store> owned_store;
  Store* store = nullptr;
  FairShare policy;
  TunerSource tuners;
  ReplyRouter router;
  std::unique_ptr<ArtifactFiles> files;
  std::unique_ptr<CoreLoop> loop;
  std::unique_ptr<ReadModel> reads;
  ChangeFeed feed;
  std::unique_ptr<Opponent> opponent;
  std::unique_ptr<Notifier> notifier;
  std::unique_ptr<GrpcServer> grpc;
  std::unique_ptr<HttpServer> http;
  bool stopped = false;

  absl::Status Open(Clock* clock, Rng rng);
  absl::Status OpenDoors();
  absl::StatusOr<std::vector<Webhook>> ReadWebhooks() const;
  absl::Status WriteAddresses() const;
  std::string GrpcAddress() const { return fmt::format("{}:{}", options.host, grpc->port()); }
  std::string HttpAddress() const {
    return fmt::format("http://{}:{}/", options.host, http->port());
  }
};

absl::Status Coordinator::Impl::Open(Clock* clock, Rng rng) {
  ROOKERY_ASSIGN_OR_RETURN(files, ArtifactFiles::Open(options.data + "/artifacts"));
  const CoreLoop::Parts parts{store, clock, &policy, &router};
  options.loop.core.candidates = &tuners;
  loop = std::make_unique<CoreLoop>(parts, options.loop, rng);
  router.SetLoop(loop.get());
  router.SetOnPublished([this] { feed.Notify(); });
  opponent = std::make_unique<Opponent>(clock);
  reads = std::make_unique<ReadModel>([this] { return loop->View(); },
                                      ReadModel::Parts{store, files.get()});
  ROOKERY_RETURN_IF_ERROR(loop->Start());
  return OpenDoors();
}

absl::StatusOr<std::vector<Webhook>> Coordinator::Impl::ReadWebhooks() const {
  if (options.webhooks.empty()) return std::vector<Webhook>();
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(options.webhooks));
  absl::StatusOr<std::vector<Webhook>> webhooks = ParseWebhooks(text);
  if (webhooks.ok()) return webhooks;
  return Error(webhooks.status().code(), "--webhooks {}: {}", options.webhooks,
               Message(webhooks.status()));
}

absl::Status Coordinator::Impl::OpenDoors() {
  ROOKERY_ASSIGN_OR_RETURN(grpc,
                           GrpcServer::Start({options.host, options.grpc_port, options.version},
                                             {&router, reads.get(), files.get()}));
  ROOKERY_ASSIGN_OR_RETURN(std::vector<Webhook> webhooks, ReadWebhooks());
  HttpServer::Parts parts;
  parts.reads = reads.get();
  parts.opponent = opponent.get();
  parts.test_webhooks = [this] { return notifier->Test(); };
  parts.write.create_run = [this](const std::string& json) {
    return CreateRunFromJson(json, router);
  };
  parts.write.put_weights = [this](const std::string& text) {
    return PutWeightsText(text, *files, router);
  };
  parts.health = [this] { return loop->status(); };
  parts.metrics = [this](size_t listeners) {
    return MetricsText(
        {loop.get(), reads.get(), &router, &grpc->counters(), listeners, options.version});
  };
  ROOKERY_ASSIGN_OR_RETURN(
      http, HttpServer::Start({options.host, options.http_port, options.version, GrpcAddress()},
                              std::move(parts)));
  feed.Subscribe([this] { grpc->OnViewChanged(); });
  feed.Subscribe([this] { http->OnViewChanged(); });
  notifier = std::make_unique<Notifier>(
      Notifier::Parts{reads.get(), std::move(webhooks), HttpAddress(), SendOverHttp, nullptr});
  notifier->OnViewChanged();  // what has ended by now is no news
  feed.Subscribe([this] { notifier->OnViewChanged(); });
  feed.Start();
  return WriteAddresses();
}

absl::Status Coordinator::Impl::WriteAddresses() const {
  return WriteFileAtomically(
      options.data + "/addresses.json",
      fmt::format("{{\"grpc\": \"{}\", \"http\": \"{}\"}}\n", GrpcAddress(), HttpAddress()));
}

absl::StatusOr<std::unique_ptr<Coordinator>> Coordinator::Start(const CoordinatorOptions& options,
                                                                Clock* clock, Rng rng) {
  if (absl::Status made = MakeFolders(options.data); !made.ok()) {
    return Error(made.code(), "--data {}: {}; choose a folder that you may write to", options.data,
                 Message(made));
  }
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Store> store,
                           OpenSqliteStore(options.data + "/rookery.db"));
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
absl::Status Coordinator::status() const { return impl_->loop->status(); }
std::shared_ptr<const CoordinatorView> Coordinator::View() const { return impl_->loop->View(); }

void Coordinator::Shutdown() {
  if (impl_->stopped) return;
  impl_->stopped = true;
  if (impl_->loop != nullptr && !impl_->loop->Post(DrainAll{"the coordinator stops"})) {
    spdlog::warn("workers could not be told that the coordinator stops");
  }
  if (impl_->grpc != nullptr) impl_->grpc->Drain();
  impl_->feed.Stop();
  if (impl_->notifier != nullptr) impl_->notifier->Stop();
  if (impl_->http != nullptr) impl_->http->Stop();
  // The loop still runs: calls that wait for a commit are answered within the grace.
  if (impl_->grpc != nullptr) impl_->grpc->Stop(kShutdownGrace);
  if (impl_->loop != nullptr) impl_->loop->Stop();
}

}  // namespace rookery::coordinator
