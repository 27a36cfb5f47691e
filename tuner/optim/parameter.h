// A parameter that a tuner may move, and the outcome of a duel between two points of the space.
// Plain values; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace rookery::optim {

enum class ValueType : uint8_t { kInteger, kReal };

struct Parameter {
  std::string name;
  ValueType type = ValueType::kInteger;
  double start = 0;
  double min = 0;
  double max = 0;
  double c_end = 0;      // the step at the end: a change that a match can just feel
  double r_end = 0.002;  // SPSA's gain at the end
  bool operator==(const Parameter&) const = default;
};
using Space = std::vector<Parameter>;

inline constexpr size_t kMaxParameters = 1000;
inline constexpr size_t kMaxParameterName = 64;
// Of r_end; fishtest's is 0.002. Beyond it an estimate leaves what a double can hold.
inline constexpr double kMostRate = 1000;

// Elo of one unit of a game's score in {-1, 0, 1}, near equality: 800 / ln 10.
inline constexpr double kEloPerScore = 347.43558552260146;

// Pairs by the first side's half points, 0 to 4.
struct Outcome {
  std::array<int64_t, 5> pairs{};

  int64_t total() const { return std::accumulate(pairs.begin(), pairs.end(), int64_t{0}); }
  // Games won less games lost by the first side.
  int64_t WinsMinusLosses() const {
    int64_t sum = 0;
    for (int i = 0; i < 5; ++i) sum += (i - 2) * pairs[static_cast<size_t>(i)];
    return sum;
  }
};

}  // namespace rookery::optim
