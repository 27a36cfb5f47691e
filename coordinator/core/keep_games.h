// What a run keeps of its games, and how far that has been done. Plain values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rookery::coordinator {

// Which games stay once their pairs are counted; nothing set: all. Rows of the ledger always stay.
struct KeepGames {
  bool none = false;
  uint64_t newest_pairs = 0;  // those of the highest indices; 0: however many
  int days = 0;               // those that came in so lately; 0: however old
  bool all() const { return !none && newest_pairs == 0 && days == 0; }
  bool operator==(const KeepGames&) const = default;
};

// "all", "none", "those of the newest 1000 pairs of the last 30 days".
std::string KeepText(const std::optional<KeepGames>& keep);

// How far a run's games have been put into blocks, and which are no longer kept.
struct GamesState {
  uint64_t packed_to = 0;   // pairs below have been dealt with
  uint64_t dropped_to = 0;  // below, only evidence is kept
  uint64_t dropped = 0;     // pairs without games
};

}  // namespace rookery::coordinator
