// What a tune moves, and how. Plain values; any thread. Numbers of the enum are stored: never
// renumber.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::coordinator {

enum class TuneMethod : uint8_t { kRegression = 1, kSpsa = 2, kCmaEs = 3, kRace = 4 };
struct TuneParameter {
  std::string name;  // of engine/params, or an option of a UCI engine
  double start = 0;
  int min = 0;
  int max = 0;
  double c_end = 0;
  double r_end = 0;
  int decimals = 0;  // of a UCI engine's string option: 152 with 2 is sent as 1.52
  bool operator==(const TuneParameter&) const = default;
};
struct TuneCandidate {
  std::string name;
  std::vector<int32_t> values;
  bool operator==(const TuneCandidate&) const = default;
};
struct TuneSpec {
  TuneMethod method = TuneMethod::kRegression;
  std::vector<TuneParameter> parameters;
  double alpha = 0.602;  // the three of SPSA
  double gamma = 0.101;
  double a_ratio = 0.1;
  double expected_gain = 10;              // Elo
  std::vector<TuneCandidate> candidates;  // of a race
  bool operator==(const TuneSpec&) const = default;
};

}  // namespace rookery::coordinator
