#include "worker/player/position_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/uci/command.h"

namespace rookery::worker {
namespace {

chess::Position At(const std::string& fen) { return *chess::ParseFen(fen); }

void Play(chess::Game& game, const std::string& moves) {
  std::istringstream words(moves);
  for (std::string word; words >> word;) game.Play(*chess::ParseUci(game.position(), word));
}

// The twin: what an engine makes of the command, move by move.
chess::Game Heard(const std::string& text) {
  const auto command = std::get<uci::PositionCommand>(*uci::ParseCommand(text));
  chess::Game game(command.fen.empty() ? chess::Position::Start() : At(command.fen));
  for (const std::string& move : command.moves) Play(game, move);
  return game;
}

TEST(PositionText, SaysAllOfAYoungGame) {
  PositionText text(false);
  chess::Game game(chess::Position::Start());
  EXPECT_EQ(text.Of(game), "position startpos");
  Play(game, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6");
  EXPECT_EQ(text.Of(game), "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6");
}

TEST(PositionText, LeavesOutWhatCannotComeBackBeforeTheLastMoves) {
  PositionText text(false);
  chess::Game game(chess::Position::Start());
  Play(game, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1");
  EXPECT_EQ(text.Of(game),
            "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves e7e5 "
            "g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1");
  Play(game, "f8e7 f1e1");
  EXPECT_EQ(text.Of(game),
            "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3 "
            "b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1");
}

TEST(PositionText, KeepsTheHalfmoveClockOfAnOpening) {
  PositionText text(false);
  chess::Game game(At("4k3/8/8/8/8/8/R7/4K3 w - - 31 60"));
  for (int i = 0; i < 5; ++i) Play(game, "e1d1 e8d8 d1e1 d8e8");
  EXPECT_TRUE(
      text.Of(game).starts_with("position fen 4k3/8/8/8/8/8/R7/4K3 w - - 31 60 moves e1d1"));
  EXPECT_EQ(Heard(text.Of(game)).Occurrences(), 6);
}

TEST(PositionText, BeginsANewGameAfterClear) {
  PositionText text(false);
  chess::Game first(chess::Position::Start());
  Play(first, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1");
  text.Of(first);
  text.Clear();
  chess::Game second(chess::Position::Start());
  Play(second, "d2d4 d7d5 c2c4 e7e6 b1c3 c7c5 e2e3 g8f6 g1f3 b8c6");
  EXPECT_EQ(Heard(text.Of(second)).position().key(), second.position().key());
}

TEST(PositionText, WritesCastlingAsTheVariantDoes) {
  for (const bool chess960 : {false, true}) {
    PositionText text(chess960);
    chess::Game game(At("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    Play(game, chess960 ? "e1h1" : "e1g1");
    EXPECT_TRUE(text.Of(game).ends_with(chess960 ? " moves e1h1" : " moves e1g1"));
  }
}

// Random games, told after each move or, as to one of two players, after every other.
TEST(PositionText, IsHeardAsTheGame) {
  Rng rng(7);
  for (int round = 0; round < 40; ++round) {
    PositionText each(false);
    PositionText every_other(false);
    chess::Game game(round % 2 == 0 ? chess::Position::Start()
                                    : At("4k2r/p7/8/8/8/8/P6P/R3K3 w Qk - 7 30"));
    for (int ply = 0; ply < 200; ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(game.position(), moves);
      if (moves.size() == 0) break;
      for (PositionText* text : {&each, &every_other}) {
        if (text == &every_other && ply % 2 == 1) continue;
        const chess::Game heard = Heard(text->Of(game));
        ASSERT_EQ(chess::ToFen(heard.position()), chess::ToFen(game.position()));
        ASSERT_EQ(heard.Occurrences(), game.Occurrences());
        ASSERT_GE(heard.moves().size(), std::min(game.moves().size(), kKeptPlies));
        // Nothing before the last capture or pawn's move, unless it is among the last plies.
        const int clock = game.position().halfmove_clock();
        if (heard.start().halfmove_clock() == 0 && clock >= static_cast<int>(kKeptPlies)) {
          ASSERT_EQ(heard.moves().size(), static_cast<size_t>(clock));
        }
      }
      game.Play(moves[static_cast<int>(rng.Below(static_cast<uint64_t>(moves.size())))]);
    }
  }
}

}  // namespace
}  // namespace rookery::worker
