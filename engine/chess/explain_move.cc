// ExplainMove of explain.h.
#include <fmt/format.h>

#include <cstdlib>

#include "base/status.h"
#include "engine/chess/attacks.h"
#include "engine/chess/explain.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/source_notation.h"

namespace rookery::chess {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"pawn", "knight", "bishop",
                                                    "rook", "queen",  "king"};
constexpr size_t kMostText = 64;

std::string_view ColorName(Color color) { return color == Color::kWhite ? "White" : "Black"; }
std::string_view TypeName(PieceType type) { return kNames[static_cast<size_t>(Index(type))]; }

template <typename... Args>
Ruling Say(std::string_view row, fmt::format_string<Args...> format, Args&&... args) {
  return {std::string(row), fmt::format(format, std::forward<Args>(args)...)};
}

// One move that was asked for, and why it can't be played.
class Attempt {
 public:
  Attempt(const Position& position, Square from, Square to, PieceType promotion)
      : position_(position),
        us_(position.side()),
        from_(from),
        to_(to),
        promotion_(promotion),
        type_(TypeOf(position.at(from))) {}

  Ruling Explain() const {
    if (auto ruling = Choice()) return *ruling;
    if (IsCastlingAttempt()) return Castling();
    if ((Bit(to_) & position_.of(us_)) != 0) {
      return Say("A068", "{} is taken by a piece of one's own, the {}", ToText(to_), NameAt(to_));
    }
    if (auto ruling = type_ == PieceType::kPawn ? Pawn() : Officer()) return *ruling;
    if (auto ruling = Promotion()) return *ruling;
    if (auto ruling = type_ == PieceType::kKing ? King() : Exposure()) return *ruling;
    return Say("A074", "the {} may go from {} to {}", TypeName(type_), ToText(from_), ToText(to_));
  }

 private:
  std::string NameAt(Square square) const {
    return fmt::format("{} on {}", TypeName(TypeOf(position_.at(square))), ToText(square));
  }
  std::string NamesOf(Bitboard squares) const {
    std::string names;
    while (squares != 0) names += (names.empty() ? "" : " and the ") + NameAt(PopFirst(squares));
    return names;
  }
  Bitboard Enemies() const { return position_.of(Other(us_)); }
  Bitboard AttackersWithoutKing(Square square) const {
    const Bitboard occupied = position_.occupied() & ~Bit(position_.king(us_));
    return position_.AttackersTo(square, occupied) & Enemies();
  }

  std::optional<Ruling> Choice() const {
    if (type_ == PieceType::kNone) return Say("A065", "there is no piece on {}", ToText(from_));
    if (ColorOf(position_.at(from_)) != us_) {
      return Say("A063", "it is {}'s turn, and the {} is {}'s", ColorName(us_), NameAt(from_),
                 ColorName(Other(us_)));
    }
    if (from_ == to_) return Say("A065", "a move ends on another square than it begins");
    if (type_ != PieceType::kPawn && promotion_ != PieceType::kNone) {
      return Say("A110", "only a pawn that reaches the last rank becomes another piece");
    }
    return std::nullopt;
  }

  bool OnOneRank() const { return RankOf(from_) == RankOf(to_); }
  bool IsCastlingAttempt() const {
    if (type_ != PieceType::kKing || !OnOneRank()) return false;
    const bool two_steps =
        from_ == Relative(us_, MakeSquare(4, 0)) && std::abs(FileOf(to_) - FileOf(from_)) == 2;
    return OntoRook() || two_steps;
  }
  bool OntoRook() const { return position_.at(to_) == MakePiece(us_, PieceType::kRook); }

  // Squares from one to the other, both included; they share a rank.
  static Bitboard Way(Square a, Square b) { return Between(a, b) | Bit(a) | Bit(b); }

