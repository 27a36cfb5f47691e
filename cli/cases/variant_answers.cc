// The four-nation game (answers.h).
#include <algorithm>
#include <set>

#include "base/status.h"
#include "cli/cases/answers.h"
#include "engine/variant/movegen.h"
#include "engine/variant/position_text.h"

namespace rookery::cases {
namespace {

using variant::Board;
using variant::Move;
using variant::Position;

constexpr int kMostDepth = 4;  // of perft that a file may ask for

Position Setup(const Json& text, std::string* fault) {
  const auto position = variant::ParsePosition(Board::Standard(), Str(text));
  if (!position.ok()) NoteFault(fault, position.status());
  return position.ok() ? *position : variant::StartPosition(Board::Standard());
}

std::string KindName(variant::MoveKind kind) {
  if (kind == variant::MoveKind::kCoronation) return "crown";
  return kind == variant::MoveKind::kStay ? "stay" : "";
}

Json Leaves(const Position& position, const Json& depths, std::string* fault) {
  Json leaves = Json::object();
  for (auto depth = depths.begin(); depth != depths.end(); ++depth) {
    const int plies = std::atoi(depth.key().c_str());
    if (plies < 1 || plies > kMostDepth) {
      NoteFault(fault, InvalidArgument("perft: depths of 1 to {}", kMostDepth));
      break;
    }
    leaves[depth.key()] = variant::Perft(Board::Standard(), position, plies);
  }
  return leaves;
}

Json Look(const Question& asked) {
  const Position position = Setup(asked.input.at("fen4"), asked.fault);
  const Json& expected = asked.input.at("asked");
  if (expected.contains("perft")) {
    return {{"perft", Leaves(position, expected.at("perft"), asked.fault)}};
  }
  const std::string square = asked.input.at("square");
  std::vector<Move> moves;
  variant::Generate(Board::Standard(), position, moves);
  std::set<std::string> targets;
  std::set<std::string> texts;
  std::set<std::string> kinds;
  Json kind_of = Json::object();
  const Json named = expected.value("kind_of", Json::object());
  for (const Move& move : moves) {
    if (variant::SquareText(move.from) != square) continue;
    const std::string text = variant::MoveText(move);
    targets.insert(variant::SquareText(move.to));
    texts.insert(text);
    kinds.insert(KindName(move.kind));
    if (named.contains(text)) kind_of[text] = KindName(move.kind);
  }
  return {{"targets", targets}, {"moves", texts}, {"kinds", kinds}, {"kind_of", kind_of}};
}

std::string PieceText(const Position& position, const std::string& text) {
  const auto square = variant::ParseSquare(text);
  if (!square.has_value()) return "no square";
  const variant::Piece piece = position.at(*square);
  if (piece.empty()) return "";
  return {variant::SeatLetter(piece.seat), variant::KindLetter(piece.kind)};
}

Json Losers(const Position& position) {
  if (!position.lost_king.has_value()) return Json::array();
  return {std::string(1, variant::SeatLetter(*position.lost_king)),
          std::string(1, variant::SeatLetter(variant::Ally(*position.lost_king)))};
}

Json Line(const Question& asked) {
  const Board& board = Board::Standard();
  Position position = Setup(asked.input.at("fen4"), asked.fault);
  for (const Json& text : asked.input.at("moves")) {
    const auto move = variant::ParseMove(board, position, Str(text));
    if (!move.ok()) {
      NoteFault(asked.fault, move.status());
      break;
    }
    variant::Play(board, *move, position);
  }
  const Json& expected = asked.input.at("asked");
  Json answer = {
      {"loser", Losers(position)}, {"squares", Json::object()}, {"empty", Json::array()}};
  const Json squares = expected.value("squares", Json::object());
  for (auto square = squares.begin(); square != squares.end(); ++square) {
    answer["squares"][square.key()] = PieceText(position, square.key());
  }
  for (const Json& square : expected.value("empty", Json::array())) {
    if (PieceText(position, Str(square)).empty()) answer["empty"].push_back(square);
  }
  const std::string after = asked.input.value("then_illegal", "");
  answer["then_illegal"] = !variant::ParseMove(board, position, after).ok();
  return answer;
}

}  // namespace

const Answers& VariantAnswers() {
  static const Answers answers = {{"four_nation", Look}, {"four_nation_line", Line}};
  return answers;
}

}  // namespace rookery::cases
