// What a game and a pair came to, in the words that worker, coordinator and page share.
// Values are stored and sent: never renumber. Pure; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rookery {

// Seen from White.
enum class GameResult : uint8_t { kWhiteWins = 1, kBlackWins = 2, kDraw = 3 };

// Why a game ended: a closed list. An aborted game is not scored and therefore has no row here.
enum class GameEnd : uint8_t {
  kCheckmate = 1,
  kStalemate = 2,
  kRepetition = 3,
  kNoProgress = 4,
  kDeadPosition = 5,
  kPerpetual = 6,
  kTime = 7,
  kIllegalMove = 8,
  kCrash = 9,
  kStall = 10,
  kAgreement = 11,
  kResignation = 12,
  kClaimedDraw = 13,
  kFlagFallNoMate = 14,
  kAdjudicatedDraw = 15,
  kAdjudicatedWin = 16,
  kAdjudicatedTablebase = 17,
  kAdjudicatedLength = 18,
};

// "checkmate", "no-progress", "adjudicated-draw" ...: for people and JSON.
std::string_view Name(GameEnd end);
std::optional<GameEnd> GameEndFromNumber(int number);

// Whether an engine lost, or drew, by a fault of its own: time, an illegal move, a crash, a stall.
bool IsForfeit(GameEnd end);

// "1-0", "0-1", "1/2-1/2".
std::string_view ResultText(GameResult result);

// Half points of dev in a pair, 0 to 4; dev has White in the first game. It is the pentanomial's
// cell: [LL, LD, DD or WL, WD, WW].
int PairHalfPoints(GameResult first, GameResult second);

}  // namespace rookery
