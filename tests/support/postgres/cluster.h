// A PostgreSQL server of the test's own: made by initdb in a temporary folder, reached through a
// Unix socket there and nothing else, with fsync on, gone with the object or the process. As root
// it runs as the package's user `postgres`, since PostgreSQL refuses root. One thread.
#pragma once

#include <sys/types.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::testing {

class PostgresCluster {
 public:
  // Makes and starts it in a folder of its own below `parent`, whose path is short: a socket's may
  // have 107 bytes. NotFound, with the package's name, if PostgreSQL isn't installed.
  static absl::StatusOr<PostgresCluster> Make(const std::string& parent);
  PostgresCluster(PostgresCluster&& other) noexcept;
  PostgresCluster& operator=(PostgresCluster&&) = delete;
  ~PostgresCluster();

  // For an empty schema of this name, made on the way.
  std::string AddressOf(const std::string& schema) const;

  absl::Status Start();
  void Kill();  // as a power cut would: SIGKILL to the server and its children

 private:
  PostgresCluster() = default;

  std::string folder_;
  std::string binaries_;
  pid_t server_ = -1;
};

}  // namespace rookery::testing
