#include "cli/context.h"

#include "base/status.h"

namespace rookery::cli {

std::string RemoteFault(const absl::Status& status) {
  const std::string fault = Message(status);
  // How gRPC says that what answers speaks another protocol.
  const bool not_grpc = ExitForRemote(status) == Exit::kUnreachable &&
                        (fault.find("Failed parsing HTTP/2") != std::string::npos ||
                         fault.find("http1.x server") != std::string::npos);
  if (!not_grpc) return fault;
  return fault +
         "\nis this the gRPC port, and not the dashboard's? the coordinator's log and the file "
         "addresses.json in its data folder say which";
}

Exit Context::FailRemote(const absl::Status& status) const {
  printer->Error(RemoteFault(status));
  return ExitForRemote(status);
}

Exit Context::FailLocal(const absl::Status& status) const {
  printer->Error(Message(status));
  return ExitForLocal(status);
}

}  // namespace rookery::cli
