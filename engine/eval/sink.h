// Where the terms put their counts. ScoreSink multiplies them by the weights at once, both phases
// in one number; TraceSink writes them down. The terms are compiled for each, so that the trace and
// the score come from the same code.
// One thread.
#pragma once

#include <array>
#include <cstdint>

#include "engine/eval/trace.h"

namespace rookery::eval {

// Middlegame in the lower 32 bits, endgame in the upper; sums and multiples of packed numbers are
// the packed sums and multiples as long as each half fits 32 bits. Halves of 16 didn't: nine queens
// around a king, with weights at the ends of their ranges, came out 8192 centipawns off.
using Packed = int64_t;
constexpr Packed Pack(int mg, int eg) { return (int64_t{eg} << 32) + mg; }
constexpr int MgOf(Packed packed) { return static_cast<int32_t>(packed); }
constexpr int EgOf(Packed packed) { return static_cast<int32_t>((packed + 0x8000'0000) >> 32); }

using PackedWeights = std::array<Packed, params::kTermCount>;
PackedWeights PackWeights(const params::Weights& weights);

class ScoreSink {
 public:
  explicit ScoreSink(const PackedWeights& weights) : weights_(weights) {}

  template <chess::Color side>
  void Add(params::Term term, int count) {
    const Packed value = weights_[static_cast<size_t>(term)] * count;
    whole_ += side == chess::Color::kWhite ? value : -value;
  }
  // For terms that count in eighths.
  template <chess::Color side>
  void AddEighths(params::Term term, int eighths) {
    const Packed value = weights_[static_cast<size_t>(term)] * eighths;
    eighths_ += side == chess::Color::kWhite ? value : -value;
  }
  // What an earlier sink summed up (the pawn cache).
  void AddWhole(Packed sum) { whole_ += sum; }

  Packed whole() const { return whole_; }
  int MgEighths() const { return kUnit * MgOf(whole_) + MgOf(eighths_); }
  int EgEighths() const { return kUnit * EgOf(whole_) + EgOf(eighths_); }

 private:
  const PackedWeights& weights_;
  Packed whole_ = 0;
  Packed eighths_ = 0;
};

class TraceSink {
 public:
  explicit TraceSink(Trace& trace) : trace_(trace) {}

  template <chess::Color side>
  void Add(params::Term term, int count) {
    AddEighths<side>(term, kUnit * count);
  }
  template <chess::Color side>
  void AddEighths(params::Term term, int eighths) {
    trace_.eighths[static_cast<size_t>(term)][static_cast<size_t>(side)] += eighths;
  }

 private:
  Trace& trace_;
};

}  // namespace rookery::eval
