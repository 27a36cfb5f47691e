#include "worker/player/player.h"

namespace rookery::worker {

std::string_view Name(PlayerFault fault) {
  switch (fault) {
    case PlayerFault::kHungBetweenGames:
      return "hung_between_games";
    case PlayerFault::kDiedBetweenGames:
      return "died_between_games";
    case PlayerFault::kStrayMove:
      return "stray_bestmove";
    case PlayerFault::kMalformedInfo:
      return "malformed_info";
  }
  return "";
}

std::string_view Text(PlayerFault fault) {
  switch (fault) {
    case PlayerFault::kHungBetweenGames:
      return "hung between games and was started again";
    case PlayerFault::kDiedBetweenGames:
      return "ended between games and was started again";
    case PlayerFault::kStrayMove:
      return "sent a bestmove that nobody had asked for";
    case PlayerFault::kMalformedInfo:
      return "sent an info line with a field that can't be read";
  }
  return "";
}

}  // namespace rookery::worker
