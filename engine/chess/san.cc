#include <string>

#include "base/status.h"
#include "engine/chess/attacks.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace rookery::chess {
namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";  // in the order of PieceType
constexpr size_t kMaxSanLength = 16;

// What a text says of a move; the moves that fit are found afterwards.
struct SanParts {
  PieceType piece = PieceType::kPawn;
  PieceType promotion = PieceType::kNone;
  int from_file = -1;
  int from_rank = -1;
  int to_file = -1;
  int to_rank = -1;
};

bool IsFile(char letter) { return letter >= 'a' && letter <= 'h'; }
bool IsRank(char letter) { return letter >= '1' && letter <= '8'; }

PieceType PieceOfLetter(char letter) {
  const size_t index = kPieceLetters.find(letter);
  return index == std::string_view::npos ? PieceType::kNone : static_cast<PieceType>(index);
}

// Cuts signs that say nothing about which move it is: check, mate, marks of quality.
std::string_view WithoutSigns(std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

// "=Q", "Q", "(Q)", "(=Q)" or "/Q" at the end of a pawn move.
bool CutPromotion(std::string_view& text, SanParts& parts) {
  if (text.size() >= 3 && text.back() == ')' && text[text.size() - 3] == '(') {
    parts.promotion = PieceOfLetter(text[text.size() - 2]);
    text.remove_suffix(3);
  } else if (text.ends_with(')') && text.size() >= 4 && text.substr(text.size() - 4, 2) == "(=") {
    parts.promotion = PieceOfLetter(text[text.size() - 2]);
    text.remove_suffix(4);
  } else if (PieceOfLetter(text.back()) != PieceType::kNone) {
    parts.promotion = PieceOfLetter(text.back());
    text.remove_suffix(1);
    if (!text.empty() && (text.back() == '=' || text.back() == '/')) text.remove_suffix(1);
  } else {
    return true;
  }
  return parts.promotion != PieceType::kPawn && parts.promotion != PieceType::kKing;
}

bool ParseParts(std::string_view text, SanParts& parts) {
  if (text.size() < 2) return false;
  if (PieceOfLetter(text[0]) != PieceType::kNone) {
    parts.piece = PieceOfLetter(text[0]);
    text.remove_prefix(1);
  }
  if (text.size() < 2 || !CutPromotion(text, parts)) return false;
  if (text.size() < 2 || !IsFile(text[text.size() - 2]) || !IsRank(text.back())) return false;
  parts.to_file = text[text.size() - 2] - 'a';
  parts.to_rank = text.back() - '1';
  text.remove_suffix(2);
  if (!text.empty() && (text.back() == 'x' || text.back() == '-' || text.back() == ':')) {
    text.remove_suffix(1);
  }
  if (!text.empty() && IsFile(text[0])) {
    parts.from_file = text[0] - 'a';
    text.remove_prefix(1);
  }
  if (!text.empty() && IsRank(text[0])) {
    parts.from_rank = text[0] - '1';
    text.remove_prefix(1);
  }
  return text.empty();
}

// Own pieces that may be meant, before their moves' legality is looked at.
Bitboard Candidates(const Position& position, const SanParts& parts, Square to) {
  const Color us = position.side();
  Bitboard from = position.of(us, parts.piece);
  if (parts.from_file >= 0) from &= FileMask(parts.from_file);
  if (parts.from_rank >= 0) from &= RankMask(parts.from_rank);
  if (parts.piece != PieceType::kPawn) {
    return from & PieceAttacks(parts.piece, to, position.occupied());
  }
  // A pawn that isn't said to come from a file stays on its own.
  if (parts.from_file < 0) from &= FileMask(FileOf(to));
  // At most two steps away: nothing else can be legal, and this spares tests.
  const int distance = us == Color::kWhite ? -1 : 1;
  Bitboard ranks = 0;
  for (const int rank : {parts.to_rank + distance, parts.to_rank + 2 * distance}) {
    if (rank >= 0 && rank < 8) ranks |= RankMask(rank);
  }
  return from & ranks;
}

absl::Status MoveError(const Position& position, std::string_view text, std::string_view why) {
  return InvalidArgument("move '{}': {} in {}", text.substr(0, 40), why, ToFen(position));
}

// The castling text without signs: 1 king side, -1 queen side, 0 none.
int CastlingSide(std::string_view text) {
  if (text == "O-O" || text == "0-0" || text == "o-o") return 1;
  if (text == "O-O-O" || text == "0-0-0" || text == "o-o-o") return -1;
  return 0;
}

Move FindCastling(const Position& position, bool king_side) {
  const Square king = position.king(position.side());
  for (Bitboard rest = position.castling_rooks(position.side()); rest != 0;) {
    const Move move(king, PopFirst(rest));
    if ((FileOf(move.to()) > FileOf(king)) == king_side && position.IsLegal(move)) return move;
  }
  return Move();
}

// What tells this piece from others of its kind that may go to the same square.
std::string Disambiguation(const Position& position, Move move, PieceType type) {
  Bitboard others = position.of(position.side(), type) & ~Bit(move.from()) &
                    PieceAttacks(type, move.to(), position.occupied());
  Bitboard rivals = 0;
  while (others != 0) {
    const Square other = PopFirst(others);
    if (position.IsLegal(Move(other, move.to()))) rivals |= Bit(other);
  }
  if (rivals == 0) return "";
  const std::string square = ToText(move.from());
  if ((rivals & FileMask(FileOf(move.from()))) == 0) return square.substr(0, 1);
  if ((rivals & RankMask(RankOf(move.from()))) == 0) return square.substr(1, 1);
  return square;
}

}  // namespace

