// Lines, ends of games, conduct and notation (answers.h).
#include <algorithm>
#include <charconv>
#include <fstream>

#include "base/status.h"
#include "cli/cases/answers.h"
#include "engine/chess/conduct.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/source_notation.h"
#include "engine/openings/classifier.h"

namespace rookery::cases {
namespace {

using chess::Color;
using chess::Conduct;
using chess::Count;
using chess::CountLegal;
using chess::FindRuleProfile;
using chess::FlagFall;
using chess::Game;
using chess::IsDeadPosition;
using chess::IsInsufficientMaterial;
using chess::NagOfMark;
using chess::NoProgressEnds;
using chess::ParseResultText;
using chess::ParseSourceGame;
using chess::ParseSourceMove;
using chess::ParseUci;
using chess::PerpetualRule;
using chess::PgnError;
using chess::PgnGame;
using chess::PgnMove;
using chess::PieceType;
using chess::Position;
using chess::Progress;
using chess::ReadPgn;
using chess::RestartsReversed;
using chess::RuleProfile;
using chess::Text;
using chess::ToFen;
using chess::ToSan;
using chess::ToUci;

bool EndsBy(const Game& game, GameEnd end) {
  const auto ended = game.End();
  return ended.has_value() && ended->end == end;
}

Json Status(const Question& asked) {
  const Game game = PlayMoves(asked.input, "engine", asked.fault);
  const Position& position = game.position();
  const auto end = game.End();
  const Json moves = LegalUcis(position);
  const bool only_king = std::all_of(moves.begin(), moves.end(), [&](const Json& move) {
    return SquareOf(Str(move).substr(0, 2)) == position.king(position.side());
  });
  const std::string fen = ToFen(position);
  return {{"check", position.in_check()},
          {"checkers", Texts(position.checkers())},
          {"checkmate", EndsBy(game, GameEnd::kCheckmate)},
          {"stalemate", EndsBy(game, GameEnd::kStalemate)},
          {"result", end.has_value() ? std::string(ResultText(end->result)) : "*"},
          {"legal_ucis", moves},
          {"legal_moves", moves.size()},
          {"only_king_moves", only_king},
          {"white_queens", Count(position.of(Color::kWhite, PieceType::kQueen))},
          {"final_board", fen.substr(0, fen.find(' '))}};
}

Json Repetition(const Question& asked) {
  const Game game = PlayMoves(asked.input, "fide", asked.fault);
  const int count = game.Occurrences();
  return {{"occurrences", count},
          {"repetition3", count >= 3},
          {"repetition5", EndsBy(game, GameEnd::kRepetition)},
          {"claim_with_move", game.CanClaimRepetition()}};
}

Json NoProgress(const Question& asked) {
  const Game game = PlayMoves(asked.input, "fide", asked.fault);
  // The side to move claims without a move of its own here: what stands on the board counts.
  return {{"claim50", game.position().halfmove_clock() >= 100 && game.CanClaimNoProgress()},
          {"auto75", EndsBy(game, GameEnd::kNoProgress)},
          {"checkmate", EndsBy(game, GameEnd::kCheckmate)},
          {"clock", game.position().halfmove_clock()}};
}

Json NoProgressOption(const Question& asked) {
  RuleProfile profile;
  const std::string rule = asked.input.at("rule");
  if (rule == "30") {
    profile.no_progress_plies = 60;
    profile.no_progress_kbnk_plies = 100;
  }
  profile.pawn_move_is_progress = rule != "50-capture-only";
  const int pawn = asked.input.at("plies_since_capture_or_pawn");
  const Progress progress = {asked.input.value("plies_since_capture", pawn), pawn};
  const bool kbnk = asked.input.value("material", "") == "KBNvK";
  return {{"draw", NoProgressEnds(profile, progress, kbnk)}};
}

Json Perpetual(const Question& asked) {
  RuleProfile profile;
  profile.perpetual = PerpetualRule::kChecks;
  profile.repetition_count = 0;
  Game game(At(asked.input.at("fen"), asked.fault), profile);
  bool only_replies = true;
  bool early = false;
  for (const Json& text : asked.input.at("moves")) {
    if (game.position().in_check()) only_replies = only_replies && CountLegal(game.position()) == 1;
    early = early || game.End().has_value();
    const auto move = ParseUci(game.position(), Str(text));
    if (!move.ok()) {
      NoteFault(asked.fault, move.status());
      break;
    }
    game.Play(*move);
  }
  if (early || !EndsBy(game, GameEnd::kPerpetual)) {
    NoteFault(asked.fault, InvalidArgument("the rule doesn't end the game at the last check"));
  }
  return {{"white_checks", game.ChecksInARow()},
          {"only_replies", only_replies},
          {"repetition3", game.Occurrences() >= 3}};
}

Json Dead(const Question& asked) {
  const Position position = At(asked.input.at("fen"), asked.fault);
  return {{"automatic_draw", IsDeadPosition(position)},
          {"no_mate_reachable", IsDeadPosition(position)},
          {"python_chess_insufficient", IsInsufficientMaterial(position)}};
}

Json Flag(const Question& asked) {
  const Color flagged = asked.input.at("flagged") == "white" ? Color::kWhite : Color::kBlack;
  const auto [end, result] =
      FlagFall(RuleProfile(), At(asked.input.at("fen"), asked.fault), flagged);
  return {{"result", std::string(ResultText(result))}};
}

// Whether colours found reversed after "start:SECONDS" begin anew.
Json Reversed(const Question& asked) {
  const std::string event = asked.input.at("events").at(0);
  double seconds = 0;
  const char* begin = event.data() + std::min<size_t>(event.size(), 6);
  std::from_chars(begin, event.data() + event.size(), seconds);
  const double percent = 100 * seconds / asked.input.at("options").at("time_limit").get<double>();
  const bool restart = RestartsReversed(*FindRuleProfile("source"), 99, percent);
  return {{"action", restart ? "restart" : "continue"}};
}

// Events like "W:offer".
Json Protocol(const Question& asked) {
  if (asked.input.at("rule_name") == "colours reversed") return Reversed(asked);
  RuleProfile profile;
  profile.illegal_limit = asked.input.at("options").value("illegal_limit", 1);
  const bool other_can_mate = !asked.input.at("options").value("bare_king_black", false);
  Conduct conduct(profile);
  using Refusal = Conduct::Refusal;
  Refusal last = Refusal::kNone;
  for (const Json& event : asked.input.at("events")) {
    const std::string text = Str(event);
    const Color color = text.starts_with("W") ? Color::kWhite : Color::kBlack;
    const std::string what = text.substr(std::min<size_t>(text.size(), 2));
    if (what == "move") last = conduct.Move(color);
    if (what == "clock") last = conduct.PressClock(color);
    if (what == "offer") last = conduct.Offer(color);
    if (what == "accept") last = conduct.Accept(color);
    if (what == "decline") last = conduct.Decline(color);
    if (what == "withdraw") last = conduct.Withdraw(color);
    if (what == "resign") conduct.Resign(color);
    if (what == "illegal") conduct.Illegal(color, other_can_mate);
  }
  return {{"result", conduct.end() ? std::string(ResultText(conduct.end()->second)) : "*"},
          {"last_event", "refused: " + std::string(Text(last))}};
}

Json SourceNotation(const Question& asked) {
  const Position position = At(asked.input.at("fen"), asked.fault);
  const auto read = ParseSourceMove(position, Str(asked.input.at("text")));
  if (!read.ok()) return {{"error", Message(read.status())}};
  return {{"uci", ToUci(position, read->move)},
          {"san", ToSan(position, read->move)},
          {"mark", read->mark}};
}

Json SourceGame(const Question& asked) {
  std::string text;
  for (const Json& token : asked.input.at("tokens")) text += Str(token) + "  ";
  const auto game = ParseSourceGame(Position::Start(), text);
  if (!game.ok()) {
    const std::string fault = Message(game.status());  // "ply 9: ..."
    return {{"fails_at_ply", std::atoi(fault.c_str() + std::min<size_t>(fault.size(), 4))}};
  }
  Game played(game->start);
  for (const PgnMove& move : game->moves) played.Play(move.move);
  return {{"fails_at_ply", 0},
          {"final_fen", ToFen(played.position())},
          {"checkmate", EndsBy(played, GameEnd::kCheckmate)}};
}

Json PgnFile(const Question& asked) {
  const std::string name = asked.input.at("file");
  std::ifstream file(asked.folder + "/" + name);
  if (name.find('/') != std::string::npos || !file) {
    NoteFault(asked.fault, InvalidArgument("{}: there is no such file beside the cases", name));
    return Json::object();
  }
  Json results = Json::array();
  int errors = 0;
  ReadPgn(
      file,
      [&results](const PgnGame& game) {
        results.push_back(game.result ? std::string(ResultText(*game.result)) : "*");
        return results.size() < kMostCases;
      },
      [&errors](const PgnError&) { return ++errors > 0; });
  return {{"games", results.size()}, {"errors", errors}, {"results", results}};
}

Json ResultWord(const Question& asked) {
  const auto result = ParseResultText(Str(asked.input.at("text")));
  return {{"pgn", result.has_value() ? std::string(ResultText(*result)) : "*"}};
}

Json Nag(const Question& asked) { return {{"nag", NagOfMark(Str(asked.input.at("mark")))}}; }

Json OpeningNames(const Question& asked) {
  const auto game = ParseSourceGame(chess::Position::Start(), Str(asked.input.at("san")));
  if (!game.ok()) {
    NoteFault(asked.fault, game.status());
    return Json::object();
  }
  std::vector<chess::Move> moves;
  for (const chess::PgnMove& played : game->moves) moves.push_back(played.move);
  const auto name = openings::OpeningClassifier().Classify(game->start, moves);
  return {{"taxonomy", name.kind ? std::string(Name(*name.kind)) : ""}, {"name", name.source_name}};
}

}  // namespace

const Answers& GameAnswers() {
  static const Answers answers = {{"status", Status},
                                  {"line_status", Status},
                                  {"line", Status},
                                  {"repetition", Repetition},
                                  {"no_progress", NoProgress},
                                  {"no_progress_option", NoProgressOption},
                                  {"perpetual", Perpetual},
                                  {"dead_material", Dead},
                                  {"dead_bfs", Dead},
                                  {"flag", Flag},
                                  {"protocol", Protocol},
                                  {"source_notation", SourceNotation},
                                  {"source_game", SourceGame},
                                  {"pgn_file", PgnFile},
                                  {"result_text", ResultWord},
                                  {"nag", Nag},
                                  {"opening", OpeningNames}};
  return answers;
}

}  // namespace rookery::cases