  Ruling Castling() const {
    const bool king_side = FileOf(to_) > FileOf(from_);
    const std::string wing = king_side ? "king's" : "queen's";
    Bitboard rooks = position_.castling_rooks(us_) & (OntoRook() ? Bit(to_) : ~Bitboard{0});
    while (rooks != 0 && (FileOf(First(rooks)) > FileOf(from_)) != king_side) PopFirst(rooks);
    if (rooks == 0) {
      return Say("A123",
                 "there is no right to castle on the {} side: king or rook has moved, or the "
                 "position was set up without it",
                 wing);
    }
    const Square rook = First(rooks);
    if (position_.in_check()) {
      return Say("A126", "castling is no answer to a check, which the {} gives",
                 NamesOf(position_.checkers()));
    }
    const Square king_to = CastledKing(us_, king_side);
    const Bitboard way = Way(from_, king_to) | Way(rook, CastledRook(us_, king_side));
    const Bitboard blockers = way & position_.occupied() & ~Bit(from_) & ~Bit(rook);
    if (blockers != 0) {
      return Say("A125", "the {} {} in the way of castling", NamesOf(blockers),
                 Count(blockers) > 1 ? "stand" : "stands");
    }
    for (Bitboard rest = Way(from_, king_to) & ~Bit(from_); rest != 0;) {
      const Square square = PopFirst(rest);
      const Bitboard attackers = AttackersWithoutKing(square);
      if (attackers == 0) continue;
      return square == king_to ? Say("A128", "the king would arrive on {}, attacked by the {}",
                                     ToText(square), NamesOf(attackers))
                               : Say("A127", "the king would cross {}, attacked by the {}",
                                     ToText(square), NamesOf(attackers));
    }
    if (!position_.IsLegal(Move(from_, rook))) {
      return Say("A128", "the castling rook's place would be opened to an attack on the king");
    }
    return Say("A119", "castling on the {} side is allowed; it is written {} or {}", wing,
               king_side ? "O-O" : "O-O-O", ToUci(position_, Move(from_, rook)));
  }

  // Shape and way of a knight, bishop, rook, queen or king.
  std::optional<Ruling> Officer() const {
    const Bitboard free_reach = PieceAttacks(type_, from_, 0);
    if ((free_reach & Bit(to_)) == 0) {
      constexpr std::array<std::string_view, 6> kRows = {"",     "A086", "A083",
                                                         "A081", "A079", "A075"};
      constexpr std::array<std::string_view, 6> kShapes = {
          "",
          "goes one square straight and one diagonally",
          "goes along diagonals",
          "goes along files and ranks",
          "goes along files, ranks and diagonals",
          "goes one square"};
      const auto index = static_cast<size_t>(Index(type_));
      return Say(kRows[index], "a {} {}, which {} to {} isn't", TypeName(type_), kShapes[index],
                 ToText(from_), ToText(to_));
    }
    const Bitboard blockers = Between(from_, to_) & position_.occupied();
    if (type_ == PieceType::kKnight || blockers == 0) return std::nullopt;
    return Say("A069", "the {} can't jump over the {}", TypeName(type_), NamesOf(blockers));
  }

  std::optional<Ruling> Pawn() const {
    const int ahead = (RankOf(to_) - RankOf(from_)) * (us_ == Color::kWhite ? 1 : -1);
    const int files = std::abs(FileOf(to_) - FileOf(from_));
    if (ahead <= 0) return Say("A093", "a pawn never goes backwards or sideways");
    if (files == 1 && ahead == 1) return PawnCapture();
    if (files != 0 || ahead > 2) {
      return Say("A091", "a pawn goes straight ahead by one square, from its first place by two");
    }
    const Bitboard way = (Between(from_, to_) | Bit(to_)) & position_.occupied();
    if (ahead == 2 && RankOf(Relative(us_, from_)) != 1) {
      return Say("A092", "a pawn goes two squares from its first place alone");
    }
    if (way != 0) {
      return Say("A095", "the {} blocks the pawn, which can't capture straight ahead",
                 NameAt(First(way)));
    }
    return std::nullopt;
  }

  std::optional<Ruling> PawnCapture() const {
    if ((Bit(to_) & Enemies()) != 0 || to_ == position_.en_passant()) return std::nullopt;
    const Square beside = MakeSquare(FileOf(to_), RankOf(from_));
    const bool passing = position_.at(beside) == MakePiece(Other(us_), PieceType::kPawn) &&
                         RankOf(Relative(us_, from_)) == 4;
    if (!passing) {
      return Say("A094", "a pawn goes diagonally only to capture, and {} is empty", ToText(to_));
    }
    return Say("A103",
               "the pawn on {} can't be taken in passing: only at once after its double step, "
               "and only if that exposes no king",
               ToText(beside));
  }

