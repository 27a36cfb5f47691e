#include "coordinator/play/table.h"

#include <algorithm>

#include "base/status.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kShown = 20;  // of a move that isn't one

TableMove MoveOf(const chess::Position& position, chess::Move move) {
  TableMove shown;
  shown.uci = chess::ToUci(position, move);
  shown.san = chess::ToSan(position, move);
  shown.castling = position.IsCastling(move);
  shown.en_passant = position.IsEnPassant(move);
  shown.capture = position.IsCapture(move);
  return shown;
}

std::vector<std::string> SansOf(const chess::Game& game) {
  std::vector<std::string> sans;
  chess::Position position = game.start();
  for (const chess::Move move : game.moves()) {
    sans.push_back(chess::ToSan(position, move));
    position.Play(move);
  }
  return sans;
}

}  // namespace

absl::StatusOr<chess::Game> GameOf(std::string_view fen, std::string_view moves) {
  const std::string_view start = fen.empty() ? chess::kStartFen : fen;
  ROOKERY_ASSIGN_OR_RETURN(const chess::Position position, chess::ParseFen(start));
  chess::Game game(position);
  while (!moves.empty()) {
    const size_t end = std::min(moves.find(' '), moves.size());
    const std::string_view word = moves.substr(0, end);
    moves.remove_prefix(std::min(end + 1, moves.size()));
    if (word.empty()) continue;
    if (game.moves().size() >= kMostTablePlies) {
      return InvalidArgument("moves: more than {} half moves", kMostTablePlies);
    }
    const absl::StatusOr<chess::Move> move = chess::ParseUci(game.position(), word);
    if (!move.ok()) {
      return InvalidArgument("moves: '{}', number {}, is not a legal move there",
                             word.substr(0, kShown), game.moves().size() + 1);
    }
    game.Play(*move);
  }
  return game;
}

Table TableOf(const chess::Game& game) {
  const chess::Position& position = game.position();
  Table table;
  table.fen = chess::ToFen(position);
  table.sans = SansOf(game);
  table.check = position.in_check();
  table.end = game.End();
  if (table.end.has_value()) return table;
  chess::MoveList moves;
  chess::GenerateLegal(position, moves);
  for (const chess::Move move : moves) table.moves.push_back(MoveOf(position, move));
  return table;
}

std::string TablePgn(const chess::Game& game, const std::string& white, const std::string& black,
                     const std::string& date, std::optional<chess::Color> resigned) {
  chess::PgnGame pgn;
  pgn.tags = {{"Event", "Learn chess"}, {"Site", "Rookery"}, {"Date", date},
              {"Round", "-"},           {"White", white},    {"Black", black}};
  pgn.start = game.start();
  for (const chess::Move move : game.moves()) pgn.moves.emplace_back().move = move;
  if (const std::optional<chess::RuleEnd> end = game.End()) {
    pgn.result = end->result;
    pgn.tags.emplace_back("Cause", std::string(Name(end->end)));
  } else if (resigned.has_value()) {
    pgn.result =
        *resigned == chess::Color::kWhite ? GameResult::kBlackWins : GameResult::kWhiteWins;
    pgn.tags.emplace_back("Cause", std::string(Name(GameEnd::kResignation)));
  }
  return chess::ToPgn(pgn);
}

}  // namespace rookery::coordinator
