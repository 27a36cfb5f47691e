// The rules of chess once more, slow and obvious: an 8 x 8 array, moves tried one by one and taken
// if the own king isn't attacked afterwards. The twin that the fast generator is compared with; it
// shares nothing with it but the types of engine/chess/types.h and move.h. Any thread.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "engine/chess/move.h"
#include "engine/chess/position.h"

namespace rookery::test {

class SlowChess {
 public:
  explicit SlowChess(const chess::Position& position)
      : white_moves_(position.side() == chess::Color::kWhite),
        en_passant_(position.en_passant() == chess::Square::kNone
                        ? -1
                        : chess::Index(position.en_passant())) {
    for (int square = 0; square < 64; ++square) {
      board_[square] = Letter(position.at(static_cast<chess::Square>(square)));
      rights_[square] = ((position.castling_rooks(chess::Color::kWhite) |
                          position.castling_rooks(chess::Color::kBlack)) >>
                             square &
                         1) != 0;
    }
  }

  // Legal moves, and those that leave the own king attacked.
  std::vector<chess::Move> PseudoMoves() const {
    std::vector<chess::Move> moves;
    for (int from = 0; from < 64; ++from) {
      if (!IsOwn(board_[from])) continue;
      if (IsPawn(board_[from])) {
        AddPawnMoves(from, moves);
        continue;
      }
      for (const int to : Reach(from)) {
        if (!IsOwn(board_[to])) {
          moves.push_back(
              chess::Move(static_cast<chess::Square>(from), static_cast<chess::Square>(to)));
        }
      }
      if (board_[from] == 'K' || board_[from] == 'k') AddCastling(from, moves);
    }
    return moves;
  }

  std::vector<chess::Move> LegalMoves() const {
    std::vector<chess::Move> legal;
    for (const chess::Move move : PseudoMoves()) {
      SlowChess after = *this;
      after.Play(move);
      if (!after.Attacked(after.King(white_moves_), !white_moves_)) legal.push_back(move);
    }
    return legal;
  }

  void Play(chess::Move move) {
    const int from = Index(move.from());
    const int to = Index(move.to());
    const char piece = board_[from];
    const int passed = en_passant_;
    en_passant_ = -1;
    if (IsOwn(board_[to])) {
      const bool king_side = to > from;
      const int home = from / 8 * 8;
      const char rook = board_[to];
      board_[from] = board_[to] = '.';
      board_[home + (king_side ? 6 : 2)] = piece;
      board_[home + (king_side ? 5 : 3)] = rook;
    } else {
      board_[from] = '.';
      board_[to] = piece;
      if (IsPawn(piece)) {
        if (to == passed) board_[to + (white_moves_ ? -8 : 8)] = '.';
        if (std::abs(to - from) == 16) en_passant_ = (from + to) / 2;
        if (move.promotion() != chess::PieceType::kNone) {
          board_[to] = Letter(chess::MakePiece(
              white_moves_ ? chess::Color::kWhite : chess::Color::kBlack, move.promotion()));
        }
      }
    }
    rights_[from] = rights_[to] = false;
    if (piece == 'K' || piece == 'k') {
      for (int file = 0; file < 8; ++file) rights_[(white_moves_ ? 0 : 56) + file] = false;
    }
    white_moves_ = !white_moves_;
  }

  bool InCheck() const { return Attacked(King(white_moves_), !white_moves_); }

 private:
  static char Letter(chess::Piece piece) { return "PNBRQKpnbrqk."[Index(piece)]; }
  static bool IsWhite(char piece) { return piece >= 'A' && piece <= 'Z'; }
  static bool IsPawn(char piece) { return piece == 'P' || piece == 'p'; }
  bool IsOwn(char piece) const { return piece != '.' && IsWhite(piece) == white_moves_; }
  int King(bool white) const {
    for (int square = 0; square < 64; ++square) {
      if (board_[square] == (white ? 'K' : 'k')) return square;
    }
    return -1;
  }

