// Points and grades: a ladder for people beside the statistics, which never use it. Points pass
// from one player to the other, game by game in finishing order; their sum is constant.
// Source: the grade system of the source texts (section E4 of the rules). Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>

namespace rookery::stats {

enum class GameScore { kLoss, kDraw, kWin };  // of the first player

struct GradePoints {
  int64_t first = 0;
  int64_t second = 0;
};

// Points lie within +-kMostGradePoints (CHECK); a newcomer begins at 0, and negative is allowed.
inline constexpr int64_t kMostGradePoints = 1'000'000'000;
GradePoints AfterGame(const GradePoints& before, GameScore score);

// 30 from 100 points, 29 from 200, ... 1 from 3000; none below 100.
std::optional<int> GradeOf(int64_t points);

// A grade counts as settled from this many games on.
inline constexpr int64_t kSettledGames = 50;

}  // namespace rookery::stats
