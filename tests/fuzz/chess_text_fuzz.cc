// Texts from outside that engine/chess reads: FEN, EPD, moves in three notations, source games,
// PGN. The first byte picks the reader. What is read must be written and read again alike; any
// crash, sanitizer report or failed check is a finding.
//
//   cmake --preset clang && ninja -C build/clang fuzz_chess_text
//   build/clang/bin/fuzz_chess_text -max_total_time=600 CORPUS tests/data/corpus/chess_text
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "base/check.h"
#include "engine/chess/epd.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/source_notation.h"

namespace rookery::chess {
namespace {

void Fen(std::string_view text) {
  const auto position = ParseFen(text);
  if (!position.ok()) return;
  const auto again = ParseFen(ToFen(*position));
  ROOKERY_CHECK(again.ok() && *again == *position);
  MoveList moves;
  GenerateLegal(*position, moves);
  ROOKERY_CHECK(moves.size() <= 218);
  for (const Move move : moves) {
    const std::string san = ToSan(*position, move);
    ROOKERY_CHECK(ParseSan(*position, san).value_or(Move()) == move);
    Position after = *position;
    const bool check = position->GivesCheck(move);
    after.Play(move);
    ROOKERY_CHECK(check == after.in_check());
  }
  Game(*position).End();
}

void EpdLine(std::string_view text) {
  const auto epd = ParseEpd(text);
  if (!epd.ok()) return;
  for (const EpdOperation& operation : epd->operations) {
    EpdMoves(epd->position, operation).IgnoreError();
  }
  ROOKERY_CHECK(ParseEpd(ToEpd(*epd)).ok());
}

// A FEN, a line break, a move.
void Moves(std::string_view text) {
  const size_t end = text.find('\n');
  const auto position = end == std::string_view::npos ? absl::StatusOr<Position>(Position::Start())
                                                      : ParseFen(text.substr(0, end));
  if (!position.ok()) return;
  const std::string_view move = end == std::string_view::npos ? text : text.substr(end + 1);
  for (const auto& read : {ParseSan(*position, move), ParseUci(*position, move)}) {
    ROOKERY_CHECK(!read.ok() || position->IsLegal(*read));
  }
  const auto source = ParseSourceMove(*position, move);
  ROOKERY_CHECK(!source.ok() || position->IsLegal(source->move));
}

void Pgn(std::string_view text) {
  std::istringstream input{std::string(text)};
  ReadPgn(
      input,
      [](const PgnGame& game) {
        const std::string written = ToPgn(game);
        std::istringstream again{written};
        bool equal = false;
        ReadPgn(
            again,
            [&](const PgnGame& copy) {
              equal = copy.moves.size() == game.moves.size() && copy.result == game.result;
              return false;
            },
            [](const PgnError&) { return false; });
        ROOKERY_CHECK(equal);
        return true;
      },
      [](const PgnError& error) { return error.line > 0 && error.column > 0; });
}

}  // namespace
}  // namespace rookery::chess

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'f':
      rookery::chess::Fen(text);
      break;
    case 'e':
      rookery::chess::EpdLine(text);
      break;
    case 'm':
      rookery::chess::Moves(text);
      break;
    case 's':
      rookery::chess::ParseSourceGame(rookery::chess::Position::Start(), text).IgnoreError();
      break;
    case 'p':
      rookery::chess::Pgn(text);
      break;
    default:
      break;
  }
  return 0;
}
