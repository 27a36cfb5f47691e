// A set of weights: one value for every parameter of the table (engine/params/table.h), and
// its file. A value type; any thread.
//
// The canonical text lists every parameter in the table's order as `name = value` (TOML, phases
// as name.mg and name.eg); its SHA-256 is the set's identity, so the same values have the same
// identity whatever file they came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/params/table.h"

namespace rookery::params {

class Weights {
 public:
  // The engine's own defaults.
  Weights();

  // Index into the table's scalars (MgIndex, EgIndex, ScalarIndex).
  int operator[](int index) const { return values_[static_cast<size_t>(index)]; }
  int operator[](Constant constant) const { return (*this)[ScalarIndex(constant)]; }
  // InvalidArgument if the name is unknown (the nearest names are offered) or out of range.
  absl::Status Set(std::string_view name, int value);
  absl::StatusOr<int> Get(std::string_view name) const;
  // Sets each scalar of the group to nought, or to what its range has nearest to it: "king",
  // "pawns" ... (material and scales can't be).
  absl::Status SwitchOff(std::string_view group);

  bool operator==(const Weights&) const = default;

 private:
  friend Weights CatalogueWeights();

  std::vector<int16_t> values_;
};

// The catalogue's starting values for its 59 terms, nothing for other terms of the evaluation, and
// the defaults of the search.
Weights CatalogueWeights();

// Values that the file doesn't name keep their defaults. All faults of a file are reported at
// once, a line each: "file:line: name: what it was, what is allowed".
absl::StatusOr<Weights> ParseWeights(std::string_view text, std::string_view file_name);
std::string CanonicalText(const Weights& weights);
// SHA-256 of the canonical text, 64 hexadecimal digits.
std::string Identity(const Weights& weights);
// "default", "catalogue", or a file's path. "default,-king,-pawns" switches groups off, and
// "default,mat_pawn.mg=90" changes a value; from left to right.
absl::StatusOr<Weights> LoadWeights(std::string_view name_or_path);
// Whether that is a set with a name ("default", "catalogue"), changed or not, rather than a path.
bool NamesASet(std::string_view name_or_path);

}  // namespace rookery::params
