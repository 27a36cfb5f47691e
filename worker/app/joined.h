// How a worker proves itself: a token and a key of its own, kept in its data folder from the moment
// that it joins. What is drawn is on disk before it is sent, so that a lost answer costs nothing:
// the same join again gives the same token. What it has is replaced as a whole, once the new is on
// disk: a crash at any moment leaves the old or the new. One thread; the data folder is locked.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "proto/wire/trust.h"

namespace rookery::worker {

struct JoinOptions {
  wire::TrustSources coordinator;  // its address, and the join token
  std::string worker_id;
  std::string label;
};

// What an earlier join left in `data` for this address; none if there was none.
absl::StatusOr<std::optional<wire::Credentials>> LoadJoined(const std::string& data,
                                                            const std::string& address);

// What an earlier join left, if it was with this token and under this authority, or if the token's
// file is gone. Else checks that the coordinator is the one of the token, asks it for a token of
// this worker's own and, over TLS, for a certificate of a new key, and keeps them. Where the
// worker's earlier token is live, it stays.
absl::StatusOr<wire::Credentials> Join(const std::string& data, JoinOptions options);

}  // namespace rookery::worker
