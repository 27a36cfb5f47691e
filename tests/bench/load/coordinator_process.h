// The coordinator under load, as a process of its own. One thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace rookery::bench {

class CoordinatorProcess {
 public:
  // Empties the folder, starts the binary there on free ports and waits for its address.
  static absl::StatusOr<std::unique_ptr<CoordinatorProcess>> Start(const std::string& binary,
                                                                   const std::string& data);
  ~CoordinatorProcess();  // ends it
  CoordinatorProcess(const CoordinatorProcess&) = delete;
  CoordinatorProcess& operator=(const CoordinatorProcess&) = delete;

  const std::string& grpc_address() const { return address_; }
  int64_t MemoryKib() const;  // resident
  double CpuSeconds() const;

 private:
  CoordinatorProcess(pid_t pid, std::string address) : pid_(pid), address_(std::move(address)) {}
  pid_t pid_;
  std::string address_;
};

}  // namespace rookery::bench
