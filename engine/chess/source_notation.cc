#include "engine/chess/source_notation.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxMoveLength = 64;
constexpr size_t kMaxGameLength = size_t{1} << 20;
constexpr std::string_view kLetters = "PNBRQK";  // in the order of PieceType
constexpr std::array<std::string_view, 6> kChineseNames = {"兵", "马", "象", "车", "后", "王"};
constexpr std::array<std::string_view, 6> kMarks = {"!", "?", "!!", "??", "!?", "?!"};

struct Rewrite {
  std::string_view from;
  std::string_view to;
};
// Everything to one alphabet. "×" becomes x, which stands for capture or mate by its place.
constexpr std::array<Rewrite, 33> kRewrites = {
    {{"国王", "K"},  // longer names first
     {"國王", "K"}, {"皇后", "Q"}, {"王后", "Q"}, {"城堡", "R"}, {"堡垒", "R"}, {"战车", "R"},
     {"主教", "B"}, {"牧师", "B"}, {"骑士", "N"}, {"騎士", "N"}, {"战士", "N"}, {"兵卒", "P"},
     {"小卒", "P"}, {"王", "K"},   {"后", "Q"},   {"後", "Q"},   {"车", "R"},   {"車", "R"},
     {"象", "B"},   {"马", "N"},   {"馬", "N"},   {"兵", "P"},   {"卒", "P"},   {"×", "x"},
     {"：", ":"},   {"！", "!"},   {"？", "?"},   {"－", "-"},   {"（", "("},   {"）", ")"},
     {"＋", "+"},   {"　", " "}}};

std::string Rewritten(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto found = std::find_if(kRewrites.begin(), kRewrites.end(), [text](const Rewrite& row) {
      return text.substr(0, row.from.size()) == row.from;
    });
    if (found != kRewrites.end()) {
      plain += found->to;
      text.remove_prefix(found->from.size());
    } else {
      plain += text.front();
      text.remove_prefix(1);
    }
  }
  return plain;
}

char Lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
}

std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return lower;
}

bool CutSuffix(std::string& text, std::string_view suffix) {
  if (text.size() < suffix.size()) return false;
  const size_t at = text.size() - suffix.size();
  if (Lowered(std::string_view(text).substr(at)) != suffix) return false;
  text.resize(at);
  return true;
}

void CutStatus(std::string& text) {
  for (const std::string_view status : {"++", "+", "#", "x"}) {
    if (CutSuffix(text, status)) return;
  }
}

void CutPassing(std::string& text) {
  for (const std::string_view mark : {"enpassant", "enpt", ".e.p.", ".e.p", "e.p.", "e.p", "ep"}) {
    if (CutSuffix(text, mark)) return;
  }
}

std::string CutMark(std::string& text) {
  size_t begin = text.size();
  while (begin > 0 && (text[begin - 1] == '!' || text[begin - 1] == '?')) --begin;
  std::string mark = text.substr(begin);
  text.resize(begin);
  return mark;
}

// What a text says; each -1 or kNone is left open.
struct Wanted {
  std::optional<PieceType> piece;
  PieceType promotion = PieceType::kNone;
  int from_file = -1;
  int from_rank = -1;
  int to_file = -1;
  int to_rank = -1;
};

bool IsFile(char letter) { return letter >= 'a' && letter <= 'h'; }
bool IsRank(char letter) { return letter >= '1' && letter <= '8'; }