std::string ToSan(const Position& position, Move move) {
  if (move.none()) return "--";
  std::string text;
  const PieceType type = TypeOf(position.at(move.from()));
  if (position.IsCastling(move)) {
    text = FileOf(move.to()) > FileOf(move.from()) ? "O-O" : "O-O-O";
  } else {
    const bool capture = position.IsCapture(move);
    if (type == PieceType::kPawn) {
      if (capture) text += static_cast<char>('a' + FileOf(move.from()));
    } else {
      text += kPieceLetters[Index(type)];
      if (type != PieceType::kKing) text += Disambiguation(position, move, type);
    }
    if (capture) text += 'x';
    text += ToText(move.to());
    if (move.promotion() != PieceType::kNone) {
      text += '=';
      text += kPieceLetters[Index(move.promotion())];
    }
  }
  if (position.GivesCheck(move)) {
    Position after = position;
    after.Play(move);
    text += HasLegalMove(after) ? '+' : '#';
  }
  return text;
}

absl::StatusOr<Move> ParseSan(const Position& position, std::string_view text) {
  const std::string_view bare = WithoutSigns(text);
  if (bare.empty() || text.size() > kMaxSanLength) {
    return MoveError(position, text, "is no move");
  }
  if (const int side = CastlingSide(bare); side != 0) {
    const Move castling = FindCastling(position, side > 0);
    if (!castling.none()) return castling;
    return MoveError(position, text, "castling is not legal");
  }
  SanParts parts;
  if (!ParseParts(bare, parts)) {
    return MoveError(position, text, "is no move; write it like e4, Nbd7, exd8=Q or O-O");
  }
  const Square to = MakeSquare(parts.to_file, parts.to_rank);
  Move found;
  for (Bitboard rest = Candidates(position, parts, to); rest != 0;) {
    const Move move(PopFirst(rest), to, parts.promotion);
    // King onto own rook is castling inside, but not in this notation.
    if (position.IsCastling(move) || !position.IsLegal(move)) continue;
    if (!found.none()) return MoveError(position, text, "is ambiguous");
    found = move;
  }
  if (found.none()) return MoveError(position, text, "is not legal");
  return found;
}

}  // namespace rookery::chess
