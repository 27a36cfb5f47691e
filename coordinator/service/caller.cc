#include "coordinator/service/caller.h"

#include <algorithm>

#include "proto/wire/bounds.h"

namespace rookery::coordinator {

std::string CallerOf(const grpc::ServerContextBase& context) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(wire::kUserKey);
  if (found == metadata.end()) return "";
  std::string name(found->second.data(), std::min(found->second.size(), wire::kMaxUser));
  std::replace_if(name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

}  // namespace rookery::coordinator
