#include "base/pairing/knockout.h"

#include <algorithm>

namespace rookery {

std::vector<int> FirstBracket(int engines) {
  std::vector<int> bracket = {0};
  while (static_cast<int>(bracket.size()) < engines) {
    // Each place of the smaller bracket meets the one that mirrors it in the larger.
    const int last = 2 * static_cast<int>(bracket.size()) - 1;
    std::vector<int> larger;
    for (const int place : bracket) {
      larger.push_back(place);
      larger.push_back(last - place);
    }
    bracket = std::move(larger);
  }
  for (int& place : bracket) {
    if (place >= engines) place = kFreePlace;
  }
  return bracket;
}

std::vector<std::pair<int, int>> BracketEncounters(const std::vector<int>& bracket) {
  std::vector<std::pair<int, int>> encounters;
  for (size_t i = 0; i + 1 < bracket.size(); i += 2) {
    const auto [first, second] = std::minmax(bracket[i], bracket[i + 1]);
    if (first != kFreePlace) encounters.emplace_back(first, second);
  }
  return encounters;
}

}  // namespace rookery
