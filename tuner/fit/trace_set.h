// Positions as the fit sees them: the coefficients of their traces, packed (4 bytes for each that
// isn't zero), so that a pass over a million positions reads some 130 MB and plays no move.
// Written by one thread, then read by any number.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/eval/trace.h"

namespace rookery::fit {

class TraceSet {
 public:
  struct Entry {
    uint16_t term;
    int16_t eighths;  // White's count less Black's
  };
  struct Label {
    double result;                // White's, 0 to 1
    std::optional<int> score_cp;  // White's view
    uint64_t game;
  };
  // What belongs to a position beside its entries.
  struct Row {
    float result;
    float target;  // what is fitted to; the result unless blended
    int16_t score_cp;
    uint8_t phase;
    uint8_t scale_white;  // if White is ahead
    uint8_t scale_black;
  };
  static constexpr int16_t kNoScore = std::numeric_limits<int16_t>::min();

  // Positions of one game must follow each other.
  void Add(const eval::Trace& trace, const Label& label);

  // Fits to share * result + (1 - share) * (the chance that the score means), where there is a
  // score; the chance is 1 / (1 + exp(-k score / 400)).
  void Blend(double share, double k);

  size_t size() const { return rows_.size(); }
  size_t games() const { return game_begins_.size(); }
  const Row& row(size_t i) const { return rows_[i]; }
  std::span<const Entry> entries(size_t i) const {
    return {entries_.data() + begins_[i], entries_.data() + begins_[i + 1]};
  }
  // Index of a game's first position; of the game after the last one size().
  size_t game_begin(size_t game) const {
    return game < game_begins_.size() ? game_begins_[game] : rows_.size();
  }
  size_t bytes() const;

 private:
  std::vector<Entry> entries_;
  std::vector<uint64_t> begins_ = {0};
  std::vector<Row> rows_;
  std::vector<uint64_t> game_begins_;
  uint64_t last_game_ = 0;
};

}  // namespace rookery::fit
