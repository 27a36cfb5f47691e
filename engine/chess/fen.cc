#include <algorithm>
#include <charconv>
#include <vector>

#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/chess/setup_rules.h"

namespace rookery::chess {
namespace {

constexpr size_t kMaxFenLength = 200;
constexpr int kMaxClock = 30000;
constexpr std::string_view kPieceLetters = "PNBRQKpnbrqk";

// What is quoted of a field in a message.
std::string Quote(std::string_view text) { return std::string(text.substr(0, 80)); }

absl::StatusOr<std::vector<std::string_view>> Fields(std::string_view fen) {
  if (fen.size() > kMaxFenLength) {
    return InvalidArgument("FEN: {} characters; at most {} are allowed", fen.size(), kMaxFenLength);
  }
  std::vector<std::string_view> fields;
  for (size_t at = 0; at < fen.size();) {
    const size_t begin = fen.find_first_not_of(" \t\r\n", at);
    if (begin == std::string_view::npos) break;
    at = std::min(fen.find_first_of(" \t\r\n", begin), fen.size());
    fields.push_back(fen.substr(begin, at - begin));
  }
  if (fields.size() < 4 || fields.size() > 6) {
    return InvalidArgument(
        "FEN '{}': {} fields; write pieces, side, castling, en passant, and optionally the "
        "halfmove clock and the move number",
        Quote(fen), fields.size());
  }
  return fields;
}

absl::Status ParseBoard(std::string_view field, std::array<Piece, 64>& board) {
  board.fill(Piece::kNone);
  int rank = 7;
  int file = 0;
  bool after_digit = false;
  for (const char letter : field) {
    if (letter == '/') {
      if (file != 8)
        return InvalidArgument("FEN pieces '{}': rank {} has {} files, not 8", Quote(field),
                               rank + 1, file);
      if (rank == 0) return InvalidArgument("FEN pieces '{}': more than 8 ranks", Quote(field));
      --rank;
      file = 0;
      after_digit = false;
      continue;
    }
    if (letter >= '1' && letter <= '8') {
      if (after_digit)
        return InvalidArgument("FEN pieces '{}': two digits in a row in rank {}", Quote(field),
                               rank + 1);
      file += letter - '0';
      after_digit = true;
    } else {
      const size_t piece = kPieceLetters.find(letter);
      if (piece == std::string_view::npos) {
        return InvalidArgument(
            "FEN pieces '{}': '{}' is neither a piece (PNBRQK pnbrqk), a digit nor '/'",
            Quote(field), Quote({&letter, 1}));
      }
      if (file < 8) board[rank * 8 + file] = static_cast<Piece>(piece);
      ++file;
      after_digit = false;
    }
    if (file > 8)
      return InvalidArgument("FEN pieces '{}': rank {} has more than 8 files", Quote(field),
                             rank + 1);
  }
  if (rank != 0) return InvalidArgument("FEN pieces '{}': {} ranks, not 8", Quote(field), 8 - rank);
  if (file != 8)
    return InvalidArgument("FEN pieces '{}': rank 1 has {} files, not 8", Quote(field), file);
  return absl::OkStatus();
}

absl::Status CastlingError(std::string_view field, char letter, std::string_view why) {
  return InvalidArgument("FEN castling '{}': '{}' {}; write '-' or letters of KQkq or rook files",
                         Quote(field), Quote({&letter, 1}), why);
}

// The rook a letter means: K and Q the outermost one on that side (X-FEN), else its file
// (Shredder).
Square CastlingRook(const std::array<Piece, 64>& board, Color color, Square king, char letter) {
  const Piece rook = MakePiece(color, PieceType::kRook);
  const int rank = RankOf(king);
  const char lower = static_cast<char>(letter | 0x20);
  if (lower == 'k' || lower == 'q') {
    const int step = lower == 'k' ? -1 : 1;
    for (int file = lower == 'k' ? 7 : 0; file != FileOf(king); file += step) {
      if (board[rank * 8 + file] == rook) return MakeSquare(file, rank);
    }
    return Square::kNone;
  }
  const Square square = MakeSquare(lower - 'a', rank);
  return board[Index(square)] == rook ? square : Square::kNone;
}

absl::Status ParseCastling(std::string_view field, Position::Setup& setup) {
  if (field == "-") return absl::OkStatus();
  for (const char letter : field) {
    const bool white = letter >= 'A' && letter <= 'Z';
    const char lower = static_cast<char>(letter | 0x20);
    if (!(lower >= 'a' && lower <= 'h') && lower != 'k' && lower != 'q') {
      return CastlingError(field, letter, "is no castling right");
    }
    const Color color = white ? Color::kWhite : Color::kBlack;
    const auto king =
        std::find(setup.board.begin(), setup.board.end(), MakePiece(color, PieceType::kKing));
    const Square king_square = static_cast<Square>(king - setup.board.begin());
    if (RankOf(king_square) != (white ? 0 : 7) || FileOf(king_square) == 0 ||
        FileOf(king_square) == 7) {
      return CastlingError(field, letter,
                           "needs the king on its first rank, between two rooks' squares");
    }
    const Square rook = CastlingRook(setup.board, color, king_square, letter);
    if (rook == Square::kNone)
      return CastlingError(field, letter, "has no rook of that side on the king's rank");
    if ((setup.castling_rooks & Bit(rook)) != 0)
      return CastlingError(field, letter, "names a rook twice");
    for (Bitboard rest = setup.castling_rooks; rest != 0;) {
      const Square other = PopFirst(rest);
      if (RankOf(other) == RankOf(rook) &&
          (FileOf(other) > FileOf(king_square)) == (FileOf(rook) > FileOf(king_square))) {
        return CastlingError(field, letter, "is a second rook on the same side of the king");
      }
    }
    setup.castling_rooks |= Bit(rook);
  }
  return absl::OkStatus();
}

absl::Status ParseNumber(std::string_view name, std::string_view field, int& number) {
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error != std::errc() || end != field.data() + field.size() || number < 0 ||
      number > kMaxClock) {
    return InvalidArgument("FEN {} '{}': write a number from 0 to {}", name, Quote(field),
                           kMaxClock);
  }
  return absl::OkStatus();
}

absl::Status ParseEnPassant(std::string_view field, Square& square) {
  square = Square::kNone;
  if (field == "-") return absl::OkStatus();
  if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' ||
      (field[1] != '3' && field[1] != '6')) {
    return InvalidArgument("FEN en passant '{}': write '-' or a square of the third or sixth rank",
                           Quote(field));
  }
  square = MakeSquare(field[0] - 'a', field[1] - '1');
  return absl::OkStatus();
}

