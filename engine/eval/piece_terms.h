// Terms of knights, bishops, rooks and queens by themselves: centre, activity (catalogue
// A028-A030, A084, A259-A264, A283-A284, A292-A303, A318). Pure; any thread.
#pragma once

#include <algorithm>

#include "engine/eval/board_view.h"
#include "engine/params/table.h"

namespace rookery::eval {

using params::Term;

// The two diagonals and the two lines through a square, the square included.
inline Bitboard RisingDiagonal(Square square) {
  const int difference = chess::RankOf(square) - chess::FileOf(square);
  constexpr Bitboard kMain = 0x8040201008040201;
  return difference >= 0 ? kMain << 8 * difference : kMain >> -8 * difference;
}
inline Bitboard FallingDiagonal(Square square) {
  const int difference = chess::RankOf(square) + chess::FileOf(square) - 7;
  constexpr Bitboard kMain = 0x0102040810204080;
  return difference >= 0 ? kMain << 8 * difference : kMain >> -8 * difference;
}

template <Color side, class Sink>
void BishopTerms(const BoardView& board, Sink& sink) {
  const Bitboard bishops = board.position.of(side, PieceType::kBishop);
  const bool pair = (bishops & kLightSquares) != 0 && (bishops & ~kLightSquares) != 0;
  sink.template Add<side>(Term::kBishopPair, pair ? 1 : 0);
  const Bitboard pawns = board.of(side).pawns;
  const int bad = chess::Count(bishops & kLightSquares) * chess::Count(pawns & kLightSquares) +
                  chess::Count(bishops & ~kLightSquares) * chess::Count(pawns & ~kLightSquares);
  sink.template Add<side>(Term::kBadBishopPawn, bad);
}

// A rook in its corner behind an own pawn, with an own piece beside it.
template <Color side, class Sink>
void UndevelopedRooks(const BoardView& board, Sink& sink) {
  const Bitboard own = board.position.of(side);
  const Bitboard rooks = board.position.of(side, PieceType::kRook);
  const Bitboard pawn_files = WholeFiles(board.of(side).pawns);
  const auto stuck = [&](int file, int beside) {
    const Bitboard home = RelativeBit<side>(file, 0);
    return (rooks & home & pawn_files) != 0 && (own & RelativeBit<side>(beside, 0)) != 0 ? 1 : 0;
  };
  sink.template Add<side>(Term::kRookUndeveloped, stuck(0, 1) + stuck(7, 6));
}

template <Color side>
Bitboard MinorsAtHome(const chess::Position& position) {
  const Bitboard knights = RelativeBit<side>(1, 0) | RelativeBit<side>(6, 0);
  const Bitboard bishops = RelativeBit<side>(2, 0) | RelativeBit<side>(5, 0);
  return (position.of(side, PieceType::kKnight) & knights) |
         (position.of(side, PieceType::kBishop) & bishops);
}

template <Color side, class Sink>
void CentreTerms(const BoardView& board, Sink& sink) {
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const Bitboard pieces = position.of(side) & ~view.pawns & ~chess::Bit(view.king);
  const Bitboard minors =
      position.of(side, PieceType::kKnight) | position.of(side, PieceType::kBishop);
  sink.template Add<side>(Term::kCentrePiece, chess::Count(pieces & kCentre));
  sink.template Add<side>(Term::kExtCentrePiece, chess::Count(minors & kRing));
  const Bitboard west = chess::PawnWest<side>(view.pawns);
  const Bitboard east = chess::PawnEast<side>(view.pawns);
  int centre = chess::Count(west & kCentre) + chess::Count(east & kCentre);
  int ring = chess::Count(west & kRing) + chess::Count(east & kRing);
  for (size_t i = 0; i < view.piece_count; ++i) {
    centre += chess::Count(view.pieces[i].attacks & kCentre);
    ring += chess::Count(view.pieces[i].attacks & kRing);
  }
  sink.template Add<side>(Term::kCentreControl, centre);
  sink.template Add<side>(Term::kExtCentreControl, ring);
}

template <Color side, class Sink>
void KnightPlaces(const BoardView& board, Sink& sink) {
  const Bitboard knights = board.position.of(side, PieceType::kKnight);
  sink.template Add<side>(Term::kKnightCorner, chess::Count(knights & kCorners));
  sink.template Add<side>(Term::kKnightEdge, chess::Count(knights & kEdge & ~kCorners));
}

// Squares that a piece may go to and that no enemy pawn attacks: how many above what is usual for
// it, and a term for each number. What is usual only sets where the count is nought: another number
// would move to the piece's material.
template <Color side, class Sink>
void Mobility(const BoardView& board, Sink& sink) {
  const SideView& view = board.of(side);
  const Bitboard safe = ~board.position.of(side) & ~board.of(Other(side)).pawn_attacks;
  int knight = 0;
  int bishop = 0;
  int rook = 0;
  int queen = 0;
  const auto add = [&sink](Term first, int step) {
    sink.template Add<side>(static_cast<Term>(params::Index(first) + step), 1);
  };
  for (size_t i = 0; i < view.piece_count; ++i) {
    const int squares = chess::Count(view.pieces[i].attacks & safe);
    switch (view.pieces[i].type) {
      case PieceType::kKnight:
        knight += squares - 3;
        add(Term::kMobKnight0, squares);
        break;
      case PieceType::kBishop:
        bishop += squares - 5;
        add(Term::kMobBishop0, squares);
        break;
      case PieceType::kRook:
        rook += squares - 6;
        add(Term::kMobRook0, squares);
        break;
      default:
        queen += squares - 11;
        add(Term::kMobQueen0, squares / 2);
        break;
    }
  }
  sink.template Add<side>(Term::kMobKnight, knight);
  sink.template Add<side>(Term::kMobBishop, bishop);
  sink.template Add<side>(Term::kMobRook, rook);
  sink.template Add<side>(Term::kMobQueen, queen);
}

// Diagonals through the centre, without a pawn, that a bishop stands on.
template <Color side, class Sink>
void OpenDiagonals(const BoardView& board, Sink& sink) {
  const Bitboard pawns = board.position.of(PieceType::kPawn);
  Bitboard bishops = board.position.of(side, PieceType::kBishop);
  int open = 0;
  while (bishops != 0) {
    const Square square = chess::PopFirst(bishops);
    for (const Bitboard diagonal : {RisingDiagonal(square), FallingDiagonal(square)}) {
      open += (diagonal & kCentre) != 0 && (diagonal & pawns) == 0 ? 1 : 0;
    }
  }
  sink.template Add<side>(Term::kBishopOpenDiagonal, open);
}

template <Color side, class Sink>
void RookFiles(const BoardView& board, Sink& sink) {
  const Bitboard rooks = board.position.of(side, PieceType::kRook);
  const Bitboard without_own = rooks & ~WholeFiles(board.of(side).pawns);
  const Bitboard open = without_own & ~WholeFiles(board.of(Other(side)).pawns);
  sink.template Add<side>(Term::kRookOpenFile, chess::Count(open));
  sink.template Add<side>(Term::kRookHalfOpen, chess::Count(without_own & ~open));
}

// Pieces without a move, and pieces whose every square a cheaper enemy attacks. Notes the immobile.
template <Color side, class Sink>
void RestrictedPieces(BoardView& board, Sink& sink) {
  SideView& view = board.of(side);
  const SideView& enemy = board.of(Other(side));
  const Bitboard own = board.position.of(side);
  const Bitboard cheaper_than_rook = enemy.pawn_attacks | enemy.minor_attacks;
  const Bitboard cheaper_than_queen = cheaper_than_rook | enemy.rook_attacks;
  Bitboard shut_in = 0;
  Bitboard unsafe = 0;
  for (size_t i = 0; i < view.piece_count; ++i) {
    const PieceView& piece = view.pieces[i];
    const Bitboard targets = piece.attacks & ~own;
    const Bitboard cheaper = piece.type == PieceType::kQueen  ? cheaper_than_queen
                             : piece.type == PieceType::kRook ? cheaper_than_rook
                                                              : enemy.pawn_attacks;
    if (targets == 0) {
      shut_in |= chess::Bit(piece.square);
    } else if ((targets & ~cheaper) == 0) {
      unsafe |= chess::Bit(piece.square);
    }
  }
  view.immobile = shut_in | unsafe | view.pinned;
  sink.template Add<side>(Term::kPieceShutIn, chess::Count(shut_in));
  sink.template Add<side>(Term::kPieceNoSafeSquare, chess::Count(unsafe));
  sink.template Add<side>(Term::kPiecePinned, chess::Count(view.pinned & ~view.pawns));
}

// Minors on squares that no enemy pawn can ever attack, protected by an own pawn; minors behind own
// pawns; rooks on the seventh rank.
template <Color side, class Sink>
void GoodSquares(const BoardView& board, Sink& sink) {
  constexpr Bitboard kOutpostRanks =
      RelativeRank<side>(3) | RelativeRank<side>(4) | RelativeRank<side>(5);
  const chess::Position& position = board.position;
  const SideView& view = board.of(side);
  const SideView& enemy = board.of(Other(side));
  // Where enemy pawns stand or may come to, they attack beside and one step ahead.
  const Bitboard reach = chess::Forward<Other(side)>(enemy.pawns | Ahead<Other(side)>(enemy.pawns));
  const Bitboard outposts = kOutpostRanks & view.pawn_attacks & ~Beside(reach);
  const Bitboard knights = position.of(side, PieceType::kKnight);
  const Bitboard bishops = position.of(side, PieceType::kBishop);
  sink.template Add<side>(Term::kKnightOutpost, chess::Count(knights & outposts));
  sink.template Add<side>(Term::kBishopOutpost, chess::Count(bishops & outposts));
  const Bitboard behind = chess::Forward<Other(side)>(view.pawns);
  sink.template Add<side>(Term::kMinorBehindPawn, chess::Count((knights | bishops) & behind));
  const bool king_back = (chess::Bit(enemy.king) & RelativeRank<side>(7)) != 0;
  const Bitboard seventh = position.of(side, PieceType::kRook) & RelativeRank<side>(6);
  sink.template Add<side>(Term::kRookSeventh, king_back ? chess::Count(seventh) : 0);
}

// Two sliders on one line: rooks, queens, rook and queen, bishop and queen.
template <Color side, class Sink>
void Batteries(const BoardView& board, Sink& sink) {
  const SideView& view = board.of(side);
  const Bitboard queens = board.position.of(side, PieceType::kQueen);
  const Bitboard rooks = board.position.of(side, PieceType::kRook);
  int with_queen = 0;
  int pairs_twice = 0;  // of rooks, and of queens
  for (size_t i = 0; i < view.piece_count; ++i) {
    const PieceView& piece = view.pieces[i];
    if (piece.type == PieceType::kKnight) continue;
    const int with = chess::Count(piece.attacks & queens);
    if (piece.type == PieceType::kQueen) {
      pairs_twice += with;
    } else {
      with_queen += with;
    }
    if (piece.type == PieceType::kRook) pairs_twice += chess::Count(piece.attacks & rooks);
  }
  sink.template Add<side>(Term::kBattery, with_queen + pairs_twice / 2);
}

}  // namespace rookery::eval
