#include "engine/eval/shape.h"

namespace rookery::eval {

using params::Constant;

Shape::Shape(const params::Weights& weights)
    : king_attack_shares{0,
                         weights[Constant::kKingAttackShare1],
                         weights[Constant::kKingAttackShare2],
                         weights[Constant::kKingAttackShare3],
                         weights[Constant::kKingAttackShare4],
                         weights[Constant::kKingAttackShare5]},
      king_attack_most(weights[Constant::kKingAttackMost]),
      hardly_winnable(weights[Constant::kScaleHardlyWinnable]),
      opposite_bishops(weights[Constant::kScaleOppositeBishops]),
      opposite_bishops_and_more(weights[Constant::kScaleOppositeBishopsAndMore]),
      seventh_rank_fortress(weights[Constant::kScaleSeventhRankFortress]),
      wrong_bishop(weights[Constant::kScaleWrongBishop]) {}

}  // namespace rookery::eval