  std::optional<Ruling> Promotion() const {
    const bool last = type_ == PieceType::kPawn && RankOf(Relative(us_, to_)) == 7;
    if (!last && promotion_ != PieceType::kNone) {
      return Say("A110", "only a pawn that reaches the last rank becomes another piece");
    }
    if (last && promotion_ == PieceType::kNone) {
      return Say("A111", "a pawn that reaches the last rank must become a piece: say which");
    }
    if (promotion_ == PieceType::kPawn || promotion_ == PieceType::kKing) {
      return Say("A110", "a pawn becomes a queen, rook, bishop or knight, not a {}",
                 TypeName(promotion_));
    }
    return std::nullopt;
  }

  std::optional<Ruling> King() const {
    if ((KingAttacks(position_.king(Other(us_))) & Bit(to_)) != 0) {
      return Say("A077", "on {} the two kings would stand side by side", ToText(to_));
    }
    const Bitboard attackers = AttackersWithoutKing(to_) & ~Bit(to_);
    if (attackers == 0) return std::nullopt;
    return Say("A076", "{} is attacked by the {}", ToText(to_), NamesOf(attackers));
  }

  // Whether one's own king would be attacked afterwards.
  std::optional<Ruling> Exposure() const {
    const bool passing = type_ == PieceType::kPawn && to_ == position_.en_passant();
    const Square taken = passing ? MakeSquare(FileOf(to_), RankOf(from_)) : to_;
    const Bitboard occupied =
        (position_.occupied() & ~Bit(from_) & ~(passing ? Bit(taken) : 0)) | Bit(to_);
    const Square king = position_.king(us_);
    const Bitboard left = position_.AttackersTo(king, occupied) & Enemies() & ~Bit(taken);
    if (left == 0) return std::nullopt;
    const Bitboard checkers = position_.checkers();
    if (Count(checkers) > 1) {
      return Say("A145", "the {} give check at once, so only the king may move", NamesOf(checkers));
    }
    if ((left & checkers) != 0) {
      return Say("A140", "the check by the {} would stay unanswered", NamesOf(left & checkers));
    }
    return Say("A071", "the {} guards the king on {} from the {}", NameAt(from_), ToText(king),
               NamesOf(left));
  }

  const Position& position_;
  Color us_;
  Square from_;
  Square to_;
  PieceType promotion_;
  PieceType type_;
};

// What is left of a text without signs: "Nf3-e5+" becomes "Nf3e5".
std::string Bare(std::string_view text) {
  std::string bare;
  for (const char letter : text) {
    if (std::string_view("-:x+#!?=()").find(letter) == std::string_view::npos) bare += letter;
  }
  return bare;
}

bool IsSquare(std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}
Square SquareOf(std::string_view text) { return MakeSquare(text[0] - 'a', text[1] - '1'); }

PieceType TypeOfLetter(char letter) {
  const size_t index = std::string_view("PNBRQKpnbrqk").find(letter);
  return index == std::string_view::npos ? PieceType::kNone : static_cast<PieceType>(index % 6);
}

// The move that nearly all readings of a text have in common: "e2e5", "Ng1-e2", "O-O".
std::optional<Ruling> ExplainSquares(const Position& position, std::string_view text) {
  std::string bare = Bare(text);
  const std::string castling = bare == "OO" || bare == "00" || bare == "oo"      ? "g"
                               : bare == "OOO" || bare == "000" || bare == "ooo" ? "c"
                                                                                 : "";
  const Square king = position.king(position.side());
  if (!castling.empty()) {
    const bool king_side = castling == "g";
    // Towards the edge, where the rook would be looked for, unless one has the right.
    Square to = MakeSquare(king_side ? 6 : 2, RankOf(king));
    const Square corner = MakeSquare(king_side ? 7 : 0, RankOf(king));
    if (position.at(corner) == MakePiece(position.side(), PieceType::kRook)) to = corner;
    for (Bitboard rest = position.castling_rooks(position.side()); rest != 0;) {
      const Square rook = PopFirst(rest);
      if ((FileOf(rook) > FileOf(king)) == king_side) to = rook;
    }
    return ExplainMove(position, king, to, PieceType::kNone);
  }
  if (bare.size() > 4 && TypeOfLetter(bare[0]) != PieceType::kNone && IsSquare(bare.substr(1, 2))) {
    bare.erase(0, 1);
  }
  if (bare.size() < 4 || bare.size() > 5 || !IsSquare(bare.substr(0, 2)) ||
      !IsSquare(bare.substr(2, 2))) {
    return std::nullopt;
  }
  const PieceType promotion = bare.size() == 5 ? TypeOfLetter(bare[4]) : PieceType::kNone;
  return ExplainMove(position, SquareOf(bare.substr(0, 2)), SquareOf(bare.substr(2, 2)), promotion);
}

