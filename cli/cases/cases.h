// Files of rule cases: questions with their expected answers, put to the code that knows. Two
// formats are read: {"cases": [{id, kind, rule, input, expected}, ...]} and a list of
// [{id, fen, moves, question, arg, expected}, ...].
// What comes from a file never crashes anything: a case that can't be understood differs, and says
// why. Reads games files that a case names, from the case file's folder. Any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::cases {

using Json = nlohmann::json;

inline constexpr size_t kMostCases = 100'000;
inline constexpr int64_t kMostFile = int64_t{64} << 20;

enum class State {
  kHolds,
  kDiffers,
  kNotAsked,  // about players' hands and scoresheets, or of a kind that nobody here answers
};

struct Result {
  std::string id;
  std::string kind;  // or the question
  State state = State::kDiffers;
  std::string reason;  // why it wasn't asked, or couldn't be
  Json expected;
  Json got;
};

// The items of a case file; InvalidArgument says where it is no JSON, or no case file.
absl::StatusOr<std::vector<Json>> ParseCases(std::string_view text);

// Why an item isn't asked; empty if it is. Throws nlohmann's exceptions if it is no case.
std::string WhyNotAsked(const Json& item);

// Asks one item. `folder` holds the files that cases name.
Result Ask(const Json& item, const std::string& folder);

}  // namespace rookery::cases
