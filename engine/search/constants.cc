#include "engine/search/constants.h"

namespace rookery::search {
namespace {

// round(1024 ln n). A table instead of std::log, so that every compiler gives the same reductions.
constexpr std::array<int, 64> kLn1024 = {
    0,    0,    710,  1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773,
    2839, 2901, 2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516,
    3549, 3580, 3611, 3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943,
    3964, 3985, 4006, 4026, 4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
};

}  // namespace

Constants::Constants(const params::Weights& weights) {
  for (int i = 0; i < params::kConstantCount; ++i) {
    const auto constant = static_cast<params::Constant>(i);
    values_[static_cast<size_t>(i)] = weights[constant];
  }
  const int base = (*this)[params::Constant::kReductionBase] * 1024 / 100;
  const int divisor = (*this)[params::Constant::kReductionDivisor];
  for (size_t depth = 0; depth < 64; ++depth) {
    for (size_t move = 0; move < 64; ++move) {
      const int product = kLn1024[depth] * kLn1024[move] / 1024;
      reductions_[depth][move] = static_cast<int16_t>(base + product * 100 / divisor);
    }
  }
  using params::MgIndex;
  using params::Term;
  exchange_values_ = {weights[MgIndex(Term::kMatPawn)],
                      weights[MgIndex(Term::kMatKnight)],
                      weights[MgIndex(Term::kMatBishop)],
                      weights[MgIndex(Term::kMatRook)],
                      weights[MgIndex(Term::kMatQueen)],
                      0,
                      0};
}

}  // namespace rookery::search
