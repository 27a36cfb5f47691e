// A server stream that ends at once with an error. Deletes itself.
#pragma once

#include <grpcpp/support/server_callback.h>

#include "absl/status/status.h"
#include "proto/wire/status.h"

namespace rookery::coordinator {

template <typename Message>
class RefusedStream : public grpc::ServerWriteReactor<Message> {
 public:
  explicit RefusedStream(const absl::Status& status) { this->Finish(wire::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

}  // namespace rookery::coordinator
