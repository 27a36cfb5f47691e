// The coordinator under load, as a process of its own. One thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "proto/wire/trust.h"

namespace rookery::bench {

class CoordinatorProcess {
 public:
  struct Options {
    std::string binary;
    std::string data;         // a folder for it, emptied first
    bool mutual_tls = false;  // else plaintext, and no tokens
  };
  // Starts it on free ports and waits for its address.
  static absl::StatusOr<std::unique_ptr<CoordinatorProcess>> Start(const Options& options);
  ~CoordinatorProcess();  // ends it
  CoordinatorProcess(const CoordinatorProcess&) = delete;
  CoordinatorProcess& operator=(const CoordinatorProcess&) = delete;

  const std::string& grpc_address() const { return address_; }
  // What its operator shows and believes; empty for plaintext.
  absl::StatusOr<wire::Credentials> Operator() const;
  int64_t MemoryKib() const;  // resident
  double CpuSeconds() const;

 private:
  CoordinatorProcess(pid_t pid, Options options) : pid_(pid), options_(std::move(options)) {}
  const pid_t pid_;
  const Options options_;
  std::string address_;
};

}  // namespace rookery::bench
