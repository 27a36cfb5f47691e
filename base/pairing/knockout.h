// The bracket of a knockout tournament. The places of the first round are laid out so that the
// first and second of the list can meet only in the end, and free places go to the first ones.
// Pure functions; any thread.
#pragma once

#include <utility>
#include <vector>

namespace rookery {

inline constexpr int kFreePlace = -1;

// The list's places in bracket order; its length is a power of two, with kFreePlace where nobody
// stands. Neighbours meet. engines >= 1.
std::vector<int> FirstBracket(int engines);
// Neighbours of a bracket who must play for the next one, the better placed first.
std::vector<std::pair<int, int>> BracketEncounters(const std::vector<int>& bracket);

}  // namespace rookery
