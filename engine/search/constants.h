// The search's constants as the node function reads them: plain numbers copied from the weights
// once, and the table of reductions worked out from them. Immutable after construction; any thread.
#pragma once

#include <array>
#include <cstdint>

#include "engine/chess/types.h"
#include "engine/params/weights.h"

namespace rookery::search {

class Constants {
 public:
  explicit Constants(const params::Weights& weights);

  int operator[](params::Constant constant) const { return values_[static_cast<size_t>(constant)]; }
  // Late-move reduction in 1024ths of a ply for the move_number-th move.
  int Reduction(int depth, int move_number) const {
    return reductions_[static_cast<size_t>(depth < 63 ? depth : 63)]
                      [static_cast<size_t>(move_number < 63 ? move_number : 63)];
  }
  // What a piece is worth in an exchange: the middlegame's material weights.
  int ExchangeValue(chess::PieceType type) const {
    return exchange_values_[static_cast<size_t>(type)];
  }

 private:
  std::array<int, params::kConstantCount> values_;
  std::array<std::array<int16_t, 64>, 64> reductions_;
  std::array<int, 7> exchange_values_;
};

}  // namespace rookery::search
