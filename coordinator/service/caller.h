// Who calls: the name that the caller gives of himself. It is a claim, kept for people in events
// and as the owner of a run; where a connection proves an identity, that one stands here instead.
// Any thread.
#pragma once

#include <grpcpp/server_context.h>

#include <string>

namespace rookery::coordinator {

// Printable and at most wire::kMaxUser long; "" if the caller says nothing.
std::string CallerOf(const grpc::ServerContextBase& context);

}  // namespace rookery::coordinator
