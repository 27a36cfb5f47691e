#include "worker/player/engine_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "engine/search/engine.h"

namespace rookery::worker {
namespace {

constexpr int kMaxCentipawns = search::kMateBound;

// A table, for this is asked of every character of every line that is read.
constexpr std::array<bool, 256> kIsBlank = [] {
  std::array<bool, 256> table = {};
  for (const unsigned char c : {' ', '\t', '\r', '\0'}) table[c] = true;
  return table;
}();
bool IsBlank(char c) { return kIsBlank[static_cast<unsigned char>(c)]; }

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// The next word, removed from `rest`; empty at the end.
std::string_view Next(std::string_view& rest) {
  const Words words = SplitFirst(rest);
  rest = words.rest;
  return words.first;
}

std::optional<int64_t> Number(std::string_view text) {
  int64_t value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "score cp 13", "score mate -4": the words after "score".
std::optional<int> ReadScore(std::string_view& rest) {
  std::string_view after = rest;
  const std::string_view kind = Next(after);
  const std::optional<int64_t> value = Number(Next(after));
  if (!value || (kind != "cp" && kind != "mate")) return std::nullopt;
  rest = after;
  if (kind == "cp") {
    return static_cast<int>(std::clamp<int64_t>(*value, -kMaxCentipawns, kMaxCentipawns));
  }
  // Mate in n moves is 2n - 1 plies; "mate 0" and negative values are mates of the mover.
  constexpr int64_t kMostMoves = (search::kMateScore - search::kMateBound) / 2 - 1;
  const int64_t moves = std::clamp<int64_t>(*value, -kMostMoves, kMostMoves);
  return static_cast<int>(moves > 0 ? search::kMateScore - (2 * moves - 1)
                                    : -search::kMateScore - 2 * moves);
}

bool LooksLikeMove(std::string_view word) {
  return (word.size() == 4 || word.size() == 5) && word[0] >= 'a' && word[0] <= 'h' &&
         word[1] >= '1' && word[1] <= '8';
}

int Small(int64_t value) { return static_cast<int>(std::min<int64_t>(value, 1000)); }

// False if the word is no field with a number.
bool TakeNumber(std::string_view field, int64_t value, InfoFields& info) {
  if (field == "depth") return info.depth = Small(value), true;
  if (field == "nodes") return info.nodes = value, true;
  if (field == "multipv") return info.multipv = value, true;
  if (field == "seldepth") return info.selective_depth = Small(value), true;
  if (field == "nps") return info.nodes_per_second = value, true;
  if (field == "hashfull") return info.hash_permill = Small(value), true;
  if (field == "tbhits") return info.tablebase_hits = value, true;
  if (field == "time") return info.time_ms = value, true;
  return false;
}

bool IsNumberField(std::string_view word) {
  InfoFields ignored;
  return TakeNumber(word, 0, ignored);
}

bool IsOptionKey(std::string_view word) {
  return word == "name" || word == "type" || word == "default" || word == "min" || word == "max" ||
         word == "var";
}

}  // namespace

Words SplitFirst(std::string_view line) {
  const char* const end = line.data() + line.size();
  const char* const first = std::find_if_not(line.data(), end, IsBlank);
  const char* const after = std::find_if(first, end, IsBlank);
  return {{first, after}, {after, end}};
}

InfoFields ReadInfo(std::string_view rest) {
  InfoFields info;
  for (std::string_view word = Next(rest); !word.empty(); word = Next(rest)) {
    if (word == "string") break;
    if (word == "score") {
      const auto score = ReadScore(rest);
      if (score) info.score_cp = score;
      info.malformed |= !score;
    } else if (word == "lowerbound" || word == "upperbound") {
      info.bound = true;
    } else if (word == "pv") {
      // Moves end at the first word that is none, so fields behind them are still seen.
      const std::string_view begin = rest;
      std::string_view after = rest;
      while (LooksLikeMove(Next(after))) rest = after;
      info.line = begin.substr(0, begin.size() - rest.size());
      while (!info.line.empty() && IsBlank(info.line.front())) info.line.remove_prefix(1);
    } else {
      std::string_view after = rest;
      const auto value = Number(Next(after));
      const bool good = value && *value >= 0;
      if (good && TakeNumber(word, *value, info)) rest = after;
      if (!good) info.malformed |= IsNumberField(word);
    }
  }
  return info;
}

std::optional<EngineOption> ReadOption(std::string_view rest) {
  EngineOption option;
  std::string_view word = Next(rest);
  while (!word.empty()) {
    const std::string_view key = word;
    std::string value;
    // A name may hold any words but "type"; other values end at the next key.
    for (word = Next(rest); !word.empty(); word = Next(rest)) {
      if (key == "name" ? word == "type" : IsOptionKey(word)) break;
      value.append(value.empty() ? "" : " ").append(word);
    }
    if (key == "name") option.name = value;
    if (key == "type") option.type = value;
    if (key == "min") option.min = Number(value);
    if (key == "max") option.max = Number(value);
    if (key == "default") option.preset = value;
    if (key == "var") option.choices.push_back(value);
  }
  if (option.name.empty() || option.type.empty()) return std::nullopt;
  return option;
}

bool SameOptionName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

std::string CheckOptionValue(const EngineOption& option, std::string_view value) {
  if (option.type == "check" && value != "true" && value != "false") return "true or false";
  if (option.type == "spin") {
    const std::optional<int64_t> number = Number(value);
    const bool inside = number && (!option.min || *number >= *option.min) &&
                        (!option.max || *number <= *option.max);
    if (inside) return "";
    if (!option.min || !option.max) return "a number";
    return fmt::format("a number from {} to {}", *option.min, *option.max);
  }
  if (option.type == "combo" && !option.choices.empty()) {
    for (const std::string& choice : option.choices) {
      if (SameOptionName(choice, value)) return "";
    }
    return fmt::format("one of {}", fmt::join(option.choices, ", "));
  }
  return "";
}

}  // namespace rookery::worker
