#include "engine/variant/position_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/status.h"
#include "engine/variant/movegen.h"

namespace rookery::variant {
namespace {

constexpr std::string_view kSeatLetters = "SENW";
constexpr std::string_view kKindLetters = ".pPBNQRKO";
constexpr std::string_view kSideLetters = "KQ";
// The order in which double steps are written.
constexpr std::array<Seat, kSeats> kAlphabetical = {Seat::kEast, Seat::kNorth, Seat::kSouth,
                                                    Seat::kWest};
constexpr int kMostCounter = 1'000'000;
constexpr size_t kMostFallen = 8;  // a nation's pieces, and the queen of its coronation

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t start = 0;
  for (size_t end = 0; end != std::string_view::npos; start = end + 1) {
    end = text.find(separator, start);
    parts.push_back(text.substr(start, end == std::string_view::npos ? end : end - start));
  }
  return parts;
}

std::optional<int> ParseNumber(std::string_view text, int least, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most) return std::nullopt;
  return value;
}

std::string RankText(const Position& position, int rank) {
  std::vector<std::string> parts;
  int empty = 0;
  for (int file = 0; file <= kSide; ++file) {
    const Piece piece = file < kSide ? position.at(MakeSquare(file, rank)) : Piece{};
    if (file < kSide && piece.empty()) {
      ++empty;
      continue;
    }
    if (empty > 0) parts.push_back(std::to_string(empty));
    empty = 0;
    if (!piece.empty()) parts.push_back({SeatLetter(piece.seat), KindLetter(piece.kind)});
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

std::string CastlingText(const Position& position) {
  std::vector<std::string> parts;
  for (const Seat seat : kAllSeats) {
    std::string rights;
    for (size_t side = 0; side < 2; ++side) {
      if (position.castling[Index(seat)][side]) rights += kSideLetters[side];
    }
    parts.push_back(SeatLetter(seat) + (rights.empty() ? "-" : rights));
  }
  return fmt::format("{}", fmt::join(parts, "."));
}

std::string DoubleStepText(const Position& position) {
  std::vector<std::string> parts;
  for (const Seat owner : kAlphabetical) {
    const DoubleStep& step = position.double_steps[Index(owner)];
    if (step.pawn == kNoSquare) continue;
    parts.push_back(
        fmt::format("{}:{}:{}", SquareText(step.passed), SquareText(step.pawn), SeatLetter(owner)));
  }
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, "+"));
}

std::string FallenText(const Position& position) {
  std::vector<std::string> parts;
  for (const Seat seat : kAllSeats) {
    std::string fallen;
    for (const Kind kind : kPromotable) {
      fallen.append(position.fallen[Index(seat)][FallenIndex(kind)], KindLetter(kind));
    }
    parts.push_back(fmt::format("{}:{}", SeatLetter(seat), fallen.empty() ? "-" : fallen));
  }
  return fmt::format("{}", fmt::join(parts, "."));
}

absl::Status ReadPiece(const Board& board, std::string_view text, Square square,
                       Position& position) {
  const std::optional<Seat> seat = text.size() == 2 ? SeatFromLetter(text[0]) : std::nullopt;
  const std::optional<Kind> kind = text.size() == 2 ? KindFromLetter(text[1]) : std::nullopt;
  if (!seat || !kind) {
    return InvalidArgument(
        "position: '{}' on {} is not a piece; write a seat (SENW) and a piece "
        "(KQRBNPpO), or a number of empty squares",
        text, SquareText(square));
  }
  const SeatSetup& setup = board.seat(*seat);
  const auto& starts = setup.pawn_start;
  if (*kind == Kind::kFreshPawn &&
      std::find(starts.begin(), starts.end(), square) == starts.end()) {
    return InvalidArgument(
        "position: {} on {} is not where a pawn starts; write P for one that "
        "has moved",
        text, SquareText(square));
  }
  if (*kind == Kind::kPrincess && square != setup.princess) {
    return InvalidArgument("position: the princess of {} belongs on {}, not on {}", SeatName(*seat),
                           SquareText(setup.princess), SquareText(square));
  }
  if (board.IsCapital(square) && *kind != Kind::kKing && *kind != Kind::kPrincess) {
    return InvalidArgument("position: {} on {}: only kings and princesses stand in the capital",
                           text, SquareText(square));
  }
  if (board.IsWater(square) && *kind != Kind::kKing && !IsPawn(*kind)) {
    return InvalidArgument("position: {} on {}: only kings and pawns stand on water", text,
                           SquareText(square));
  }
  position.at(square) = {*kind, *seat};
  return absl::OkStatus();
}

