// Whether a request that changes something, or costs something, may be answered. A browser sends
// requests for any page that it shows, so a strange page must not be able to start runs here:
// JSON is asked for (a foreign page can't send it without asking first, and nobody answers that
// question), the page that asks must be ours, and a server on loopback answers to loopback's names
// alone (else a name that a stranger points at 127.0.0.1 would be "ours").
// Where the server can be reached from other hosts nothing is written over HTTP but by those who
// have proved who they are with a token.
// Pure; any thread.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace rookery::coordinator {

struct PostRequest {  // headers, empty where they aren't there
  std::string content_type;
  std::string host;
  std::string origin;
  std::string fetch_site;
};

// PermissionDenied or InvalidArgument, saying what to do instead. listening_on: the address that
// the server was told to listen on. proved: a token that may do this came with the request.
absl::Status MayPost(const PostRequest& request, const std::string& listening_on,
                     bool proved = false);

}  // namespace rookery::coordinator
