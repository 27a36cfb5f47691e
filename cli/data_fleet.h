// Labelled positions by the workers of a coordinator: a match of one set of weights with itself
// from random openings, whose games are harvested. One thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/data_generator.h"
#include "cli/run_flags.h"

namespace rookery::cli {

// Random openings by the recipe, one for every two games, as the text of a book. Cancelled on
// Ctrl-C.
absl::StatusOr<std::string> DataOpenings(const DataRecipe& recipe, Context& context);

// The match that plays them. `weights` is what a user calls recipe.weights: FILE or NAME. Black and
// White of an opening's second game search an eighth more or less than in its first: the same games
// again would be no data.
RunFlags DataMatch(const DataRecipe& recipe, const std::string& weights, std::string openings);

// Plays and harvests. The user has been told what it came to.
Exit GenerateOnFleet(const DataRecipe& recipe, const std::string& weights, const std::string& out,
                     Context& context);

}  // namespace rookery::cli
