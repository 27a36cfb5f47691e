// Names of this host's own loopback addresses: what is said there no other host can hear. Pure;
// any thread.
#pragma once

#include <string_view>

namespace rookery {

// Without a port: "localhost", "127.0.0.1" (and the rest of 127.0.0.0/8), "::1", "[::1]".
bool IsLoopbackHost(std::string_view host);

// The host of HOST:PORT, brackets of an IPv6 address included; all of it if there is no port.
std::string_view HostOf(std::string_view address);

}  // namespace rookery
