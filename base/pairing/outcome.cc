#include "base/pairing/outcome.h"

#include <array>

namespace rookery {
namespace {

constexpr std::array<std::string_view, 19> kEndNames = {"unknown",
                                                        "checkmate",
                                                        "stalemate",
                                                        "repetition",
                                                        "no-progress",
                                                        "dead-position",
                                                        "perpetual",
                                                        "time",
                                                        "illegal-move",
                                                        "crash",
                                                        "stall",
                                                        "agreement",
                                                        "resignation",
                                                        "claimed-draw",
                                                        "flag-fall-no-mate",
                                                        "adjudicated-draw",
                                                        "adjudicated-win",
                                                        "adjudicated-tablebase",
                                                        "adjudicated-length"};

// Half points of the side that has White.
int WhiteHalfPoints(GameResult result) {
  if (result == GameResult::kDraw) return 1;
  return result == GameResult::kWhiteWins ? 2 : 0;
}

}  // namespace

std::string_view Name(GameEnd end) { return kEndNames.at(static_cast<size_t>(end)); }

std::optional<GameEnd> GameEndFromNumber(int number) {
  if (number < 1 || number >= static_cast<int>(kEndNames.size())) return std::nullopt;
  return static_cast<GameEnd>(number);
}

bool IsForfeit(GameEnd end) {
  return end == GameEnd::kTime || end == GameEnd::kIllegalMove || end == GameEnd::kCrash ||
         end == GameEnd::kStall;
}

std::string_view ResultText(GameResult result) {
  switch (result) {
    case GameResult::kWhiteWins:
      return "1-0";
    case GameResult::kBlackWins:
      return "0-1";
    case GameResult::kDraw:
      return "1/2-1/2";
  }
  return "*";
}

int PairHalfPoints(GameResult first, GameResult second) {
  return WhiteHalfPoints(first) + 2 - WhiteHalfPoints(second);
}

}  // namespace rookery
