#include "engine/chess/pgn_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/chess/movegen.h"
#include "engine/chess/pgn_splitter.h"

namespace rookery::chess {
namespace {

constexpr size_t kMostShown = 20;  // of a tag's value

std::string_view Text(const std::optional<GameResult>& result) {
  return result.has_value() ? ResultText(*result) : "*";
}

std::string TagFault(const PgnGame& game) {
  const auto tag = std::find_if(game.tags.begin(), game.tags.end(),
                                [](const auto& one) { return one.first == "Result"; });
  if (tag == game.tags.end()) return "";
  const PgnResultWord* word = FindPgnResult(tag->second);
  if (word == nullptr) {
    return fmt::format("the Result tag is '{}'; write 1-0, 0-1, 1/2-1/2 or *",
                       tag->second.substr(0, kMostShown));
  }
  if (word->result == game.result) return "";
  return fmt::format("the Result tag says {}, the moves end with {}", word->text,
                     Text(game.result));
}

std::string BoardFault(const PgnGame& game) {
  Position end = game.start;
  for (const PgnMove& played : game.moves) end.Play(played.move);
  if (HasLegalMove(end)) return "";
  const bool white = end.side() == Color::kWhite;
  const GameResult result = !end.in_check() ? GameResult::kDraw
                            : white         ? GameResult::kBlackWins
                                            : GameResult::kWhiteWins;
  if (game.result == result) return "";
  return fmt::format("{} is {}, but the result is {}", white ? "White" : "Black",
                     end.in_check() ? "checkmated" : "stalemated", Text(game.result));
}

}  // namespace

std::optional<PgnError> FindResultFault(const PgnGame& game) {
  std::string fault;
  if (!game.ending.has_result) fault = "no result behind the moves; is the game cut off?";
  if (fault.empty()) fault = TagFault(game);
  if (fault.empty()) fault = BoardFault(game);
  if (fault.empty()) return std::nullopt;
  return PgnError{game.ending.line, game.ending.column, std::move(fault)};
}

}  // namespace rookery::chess
