// The cases of the source texts (tests/data/README.md), each kind bound to the code that answers
// it. A kind that this table doesn't know fails, so a new case can't go unnoticed. What folders
// other than engine/chess answer is in the tests that tests/support/source_cases.h names.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/status.h"
#include "engine/chess/conduct.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/source_notation.h"
#include "engine/eval/board_view.h"
#include "tests/support/source_cases.h"

namespace rookery::chess {
namespace {

using Json = nlohmann::json;

std::string Str(const Json& value) { return value.get<std::string>(); }

Position At(const Json& fen) {
  const auto position = ParseFen(Str(fen));
  EXPECT_TRUE(position.ok()) << position.status();
  return position.value_or(Position::Start());
}

Square SquareOf(const std::string& text) { return MakeSquare(text[0] - 'a', text[1] - '1'); }

Json Texts(Bitboard squares) {
  std::vector<std::string> texts;
  while (squares != 0) texts.push_back(ToText(PopFirst(squares)));
  std::sort(texts.begin(), texts.end());
  return texts;
}

Json LegalUcis(const Position& position, Bitboard from = ~Bitboard{0}) {
  MoveList moves;
  GenerateLegal(position, moves);
  std::vector<std::string> texts;
  for (const Move move : moves) {
    if ((Bit(move.from()) & from) != 0) texts.push_back(ToUci(position, move));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

Game Play(const Json& input, std::string_view profile = "engine") {
  Game game(At(input["fen"]), *FindRuleProfile(profile));
  for (const Json& text : input.value("moves", Json::array())) {
    const auto move = ParseUci(game.position(), Str(text));
    EXPECT_TRUE(move.ok()) << move.status();
    if (move.ok()) game.Play(*move);
  }
  return game;
}

std::string ResultOf(const Game& game) {
  const auto end = game.End();
  return end.has_value() ? std::string(ResultText(end->result)) : "*";
}

Json SquareColors(const Json& input) {
  Json colors;
  for (const Json& square : input["squares"]) {
    colors[Str(square)] = (kDarkSquares & Bit(SquareOf(Str(square)))) != 0 ? "dark" : "light";
  }
  return colors;
}

Json Diagonal(const Json& input) {
  return {{"squares",
           Texts(LineThrough(SquareOf(Str(input["ends"][0])), SquareOf(Str(input["ends"][1]))))}};
}

Json Start(const Json&) {
  const Position start = Position::Start();
  Json answer = {{"fen", ToFen(start)},
                 {"white", Count(start.of(Color::kWhite))},
                 {"black", Count(start.of(Color::kBlack))},
                 {"legal_moves", CountLegal(start)}};
  for (int type = 0; type < 6; ++type) {
    answer[std::string(1, "PNBRQK"[type])] =
        Count(start.of(Color::kWhite, static_cast<PieceType>(type)));
  }
  return answer;
}

Json StartText(const Json& input) {
  std::string rows(64, '.');
  const Position start = Position::Start();
  for (int i = 0; i < 64; ++i) {
    rows[i] = "PNBRQKPNBRQK."[Index(start.at(static_cast<Square>(i)))];
  }
  return {{"rows_equal_start", rows == Str(input["diagram"])}};
}

Json MovesFrom(const Json& input) {
  const Position position = At(input["fen"]);
  const Square from = SquareOf(Str(input["square"]));
  Bitboard targets = 0;
  for (const Json& text : LegalUcis(position, Bit(from))) {
    targets |= Bit(SquareOf(Str(text).substr(2, 2)));
  }
  return {{"targets", Texts(targets)},
          {"count", Count(targets)},
          {"moves", LegalUcis(position, Bit(from))}};
}

Json Legal(const Json& input) {
  const Game game = Play(input);
  const Position& position = game.position();
  const auto move = ParseUci(position, Str(input["move"]));
  return {{"legal", move.ok()},
          {"en_passant", move.ok() && position.IsEnPassant(*move)},
          {"castling", move.ok() && position.IsCastling(*move) ? ToSan(position, *move) : ""}};
}

Json CaptureOptional(const Json& input) {
  const Json legal = LegalUcis(At(input["fen"]));
  const std::set<std::string> moves(legal.begin(), legal.end());
  return {{"capture", "e4d5"},
          {"quiet", "e4e5"},
          {"both_legal", moves.count("e4d5") == 1 && moves.count("e4e5") == 1}};
}

Json Status(const Json& input) {
  const Game game = Play(input);
  const Position& position = game.position();
  const auto end = game.End();
  const Json moves = LegalUcis(position);
  bool only_king = true;
  for (const Json& move : moves) {
    only_king = only_king && SquareOf(Str(move)) == position.king(position.side());
  }
  const std::string fen = ToFen(position);
  return {{"check", position.in_check()},
          {"checkers", Texts(position.checkers())},
          {"checkmate", end.has_value() && end->end == GameEnd::kCheckmate},
          {"stalemate", end.has_value() && end->end == GameEnd::kStalemate},
          {"result", ResultOf(game)},
          {"legal_ucis", moves},
          {"legal_moves", moves.size()},
          {"only_king_moves", only_king},
          {"white_queens", Count(position.of(Color::kWhite, PieceType::kQueen))},
          {"final_board", fen.substr(0, fen.find(' '))}};
}

Json Repetition(const Json& input) {
  const Game game = Play(input, "fide");
  const int count = game.Occurrences();
  const auto end = game.End();
  return {{"occurrences", count},
          {"repetition3", count >= 3},
          {"repetition5", end.has_value() && end->end == GameEnd::kRepetition},
          {"claim_with_move", game.CanClaimRepetition()}};
}

Json NoProgress(const Json& input) {
  const Game game = Play(input, "fide");
  const auto end = game.End();
  // The side to move claims without a move of its own here: what stands on the board counts.
  return {{"claim50", game.position().halfmove_clock() >= 100 && game.CanClaimNoProgress()},
          {"auto75", end.has_value() && end->end == GameEnd::kNoProgress},
          {"checkmate", end.has_value() && end->end == GameEnd::kCheckmate},
          {"clock", game.position().halfmove_clock()}};
}

Json NoProgressOption(const Json& input) {
  RuleProfile profile;
  const std::string rule = input["rule"];
  if (rule == "30") {
    profile.no_progress_plies = 60;
    profile.no_progress_kbnk_plies = 100;
  }
  profile.pawn_move_is_progress = rule != "50-capture-only";
  const int pawn = input["plies_since_capture_or_pawn"];
  const Progress progress = {input.value("plies_since_capture", pawn), pawn};
  return {{"draw", NoProgressEnds(profile, progress, input["material"] == "KBNvK")}};
}

Json Perpetual(const Json& input) {
  RuleProfile profile = *FindRuleProfile("engine");
  profile.perpetual = PerpetualRule::kChecks;
  profile.repetition_count = 0;
  Game game(At(input["fen"]), profile);
  bool only_replies = true;
  for (const Json& text : input["moves"]) {
    if (game.position().in_check()) only_replies = only_replies && CountLegal(game.position()) == 1;
    EXPECT_FALSE(game.End().has_value());
    game.Play(*ParseUci(game.position(), Str(text)));
  }
  EXPECT_EQ(game.End()->end, GameEnd::kPerpetual);
  return {{"white_checks", game.ChecksInARow()},
          {"only_replies", only_replies},
          {"repetition3", game.Occurrences() >= 3}};
}

Json Dead(const Json& input) {
  const Position position = At(input["fen"]);
  return {{"automatic_draw", IsDeadPosition(position)},
          {"no_mate_reachable", IsDeadPosition(position)},
          {"python_chess_insufficient", IsInsufficientMaterial(position)}};
}

Json Flag(const Json& input) {
  const Color flagged = input["flagged"] == "white" ? Color::kWhite : Color::kBlack;
  const auto [end, result] = FlagFall(RuleProfile(), At(input["fen"]), flagged);
  return {{"result", std::string(ResultText(result))}};
}

// Events like "W:offer"; what a computer has no use for (scoresheets, touching) isn't among them.
Json Protocol(const Json& input) {
  RuleProfile profile;
  profile.illegal_limit = input["options"].value("illegal_limit", 1);
  const bool other_can_mate = !input["options"].value("bare_king_black", false);
  Conduct conduct(profile);
  using Refusal = Conduct::Refusal;
  Refusal last = Refusal::kNone;
  for (const Json& event : input["events"]) {
    const Color color = Str(event)[0] == 'W' ? Color::kWhite : Color::kBlack;
    const std::string what = Str(event).substr(2);
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

Json Reversed(const Json& input) {
  const double seconds = std::stod(Str(input["events"][0]).substr(6));
  const double percent = 100 * seconds / input["options"]["time_limit"].get<double>();
  const bool restart = RestartsReversed(*FindRuleProfile("source"), 99, percent);
  return {{"action", restart ? "restart" : "continue"}};
}

Json SourceNotation(const Json& input) {
  const Position position = At(input["fen"]);
  const auto read = ParseSourceMove(position, Str(input["text"]));
  if (!read.ok()) return {{"error", Message(read.status())}};
  return {{"uci", ToUci(position, read->move)},
          {"san", ToSan(position, read->move)},
          {"mark", read->mark}};
}

Json SourceGame(const Json& input) {
  std::string text;
  for (const Json& token : input["tokens"]) text += Str(token) + "  ";
  const auto game = ParseSourceGame(Position::Start(), text);
  if (!game.ok()) return {{"fails_at_ply", std::stoi(Message(game.status()).substr(4))}};
  Game played(game->start);
  for (const PgnMove& move : game->moves) played.Play(move.move);
  const auto end = played.End();
  return {{"fails_at_ply", 0},
          {"final_fen", ToFen(played.position())},
          {"checkmate", end.has_value() && end->end == GameEnd::kCheckmate}};
}

Json PgnFile(const Json& input) {
  std::ifstream file(ROOKERY_TEST_DATA "/" + Str(input["file"]));
  Json results = Json::array();
  int errors = 0;
  ReadPgn(
      file,
      [&results](const PgnGame& game) {
        results.push_back(game.result ? std::string(ResultText(*game.result)) : "*");
        return true;
      },
      [&errors](const PgnError&) { return ++errors > 0; });
  return {{"games", results.size()}, {"errors", errors}, {"results", results}};
}

Json San(const Json& input) {
  const Position position = At(input["fen"]);
  return {{"san", ToSan(position, *ParseUci(position, Str(input["move"])))}};
}

Json Mobility(const Json& input) {
  const auto type = static_cast<PieceType>(std::string("PNBRQK").find(Str(input["piece"])));
  return {{"corner", Count(PieceAttacks(type, SquareOf(Str(input["corner"])), 0))},
          {"centre", Count(PieceAttacks(type, SquareOf(Str(input["centre"])), 0))}};
}

Json ColourBound(const Json& input) {
  Bitboard reached = Bit(SquareOf(Str(input["square"])));
  for (int i = 0; i < 8; ++i) {
    for (Bitboard rest = reached; rest != 0;) reached |= BishopAttacks(PopFirst(rest), 0);
  }
  return {{"reachable", Count(reached)},
          {"all", (reached & ~kDarkSquares) == 0 ? "dark" : "light"}};
}

Json KnightColour(const Json& input) {
  const Square from = SquareOf(Str(input["square"]));
  const Bitboard same = (kDarkSquares & Bit(from)) != 0 ? kDarkSquares : ~kDarkSquares;
  return {{"every_move_changes_colour", (KnightAttacks(from) & same) == 0}};
}

// All lines of the board, by the tables that the move generator uses.
Json Geometry(const Json&) {
  std::set<Bitboard> diagonals;
  std::set<Bitboard> straights;
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      const auto from = static_cast<Square>(a);
      const auto to = static_cast<Square>(b);
      const Bitboard line = LineThrough(from, to);
      if (line == 0) continue;
      const bool straight = FileOf(from) == FileOf(to) || RankOf(from) == RankOf(to);
      (straight ? straights : diagonals).insert(line);
    }
  }
  const auto files = std::count_if(straights.begin(), straights.end(),
                                   [](Bitboard line) { return Count(line & kRank1) == 1; });
  return {{"squares", Count(~Bitboard{0})},
          {"dark", Count(kDarkSquares)},
          {"light", Count(~kDarkSquares)},
          {"files", files},
          {"ranks", static_cast<int64_t>(straights.size()) - files},
          {"diagonals_of_2_or_more", diagonals.size()}};
}

// Letters of the files whose squares on the first rank are in the set.
std::string FileLetters(Bitboard squares) {
  std::string letters;
  for (int file = 0; file < 8; ++file) {
    if ((squares & Bit(MakeSquare(file, 0))) != 0) letters += static_cast<char>('a' + file);
  }
  return letters;
}

Json Zones(const Json&) {
  return {{"centre", Texts(eval::kCentre)},
          {"extended", Texts(eval::kRing)},
          {"queenside_files", FileLetters(kFileA | kFileA << 1 | kFileA << 2 | kFileA << 3)},
          {"kingside_files", FileLetters(kFileH | kFileH >> 1 | kFileH >> 2 | kFileH >> 3)},
          {"centre_files", FileLetters(eval::kCentre >> 24)},
          {"edge_files", FileLetters(kFileA | kFileH)}};
}

const std::map<std::string, std::function<Json(const Json&)>>& Answers() {
  static const std::map<std::string, std::function<Json(const Json&)>> answers = {
      {"square_color", SquareColors},
      {"diagonal", Diagonal},
      {"start", Start},
      {"start_text", StartText},
      {"perft",
       [](const Json& in) -> Json { return {{"nodes", Perft(At(in["fen"]), in["depth"])}}; }},
      {"moves_from", MovesFrom},
      {"promotions", MovesFrom},
      {"valid", [](const Json& in) -> Json { return {{"valid", ParseFen(Str(in["fen"])).ok()}}; }},
      {"colour_bound", ColourBound},
      {"knight_colour", KnightColour},
      {"legal", Legal},
      {"line_then_legal", Legal},
      {"line_then_illegal", Legal},
      {"capture_optional", CaptureOptional},
      {"status", Status},
      {"line_status", Status},
      {"line", Status},
      {"repetition", Repetition},
      {"same_position",
       [](const Json& in) -> Json { return {{"same", At(in["a"]).key() == At(in["b"]).key()}}; }},
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
      {"san", San},
      {"result_text",
       [](const Json& in) -> Json {
         return {{"pgn", std::string(ResultText(*ParseResultText(Str(in["text"]))))}};
       }},
      {"nag", [](const Json& in) -> Json { return {{"nag", NagOfMark(Str(in["mark"]))}}; }},
      {"mobility", Mobility},
      {"geometry", Geometry},
      {"zones", Zones},
  };
  return answers;
}

// Lists of squares and moves are sets.
Json Sorted(Json value) {
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

void ExpectAnswered(const Json& item, const Json& answer) {
  for (const auto& [key, value] : item["expected"].items()) {
    if (key == "never") {
      for (const Json& square : value) {
        const Json& targets = answer["targets"];
        EXPECT_EQ(std::count(targets.begin(), targets.end(), square), 0) << item["id"];
      }
      continue;
    }
    EXPECT_EQ(Sorted(answer.value(key, Json("no answer"))), Sorted(value))
        << item["id"] << ' ' << key;
  }
}

std::vector<Json> CasesHere() {
  std::vector<Json> cases;
  for (const Json& item : test::LoadSourceCases()) {
    const bool here = test::AnsweredBy(item) == "SourceCase.IsAnswered";
    if (here && test::WhyNotAsked(item).empty()) cases.push_back(item);
  }
  return cases;
}

class SourceCase : public testing::TestWithParam<Json> {};

TEST_P(SourceCase, IsAnswered) {
  const Json& item = GetParam();
  const std::string kind = item["kind"];
  ASSERT_EQ(Answers().count(kind), 1u) << kind;
  const bool reversed = item["rule"] == "colours reversed";
  ExpectAnswered(item, reversed ? Reversed(item["input"]) : Answers().at(kind)(item["input"]));
}

INSTANTIATE_TEST_SUITE_P(Source, SourceCase, testing::ValuesIn(CasesHere()),
                         [](const auto& one) { return Str(one.param["id"]); });

TEST(SourceCases, AreAllAskedButThoseWithAReason) {
  const std::vector<Json> all = test::LoadSourceCases();
  size_t not_asked = 0;
  for (const Json& item : all) not_asked += test::WhyNotAsked(item).empty() ? 0 : 1;
  EXPECT_EQ(all.size(), 303u);
  EXPECT_EQ(not_asked, 7u + 10u);  // and the openings
}

}  // namespace
}  // namespace rookery::chess