// "from? sep? to" in lower case. A target without a rank is allowed for pawns.
bool ParseSquares(std::string_view text, Wanted& wanted) {
  if (text.empty()) return false;
  if (IsRank(text.back())) {
    wanted.to_rank = text.back() - '1';
    text.remove_suffix(1);
  }
  if (text.empty() || !IsFile(text.back())) return false;
  wanted.to_file = text.back() - 'a';
  text.remove_suffix(1);
  if (!text.empty() && std::string_view("-:x").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  if (!text.empty() && IsFile(text.front())) {
    wanted.from_file = text.front() - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && IsRank(text.front())) {
    wanted.from_rank = text.front() - '1';
    text.remove_prefix(1);
  }
  if (!text.empty()) return false;
  return wanted.to_rank >= 0 || (wanted.piece == PieceType::kPawn && wanted.from_file >= 0);
}

bool Fits(const Position& position, Move move, const Wanted& wanted) {
  const PieceType type = TypeOf(position.at(move.from()));
  Square to = move.to();
  if (position.IsCastling(move)) {
    to = CastledKing(position.side(), FileOf(to) > FileOf(move.from()));
    if (std::abs(FileOf(to) - FileOf(move.from())) != 2) return false;
  }
  const auto open_or = [](int value, int is) { return value < 0 || value == is; };
  // A pawn that isn't said to come from a file moves straight.
  const bool pawn_strays = type == PieceType::kPawn && wanted.from_file < 0 &&
                           wanted.from_rank < 0 && FileOf(move.from()) != FileOf(to);
  return (!wanted.piece.has_value() || *wanted.piece == type) && !pawn_strays &&
         wanted.promotion == move.promotion() && open_or(wanted.from_file, FileOf(move.from())) &&
         open_or(wanted.from_rank, RankOf(move.from())) && open_or(wanted.to_file, FileOf(to)) &&
         open_or(wanted.to_rank, RankOf(to));
}

std::vector<Move> Matching(const Position& position, const Wanted& wanted) {
  MoveList moves;
  GenerateLegal(position, moves);
  std::vector<Move> fitting;
  for (const Move move : moves) {
    if (Fits(position, move, wanted)) fitting.push_back(move);
  }
  return fitting;
}

std::vector<Move> Find(const Position& position, std::string_view squares,
                       std::optional<PieceType> piece, PieceType promotion) {
  Wanted wanted;
  wanted.piece = piece;
  wanted.promotion = promotion;
  if (!ParseSquares(Lowered(squares), wanted)) return {};
  return Matching(position, wanted);
}

PieceType PieceOfLetter(char letter) {
  const size_t index = kLetters.find(letter);
  return index == std::string_view::npos ? PieceType::kNone : static_cast<PieceType>(index);
}

// "(=Q)", "=Q" or "Q" behind the target's rank.
PieceType CutPromotion(std::string& text) {
  const bool bracket = CutSuffix(text, ")");
  if (text.size() < 3) return PieceType::kNone;
  const char letter = Lower(text.back());
  const size_t index = std::string_view("nbrq").find(letter);
  const char before = text[text.size() - 2];
  if (index == std::string_view::npos || (before != '=' && !IsRank(before))) {
    return PieceType::kNone;
  }
  text.pop_back();
  if (before == '=') text.pop_back();
  if (bracket) CutSuffix(text, "(");
  return static_cast<PieceType>(index + Index(PieceType::kKnight));
}

// "b1d2", with or without a sign between.
bool IsTwoSquares(std::string_view text) {
  if (text.size() < 4 || text.size() > 5) return false;
  if (text.size() == 5 && std::string_view("-:x").find(text[2]) == std::string_view::npos) {
    return false;
  }
  const std::string_view to = text.substr(text.size() - 2);
  return IsFile(text[0]) && IsRank(text[1]) && IsFile(to[0]) && IsRank(to[1]);
}

// Readings in order of preference; the first with a fitting move counts.
std::vector<Move> FindAny(const Position& position, std::string text) {
  const PieceType promotion = CutPromotion(text);
  if (text.empty()) return {};
  // Two squares say which piece moves, whatever letter the first begins with; a capital one is a
  // piece's.
  if (IsFile(text[0]) && IsTwoSquares(Lowered(text)))
    return Find(position, text, std::nullopt, promotion);
  const PieceType named = PieceOfLetter(text[0]);
  if (named != PieceType::kNone) {
    std::vector<Move> moves = Find(position, text.substr(1), named, promotion);
    if (!moves.empty() || text[0] != 'B') return moves;
  }
  std::vector<Move> moves = Find(position, text, PieceType::kPawn, promotion);
  if (!moves.empty()) return moves;
  const PieceType lower = PieceOfLetter(static_cast<char>(text[0] & ~0x20));
  if (lower != PieceType::kNone && text[0] >= 'a') {
    moves = Find(position, text.substr(1), lower, promotion);
    if (!moves.empty()) return moves;
  }
  return moves;
}

std::vector<Move> FindCastling(const Position& position, std::string_view text) {
  MoveList moves;
  GenerateLegal(position, moves);
  std::vector<Move> fitting;
  for (const Move move : moves) {
    const bool king_side = FileOf(move.to()) > FileOf(move.from());
    if (position.IsCastling(move) && king_side == (text == "0-0")) fitting.push_back(move);
  }
  return fitting;
}

std::string WithoutBlanks(std::string text) {
  std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\t'; });
  return text;
}

// The castling text in one form: "0-0", "0-0-0", or nothing.
std::string CastlingText(std::string text) {
  if (!text.empty() && Lower(text[0]) == 'k') text.erase(0, 1);
  for (char& letter : text) {
    if (letter == 'O' || letter == 'o') letter = '0';
  }
  return text == "0-0" || text == "0-0-0" ? text : "";
}

std::string Signs(const Position& position, Move move) {
  Position after = position;
  after.Play(move);
  if (!after.in_check()) return "";
  if (!HasLegalMove(after)) return "×";
  return Count(after.checkers()) > 1 ? "++" : "+";
}

}  // namespace

