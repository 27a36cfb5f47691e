#include "engine/chess/pgn_word.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/chess/notation.h"
#include "engine/chess/source_notation.h"

namespace rookery::chess {
namespace {

struct TextMark {
  std::string_view text;
  uint8_t nag;  // 0: says nothing but that it is there
};
// What some programs write behind a move in place of a numeric glyph; longer ones first.
constexpr std::array<TextMark, 26> kTextMarks = {
    {{"+/=", 14},    {"=/+", 15},     {"+/-", 16},    {"-/+", 17},    {"\u2A72", 14},
     {"\u2A71", 15}, {"\u2213", 17},  {"\u221E", 13}, {"\u00B1", 16}, {"\u2192", 40},
     {"\u2191", 36}, {"\u21C6", 132}, {"+=", 14},     {"=+", 15},     {"+-", 18},
     {"-+", 19},     {"ep", 0},       {"=", 10},      {"~", 13},      {"N", 146},
     {"D", 220},     {"e", 0},        {"p", 0},       {"++", 0},      {"+", 0},
     {"#", 0}}};

constexpr std::array<std::string_view, 5> kNullMoves = {"--", "Z0", "0000", "@@@@", "null"};

const TextMark* MarkAtEnd(std::string_view word) {
  const auto* found =
      std::find_if(kTextMarks.begin(), kTextMarks.end(),
                   [word](const TextMark& mark) { return word.ends_with(mark.text); });
  return found == kTextMarks.end() ? nullptr : found;
}

char Upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter & ~0x20) : letter;
}

// Figurines, of either colour, as letters, of which a pawn has none; new pieces in capitals.
std::string InLetters(std::string_view text) {
  constexpr std::string_view kLetters = "KQRBN";  // U+2654 to U+2658, and U+265A to U+265E
  constexpr std::string_view kBlock = "\xE2\x99";
  std::string plain;
  while (!text.empty()) {
    const int figure = text.starts_with(kBlock) && text.size() > 2
                           ? (static_cast<unsigned char>(text[2]) - 0x94) % 6
                           : -1;
    const bool known = figure >= 0 && static_cast<unsigned char>(text[2]) <= 0x9F;
    if (known && figure < 5) plain += kLetters[static_cast<size_t>(figure)];
    if (!known) plain += text.front();
    text.remove_prefix(known ? 3 : 1);
  }
  // A new piece in a small letter: "a8=q".
  if (plain.size() > 2 && plain[plain.size() - 2] == '=') plain.back() = Upper(plain.back());
  return plain;
}

// The source texts' notation, if the word bears a sign of it that SAN has not, and nothing in it is
// bent: a capital letter is that piece, and only en passant is marked so.
Move ReadSource(const Position& position, std::string_view text) {
  const bool bears_sign = std::any_of(text.begin(), text.end(), [](char letter) {
    return letter == ':' || letter == '-' || static_cast<unsigned char>(letter) >= 0x80;
  });
  if (!bears_sign) return Move();
  const auto source = ParseSourceMove(position, text);
  if (!source.ok()) return Move();
  const size_t piece = std::string_view("PNBRQK").find(text[0]);
  const bool bent = piece != std::string_view::npos &&
                    piece != static_cast<size_t>(Index(TypeOf(position.at(source->move.from()))));
  const bool passing = text.ends_with("ep") && !position.IsEnPassant(source->move);
  return bent || passing ? Move() : source->move;
}

// A move in any of the spellings, or none.
Move ReadMove(const Position& position, std::string_view text) {
  if (const auto san = ParseSan(position, text); san.ok()) return *san;
  if (const auto plain = ParseSan(position, InLetters(text)); plain.ok()) return *plain;
  if (const auto squares = ParseUci(position, text); squares.ok()) return *squares;
  return ReadSource(position, text);
}

}  // namespace

std::optional<PgnWord> ReadPgnWord(const Position& position, std::string_view text) {
  PgnWord word;
  if (std::find(kNullMoves.begin(), kNullMoves.end(), text) != kNullMoves.end()) {
    if (position.in_check()) return std::nullopt;
    word.is_null = true;
    return word;
  }
  word.move = ReadMove(position, text);
  if (!word.move.none()) return word;
  for (std::string_view rest = text; const TextMark* mark = MarkAtEnd(rest);) {
    rest.remove_suffix(mark->text.size());
    if (mark->nag != 0) word.nags.insert(word.nags.begin(), mark->nag);
    const Move move = ReadMove(position, rest);
    // The mark of en passant, or of check, asks for a move that it can mean.
    if (!move.none() && mark->nag == 0 && !position.IsEnPassant(move)) continue;
    if (!rest.empty() && move.none()) continue;
    word.move = move;
    return word;
  }
  return std::nullopt;
}

}  // namespace rookery::chess
