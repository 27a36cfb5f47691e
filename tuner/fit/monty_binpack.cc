#include "tuner/fit/monty_binpack.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "tuner/fit/packed_board.h"

namespace rookery::fit {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr size_t kHeadBytes = 43;
using Head = std::span<const uint8_t, kHeadBytes>;
constexpr size_t kMoverAt = 32;
constexpr size_t kEnPassantAt = 33;
constexpr size_t kCastlingAt = 34;
constexpr size_t kClockAt = 35;
constexpr size_t kNumberAt = 36;
constexpr size_t kFilesAt = 38;
constexpr size_t kResultAt = 42;
constexpr int kMostVisits = 255;
constexpr double kScoreUnit = 400;
constexpr uint64_t kCertain = 65535;

enum Kind {
  kQuiet = 0,
  kDoubleStep = 1,
  kKingSide = 2,
  kQueenSide = 3,
  kCapture = 4,
  kEnPassant = 5,
  kPromotion = 8,
};

absl::Status PutPieces(Head head, PackedBoard& board) {
  // By the three boards of kinds: 1 for the last, 2 for the one before, 4 for the first of them.
  constexpr PieceType kTypes[] = {PieceType::kNone,   PieceType::kPawn, PieceType::kKnight,
                                  PieceType::kBishop, PieceType::kRook, PieceType::kQueen,
                                  PieceType::kKing,   PieceType::kNone};
  const uint64_t black = LittleEndian(head, 0, 8);
  const uint64_t kinds[] = {LittleEndian(head, 8, 8), LittleEndian(head, 16, 8),
                            LittleEndian(head, 24, 8)};
  for (int square = 0; square < 64; ++square) {
    int kind = 0;
    for (const uint64_t one : kinds) kind = 2 * kind + static_cast<int>(one >> square & 1);
    const bool is_black = (black >> square & 1) != 0;
    if (kind == 0 && !is_black) continue;
    if (kTypes[kind] == PieceType::kNone) {
      return InvalidArgument("no piece stands for what is kept of {}",
                             chess::ToText(static_cast<Square>(square)));
    }
    board.Put(square, is_black ? Color::kBlack : Color::kWhite, kTypes[kind]);
  }
  return absl::OkStatus();
}

absl::Status AddCastling(Head head, PackedBoard& board) {
  std::array<uint8_t, 4> files;
  std::copy_n(head.begin() + kFilesAt, files.size(), files.begin());
  if (files == std::array<uint8_t, 4>{}) files = {0, 7, 0, 7};
  if (head[kCastlingAt] > 15) {
    return InvalidArgument("castling {}; 0 to 15 are allowed", head[kCastlingAt]);
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if ((head[kCastlingAt] >> (3 - i) & 1) == 0) continue;
    if (files[i] > 7) return InvalidArgument("a rook's file {}; 0 to 7 are allowed", files[i]);
    board.AddCastling(i < 2 ? Color::kWhite : Color::kBlack, files[i]);
  }
  return absl::OkStatus();
}

absl::StatusOr<Position> HeadPosition(Head head) {
  PackedBoard board;
  ROOKERY_RETURN_IF_ERROR(PutPieces(head, board));
  ROOKERY_RETURN_IF_ERROR(AddCastling(head, board));
  if (head[kMoverAt] > 1) return InvalidArgument("mover {}; 0 and 1 are allowed", head[kMoverAt]);
  if (head[kEnPassantAt] > 63) {
    return InvalidArgument("en-passant square {}; 0 to 63 are allowed", head[kEnPassantAt]);
  }
  board.side = static_cast<Color>(head[kMoverAt]);
  if (head[kEnPassantAt] != 0) board.en_passant = static_cast<Square>(head[kEnPassantAt]);
  board.halfmove_clock = head[kClockAt];
  board.move_number = LittleEndian(head, kNumberAt, 2);
  return board.ToPosition();
}

int KindOf(const Position& position, chess::Move move) {
  if (position.IsCastling(move)) {
    return chess::FileOf(move.to()) > chess::FileOf(move.from()) ? kKingSide : kQueenSide;
  }
  if (position.IsEnPassant(move)) return kEnPassant;
  const int capture = position.IsCapture(move) ? kCapture : kQuiet;
  if (move.promotion() != PieceType::kNone) {
    return kPromotion + capture + chess::Index(move.promotion()) - 1;
  }
  const bool pawn = (chess::Bit(move.from()) & position.of(PieceType::kPawn)) != 0;
  const bool two = (chess::Index(move.from()) ^ chess::Index(move.to())) == 16;
  return pawn && two ? kDoubleStep : capture;
}

// The rook that the side to move castles with; Square::kNone if it may not.
Square CastlingRook(const Position& position, bool king_side) {
  const Color us = position.side();
  for (chess::Bitboard rooks = position.castling_rooks(us); rooks != 0;) {
    const Square rook = chess::PopFirst(rooks);
    if ((chess::FileOf(rook) > chess::FileOf(position.king(us))) == king_side) return rook;
  }
  return Square::kNone;
}

absl::StatusOr<chess::Move> ParseMove(uint64_t bits, const Position& position) {
  const auto from = static_cast<Square>(bits >> 10);
  const auto to = static_cast<Square>(bits >> 4 & 63);
  const int kind = static_cast<int>(bits & 15);
  Square target = to;
  bool holds = true;
  if (kind == kKingSide || kind == kQueenSide) {
    target = CastlingRook(position, kind == kKingSide);
    holds = target != Square::kNone && to == chess::CastledKing(position.side(), kind == kKingSide);
  }
  const PieceType promotion =
      kind >= kPromotion ? static_cast<PieceType>(1 + kind % 4) : PieceType::kNone;
  if (holds) {
    const chess::Move move(from, target, promotion);
    if (position.IsLegal(move) && KindOf(position, move) == kind) return move;
  }
  return InvalidArgument("move {}{} (kind {}) isn't legal in {}", chess::ToText(from),
                         chess::ToText(to), kind, chess::ToFen(position));
}

// Of the mover's chance.
int ScoreOf(uint64_t chance) {
  if (chance == 0) return -kCertainScore;
  if (chance == kCertain) return kCertainScore;
  const double odds = static_cast<double>(chance) / static_cast<double>(kCertain - chance);
  return static_cast<int>(std::lround(kScoreUnit * std::log(odds)));
}

absl::Status Torn() { return InvalidArgument("the file ends within a game"); }

}  // namespace

