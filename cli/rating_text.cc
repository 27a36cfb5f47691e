#include "cli/rating_text.h"

namespace rookery::cli {

using stats::PlayerStatus;

std::string_view BoundSign(std::string_view status) {
  if (status == stats::Name(PlayerStatus::kOnlyWon)) return ">= ";
  return status == stats::Name(PlayerStatus::kOnlyLost) ? "<= " : "";
}

std::string_view WhyUnrated(const stats::PlayerRating& row) {
  const bool lone = !row.rating.has_value();  // met nobody who can be rated
  switch (row.status) {
    case PlayerStatus::kOnlyWon:
      return lone ? "won every game, none of them against a rated one"
                  : "won every game: at least this (with half a point less)";
    case PlayerStatus::kOnlyLost:
      return lone ? "lost every game, none of them to a rated one"
                  : "lost every game: at most this (with half a point more)";
    case PlayerStatus::kApart:
      return "has only results against the rated ones that point one way";
    case PlayerStatus::kUnplayed:
      return "no game yet";
    case PlayerStatus::kRated:
      break;
  }
  return "";
}

}  // namespace rookery::cli
