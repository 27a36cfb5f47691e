#include "tests/fuzz/chess_texts.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "base/check.h"
#include "engine/chess/epd.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_index.h"
#include "engine/chess/pgn_result.h"
#include "engine/chess/source_notation.h"

namespace rookery::fuzz {
namespace {

using chess::Move;
using chess::Position;

struct PositionAndRest {
  absl::StatusOr<Position> position;
  std::string_view rest;
};

PositionAndRest Split(std::string_view text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return {Position::Start(), text};
  return {chess::ParseFen(text.substr(0, end)), text.substr(end + 1)};
}

void CheckMove(const Position& position, Move move) {
  ROOKERY_CHECK(position.IsLegal(move));
  ROOKERY_CHECK(chess::ParseSan(position, chess::ToSan(position, move)).value_or(Move()) == move);
  ROOKERY_CHECK(chess::ParseUci(position, chess::ToUci(position, move)).value_or(Move()) == move);
  for (const std::string& text :
       {chess::ToSourceLong(position, move), chess::ToSourceShort(position, move)}) {
    const auto read = chess::ParseSourceMove(position, text);
    ROOKERY_CHECK(read.ok() && read->move == move);
  }
}

// What is written is read again as the same game.
void CheckWritten(const chess::PgnGame& game) {
  std::istringstream again{chess::ToPgn(game)};
  bool equal = false;
  chess::ReadPgn(
      again,
      [&](const chess::PgnGame& copy) {
        equal = copy.moves.size() == game.moves.size() && copy.result == game.result &&
                copy.start == game.start;
        return false;
      },
      [](const chess::PgnError&) { return false; });
  ROOKERY_CHECK(equal);
}

bool SameMoves(const std::vector<chess::PgnMove>& a, const std::vector<chess::PgnMove>& b) {
  const auto same_line = [](const chess::PgnVariation& x, const chess::PgnVariation& y) {
    return SameMoves(x.moves, y.moves);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const chess::PgnMove& x, const chess::PgnMove& y) {
                      return x.move == y.move && x.nags == y.nags &&
                             std::equal(x.variations.begin(), x.variations.end(),
                                        y.variations.begin(), y.variations.end(), same_line);
                    });
}

// With its variations too. Comments are left out: their blanks are written in another way.
void CheckVariations(std::string_view text, const chess::PgnPlace& place) {
  const auto read = chess::ReadPgnGame(text, place, chess::PgnVariations::kKeep);
  const auto* game = std::get_if<chess::PgnGame>(&read);
  if (game == nullptr) return;
  const std::string written = chess::ToPgn(*game);
  const auto again =
      chess::ReadPgnGame(written, chess::IndexPgn(written).at(0), chess::PgnVariations::kKeep);
  const auto* copy = std::get_if<chess::PgnGame>(&again);
  ROOKERY_CHECK(copy != nullptr && SameMoves(copy->moves, game->moves));
}

}  // namespace

void Fen(std::string_view text) {
  const auto position = chess::ParseFen(text);
  if (!position.ok()) return;
  const auto again = chess::ParseFen(chess::ToFen(*position));
  ROOKERY_CHECK(again.ok() && *again == *position);
  chess::MoveList moves;
  chess::GenerateLegal(*position, moves);
  ROOKERY_CHECK(moves.size() <= 218);
  for (const Move move : moves) {
    Position after = *position;
    const bool check = position->GivesCheck(move);
    after.Play(move);
    ROOKERY_CHECK(check == after.in_check());
    ROOKERY_CHECK(chess::ParseFen(chess::ToFenAfter(*position, move)).ok());
  }
  if (!moves.empty()) CheckMove(*position, moves[moves.size() / 2]);
  chess::Game(*position).End();
}

void Epd(std::string_view text) {
  const auto epd = chess::ParseEpd(text);
  if (!epd.ok()) return;
  for (const chess::EpdOperation& operation : epd->operations) {
    chess::EpdMoves(epd->position, operation).IgnoreError();
  }
  const auto again = chess::ParseEpd(chess::ToEpd(*epd));
  ROOKERY_CHECK(again.ok() && again->position == epd->position);
  ROOKERY_CHECK(again->operations.size() == epd->operations.size());
}

void San(std::string_view text) {
  const auto [position, move] = Split(text);
  if (!position.ok()) return;
  const auto san = chess::ParseSan(*position, move);
  if (san.ok()) CheckMove(*position, *san);
  const auto uci = chess::ParseUci(*position, move);
  if (uci.ok()) CheckMove(*position, *uci);
}

void Source(std::string_view text) {
  const auto [position, rest] = Split(text);
  if (!position.ok()) return;
  const auto move = chess::ParseSourceMove(*position, rest);
  if (move.ok()) CheckMove(*position, move->move);
  const auto game = chess::ParseSourceGame(*position, rest);
  if (!game.ok()) return;
  Position at = game->start;
  for (const chess::PgnMove& played : game->moves) {
    ROOKERY_CHECK(at.IsLegal(played.move));
    at.Play(played.move);
  }
}

void Pgn(std::string_view text) {
  const std::vector<chess::PgnPlace> places = chess::IndexPgn(text);
  size_t number = 0;
  std::istringstream input{std::string(text)};
  chess::ReadPgn(
      input,
      [&](const chess::PgnGame& game) {
        CheckWritten(game);
        const auto fault = chess::FindResultFault(game);
        ROOKERY_CHECK(!fault.has_value() || (fault->line > 0 && fault->column > 0));
        // The same by number.
        ROOKERY_CHECK(number < places.size());
        const auto read = chess::ReadPgnGame(text, places[number++]);
        ROOKERY_CHECK(std::holds_alternative<chess::PgnGame>(read));
        ROOKERY_CHECK(chess::ToPgn(std::get<chess::PgnGame>(read)) == chess::ToPgn(game));
        return true;
      },
      [&](const chess::PgnError& error) {
        ROOKERY_CHECK(error.line > 0 && error.column > 0);
        ROOKERY_CHECK(number < places.size());
        const auto read = chess::ReadPgnGame(text, places[number++]);
        ROOKERY_CHECK(std::holds_alternative<chess::PgnError>(read));
        const auto& same = std::get<chess::PgnError>(read);
        ROOKERY_CHECK(same.line == error.line && same.column == error.column);
        return true;
      });
  ROOKERY_CHECK(number == places.size());
  constexpr size_t kMostGames = 4;  // looked at once more
  for (size_t i = 0; i < std::min(places.size(), kMostGames); ++i) CheckVariations(text, places[i]);
}

}  // namespace rookery::fuzz
