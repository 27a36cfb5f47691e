// The board's geometry, pieces and single moves (answers.h).
#include <algorithm>
#include <set>

#include "cli/cases/answers.h"
#include "engine/chess/attacks.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/eval/board_view.h"

namespace rookery::cases {
namespace {

using chess::BishopAttacks;
using chess::Bit;
using chess::Bitboard;
using chess::Color;
using chess::Count;
using chess::CountLegal;
using chess::FileOf;
using chess::Game;
using chess::Index;
using chess::kDarkSquares;
using chess::kFileA;
using chess::kFileH;
using chess::KnightAttacks;
using chess::kRank1;
using chess::LineThrough;
using chess::MakeSquare;
using chess::ParseFen;
using chess::ParseUci;
using chess::Perft;
using chess::PieceAttacks;
using chess::PieceType;
using chess::PopFirst;
using chess::Position;
using chess::RankOf;
using chess::Square;
using chess::ToFen;
using chess::ToSan;

constexpr int kMostDepth = 6;  // of perft that a file may ask for

Json SquareColors(const Question& asked) {
  Json colors;
  for (const Json& square : asked.input.at("squares")) {
    colors[Str(square)] = (kDarkSquares & Bit(SquareOf(Str(square)))) != 0 ? "dark" : "light";
  }
  return colors;
}

Json Diagonal(const Question& asked) {
  const Json& ends = asked.input.at("ends");
  return {{"squares", Texts(LineThrough(SquareOf(Str(ends.at(0))), SquareOf(Str(ends.at(1)))))}};
}

// All lines of the board, by the tables that the move generator uses.
Json Geometry(const Question&) {
  std::set<Bitboard> diagonals;
  std::set<Bitboard> straights;
  for (int pair = 0; pair < 64 * 64; ++pair) {
    const auto from = static_cast<Square>(pair / 64);
    const auto to = static_cast<Square>(pair % 64);
    const Bitboard line = LineThrough(from, to);
    if (line == 0) continue;
    const bool straight = FileOf(from) == FileOf(to) || RankOf(from) == RankOf(to);
    (straight ? straights : diagonals).insert(line);
  }
  const auto files = std::count_if(straights.begin(), straights.end(),
                                   [](Bitboard line) { return Count(line & kRank1) == 1; });
  return {{"squares", Count(~Bitboard{0})},
          {"dark", Count(kDarkSquares)},
          {"light", Count(~kDarkSquares)},
          {"files", files},
          {"ranks", static_cast<int64_t>(straights.size()) - files},
          {"diagonals_of_2_or_more", diagonals.size()}};
}

// Letters of the files whose squares on the first rank are in the set.
std::string FileLetters(Bitboard squares) {
  std::string letters;
  for (int file = 0; file < 8; ++file) {
    if ((squares & Bit(MakeSquare(file, 0))) != 0) letters += static_cast<char>('a' + file);
  }
  return letters;
}

Json Zones(const Question&) {
  return {{"centre", Texts(eval::kCentre)},
          {"extended", Texts(eval::kRing)},
          {"queenside_files", FileLetters(kFileA | kFileA << 1 | kFileA << 2 | kFileA << 3)},
          {"kingside_files", FileLetters(kFileH | kFileH >> 1 | kFileH >> 2 | kFileH >> 3)},
          {"centre_files", FileLetters(eval::kCentre >> 24)},
          {"edge_files", FileLetters(kFileA | kFileH)}};
}

Json Start(const Question&) {
  const Position start = Position::Start();
  Json answer = {{"fen", ToFen(start)},
                 {"white", Count(start.of(Color::kWhite))},
                 {"black", Count(start.of(Color::kBlack))},
                 {"legal_moves", CountLegal(start)}};
  for (int type = 0; type < 6; ++type) {
    answer[std::string(1, "PNBRQK"[type])] =
        Count(start.of(Color::kWhite, static_cast<PieceType>(type)));
  }
  return answer;
}

// A diagram of 64 letters without colours, White's first rank first.
Json StartText(const Question& asked) {
  std::string rows(64, '.');
  const Position start = Position::Start();
  for (int i = 0; i < 64; ++i) {
    rows[static_cast<size_t>(i)] = "PNBRQKPNBRQK."[Index(start.at(static_cast<Square>(i)))];
  }
  return {{"rows_equal_start", rows == Str(asked.input.at("diagram"))}};
}

Json CountLeaves(const Question& asked) {
  const int depth = asked.input.at("depth");
  if (depth < 0 || depth > kMostDepth) {
    *asked.fault = "depth: 0 to 6";
    return Json::object();
  }
  return {{"nodes", Perft(At(asked.input.at("fen"), asked.fault), depth)}};
}

Json MovesFrom(const Question& asked) {
  const Position position = At(asked.input.at("fen"), asked.fault);
  const Json moves = LegalUcis(position, Bit(SquareOf(Str(asked.input.at("square")))));
  Bitboard targets = 0;
  for (const Json& text : moves) targets |= Bit(SquareOf(Str(text).substr(2, 2)));
  return {{"targets", Texts(targets)}, {"count", Count(targets)}, {"moves", moves}};
}

Json Legal(const Question& asked) {
  const Game game = PlayMoves(asked.input, "engine", asked.fault);
  const Position& position = game.position();
  const auto move = ParseUci(position, Str(asked.input.at("move")));
  return {{"legal", move.ok()},
          {"en_passant", move.ok() && position.IsEnPassant(*move)},
          {"castling", move.ok() && position.IsCastling(*move) ? ToSan(position, *move) : ""}};
}

Json CaptureOptional(const Question& asked) {
  const Json moves = LegalUcis(At(asked.input.at("fen"), asked.fault));
  const Json& expected = asked.input.at("asked");
  const auto legal = [&moves](const Json& move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  };
  return {{"capture", expected.at("capture")},
          {"quiet", expected.at("quiet")},
          {"both_legal", legal(expected.at("capture")) && legal(expected.at("quiet"))}};
}

Json San(const Question& asked) {
  const Position position = At(asked.input.at("fen"), asked.fault);
  const auto move = ParseUci(position, Str(asked.input.at("move")));
  if (!move.ok()) NoteFault(asked.fault, move.status());
  return {{"san", move.ok() ? ToSan(position, *move) : ""}};
}

Json Mobility(const Question& asked) {
  const size_t index = std::string_view("PNBRQK").find(Str(asked.input.at("piece")));
  const auto type = index < 6 ? static_cast<PieceType>(index) : PieceType::kNone;
  const auto squares = [&](const char* key) {
    return Count(PieceAttacks(type, SquareOf(Str(asked.input.at(key))), 0));
  };
  return {{"corner", squares("corner")}, {"centre", squares("centre")}};
}

Json ColourBound(const Question& asked) {
  Bitboard reached = Bit(SquareOf(Str(asked.input.at("square"))));
  for (int i = 0; i < 8; ++i) {
    for (Bitboard rest = reached; rest != 0;) reached |= BishopAttacks(PopFirst(rest), 0);
  }
  return {{"reachable", Count(reached)},
          {"all", (reached & ~kDarkSquares) == 0 ? "dark" : "light"}};
}

Json KnightColour(const Question& asked) {
  const Square from = SquareOf(Str(asked.input.at("square")));
  const Bitboard same = (kDarkSquares & Bit(from)) != 0 ? kDarkSquares : ~kDarkSquares;
  return {{"every_move_changes_colour", (KnightAttacks(from) & same) == 0}};
}

Json Valid(const Question& asked) { return {{"valid", ParseFen(Str(asked.input.at("fen"))).ok()}}; }

Json SamePosition(const Question& asked) {
  return {{"same", At(asked.input.at("a"), asked.fault).key() ==
                       At(asked.input.at("b"), asked.fault).key()}};
}

}  // namespace

const Answers& BoardAnswers() {
  static const Answers answers = {{"square_color", SquareColors},
                                  {"diagonal", Diagonal},
                                  {"geometry", Geometry},
                                  {"zones", Zones},
                                  {"start", Start},
                                  {"start_text", StartText},
                                  {"perft", CountLeaves},
                                  {"moves_from", MovesFrom},
                                  {"promotions", MovesFrom},
                                  {"valid", Valid},
                                  {"colour_bound", ColourBound},
                                  {"knight_colour", KnightColour},
                                  {"legal", Legal},
                                  {"line_then_legal", Legal},
                                  {"line_then_illegal", Legal},
                                  {"capture_optional", CaptureOptional},
                                  {"same_position", SamePosition},
                                  {"san", San},
                                  {"mobility", Mobility}};
  return answers;
}

}  // namespace rookery::cases
