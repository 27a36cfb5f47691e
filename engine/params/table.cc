#include "engine/params/table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rookery::params {
namespace {

constexpr std::array<Parameter, kParameterCount> kTable = {{
#define X(identifier, name, group, mg, eg, min, max, step, rows, meaning)              \
  Parameter{name ".mg", group, Phase::kMiddlegame, mg, min, max, step, rows, meaning}, \
      Parameter{name ".eg", group, Phase::kEndgame, eg, min, max, step, rows, meaning},
#include "engine/params/terms.inc"
#undef X
#define X(identifier, name, value, min, max, step, meaning) \
  Parameter{name, "search", Phase::kNone, value, min, max, step, "", meaning},
#include "engine/params/search_constants.inc"
#undef X
#define X(identifier, name, group, value, min, max, step, meaning) \
  Parameter{name, group, Phase::kNone, value, min, max, step, "", meaning},
#include "engine/params/shapes.inc"
#undef X
}};

// Levenshtein's distance: single-letter edits between two names.
int EditDistance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = std::exchange(row[0], static_cast<int>(i));
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replace}));
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const Parameter, kParameterCount> Table() { return kTable; }

std::string_view TermName(Term term) {
  const std::string_view name = kTable[static_cast<size_t>(MgIndex(term))].name;
  return name.substr(0, name.size() - 3);
}

std::optional<int> FindParameter(std::string_view name) {
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  if (found == kTable.end()) return std::nullopt;
  return static_cast<int>(found - kTable.begin());
}

std::vector<std::string_view> Groups() {
  std::vector<std::string_view> groups;
  for (const Parameter& parameter : kTable) {
    if (std::find(groups.begin(), groups.end(), parameter.group) == groups.end()) {
      groups.push_back(parameter.group);
    }
  }
  return groups;
}

std::vector<std::string_view> NearestNames(std::string_view name) {
  constexpr size_t kMost = 3;
  constexpr size_t kLongestName = 64;  // what is longer resembles nothing here
  if (name.size() > kLongestName) return {};
  std::vector<std::pair<int, size_t>> ranked;  // by distance, then in the table's order
  for (size_t i = 0; i < kTable.size(); ++i) {
    ranked.emplace_back(EditDistance(name, kTable[i].name), i);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string_view> nearest;
  for (size_t i = 0; i < kMost; ++i) nearest.push_back(kTable[ranked[i].second].name);
  return nearest;
}

}  // namespace rookery::params