// "Nf6", "bxc3", "e5": the pieces that may be meant, each tried; what isn't a matter of shape
// tells most.
std::optional<Ruling> ExplainShort(const Position& position, std::string_view text) {
  std::string bare = Bare(text);
  PieceType promotion = PieceType::kNone;
  if (bare.size() > 2 && TypeOfLetter(bare.back()) != PieceType::kNone) {
    promotion = TypeOfLetter(bare.back());
    bare.pop_back();
  }
  PieceType type = PieceType::kPawn;
  if (!bare.empty() && bare[0] >= 'A' && bare[0] <= 'Z') {
    type = TypeOfLetter(bare[0]);
    bare.erase(0, 1);
  }
  if (type == PieceType::kNone || bare.size() < 2 || bare.size() > 3) return std::nullopt;
  const std::string target = bare.substr(bare.size() - 2);
  if (!IsSquare(target)) return std::nullopt;
  Bitboard candidates = position.of(position.side(), type);
  if (bare.size() == 3) {
    const bool file = bare[0] >= 'a' && bare[0] <= 'h';
    if (!file && (bare[0] < '1' || bare[0] > '8')) return std::nullopt;
    candidates &= file ? FileMask(bare[0] - 'a') : RankMask(bare[0] - '1');
  } else if (type == PieceType::kPawn) {
    candidates &= FileMask(target[0] - 'a');
  }
  if (candidates == 0) {
    return Say("A067", "{} has no {} that this could mean", ColorName(position.side()),
               TypeName(type));
  }
  std::optional<Ruling> first;
  for (Bitboard rest = candidates; rest != 0;) {
    const Square from = PopFirst(rest);
    const Ruling ruling = ExplainMove(position, from, SquareOf(target), promotion);
    const bool shape = (PieceAttacks(type, from, 0) & Bit(SquareOf(target))) == 0;
    if (!first.has_value() || (type != PieceType::kPawn && !shape)) first = ruling;
    if (type != PieceType::kPawn && !shape) break;
  }
  return first;
}

}  // namespace

Ruling ExplainMove(const Position& position, Square from, Square to, PieceType promotion) {
  return Attempt(position, from, to, promotion).Explain();
}

MoveRuling ExplainMove(const Position& position, std::string_view text) {
  if (text.empty() || text.size() > kMostText) {
    return {std::nullopt,
            Say("A250", "a move is a text of 2 to {} characters, such as e2e4 or Nf3", kMostText)};
  }
  absl::StatusOr<Move> move = ParseUci(position, text);
  if (!move.ok()) move = ParseSan(position, text);
  if (move.ok()) {
    const PieceType type = TypeOf(position.at(move->from()));
    if (position.IsCastling(*move)) return {*move, Say("A119", "castling is allowed here")};
    if (position.IsEnPassant(*move)) return {*move, Say("A102", "a capture in passing")};
    return {*move, Say("A074", "the {} may go from {} to {}", TypeName(type), ToText(move->from()),
                       ToText(move->to()))};
  }
  const std::string san_fault = Message(move.status());
  if (san_fault.find("ambiguous") != std::string::npos) return {std::nullopt, {"A245", san_fault}};
  if (const auto source = ParseSourceMove(position, text); source.ok()) {
    return {source->move,
            Say("A250", "as the source texts write it, {}", ToSan(position, source->move))};
  }
  if (auto ruling = ExplainSquares(position, text)) return {std::nullopt, *ruling};
  if (auto ruling = ExplainShort(position, text)) return {std::nullopt, *ruling};
  return {std::nullopt, {"A250", san_fault}};
}

}  // namespace rookery::chess
