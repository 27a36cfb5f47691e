#include "coordinator/web/http_server.h"

#include <sys/socket.h>

#include <atomic>
#include <thread>
#include <utility>

#include "base/status.h"
#include "coordinator/web/answer.h"
#include "coordinator/web/event_feed.h"
#include "coordinator/web/live_routes.h"
#include "coordinator/web/routes.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kAnswerThreads = 16;  // beside one a listener of events
// Connections that wait to be accepted: as many as listeners may come at once. httplib's own 5
// makes a crowd try again after seconds.
constexpr int kMostWaiting = 2 * static_cast<int>(EventFeed::kMostListeners);
constexpr int kKeepAliveRequests = 1'000;
constexpr int kKeepAliveSeconds = 5;
constexpr int kReadSeconds = 5;
constexpr int kWriteSeconds = 10;

// httplib's own default is SO_REUSEPORT, with which a second coordinator on the port would succeed.
void OnlyReuseAddress(socket_t socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

std::unique_ptr<httplib::Server> MakeServer(const HttpServerOptions& options) {
  if (options.certificate_file.empty()) return std::make_unique<httplib::Server>();
  return std::make_unique<httplib::SSLServer>(options.certificate_file.c_str(),
                                              options.key_file.c_str());
}

}  // namespace

struct HttpServer::Impl {
  Impl(const Parts& parts, const HttpServerOptions& options)
      : live(parts.live), events(parts.reads, options.version), server(MakeServer(options)) {}

  LiveGames* const live;
  EventFeed events;
  const std::unique_ptr<httplib::Server> server;
  std::thread thread;
  std::atomic<bool> ended{false};
  int port = 0;
  socket_t listener = INVALID_SOCKET;  // the server's own
};

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(const HttpServerOptions& options,
                                                              Parts parts) {
  auto impl = std::make_unique<Impl>(parts, options);
  httplib::Server& server = *impl->server;
  if (!server.is_valid()) {
    return InvalidArgument("HTTP can't use the certificate {} with its key",
                           options.certificate_file);
  }
  server.new_task_queue = [] {
    return new httplib::ThreadPool(kAnswerThreads + EventFeed::kMostListeners);
  };
  server.set_socket_options([to = impl.get()](socket_t socket) {
    OnlyReuseAddress(socket);
    to->listener = socket;
  });
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(kMaxRequestBytes);
  server.set_keep_alive_max_count(kKeepAliveRequests);
  server.set_keep_alive_timeout(kKeepAliveSeconds);
  server.set_read_timeout(kReadSeconds);
  server.set_write_timeout(kWriteSeconds);
  AddLiveRoutes(server, {parts.reads, &impl->events, parts.live, parts.gate});
  AddRoutes(server, {parts.reads, &impl->events, parts.opponent, std::move(parts.health),
                     std::move(parts.metrics), options.version, options.grpc, options.host,
                     std::move(parts.write), std::move(parts.test_webhooks), parts.gate});
  if (options.port == 0) {
    impl->port = server.bind_to_any_port(options.host);
  } else if (server.bind_to_port(options.host, options.port)) {
    impl->port = options.port;
  }
  if (impl->port <= 0) {
    return Error(absl::StatusCode::kUnavailable,
                 "HTTP can't listen on {}:{}: the port is taken or the address isn't this host's; "
                 "choose another with --http or --listen",
                 options.host, options.port);
  }
  // It listens already; this is how many may wait.
  if (::listen(impl->listener, kMostWaiting) != 0) {
    return Error(absl::StatusCode::kUnavailable, "HTTP can't listen on {}:{}", options.host,
                 impl->port);
  }
  Impl* running = impl.get();
  impl->thread = std::thread([running] {
    running->server->listen_after_bind();
    running->ended = true;
  });
  // stop() before this point would be lost, and the thread with it.
  while (!server.is_running() && !impl->ended) std::this_thread::yield();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() { Stop(); }

int HttpServer::port() const { return impl_->port; }
void HttpServer::OnViewChanged() { impl_->events.Update(); }

void HttpServer::Stop() {
  impl_->events.Stop();
  impl_->live->Stop();
  impl_->server->stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

}  // namespace rookery::coordinator