absl::Status ReadRank(const Board& board, std::string_view text, int rank, Position& position) {
  int file = 0;
  for (const std::string_view part : Split(text, ',')) {
    if (const std::optional<int> empty = ParseNumber(part, 1, kSide)) {
      file += *empty;
    } else if (file < kSide) {
      ROOKERY_RETURN_IF_ERROR(ReadPiece(board, part, MakeSquare(file, rank), position));
      ++file;
    } else {
      file = kSide + 1;
    }
    if (file > kSide) break;
  }
  if (file != kSide) {
    return InvalidArgument("position: rank {} ('{}') must fill {} squares", rank + 1, text, kSide);
  }
  return absl::OkStatus();
}

absl::Status ReadBoard(const Board& board, std::string_view text, Position& position) {
  const std::vector<std::string_view> ranks = Split(text, '/');
  if (ranks.size() != kSide) {
    return InvalidArgument("position: {} ranks; write {}", ranks.size(), kSide);
  }
  for (int rank = 0; rank < kSide; ++rank) {
    const std::string_view row = ranks[static_cast<size_t>(kSide - 1 - rank)];
    ROOKERY_RETURN_IF_ERROR(ReadRank(board, row, rank, position));
  }
  for (const Seat seat : kAllSeats) {
    const auto kings =
        std::count(position.pieces.begin(), position.pieces.end(), Piece{Kind::kKing, seat});
    if (kings != 1) {
      return InvalidArgument("position: {} has {} kings; it needs one", SeatName(seat), kings);
    }
  }
  return absl::OkStatus();
}

absl::Status ReadCastling(const Board& board, std::string_view text, Position& position) {
  const std::vector<std::string_view> parts = Split(text, '.');
  for (const Seat seat : kAllSeats) {
    const std::string_view part = parts.size() == kSeats ? parts[Index(seat)] : std::string_view();
    const std::string_view rights = part.substr(std::min<size_t>(1, part.size()));
    const bool known = rights == "KQ" || rights == "K" || rights == "Q" || rights == "-";
    if (!known || part[0] != SeatLetter(seat)) {
      return InvalidArgument("position: castling '{}'; write for example SKQ.EK.NQ.W-", text);
    }
    const SeatSetup& setup = board.seat(seat);
    for (size_t side = 0; side < 2; ++side) {
      if (rights.find(kSideLetters[side]) == std::string_view::npos) continue;
      if (position.at(setup.king_start) != Piece{Kind::kKing, seat} ||
          position.at(setup.castles[side].rook_from) != Piece{Kind::kRook, seat}) {
        return InvalidArgument("position: castling '{}': the king or rook of {} has left its place",
                               text, SeatName(seat));
      }
      position.castling[Index(seat)][side] = true;
    }
  }
  return absl::OkStatus();
}

// Whether such a pawn stands two squares before one of its nation's starting squares.
bool IsDoubleStep(const Board& board, const Position& position, Seat owner,
                  const DoubleStep& step) {
  const SeatSetup& setup = board.seat(owner);
  return position.at(step.pawn) == Piece{Kind::kPawn, owner} &&
         board.Step(step.passed, setup.forward) == step.pawn &&
         std::any_of(setup.pawn_start.begin(), setup.pawn_start.end(),
                     [&](Square start) { return board.Step(start, setup.forward) == step.passed; });
}

absl::Status ReadDoubleSteps(const Board& board, std::string_view text, Position& position) {
  if (text == "-") return absl::OkStatus();
  for (const std::string_view part : Split(text, '+')) {
    const std::vector<std::string_view> words = Split(part, ':');
    if (words.size() == 3 && words[2].size() == 1) {
      const std::optional<Square> passed = ParseSquare(words[0]);
      const std::optional<Square> pawn = ParseSquare(words[1]);
      const std::optional<Seat> owner = SeatFromLetter(words[2][0]);
      if (passed && pawn && owner && IsDoubleStep(board, position, *owner, {*passed, *pawn})) {
        position.double_steps[Index(*owner)] = {*passed, *pawn};
        continue;
      }
    }
    return InvalidArgument(
        "position: en passant '{}'; write the passed square, the square of the "
        "pawn that stepped twice, and its seat, such as g3:g4:S",
        part);
  }
  return absl::OkStatus();
}

absl::Status ReadFallen(std::string_view text, Position& position) {
  const std::vector<std::string_view> parts = Split(text, '.');
  for (const Seat seat : kAllSeats) {
    const std::string_view part = parts.size() == kSeats ? parts[Index(seat)] : std::string_view();
    bool good = part.size() > 2 && part.size() <= 2 + kMostFallen && part[0] == SeatLetter(seat) &&
                part[1] == ':';
    const std::string_view letters = good ? part.substr(2) : std::string_view();
    for (size_t i = 0; good && letters != "-" && i < letters.size(); ++i) {
      const std::optional<Kind> kind = KindFromLetter(letters[i]);
      good = kind.has_value() && IsPromotable(*kind);
      if (good) ++position.fallen[Index(seat)][FallenIndex(*kind)];
    }
    if (!good) {
      return InvalidArgument(
          "position: fallen pieces '{}'; write for example S:NQ.E:-.N:-.W:B "
          "(at most {} of BNQR each)",
          text, kMostFallen);
    }
  }
  return absl::OkStatus();
}

