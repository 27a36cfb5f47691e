#include "cli/port_check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/status.h"

namespace rookery::cli {

absl::Status CheckPortFree(int port, const std::string& flag) {
  if (port == 0) return absl::OkStatus();
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return Error(absl::StatusCode::kInternal, "socket: {}", std::strerror(errno));
  // A connection of the last run that lingers in the kernel is no reason to refuse.
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  const int result = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const int error = errno;
  ::close(fd);
  if (result == 0) return absl::OkStatus();
  if (error == EADDRINUSE) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "port {} is in use by another program (perhaps another `rookery up`); choose "
                 "another with {}, 0 for any free one",
                 port, flag);
  }
  return Error(absl::StatusCode::kFailedPrecondition, "{} {}: {}", flag, port,
               std::strerror(error));
}

}  // namespace rookery::cli
