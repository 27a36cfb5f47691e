// Who asks for something, as the edge has found out: it travels with each event to the core, which
// checks once more that the token still lives. A value.
#pragma once

#include <string>

namespace rookery::coordinator {

struct Access {
  std::string token;      // id; empty: nobody was asked, or the coordinator itself
  std::string from;       // address of the caller, for the record
  bool own_only = false;  // only on what belongs to the one that the event is by
};

}  // namespace rookery::coordinator
