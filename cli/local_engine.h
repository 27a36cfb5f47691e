// A side of a match on this machine as it is written on the command line:
// "name=A,cmd=PATH,arg=..,dir=..,option.Hash=16,tc=8+0.08,nodes=..", or "name=A,weights=FILE".
// Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/match_spec.h"

namespace rookery::cli {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

// "a=1,b=2,3": what has no "=" belongs to the value before it, so that values may hold commas.
// InvalidArgument if the first part has none.
absl::StatusOr<KeyValues> SplitKeyValues(std::string_view text);

// A whole number within the bounds, strictly read; the error names the key.
absl::StatusOr<int64_t> NumberOf(std::string_view key, std::string_view value, int64_t low,
                                 int64_t high);

// `limits`: of an engine that says nothing of its own. The error names the word.
absl::StatusOr<MatchEngine> ParseLocalEngine(std::string_view text,
                                             const worker::SideLimits& limits = {});

// Names that occur again get "-2", "-3" ..., whatever of those nobody else is called.
void MakeNamesUnique(std::vector<MatchEngine>& engines, char separator);

// Sets an engine's option; what it was set to before is forgotten. InvalidArgument for a line
// break.
using OptionValues = std::vector<std::pair<std::string, std::string>>;
absl::Status SetOption(std::string_view name, std::string_view value, OptionValues& options);

}  // namespace rookery::cli
