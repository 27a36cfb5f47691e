#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include "base/tls/certificate.h"
#include "proto/wire/bounds.h"
#include "proto/wire/client.h"
#include "proto/wire/window.h"

namespace rookery::wire {
namespace {

constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
constexpr int kFirstReconnectMs = 300;
constexpr int kLastReconnectMs = 5'000;
// What a connection may take, handshake included; gRPC takes it from the argument of the least
// back-off. When a thousand come back at once each waits for the others: who gives up early comes
// again, and what was done for it is lost.
constexpr int kConnectMs = 20'000;

// gRPC adds the jitter. Every call of ours may be repeated: requests and messages carry keys.
constexpr char kServiceConfig[] = R"({"methodConfig": [{"name": [{}], "retryPolicy": {
  "maxAttempts": 5, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
  "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

std::shared_ptr<grpc::ChannelCredentials> ChannelCredentialsOf(const Credentials& credentials) {
  if (!credentials.tls()) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials(
      {credentials.authority_pem, credentials.key_pem, credentials.certificate_pem});
}

}  // namespace

std::shared_ptr<grpc::Channel> MakeChannel(const std::string& address,
                                           const Credentials& credentials) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstReconnectMs);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLastReconnectMs);
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, kNoProbes);
  arguments.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, kWindowBytes);
  // Several workers in one process (tests, bench) must not share a connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // A proxy from the environment must never come between two hosts of ours.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetServiceConfigJSON(kServiceConfig);
  // The authority signs coordinators and nothing else, so that its certificate may name any host.
  if (credentials.tls()) arguments.SetSslTargetNameOverride(tls::kCoordinatorName);
  return grpc::CreateCustomChannel(address, ChannelCredentialsOf(credentials), arguments);
}

}  // namespace rookery::wire
