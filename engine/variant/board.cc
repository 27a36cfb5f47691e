#include "engine/variant/board.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "base/check.h"
#include "base/status.h"
#include "engine/variant/position_text.h"

namespace rookery::variant {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kEmbedded =
#include "four_nation_json.inc"
    ;

// dx, dy of each Direction.
constexpr std::array<std::array<int, 2>, kDirections> kVectors = {
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

// The options that are played in one way only, and that way.
constexpr std::string_view kFixedOptions = R"({
  "capital_inside_attacks": false,
  "king_attacks_out_of_capital": true,
  "knight_springboards": ["own", "ally"],
  "knight_chain_may_end_on_start": false,
  "pawn_port_entry_any_diagonal": true,
  "pawn_port_entry_may_capture": false,
  "promotion_lines": "any-other-nation",
  "promotion_pool": "own-captured-QRBN",
  "promotion_pool_consumes": true,
  "promotion_if_pool_empty": "stays-a-pawn-for-ever",
  "en_passant_window": "until-the-double-stepper-moves-again",
  "double_step": "pawn-never-moved",
  "castling_through": "not-attacked-by-either-enemy",
  "win": "king-captured-team-loses",
  "self_check_legal": true,
  "no_move": "pass",
  "four_passes": "draw",
  "resign": "team-loses",
  "time_forfeit": "team-loses"
})";

Square OffsetSquare(int file, int rank) {
  const bool inside = file >= 0 && file < kSide && rank >= 0 && rank < kSide;
  return inside ? MakeSquare(file, rank) : kNoSquare;
}

absl::StatusOr<Square> ReadSquare(const Json& json) {
  const std::string text = json.get<std::string>();
  const std::optional<Square> square = ParseSquare(text);
  if (!square) return InvalidArgument("board data: '{}' is not a square", text);
  return *square;
}

absl::StatusOr<std::vector<Square>> ReadSquares(const Json& json) {
  std::vector<Square> squares;
  for (const Json& item : json) {
    ROOKERY_ASSIGN_OR_RETURN(const Square square, ReadSquare(item));
    squares.push_back(square);
  }
  return squares;
}

absl::StatusOr<Direction> ReadDirection(const Json& json) {
  for (const Direction direction : kStraight) {
    const auto& vector = kVectors[static_cast<size_t>(direction)];
    if (json.at(0).get<int>() == vector[0] && json.at(1).get<int>() == vector[1]) return direction;
  }
  return InvalidArgument("board data: forward {} is not a straight step", json.dump());
}

absl::Status ReadCastles(const Json& json, SeatSetup& setup) {
  for (const Json& item : json) {
    Castle& castle = setup.castles[item.at("side").get<std::string>() == "O-O" ? 0 : 1];
    ROOKERY_ASSIGN_OR_RETURN(castle.king_to, ReadSquare(item.at("king_to")));
    ROOKERY_ASSIGN_OR_RETURN(castle.rook_from, ReadSquare(item.at("rook_from")));
    ROOKERY_ASSIGN_OR_RETURN(castle.rook_to, ReadSquare(item.at("rook_to")));
  }
  if (setup.castles[0].rook_from == kNoSquare || setup.castles[1].rook_from == kNoSquare) {
    return InvalidArgument("board data: castle needs both O-O and O-O-O");
  }
  return absl::OkStatus();
}

absl::StatusOr<SeatSetup> ReadSeat(const Json& json, Seat seat) {
  SeatSetup setup;
  if (json.at("ally").get<std::string>() != std::string(1, SeatLetter(Ally(seat)))) {
    return InvalidArgument("board data: the ally of {} must sit opposite", SeatLetter(seat));
  }
  ROOKERY_ASSIGN_OR_RETURN(setup.forward, ReadDirection(json.at("forward")));
  ROOKERY_ASSIGN_OR_RETURN(setup.base_line, ReadSquares(json.at("base_line")));
  ROOKERY_ASSIGN_OR_RETURN(setup.pawn_start, ReadSquares(json.at("pawn_start")));
  ROOKERY_ASSIGN_OR_RETURN(setup.king_start, ReadSquare(json.at("king_start")));
  ROOKERY_ASSIGN_OR_RETURN(setup.princess, ReadSquare(json.at("princess")));
  ROOKERY_RETURN_IF_ERROR(ReadCastles(json.at("castle"), setup));
  for (const auto& [name, letter] : json.at("pieces").items()) {
    ROOKERY_ASSIGN_OR_RETURN(const Square square, ReadSquare(name));
    const std::string text = letter.get<std::string>();
    const std::optional<Kind> kind = text.size() == 1 ? KindFromLetter(text[0]) : std::nullopt;
    if (!kind) return InvalidArgument("board data: '{}' on {} is not a piece", text, name);
    setup.pieces.emplace_back(square, *kind == Kind::kPawn ? Kind::kFreshPawn : *kind);
  }
  return setup;
}

