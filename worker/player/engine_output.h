// What a match runner needs of an engine's lines, read without trust: fields in any order, blanks
// and tabs anywhere, a field that is no number is left out, unknown words are skipped.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::worker {

// The first word of a line and what follows it.
struct Words {
  std::string_view first;
  std::string_view rest;
};
Words SplitFirst(std::string_view line);

struct InfoFields {
  std::optional<int> score_cp;  // mates lie beyond search::kMateBound, as in the embedded engine
  bool bound = false;           // the score is a lower or upper bound
  int depth = 0;
  int64_t nodes = 0;
  int64_t multipv = 1;
  int selective_depth = 0;
  int64_t nodes_per_second = 0;
  int hash_permill = 0;
  int64_t tablebase_hits = 0;
  int64_t time_ms = -1;
  std::string_view line;   // the moves after "pv", a part of what was read
  bool malformed = false;  // a field that is known has no value that can be read
};
// What follows "info".
InfoFields ReadInfo(std::string_view rest);

// An option as the engine declares it ("option name ... type ...").
struct EngineOption {
  std::string name;
  std::string type;  // check, spin, combo, button, string
  std::optional<int64_t> min;
  std::optional<int64_t> max;
  std::vector<std::string> choices;
  std::string preset = {};  // what follows "default"
};
// What follows "option"; none if it has no name or type.
std::optional<EngineOption> ReadOption(std::string_view rest);

// Empty if the option takes the value, else why it doesn't. Names match without regard to case,
// as the protocol says.
std::string CheckOptionValue(const EngineOption& option, std::string_view value);
bool SameOptionName(std::string_view a, std::string_view b);

}  // namespace rookery::worker