void AppendCastling(const Position& position, Color color, std::string& text) {
  const Square king = position.king(color);
  const Bitboard rooks = position.of(color, PieceType::kRook) & RankMask(RankOf(king));
  const Bitboard rights = position.castling_rooks(color);
  const Bitboard east = ~Bitboard{0} << Index(king);
  // The king's side first. The letter is K or Q where X-FEN's outermost rook is the one.
  for (const bool king_side : {true, false}) {
    const Bitboard right = rights & (king_side ? east : ~east);
    if (right == 0) continue;
    const Bitboard beyond = king_side ? rooks & ~((right << 1) - 1) : rooks & (right - 1);
    char letter = king_side ? 'K' : 'Q';
    if (beyond != 0) letter = static_cast<char>('A' + FileOf(First(right)));
    text += color == Color::kWhite ? letter : static_cast<char>(letter | 0x20);
  }
}

std::string Write(const Position& position, Square en_passant) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.at(MakeSquare(file, rank));
      if (piece == Piece::kNone) {
        ++empty;
        continue;
      }
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += kPieceLetters[Index(piece)];
    }
    if (empty != 0) text += static_cast<char>('0' + empty);
    if (rank != 0) text += '/';
  }
  text += position.side() == Color::kWhite ? " w " : " b ";
  const size_t before = text.size();
  AppendCastling(position, Color::kWhite, text);
  AppendCastling(position, Color::kBlack, text);
  if (text.size() == before) text += '-';
  text += fmt::format(" {} {} {}", ToText(en_passant), position.halfmove_clock(),
                      position.fullmove_number());
  return text;
}

}  // namespace

absl::StatusOr<Position> ParseFen(std::string_view fen) {
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<std::string_view> fields, Fields(fen));
  Position::Setup setup;
  ROOKERY_RETURN_IF_ERROR(ParseBoard(fields[0], setup.board));
  if (fields[1] != "w" && fields[1] != "b") {
    return InvalidArgument("FEN side to move '{}': write w or b", Quote(fields[1]));
  }
  setup.side = fields[1] == "w" ? Color::kWhite : Color::kBlack;
  ROOKERY_RETURN_IF_ERROR(CheckPieces(setup));
  ROOKERY_RETURN_IF_ERROR(ParseCastling(fields[2], setup));
  ROOKERY_RETURN_IF_ERROR(ParseEnPassant(fields[3], setup.en_passant));
  if (fields.size() > 4) {
    ROOKERY_RETURN_IF_ERROR(ParseNumber("halfmove clock", fields[4], setup.halfmove_clock));
  }
  if (fields.size() > 5) {
    ROOKERY_RETURN_IF_ERROR(ParseNumber("move number", fields[5], setup.fullmove_number));
    // Some programs count from 0.
    setup.fullmove_number = std::max(setup.fullmove_number, 1);
  }
  ROOKERY_RETURN_IF_ERROR(CheckEnPassant(setup));
  ROOKERY_RETURN_IF_ERROR(CheckChecks(setup));
  return Position(setup);
}

std::string ToFen(const Position& position) { return Write(position, position.en_passant()); }

std::string ToFenAfter(const Position& before, Move move) {
  Position after = before;
  after.Play(move);
  const bool pawn = (before.of(PieceType::kPawn) & Bit(move.from())) != 0;
  if (!pawn || (Index(move.from()) ^ Index(move.to())) != 16) return ToFen(after);
  return Write(after, static_cast<Square>((Index(move.from()) + Index(move.to())) / 2));
}

}  // namespace rookery::chess