absl::StatusOr<SourceMove> ParseSourceMove(const Position& position, std::string_view text) {
  if (text.size() > kMaxMoveLength) {
    return InvalidArgument("move '{}...': longer than {} bytes", text.substr(0, 20),
                           kMaxMoveLength);
  }
  std::string plain = WithoutBlanks(Rewritten(text));
  SourceMove found;
  found.mark = CutMark(plain);
  if (!found.mark.empty() && NagOfMark(found.mark) == 0) {
    return InvalidArgument("move '{}': the mark must be one of ! ? !! ?? !? ?!", text);
  }
  CutStatus(plain);  // behind the mark of en passant, or before it
  CutPassing(plain);
  CutStatus(plain);
  const std::string castling = CastlingText(plain);
  const std::vector<Move> moves =
      castling.empty() ? FindAny(position, plain) : FindCastling(position, castling);
  if (moves.size() != 1) {
    return InvalidArgument("move '{}': {} in {}", text,
                           moves.empty() ? "no legal move fits" : "more than one legal move fits",
                           ToFen(position));
  }
  found.move = moves[0];
  return found;
}

std::string ToSourceLong(const Position& position, Move move) {
  if (position.IsCastling(move)) {
    const bool king_side = FileOf(move.to()) > FileOf(move.from());
    return (king_side ? "0-0" : "0-0-0") + Signs(position, move);
  }
  const PieceType type = TypeOf(position.at(move.from()));
  std::string text;
  if (type != PieceType::kPawn) text += kChineseNames[static_cast<size_t>(Index(type))];
  text += ToText(move.from());
  text += position.IsCapture(move) ? ':' : '-';
  text += ToText(move.to());
  if (move.promotion() != PieceType::kNone) {
    text += kChineseNames[static_cast<size_t>(Index(move.promotion()))];
  }
  if (position.IsEnPassant(move)) text += " e.p.";
  return text + Signs(position, move);
}

std::string ToSourceShort(const Position& position, Move move) {
  if (position.IsCastling(move)) return ToSourceLong(position, move);
  std::string text = ToSan(position, move);
  while (text.back() == '+' || text.back() == '#') text.pop_back();
  std::replace(text.begin(), text.end(), 'x', ':');
  const bool pawn = TypeOf(position.at(move.from())) == PieceType::kPawn;
  if (pawn && position.IsCapture(move) && move.promotion() == PieceType::kNone) {
    Wanted files;
    files.piece = PieceType::kPawn;
    files.from_file = FileOf(move.from());
    files.to_file = FileOf(move.to());
    if (Matching(position, files).size() == 1) text.pop_back();
  }
  return text + Signs(position, move);
}

std::optional<GameResult> ParseResultText(std::string_view text) {
  if (text == "1-0" || text == "1:0") return GameResult::kWhiteWins;
  if (text == "0-1" || text == "0:1") return GameResult::kBlackWins;
  if (text == "1/2-1/2" || text == "1/2:1/2" || text == "1/2") return GameResult::kDraw;
  return std::nullopt;
}

