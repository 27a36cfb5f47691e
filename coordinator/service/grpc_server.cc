#include "coordinator/service/grpc_server.h"

#include <grpc/support/log.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <utility>

#include "base/log.h"
#include "base/status.h"
#include "coordinator/service/artifact_service.h"
#include "coordinator/service/engine_service.h"
#include "coordinator/service/fit_service.h"
#include "coordinator/service/run_service.h"
#include "coordinator/service/worker_services.h"
#include "proto/wire/bounds.h"
#include "proto/wire/window.h"

namespace rookery::coordinator {
namespace {

constexpr int kDiskThreads = 2;
// Checks of books take seconds: on threads of their own, so that no page waits for one.
constexpr int kCheckThreads = 2;
constexpr size_t kDiskQueue = 1'000;
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
constexpr int kLeastPingIntervalMs = 10'000;  // below the client's 20 s, or it is sent away

void SetArguments(grpc::ServerBuilder& builder) {
  // Else a second coordinator on the port would succeed and steal half of the workers.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             kLeastPingIntervalMs);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_BDP_PROBE, wire::kNoProbes);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, wire::kWindowBytes);
  builder.SetMaxReceiveMessageSize(wire::kMaxMessageBytes);
  builder.SetMaxSendMessageSize(wire::kMaxMessageBytes);
}

void SetUpPlugins() {
  static const bool once = [] {
    // Its own log goes where ours goes; what matters comes back as a status.
    gpr_set_log_function(
        [](gpr_log_func_args* entry) { spdlog::debug("grpc {}", entry->message); });
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(once);
}

// A certificate is asked for and, where one is shown, must be of our authority: workers may have
// one, people have tokens alone.
std::shared_ptr<grpc::ServerCredentials> CredentialsOf(const GrpcServerOptions& options) {
  if (!options.tls.has_value()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions tls(GRPC_SSL_REQUEST_CLIENT_CERTIFICATE_AND_VERIFY);
  tls.pem_root_certs = options.tls->authority_pem;
  tls.pem_key_cert_pairs.push_back({options.tls->key_pem, options.tls->chain_pem});
  return grpc::SslServerCredentials(tls);
}

constexpr const char* kServices[] = {"rookery.v1.RunService",      "rookery.v1.WorkerService",
                                     "rookery.v1.ArtifactService", "rookery.v1.WorkerLinkService",
                                     "rookery.v1.AccessService",   "rookery.v1.EngineService",
                                     "rookery.v1.FitService"};

}  // namespace

struct GrpcServer::Impl {
  Impl(const GrpcServerOptions& options, const Parts& parts)
      : executor(kDiskThreads, kDiskQueue),
        checks(kCheckThreads, kDiskQueue),
        watches(parts.reads, &counters),
        runs({parts.router, parts.reads, &watches, &executor, &checks, &counters, parts.gate}),
        workers({parts.reads, parts.router, &counters, parts.gate}),
        link({parts.router, &counters, options.version, parts.live}, parts.gate,
             options.mutual_tls),
        artifacts({parts.files, &executor, &checks, parts.router, &counters}, parts.reads,
                  parts.gate),
        access({parts.router, parts.reads, parts.gate, &executor, &counters,
                options.tls.has_value() ? options.tls->fingerprint : "", parts.sign}),
        engines({parts.router, parts.reads, parts.gate, &counters}),
        fits({parts.router, parts.reads, parts.gate, &counters}) {}

  EdgeCounters counters;
  Executor executor;
  Executor checks;
  WatchHub watches;
  RunServiceImpl runs;
  WorkerServiceImpl workers;
  WorkerLinkServiceImpl link;
  ArtifactServiceImpl artifacts;
  AccessServiceImpl access;
  EngineServiceImpl engines;
  FitServiceImpl fits;
  std::unique_ptr<grpc::Server> server;
  int port = 0;
};

absl::StatusOr<std::unique_ptr<GrpcServer>> GrpcServer::Start(const GrpcServerOptions& options,
                                                              const Parts& parts) {
  SetUpPlugins();
  auto impl = std::make_unique<Impl>(options, parts);
  const std::string address = fmt::format("{}:{}", options.host, options.port);
  grpc::ServerBuilder builder;
  SetArguments(builder);
  builder.AddListeningPort(address, CredentialsOf(options), &impl->port);
  builder.RegisterService(&impl->runs);
  builder.RegisterService(&impl->workers);
  builder.RegisterService(&impl->link);
  builder.RegisterService(&impl->artifacts);
  builder.RegisterService(&impl->access);
  builder.RegisterService(&impl->engines);
  builder.RegisterService(&impl->fits);
  impl->server = builder.BuildAndStart();
  if (impl->server == nullptr || impl->port == 0) {
    return Error(absl::StatusCode::kUnavailable,
                 "gRPC can't listen on {}: the port is taken or the address isn't this host's; "
                 "choose another with --grpc or --listen",
                 address);
  }
  for (const char* service : kServices) {
    impl->server->GetHealthCheckService()->SetServingStatus(service, true);
  }
  return std::unique_ptr<GrpcServer>(new GrpcServer(std::move(impl)));
}

GrpcServer::GrpcServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GrpcServer::~GrpcServer() { Stop(absl::ZeroDuration()); }

int GrpcServer::port() const { return impl_->port; }
const EdgeCounters& GrpcServer::counters() const { return impl_->counters; }
void GrpcServer::OnViewChanged() { impl_->watches.Update(); }

void GrpcServer::Drain() {
  impl_->server->GetHealthCheckService()->SetServingStatus(false);
  impl_->watches.Shutdown();
}

void GrpcServer::Stop(absl::Duration grace) {
  if (impl_->server == nullptr) return;
  impl_->server->Shutdown(gpr_time_from_millis(absl::ToInt64Milliseconds(grace), GPR_TIMESPAN));
  impl_->server->Wait();
  impl_->executor.Stop();
  impl_->checks.Stop();
  impl_->server.reset();
}

}  // namespace rookery::coordinator
