#include "tuner/fit/trace_set.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace rookery::fit {
namespace {

constexpr double kScoreUnit = 400;  // centipawns, as in the objective

}  // namespace

void TraceSet::Add(const eval::Trace& trace, const Label& label) {
  if (rows_.empty() || label.game != last_game_) game_begins_.push_back(rows_.size());
  last_game_ = label.game;
  for (int i = 0; i < params::kTermCount; ++i) {
    const int count = trace.Coefficient(static_cast<params::Term>(i));
    if (count == 0) continue;
    ROOKERY_CHECK(count >= INT16_MIN && count <= INT16_MAX);
    entries_.push_back({static_cast<uint16_t>(i), static_cast<int16_t>(count)});
  }
  begins_.push_back(entries_.size());
  Row row;
  row.result = static_cast<float>(label.result);
  row.target = row.result;
  row.score_cp = kNoScore;
  if (label.score_cp) {
    row.score_cp = static_cast<int16_t>(std::clamp(*label.score_cp, -INT16_MAX, INT16_MAX));
  }
  row.phase = static_cast<uint8_t>(trace.phase);
  row.scale_white = static_cast<uint8_t>(trace.scales[0]);
  row.scale_black = static_cast<uint8_t>(trace.scales[1]);
  rows_.push_back(row);
}

void TraceSet::Blend(double share, double k) {
  for (Row& row : rows_) {
    if (row.score_cp == kNoScore) continue;
    const double chance = 1 / (1 + std::exp(-k * row.score_cp / kScoreUnit));
    row.target = static_cast<float>(share * static_cast<double>(row.result) + (1 - share) * chance);
  }
}

size_t TraceSet::bytes() const {
  return entries_.capacity() * sizeof(Entry) + begins_.capacity() * sizeof(uint64_t) +
         rows_.capacity() * sizeof(Row) + game_begins_.capacity() * sizeof(uint64_t);
}

}  // namespace rookery::fit
