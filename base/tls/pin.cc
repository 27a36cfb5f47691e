#include "base/tls/pin.h"

#include <netdb.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <memory>

#include "base/status.h"
#include "base/tls/certificate.h"

namespace rookery::tls {
namespace {

struct CloseSocket {
  int fd = -1;
  ~CloseSocket() {
    if (fd >= 0) ::close(fd);
  }
};

absl::Status Unreachable(const std::string& address, std::string_view why) {
  return Error(absl::StatusCode::kUnavailable, "no coordinator answers at {} ({})", address, why);
}

// A connected socket whose reads and writes end with the limit, too.
absl::StatusOr<int> Connect(const std::string& address, absl::Duration limit) {
  const size_t colon = address.find_last_of(':');
  if (colon == std::string::npos) return InvalidArgument("'{}' is not HOST:PORT", address);
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(host.c_str(), address.c_str() + colon + 1, &hints, &found);
      code != 0) {
    return Unreachable(address, ::gai_strerror(code));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
  const timeval wait = absl::ToTimeval(limit);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const int fd = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (fd < 0) continue;
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    if (::connect(fd, one->ai_addr, one->ai_addrlen) == 0) return fd;
    ::close(fd);
  }
  return Unreachable(address, "connection refused or timed out");
}

absl::StatusOr<std::string> PemOf(X509* certificate) {
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> memory(BIO_new(BIO_s_mem()), &BIO_free_all);
  if (PEM_write_bio_X509(memory.get(), certificate) != 1) {
    return absl::InternalError("OpenSSL could not write a certificate");
  }
  char* data = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

}  // namespace

absl::StatusOr<std::string> FetchPinnedAuthority(const std::string& address,
                                                 const std::string& fingerprint,
                                                 absl::Duration limit) {
  CloseSocket socket;
  ROOKERY_ASSIGN_OR_RETURN(socket.fd, Connect(address, limit));
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context.get()), &SSL_free);
  // gRPC's servers insist on its protocol being named.
  constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(ssl.get(), kHttp2, sizeof kHttp2);
  SSL_set_verify(ssl.get(), SSL_VERIFY_NONE, nullptr);  // the fingerprint below is what verifies
  if (SSL_set_fd(ssl.get(), socket.fd) != 1 || SSL_connect(ssl.get()) != 1) {
    return Unreachable(address, "it doesn't speak TLS; was it started with --tls?");
  }
  STACK_OF(X509)* const chain = SSL_get_peer_cert_chain(ssl.get());
  for (int i = 0; chain != nullptr && i < sk_X509_num(chain); ++i) {
    ROOKERY_ASSIGN_OR_RETURN(std::string pem, PemOf(sk_X509_value(chain, i)));
    ROOKERY_ASSIGN_OR_RETURN(const std::string seen, Fingerprint(pem));
    if (seen == fingerprint) return pem;
  }
  return Error(
      absl::StatusCode::kPermissionDenied,
      "what answers at {} is not the coordinator of this token: its fingerprint is "
      "another. Check the address; if the coordinator was set up anew, ask for a new token",
      address);
}

}  // namespace rookery::tls