absl::Status ReadCounters(std::string_view text, Position& position) {
  const std::vector<std::string_view> parts = Split(text, '/');
  if (parts.size() == 2) {
    const std::optional<int> quiet = ParseNumber(parts[0], 0, kMostCounter);
    const std::optional<int> round = ParseNumber(parts[1], 1, kMostCounter);
    if (quiet && round) {
      position.quiet_turns = *quiet;
      position.round = *round;
      return absl::OkStatus();
    }
  }
  return InvalidArgument("position: counters '{}'; write quiet turns and round, such as 0/1", text);
}

}  // namespace

char SeatLetter(Seat seat) { return kSeatLetters[Index(seat)]; }

std::optional<Seat> SeatFromLetter(char letter) {
  const size_t found = kSeatLetters.find(letter);
  if (found == std::string_view::npos) return std::nullopt;
  return static_cast<Seat>(found);
}

std::string_view SeatName(Seat seat) {
  static constexpr std::array<std::string_view, kSeats> kNames = {"South", "East", "North", "West"};
  return kNames[Index(seat)];
}

char KindLetter(Kind kind) { return kKindLetters[static_cast<size_t>(kind)]; }

std::optional<Kind> KindFromLetter(char letter) {
  const size_t found = kKindLetters.find(letter);
  if (found == std::string_view::npos || found == 0) return std::nullopt;
  return static_cast<Kind>(found);
}

std::string SquareText(Square square) {
  return fmt::format("{}{}", static_cast<char>('a' + FileOf(square)), RankOf(square) + 1);
}

std::optional<Square> ParseSquare(std::string_view text) {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + kSide || text[1] == '0') {
    return std::nullopt;
  }
  const std::optional<int> rank = ParseNumber(text.substr(1), 1, kSide);
  if (!rank) return std::nullopt;
  return MakeSquare(text[0] - 'a', *rank - 1);
}

std::string PositionText(const Position& position) {
  std::vector<std::string> ranks;
  for (int rank = kSide - 1; rank >= 0; --rank) ranks.push_back(RankText(position, rank));
  return fmt::format("{} {} {} {} {} {}/{}", fmt::join(ranks, "/"), SeatLetter(position.turn),
                     CastlingText(position), DoubleStepText(position), FallenText(position),
                     position.quiet_turns, position.round);
}

absl::StatusOr<Position> ParsePosition(const Board& board, std::string_view text) {
  if (text.size() > kMostPositionText) {
    return InvalidArgument("position: {} characters; at most {}", text.size(), kMostPositionText);
  }
  const std::vector<std::string_view> fields = Split(text, ' ');
  if (fields.size() != 6) {
    return InvalidArgument(
        "position: {} fields; write six: ranks, seat, castling, en passant, "
        "fallen, counters",
        fields.size());
  }
  Position position;
  ROOKERY_RETURN_IF_ERROR(ReadBoard(board, fields[0], position));
  const std::optional<Seat> turn =
      fields[1].size() == 1 ? SeatFromLetter(fields[1][0]) : std::nullopt;
  if (!turn) return InvalidArgument("position: seat '{}'; write S, E, N or W", fields[1]);
  position.turn = *turn;
  ROOKERY_RETURN_IF_ERROR(ReadCastling(board, fields[2], position));
  ROOKERY_RETURN_IF_ERROR(ReadDoubleSteps(board, fields[3], position));
  ROOKERY_RETURN_IF_ERROR(ReadFallen(fields[4], position));
  ROOKERY_RETURN_IF_ERROR(ReadCounters(fields[5], position));
  return position;
}

std::string MoveText(const Move& move) {
  std::string text = SquareText(move.from) + SquareText(move.to);
  if (move.kind == MoveKind::kPromotion) {
    text += '=';
    text += KindLetter(move.promotion);
  }
  return text;
}

absl::StatusOr<Move> ParseMove(const Board& board, const Position& position,
                               std::string_view text) {
  std::vector<Move> moves;
  Generate(board, position, moves);
  for (const Move& move : moves) {
    if (MoveText(move) == text) return move;
  }
  return InvalidArgument("move: '{}' is not a legal move of {} here", text.substr(0, 20),
                         SeatName(position.turn));
}

}  // namespace rookery::variant
