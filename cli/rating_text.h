// What a rating is where the games don't define it: only a bound, or none. The one wording of it,
// for rating lists and for tables of matches and leagues. Pure; any thread.
#pragma once

#include <string_view>

#include "coordinator/stats/ratings.h"

namespace rookery::cli {

// Before the number, by the name of the status (stats::Name): ">= ", "<= " or nothing.
std::string_view BoundSign(std::string_view status);

// Why there is no rating, or only a bound; empty where there is one.
std::string_view WhyUnrated(const stats::PlayerRating& row);

}  // namespace rookery::cli
