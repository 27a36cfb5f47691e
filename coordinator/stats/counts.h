// Results as counts, and the reading of them from text that came from outside.
// Pure functions; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"

namespace rookery::stats {

// Pairs by dev's points: [LL, LD, DD or WL, WD, WW].
using Pentanomial = std::array<int64_t, 5>;
// Games by dev's points: [losses, draws, wins].
using Trinomial = std::array<int64_t, 3>;

// The most pairs (or games) a count may hold: far above any run, far below where a double loses
// whole numbers.
inline constexpr int64_t kMostCount = 1'000'000'000'000;

int64_t Total(const Pentanomial& counts);
int64_t Total(const Trinomial& counts);

// "LL,LD,DD,WD,WW". InvalidArgument names the field: a wrong number of fields, not a whole number,
// negative, or above kMostCount.
absl::StatusOr<Pentanomial> ParsePentanomial(std::string_view text);
// "L,D,W", refused likewise.
absl::StatusOr<Trinomial> ParseTrinomial(std::string_view text);

// Whether games by colour-blind results and pairs tell one story: the games of a pentanomial are
// twice its pairs, so an odd total, unequal points and draws that no pairs could hold are refused.
// InvalidArgument says which.
absl::Status CheckAgree(const Trinomial& games, const Pentanomial& pairs);

}  // namespace rookery::stats