  // The square so many files and ranks away, or -1.
  static int Shift(int square, int files, int ranks) {
    const int file = square % 8 + files;
    const int rank = square / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
  }

  // Squares that the piece (not a pawn) on `square` reaches, own pieces included.
  std::vector<int> Reach(int square) const {
    std::vector<int> reached;
    const char kind = static_cast<char>(board_[square] & ~0x20);
    for (int files = -2; files <= 2; ++files) {
      for (int ranks = -2; ranks <= 2; ++ranks) {
        const int length = files * files + ranks * ranks;
        if (kind == 'N' ? length != 5 : length != 1 && length != 2) continue;
        if ((kind == 'B' && length != 2) || (kind == 'R' && length != 1)) continue;
        int at = square;
        while ((at = Shift(at, files, ranks)) >= 0) {
          reached.push_back(at);
          if (board_[at] != '.' || kind == 'N' || kind == 'K') break;
        }
      }
    }
    return reached;
  }

  bool Attacked(int target, bool by_white) const {
    for (int square = 0; square < 64; ++square) {
      const char piece = board_[square];
      if (piece == '.' || IsWhite(piece) != by_white) continue;
      if (IsPawn(piece)) {
        const int ahead = by_white ? 1 : -1;
        if (Shift(square, -1, ahead) == target || Shift(square, 1, ahead) == target) return true;
        continue;
      }
      for (const int reached : Reach(square)) {
        if (reached == target) return true;
      }
    }
    return false;
  }

  void AddPawnMove(int from, int to, std::vector<chess::Move>& moves) const {
    using chess::PieceType;
    const auto square = [](int index) { return static_cast<chess::Square>(index); };
    if (to / 8 != 0 && to / 8 != 7) {
      moves.push_back(chess::Move(square(from), square(to)));
      return;
    }
    for (const PieceType type :
         {PieceType::kKnight, PieceType::kBishop, PieceType::kRook, PieceType::kQueen}) {
      moves.push_back(chess::Move(square(from), square(to), type));
    }
  }

  void AddPawnMoves(int from, std::vector<chess::Move>& moves) const {
    const int ahead = white_moves_ ? 1 : -1;
    const int one = Shift(from, 0, ahead);
    if (one >= 0 && board_[one] == '.') {
      AddPawnMove(from, one, moves);
      const int two = Shift(from, 0, 2 * ahead);
      if (from / 8 == (white_moves_ ? 1 : 6) && board_[two] == '.') AddPawnMove(from, two, moves);
    }
    for (const int files : {-1, 1}) {
      const int to = Shift(from, files, ahead);
      if (to < 0) continue;
      if ((board_[to] != '.' && !IsOwn(board_[to])) || to == en_passant_) {
        AddPawnMove(from, to, moves);
      }
    }
  }

  void AddCastling(int king, std::vector<chess::Move>& moves) const {
    const int home = white_moves_ ? 0 : 56;
    if (Attacked(king, !white_moves_)) return;
    for (int rook = home; rook < home + 8; ++rook) {
      if (!rights_[rook]) continue;
      const int king_to = home + (rook > king ? 6 : 2);
      const int rook_to = home + (rook > king ? 5 : 3);
      bool possible = true;
      for (int square = home; square < home + 8; ++square) {
        const auto passes = [square](int a, int b) {
          return (a <= square && square <= b) || (b <= square && square <= a);
        };
        const bool on_way = passes(king, king_to) || passes(rook, rook_to);
        if (on_way && square != king && square != rook && board_[square] != '.') possible = false;
        if (passes(king, king_to)) {
          SlowChess lifted = *this;
          lifted.board_[king] = '.';
          if (lifted.Attacked(square, !white_moves_)) possible = false;
        }
      }
      if (possible) {
        moves.push_back(
            chess::Move(static_cast<chess::Square>(king), static_cast<chess::Square>(rook)));
      }
    }
  }

  std::array<char, 64> board_;
  std::array<bool, 64> rights_;
  bool white_moves_;
  int en_passant_;
};

}  // namespace rookery::test