int NagOfMark(std::string_view mark) {
  const auto found = std::find(kMarks.begin(), kMarks.end(), mark);
  return found == kMarks.end() ? 0 : static_cast<int>(found - kMarks.begin()) + 1;
}

std::string_view MarkOfNag(int nag) {
  return nag >= 1 && nag <= static_cast<int>(kMarks.size()) ? kMarks[static_cast<size_t>(nag - 1)]
                                                            : std::string_view();
}

namespace {

constexpr std::string_view kAnyMove = "∽";  // stands for whatever is played

// The columns' headings, with what follows them.
void DropHeadings(std::string& plain) {
  for (const std::string_view heading : {"白方", "黑方"}) {
    for (size_t at = plain.find(heading); at != std::string::npos; at = plain.find(heading)) {
      const size_t end = at + heading.size();
      plain.replace(at, heading.size() + (plain.substr(end, 1) == ":" ? 1 : 0), " ");
    }
  }
}

// Words of a game's text: separators become blanks, and what belongs to a move is joined to it.
std::vector<std::string> SplitMoves(std::string_view text) {
  std::string plain = Rewritten(text);
  DropHeadings(plain);
  for (char& letter : plain) {
    if (letter == ',' || letter == ';' || letter == '\n' || letter == '\r' || letter == '\t') {
      letter = ' ';
    }
  }
  std::vector<std::string> words;
  for (size_t at = 0; at < plain.size();) {
    const size_t begin = plain.find_first_not_of(' ', at);
    if (begin == std::string::npos) break;
    at = std::min(plain.find(' ', begin), plain.size());
    const std::string word = plain.substr(begin, at - begin);
    const bool sign = word == "en" || word == "pt" || word == "passant" || word == "ep" ||
                      (word != "e" && word.find_first_not_of(":x+#!?.ep") == std::string::npos);
    // An x behind a rank is the sign of mate, and the move is complete.
    const std::string before = words.empty() ? "" : words.back();
    const bool open = before.ends_with(':') || (before.size() > 1 && before.ends_with('x') &&
                                                !IsRank(before[before.size() - 2]));
    if (!words.empty() && (sign || open)) {
      words.back() += word;
    } else {
      words.push_back(word);
    }
  }
  return words;
}

// "12.", "12...", or "12" right before a move; results and castling begin with digits too.
std::string WithoutNumber(std::string word) {
  const size_t digits = word.find_first_not_of("0123456789");
  if (digits == std::string::npos) return "";
  if (digits == 0 || std::string_view("-/:").find(word[digits]) != std::string_view::npos) {
    return word;
  }
  const size_t move = word.find_first_not_of('.', digits);
  return move == std::string::npos ? "" : word.substr(move);
}

}  // namespace

absl::StatusOr<PgnGame> ParseSourceGame(const Position& start, std::string_view text) {
  if (text.size() > kMaxGameLength) {
    return InvalidArgument("game text: {} bytes; at most {} are read", text.size(), kMaxGameLength);
  }
  PgnGame game;
  game.start = start;
  Position position = start;
  for (const std::string& word : SplitMoves(text)) {
    const std::string token = WithoutNumber(word);
    if (token.empty() || token == "*") continue;
    if (token == kAnyMove) {
      (game.moves.empty() ? game.comment : game.moves.back().comment) += token;
      continue;
    }
    if (const auto result = ParseResultText(token); result.has_value()) {
      game.result = result;
      break;
    }
    const absl::StatusOr<SourceMove> read = ParseSourceMove(position, token);
    if (!read.ok()) {
      return InvalidArgument("ply {}: {}", game.moves.size() + 1, Message(read.status()));
    }
    PgnMove& entry = game.moves.emplace_back();
    entry.move = read->move;
    if (const int nag = NagOfMark(read->mark); nag != 0) {
      entry.nags.push_back(static_cast<uint8_t>(nag));
    }
    position.Play(read->move);
  }
  return game;
}

}  // namespace rookery::chess
