// Streams that end at once with an error. They delete themselves.
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

// The same of a stream of the caller's, as an upload.
template <typename Message>
class RefusedUpload : public grpc::ServerReadReactor<Message> {
 public:
  explicit RefusedUpload(const absl::Status& status) { this->Finish(wire::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

// The same both ways.
template <typename In, typename Out>
class RefusedLink : public grpc::ServerBidiReactor<In, Out> {
 public:
  explicit RefusedLink(const absl::Status& status) { this->Finish(wire::ToGrpc(status)); }
  void OnDone() override { delete this; }
};

}  // namespace rookery::coordinator
