// ExplainGame of explain.h.
#include <fmt/format.h>

#include "engine/chess/explain.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

std::string_view ColorName(Color color) { return color == Color::kWhite ? "White" : "Black"; }

template <typename... Args>
Ruling Say(std::string_view row, fmt::format_string<Args...> format, Args&&... args) {
  return {std::string(row), fmt::format(format, std::forward<Args>(args)...)};
}

std::string PieceNames(const Position& position, Bitboard squares) {
  constexpr std::array<std::string_view, 6> kNames = {"pawn", "knight", "bishop",
                                                      "rook", "queen",  "king"};
  std::string names;
  while (squares != 0) {
    const Square square = PopFirst(squares);
    const auto type = static_cast<size_t>(Index(TypeOf(position.at(square))));
    if (!names.empty()) names += " and the ";
    names += fmt::format("{} on {}", kNames[type], ToText(square));
  }
  return names;
}

Ruling Dead(const Position& position) {
  const Bitboard bishops = position.of(PieceType::kBishop);
  const Bitboard knights = position.of(PieceType::kKnight);
  if (Count(position.occupied()) == 2) return Say("A172", "two bare kings: nobody can mate");
  if (!IsInsufficientMaterial(position)) {
    return Say("A171", "a dead position: no series of legal moves leads to mate");
  }
  if (knights != 0) return Say("A173", "a lone knight can't mate");
  const bool both =
      (bishops & position.of(Color::kWhite)) != 0 && (bishops & position.of(Color::kBlack)) != 0;
  return both ? Say("A175", "bishops of one square colour, on both sides, can't mate")
              : Say("A174", "bishops of one square colour can't mate");
}

// "60 moves by each side", for plies.
std::string Rounds(int plies) {
  return plies % 2 == 0 ? fmt::format("{} moves by each side", plies / 2)
                        : fmt::format("{} plies", plies);
}

// Plies since what the profile calls progress.
int ProgressPlies(const Game& game, const RuleProfile& profile) {
  if (profile.pawn_move_is_progress) return game.position().halfmove_clock();
  Position position = game.start();
  int plies = position.halfmove_clock();
  for (const Move move : game.moves()) {
    plies = position.IsCapture(move) ? 0 : plies + 1;
    position.Play(move);
  }
  return plies;
}

// Whether the profile gives this ending more time.
bool IsExtended(const Game& game, const RuleProfile& profile) {
  return profile.no_progress_kbnk_plies > 0 && IsBishopAndKnight(game.position());
}

Ruling NoProgress(const Game& game, const RuleProfile& profile) {
  const bool pawns = profile.pawn_move_is_progress;
  const bool kbnk = IsExtended(game, profile);
  const std::string_view row = kbnk                              ? "A200"
                               : !pawns                          ? "A196"
                               : profile.no_progress_plies == 60 ? "A199"
                                                                 : "A195";
  return Say(row, "{} without a capture{}", Rounds(ProgressPlies(game, profile)),
             pawns ? " or a move of a pawn" : "");
}

Ruling Ended(const Game& game, const RuleProfile& profile, const RuleEnd& end) {
  const Position& position = game.position();
  const std::string_view side = ColorName(position.side());
  switch (end.end) {
    case GameEnd::kCheckmate:
      return Say("A143", "{} is mated: the {} attacks the king, and no move answers it", side,
                 PieceNames(position, position.checkers()));
    case GameEnd::kStalemate:
      return Say("A168", "{} is stalemated: no legal move, and no check", side);
    case GameEnd::kDeadPosition:
      return Dead(position);
    case GameEnd::kRepetition:
      return Say("A187",
                 "the position has stood {} times, with the same side to move and the same rights",
                 game.Occurrences());
    case GameEnd::kNoProgress:
      return NoProgress(game, profile);
    case GameEnd::kPerpetual:
      return profile.perpetual == PerpetualRule::kChecks
                 ? Say("A202", "{} checks in a row without mate", game.ChecksInARow())
                 : Say("A201", "one side did nothing but give check until the position repeated");
    default:
      return Say("A073", "the game has ended by {}", Name(end.end));
  }
}

void AddChecks(const Game& game, std::vector<Ruling>& rulings) {
  const Position& position = game.position();
  if (!position.in_check()) return;
  const bool twice = Count(position.checkers()) > 1;
  rulings.push_back(Say(twice ? "A145" : "A139", "{} is in check by the {}{}",
                        ColorName(position.side()), PieceNames(position, position.checkers()),
                        twice ? ": only the king may move" : ""));
}

void AddRepetition(const Game& game, const RuleProfile& profile, std::vector<Ruling>& rulings) {
  const int count = game.Occurrences();
  if (game.CanClaimRepetition()) {
    rulings.push_back(Say("A191",
                          "{} may claim a draw: the position has stood {} times, and {} are "
                          "enough, counting one that a move brings about",
                          ColorName(game.position().side()), count, profile.repetition_claim));
  } else if (count > 1 && profile.repetition_count > 0) {
    rulings.push_back(Say("A187", "the position has stood {} times; the game ends at {}", count,
                          profile.repetition_count));
  }
}

void AddNoProgress(const Game& game, const RuleProfile& profile, std::vector<Ruling>& rulings) {
  const int plies = ProgressPlies(game, profile);
  if (game.CanClaimNoProgress()) {
    rulings.push_back(Say("A197", "{} may claim a draw: {} without progress",
                          ColorName(game.position().side()), Rounds(plies)));
  } else if (plies > 0 && profile.no_progress_plies > 0) {
    const bool extended = IsExtended(game, profile);
    rulings.push_back(Say(extended ? "A200" : "A195",
                          "{} plies without progress; the game ends at {}", plies,
                          extended ? profile.no_progress_kbnk_plies : profile.no_progress_plies));
  }
}

void AddFlagFall(const Game& game, const RuleProfile& profile, std::vector<Ruling>& rulings) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const auto [end, result] = FlagFall(profile, game.position(), color);
    if (end != GameEnd::kFlagFallNoMate) continue;
    rulings.push_back(Say("A212", "should {}'s flag fall, the game is drawn: {} can't mate",
                          ColorName(color), ColorName(Other(color))));
  }
}

}  // namespace

std::vector<Ruling> ExplainGame(const Game& game, const RuleProfile& profile) {
  std::vector<Ruling> rulings;
  if (const auto end = game.End(); end.has_value()) {
    rulings.push_back(Ended(game, profile, *end));
    return rulings;
  }
  const int legal = CountLegal(game.position());
  rulings.push_back(legal == 0
                        ? Say("A073", "{} has no legal move", ColorName(game.position().side()))
                        : Say("A073", "the game goes on: {} has {} legal moves",
                              ColorName(game.position().side()), legal));
  AddChecks(game, rulings);
  AddRepetition(game, profile, rulings);
  AddNoProgress(game, profile, rulings);
  AddFlagFall(game, profile, rulings);
  return rulings;
}

}  // namespace rookery::chess