absl::StatusOr<std::optional<LabelledPosition>> MontyBinpack::Next() {
  for (;;) {
    if (!in_game_) {
      if (bytes_.AtEnd()) return std::nullopt;
      if (const absl::Status begun = BeginGame(); !begun.ok()) return Faulty(begun);
    }
    const absl::StatusOr<bool> read = ReadMove();
    if (!read.ok()) return Faulty(read.status());
    if (*read) return now_;
  }
}

absl::Status MontyBinpack::BeginGame() {
  item_ = bytes_.offset();
  ++game_;
  plies_ = 0;
  std::array<uint8_t, kHeadBytes> head;
  if (!bytes_.TakeAll(head)) return Torn();
  in_game_ = true;
  ROOKERY_ASSIGN_OR_RETURN(now_.position, HeadPosition(head));
  if (head[kResultAt] > 2) {
    return InvalidArgument("result {}; 0, 1 and 2 are allowed", head[kResultAt]);
  }
  now_.result = 0.5 * head[kResultAt];
  now_.game = game_;
  return absl::OkStatus();
}

absl::StatusOr<bool> MontyBinpack::ReadMove() {
  item_ = bytes_.offset();
  ROOKERY_ASSIGN_OR_RETURN(const std::optional<Entry> entry, TakeEntry());
  if (!entry) return false;
  if (plies_ == kMostGamePlies) {
    return InvalidArgument("more than {} moves in a game", kMostGamePlies);
  }
  if (plies_++ > 0) now_.position.Play(played_);
  ROOKERY_ASSIGN_OR_RETURN(played_, ParseMove(entry->move, now_.position));
  if (entry->visits > 0 && entry->visits != chess::CountLegal(now_.position)) {
    return InvalidArgument("visits of {} moves; there are {} in {}", entry->visits,
                           chess::CountLegal(now_.position), chess::ToFen(now_.position));
  }
  if (kind_ == MontyKind::kValue) {
    now_.score_cp = static_cast<int16_t>(static_cast<uint16_t>(entry->score));
  } else {
    const int score = ScoreOf(entry->score);
    now_.score_cp = now_.position.side() == Color::kBlack ? -score : score;
  }
  return true;
}

absl::StatusOr<std::optional<MontyBinpack::Entry>> MontyBinpack::TakeEntry() {
  std::array<uint8_t, 4> bytes;
  const size_t ending = kind_ == MontyKind::kValue ? 4 : 2;
  in_game_ = false;  // until it is known that more follows
  if (!bytes_.TakeAll(std::span(bytes).first(ending))) return Torn();
  if (LittleEndian(bytes, 0, ending) == 0) return std::nullopt;
  Entry entry;
  if (kind_ == MontyKind::kPolicy) {
    std::array<uint8_t, kMostVisits> visits;
    uint8_t count = 0;
    if (!bytes_.TakeAll(std::span(bytes).last(2)) || !bytes_.TakeAll({&count, 1}) ||
        !bytes_.TakeAll(std::span(visits).first(count))) {
      return Torn();
    }
    entry.visits = count;
  }
  entry.move = LittleEndian(bytes, 0, 2);
  entry.score = LittleEndian(bytes, 2, 2);
  in_game_ = true;
  return entry;
}

absl::Status MontyBinpack::Faulty(const absl::Status& fault) {
  while (in_game_) {
    // The end of the file ends the game, too, and isn't another fault.
    if (!TakeEntry().ok()) break;
  }
  return InvalidArgument("byte {}: {}", item_, Message(fault));
}

}  // namespace rookery::fit
