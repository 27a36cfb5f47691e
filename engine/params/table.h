// Every tunable of the engine in one table: evaluation terms (two scalars each, one a phase),
// search constants, and what shapes the evaluation without being a weight. The weights file, the
// UCI options, the tuners' defaults and the descriptions on the page all come from here. Constant
// data; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::params {

// A term of the evaluation; its scalars are MgIndex and EgIndex.
enum class Term : uint16_t {
#define X(identifier, name, group, mg, eg, min, max, step, rows, meaning) identifier,
#include "engine/params/terms.inc"
#undef X
  kCount
};
inline constexpr int kTermCount = static_cast<int>(Term::kCount);
constexpr int Index(Term term) { return static_cast<int>(term); }
constexpr int MgIndex(Term term) { return 2 * Index(term); }
constexpr int EgIndex(Term term) { return 2 * Index(term) + 1; }

// A constant of the search, or of the evaluation's shape; one scalar, at ScalarIndex.
enum class Constant : uint8_t {
#define X(identifier, name, value, min, max, step, meaning) identifier,
#include "engine/params/search_constants.inc"
#undef X
#define X(identifier, name, group, value, min, max, step, meaning) identifier,
#include "engine/params/shapes.inc"
#undef X
  kCount
};
inline constexpr int kConstantCount = static_cast<int>(Constant::kCount);
constexpr int ScalarIndex(Constant constant) { return 2 * kTermCount + static_cast<int>(constant); }

enum class Phase : uint8_t { kMiddlegame, kEndgame, kNone };

struct Parameter {
  std::string_view name;   // "mat_pawn.mg", "null_depth"
  std::string_view group;  // "material", "king" ... "search"
  Phase phase;
  int16_t value;  // the default
  int16_t min;
  int16_t max;
  double step;  // SPSA's c_end: a change that a match can just feel
  std::string_view rows;
  std::string_view meaning;
};
// SPSA's r_end, the same for all.
inline constexpr double kLearningRate = 0.002;

inline constexpr int kParameterCount = 2 * kTermCount + kConstantCount;
std::span<const Parameter, kParameterCount> Table();

std::string_view TermName(Term term);  // "mat_pawn"
std::optional<int> FindParameter(std::string_view name);
// The groups in the table's order, each once.
std::vector<std::string_view> Groups();
// Up to three names of the table that look most like this one, nearest first.
std::vector<std::string_view> NearestNames(std::string_view name);

}  // namespace rookery::params
