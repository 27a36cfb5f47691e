// Lets workers join as real ones do: a join token, and for each worker a token, a key and a
// certificate of its own. Blocks; the driver's thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/wire/client.h"

namespace rookery::bench {

std::string WorkerIdOf(int number);

// What worker number i shows is at [i]. `operators`: a client that may make tokens.
absl::StatusOr<std::vector<wire::Credentials>> JoinWorkers(wire::Client& operators,
                                                           const wire::Credentials& trust,
                                                           int count);

}  // namespace rookery::bench