absl::Status CheckFixedOptions(const Json& options) {
  const Json fixed = Json::parse(kFixedOptions);  // items() only refers to it
  for (const auto& [name, value] : fixed.items()) {
    if (options.at(name) != value) {
      return InvalidArgument("board data: option {} is {}; only {} is played", name,
                             options.at(name).dump(), value.dump());
    }
  }
  return absl::OkStatus();
}

Options ReadOptions(const Json& json) {
  Options options;
  json.at("capital_blocks_lines").get_to(options.capital_blocks_lines);
  json.at("capital_reentry").get_to(options.capital_reentry);
  json.at("capital_step_inside").get_to(options.capital_step_inside);
  json.at("knight_chain").get_to(options.knight_chain);
  json.at("repetition").get_to(options.repetition);
  json.at("no_progress_rounds").get_to(options.no_progress_rounds);
  return options;
}

absl::Status ReadTerrain(const Json& rows, std::array<char, kSquares>& terrain) {
  if (rows.size() != kSide) return InvalidArgument("board data: terrain needs {} rows", kSide);
  for (int rank = 0; rank < kSide; ++rank) {
    const std::string row = rows.at(static_cast<size_t>(kSide - 1 - rank)).get<std::string>();
    if (row.size() != kSide || row.find_first_not_of("SENWCK~=o") != std::string::npos) {
      return InvalidArgument("board data: terrain row '{}' needs {} of SENWCK~=o", row, kSide);
    }
    std::copy(row.begin(), row.end(), terrain.begin() + rank * kSide);
  }
  return absl::OkStatus();
}

}  // namespace

Direction Opposite(Direction direction) {
  return static_cast<Direction>((static_cast<int>(direction) + 2) % 4);
}

std::array<Direction, 2> Beside(Direction direction) {
  const int turn = static_cast<int>(direction);
  return {static_cast<Direction>(4 + (turn + 3) % 4), static_cast<Direction>(4 + turn)};
}

Board::Board() {
  for (Square square = 0; square < kSquares; ++square) {
    const int file = FileOf(square);
    const int rank = RankOf(square);
    for (size_t i = 0; i < kDirections; ++i) {
      steps_[At(square)][i] = OffsetSquare(file + kVectors[i][0], rank + kVectors[i][1]);
    }
    for (int dx = -2; dx <= 2; ++dx) {
      for (int dy = -2; dy <= 2; ++dy) {
        if (std::abs(dx * dy) != 2) continue;
        const Square to = OffsetSquare(file + dx, rank + dy);
        if (to != kNoSquare) jumps_[At(square)].push_back(to);
      }
    }
  }
}

const Board& Board::Standard() {
  static const Board* const board = [] {
    const absl::StatusOr<Board> parsed = Parse(kEmbedded);
    ROOKERY_CHECK(parsed.ok());
    return new Board(*parsed);
  }();
  return *board;
}

absl::StatusOr<Board> Board::Parse(std::string_view json) {
  try {
    const Json data = Json::parse(json);
    if (data.at("size").get<int>() != kSide) {
      return InvalidArgument("board data: size must be {}", kSide);
    }
    Board board;
    ROOKERY_RETURN_IF_ERROR(ReadTerrain(data.at("terrain"), board.terrain_));
    for (const Seat seat : kAllSeats) {
      const std::string id(1, SeatLetter(seat));
      const Json& entry = data.at("seats").at(Index(seat));
      if (data.at("turn_order").at(Index(seat)) != id || entry.at("id") != id) {
        return InvalidArgument("board data: seats and turn order must be S, E, N, W");
      }
      ROOKERY_ASSIGN_OR_RETURN(board.seats_[Index(seat)], ReadSeat(entry, seat));
      for (const Square square : board.seats_[Index(seat)].base_line) {
        board.base_line_of_[At(square)] = seat;
      }
    }
    ROOKERY_RETURN_IF_ERROR(CheckFixedOptions(data.at("options")));
    board.options_ = ReadOptions(data.at("options"));
    return board;
  } catch (const Json::exception& error) {
    return InvalidArgument("board data: {}", error.what());
  }
}

bool Board::IsWater(Square square) const {
  const char code = terrain(square);
  return code == '~' || code == '=' || code == 'o';
}

std::optional<Seat> Board::Country(Square square) const { return SeatFromLetter(terrain(square)); }

bool Board::IsForeignBaseLine(Square square, Seat seat) const {
  const std::optional<Seat>& owner = base_line_of_[At(square)];
  return owner.has_value() && *owner != seat;
}

Direction Board::PawnDirection(Seat seat, Square square) const {
  const std::optional<Seat> country = Country(square);
  if (country.has_value() && *country != seat) return Opposite(this->seat(*country).forward);
  return this->seat(seat).forward;
}

}  // namespace rookery::variant
