// What shapes the evaluation without being a weight that counts are multiplied by: shares of
// attacks on the king, scales of drawish endgames. The score is linear in the weights for a given
// shape. A value; any thread.
#pragma once

#include <array>

#include "engine/params/weights.h"

namespace rookery::eval {

struct Shape {
  explicit Shape(const params::Weights& weights);

  // By the number of attackers of a king, in eighths; further ones as the last.
  std::array<int, 6> king_attack_shares;
  int king_attack_most;  // attackers of a kind that count
  // In 64ths of a score.
  int hardly_winnable;
  int opposite_bishops;
  int opposite_bishops_and_more;
  int seventh_rank_fortress;
  int wrong_bishop;
};

}  // namespace rookery::eval
