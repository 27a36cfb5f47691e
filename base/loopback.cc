#include "base/loopback.h"

#include <algorithm>

namespace rookery {

bool IsLoopbackHost(std::string_view host) {
  if (host == "localhost" || host == "::1" || host == "[::1]") return true;
  // "127.example" is somebody's name, and not an address.
  const auto in_address = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  return host.starts_with("127.") && std::all_of(host.begin(), host.end(), in_address);
}

std::string_view HostOf(std::string_view address) {
  const size_t bracket = address.find(']');
  const size_t from = bracket == std::string_view::npos ? 0 : bracket;
  return address.substr(0, address.find(':', from));
}

}  // namespace rookery
