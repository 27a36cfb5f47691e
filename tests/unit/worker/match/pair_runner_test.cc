#include "worker/match/pair_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha256.h"
#include "engine/chess/notation.h"
#include "tests/unit/worker/match/scripted_player.h"

namespace rookery::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PairRunnerTest : public ::testing::Test {
 protected:
  PairRunnerTest() { limits_.each.per_move.nodes = 1; }

  absl::StatusOr<PlayedGame> Play(std::string_view fen = chess::kStartFen) {
    return PlayGame({&white_, &black_, 1}, *chess::ParseFen(fen), limits_, clock_, stop_);
  }

  FakeClock clock_;
  std::atomic<bool> stop_ = false;
  GameLimits limits_;
  ScriptedPlayer white_{"white"};
  ScriptedPlayer black_{"black"};
};

TEST_F(PairRunnerTest, PlaysToMateAndHashesTheMoves) {
  white_.Plays({"f2f3", "g2g4"}).Says({-10});
  black_.Plays({"e7e5", "d8h4"}).Says({20});
  const auto game = Play();
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->end, GameEnd::kCheckmate);
  EXPECT_EQ(game->result, GameResult::kBlackWins);
  EXPECT_THAT(game->scores_cp, ElementsAre(-10, 20, -10, 20));
  EXPECT_EQ(game->nodes, 28);
  EXPECT_EQ(PackMoves(game->moves).size(), 8u);
  EXPECT_EQ(UnpackMoves(PackMoves(game->moves)), game->moves);
  const Sha256Digest digest = Sha256(std::string(chess::kStartFen) + "\n" + PackMoves(game->moves));
  EXPECT_EQ(game->digest, std::string(digest.begin(), digest.end()));
}

// The moves that led to an opening count for repetition and are told to the players; the game's own
// moves, its digest and its length are without them.
TEST_F(PairRunnerTest, TakesTheMovesOfAnOpeningForPlayed) {
  openings::Opening opening;
  for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
    opening.moves.push_back(*chess::ParseUci(opening.position, move));
    opening.position.Play(opening.moves.back());
  }
  white_.Plays({"g1f3", "f3g1"});
  black_.Plays({"g8f6", "f6g8"});
  std::vector<size_t> told;
  std::vector<size_t> played;
  const auto look = [&](const chess::Game& game) { told.push_back(game.moves().size()); };
  white_.Sees(look);
  black_.Sees(look);
  const OnMove on_move = [&](const GameSoFar& game) { played.push_back(game.moves.size()); };
  GameSeats seats{&white_, &black_, 1};
  seats.on_move = &on_move;
  const auto game = PlayGame(seats, opening, limits_, clock_, stop_);
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->end, GameEnd::kRepetition);
  EXPECT_EQ(game->moves.size(), 4u);
  EXPECT_THAT(told, ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(played, ElementsAre(1, 2, 3, 4));
  const Sha256Digest digest =
      Sha256(chess::ToFen(opening.position) + "\n" + PackMoves(game->moves));
  EXPECT_EQ(game->digest, std::string(digest.begin(), digest.end()));
  limits_.max_moves = 1;
  const auto cut = PlayGame({&white_, &black_, 1}, opening, limits_, clock_, stop_);
  EXPECT_EQ(cut->moves.size(), 2u);
}

TEST_F(PairRunnerTest, ExchangesColoursAndSeedsBothGames) {
  limits_.max_moves = 1;
  const PairSetup setup{&white_, &black_, chess::Position::Start(), {0, 11, 22}, 5};
  const auto pair = PlayPair(setup, limits_, clock_, stop_);
  ASSERT_TRUE(pair.ok()) << pair.status();
  EXPECT_EQ(pair->pair_index, 5u);
  EXPECT_THAT(white_.seeds, ElementsAre(11, 22));
  EXPECT_THAT(black_.seeds, ElementsAre(11, 22));
  EXPECT_EQ(pair->second.end, GameEnd::kAdjudicatedLength);
}

// What a move took, and what its clock showed with the increment added.
TEST_F(PairRunnerTest, SaysTimeAndClockOfEachMove) {
  limits_.max_moves = 2;
  const SideLimits clocked{{}, SuddenDeath(1000, 100)};
  const auto takes = [this](int ms) {
    return [this, ms](const MoveLimits&) {
      clock_.Advance(absl::Milliseconds(ms));
      return absl::OkStatus();
    };
  };
  white_.Does(takes(30));
  black_.Does(takes(5));
  const auto play = [&](const SideLimits* white, const SideLimits* black) {
    return PlayGame({&white_, &black_, 1, white, black}, chess::Position::Start(), limits_, clock_,
                    stop_);
  };
  const auto both = play(&clocked, &clocked);
  ASSERT_TRUE(both.ok()) << both.status();
  EXPECT_THAT(both->times_ms, ElementsAre(30, 5, 30, 5));
  EXPECT_THAT(both->clocks_ms, ElementsAre(1170, 1195, 1240, 1290));
  const auto one = play(&clocked, nullptr);
  ASSERT_TRUE(one.ok());
  EXPECT_THAT(one->clocks_ms, ElementsAre(1170, kNoClock, 1240, kNoClock));
  const auto none = play(nullptr, nullptr);
  ASSERT_TRUE(none.ok());
  EXPECT_THAT(none->times_ms, ElementsAre(30, 5, 30, 5));
  EXPECT_TRUE(none->clocks_ms.empty());
}

TEST_F(PairRunnerTest, LimitsOfOneSideFollowItsPlayerThroughBothColours) {
  limits_.max_moves = 1;
  SideLimits own;
  own.per_move.nodes = 777;
  std::vector<int64_t> dev;
  std::vector<int64_t> base;
  const auto note = [](std::vector<int64_t>* seen) {
    return [seen](const MoveLimits& limits) {
      seen->push_back(limits.own.nodes);
      return absl::OkStatus();
    };
  };
  white_.Does(note(&dev));
  black_.Does(note(&base));
  const PairSetup setup{&white_, &black_, chess::Position::Start(), {0, 11, 22}, 5, &own, nullptr};
  ASSERT_TRUE(PlayPair(setup, limits_, clock_, stop_).ok());
  EXPECT_THAT(dev, ElementsAre(777, 777));
  EXPECT_THAT(base, ElementsAre(1, 1));
}

TEST_F(PairRunnerTest, AnIllegalMoveLosesWithEvidence) {
  white_.Plays({"e2e5"});
  const auto game = Play();
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kIllegalMove);
  EXPECT_EQ(game->result, GameResult::kBlackWins);
  EXPECT_TRUE(game->moves.empty());
  EXPECT_THAT(game->detail, HasSubstr("white at rnbqkbnr/"));
}

TEST_F(PairRunnerTest, EachFailureOfAPlayerHasItsEnd) {
  const std::vector<std::pair<absl::Status, GameEnd>> cases = {
      {absl::UnavailableError("died"), GameEnd::kCrash},
      {absl::AbortedError("no readyok"), GameEnd::kStall},
      {absl::DeadlineExceededError("silent"), GameEnd::kStall},
      {absl::InvalidArgumentError("bestmove e9"), GameEnd::kIllegalMove}};
  for (const auto& [status, end] : cases) {
    black_.Does([&status = status](const MoveLimits&) { return status; });
    const auto game = Play();
    ASSERT_TRUE(game.ok());
    EXPECT_EQ(game->end, end) << status;
    EXPECT_EQ(game->result, GameResult::kWhiteWins);
    EXPECT_THAT(game->detail, HasSubstr(std::string(status.message())));
  }
}

TEST_F(PairRunnerTest, CancelledAndFaultsOfOursAreNoGame) {
  for (const absl::Status& status : {absl::CancelledError("x"), absl::InternalError("x")}) {
    black_.Does([&](const MoveLimits&) { return status; });
    EXPECT_EQ(Play().status().code(), status.code());
  }
  stop_ = true;
  EXPECT_TRUE(absl::IsCancelled(Play().status()));
}

TEST_F(PairRunnerTest, ChargesTheClockAndLosesOnTime) {
  limits_.each.per_move.nodes = 0;
  limits_.each.clock = SuddenDeath(1000, 100);
  std::vector<int64_t> told;
  white_.Does([&](const MoveLimits& limits) {
    told.push_back(limits.own.time_left_ms);
    clock_.Advance(absl::Milliseconds(600));
    return absl::OkStatus();
  });
  const auto game = Play();
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kTime);
  EXPECT_EQ(game->result, GameResult::kBlackWins);
  // 1100, then 1100 - 600 + 100, then 100 where 600 are needed.
  EXPECT_THAT(told, ElementsAre(1100, 600, 100));
  EXPECT_EQ(game->moves.size(), 4u);
  EXPECT_EQ(game->records[0].left_us, 600'000);
}

TEST_F(PairRunnerTest, AFlagThatFallsAgainstABareKingDraws) {
  limits_.each.clock = SuddenDeath(100, 0);
  white_.Does([&](const MoveLimits&) {
    clock_.Advance(absl::Seconds(1));
    return absl::OkStatus();
  });
  const auto game = Play("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kFlagFallNoMate);
  EXPECT_EQ(game->result, GameResult::kDraw);
}

TEST_F(PairRunnerTest, AFlagThatFallsLosesOnlyIfTheProfileSaysSo) {
  limits_.each.clock = SuddenDeath(100, 0);
  white_.Does([&](const MoveLimits&) {
    clock_.Advance(absl::Seconds(1));
    return absl::OkStatus();
  });
  // A lone knight can't mate a queen's king either.
  constexpr std::string_view kKnight = "4k3/8/4n3/8/8/8/4Q3/4K3 w - - 0 1";
  EXPECT_EQ(Play(kKnight)->end, GameEnd::kFlagFallNoMate);
  limits_.rules = *chess::FindRuleProfile("source");
  EXPECT_EQ(Play(kKnight)->end, GameEnd::kTime);
  EXPECT_EQ(Play(kKnight)->result, GameResult::kBlackWins);
}

TEST_F(PairRunnerTest, CountsIllegalMovesUpToTheProfilesLimit) {
  limits_.rules = *chess::FindRuleProfile("source");
  white_.Plays({"e2e5", "e2e4", "e1e3", "d2d4", "a1a8"});
  black_.Plays({"e7e5", "e5d4"});
  const auto game = Play();
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->end, GameEnd::kIllegalMove);
  EXPECT_EQ(game->result, GameResult::kBlackWins);
  EXPECT_EQ(game->moves.size(), 4u);
  // Each offence is kept with its position.
  EXPECT_THAT(game->detail, HasSubstr("white at rnbqkbnr/pppppppp/8/8/8/8"));
  EXPECT_THAT(game->detail, HasSubstr("; white at rnbqkbnr/pppp1ppp/8/4p3/4P3"));
}

TEST_F(PairRunnerTest, TheLastForgivenIllegalMoveDrawsAgainstABareKing) {
  constexpr std::string_view kBare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  white_.Plays({"e2e5"});
  EXPECT_EQ(Play(kBare)->result, GameResult::kBlackWins);
  limits_.rules = *chess::FindRuleProfile("fide");
  EXPECT_EQ(Play(kBare)->result, GameResult::kDraw);
  EXPECT_EQ(Play(kBare)->end, GameEnd::kIllegalMove);
}

// FIDE 7.5.5 and B.2: two minutes for the opponent, in blitz one.
TEST_F(PairRunnerTest, AForgivenIllegalMoveGivesTheOpponentTime) {
  const auto left_ms = [&](std::string_view profile, int64_t base_ms) {
    limits_.each.clock = SuddenDeath(base_ms, 0);
    limits_.rules = *chess::FindRuleProfile(profile);
    limits_.max_moves = 1;
    std::vector<int64_t> left;
    const auto note = [&left](const MoveLimits& limits) {
      left.push_back(limits.own.time_left_ms);
      left.push_back(limits.opponent_time_left_ms);
      return absl::OkStatus();
    };
    white_.Plays({"e2e5", "e2e4"}).Does(note);
    black_.Plays({"e7e5"}).Does(note);
    EXPECT_TRUE(Play().ok());
    return left;
  };
  EXPECT_THAT(left_ms("fide", 600'000),  // the offender's turns, then the opponent's
              ElementsAre(600'000, 600'000, 600'000, 660'000, 660'000, 600'000));
  EXPECT_THAT(left_ms("fide", 600'001),
              ElementsAre(600'001, 600'001, 600'001, 720'001, 720'001, 600'001));
  EXPECT_THAT(left_ms("source", 600'000),
              ElementsAre(600'000, 600'000, 600'000, 600'000, 600'000, 600'000));
}

TEST_F(PairRunnerTest, AFlagThatFellGoesBeforeTheIllegalMoveThatCameLate) {
  limits_.each.clock = SuddenDeath(1000, 0);
  const auto late = [&](const MoveLimits&) {
    clock_.Advance(absl::Milliseconds(1200));
    return absl::OkStatus();
  };
  white_.Plays({"e2e5"}).Does(late);
  const auto game = Play();
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kTime);
  EXPECT_EQ(game->overrun_us, 200'000);
  EXPECT_THAT(game->detail, HasSubstr("illegal move"));
  limits_.rules = *chess::FindRuleProfile("fastchess");  // that runner's order
  white_.Plays({"e2e5"}).Does(late);
  EXPECT_EQ(Play()->end, GameEnd::kIllegalMove);
}

TEST_F(PairRunnerTest, SaysTheSameFaultOnce) {
  limits_.rules = *chess::FindRuleProfile("fide");
  white_.Plays({"e2e5"});
  const auto game = Play();
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->end, GameEnd::kIllegalMove);
  const size_t first = game->detail.find("illegal move");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(game->detail.find("illegal move", first + 1), std::string::npos) << game->detail;
  EXPECT_THAT(game->detail, HasSubstr("; the same again"));
}

TEST_F(PairRunnerTest, ThinkingAboutARefusedMoveIsCharged) {
  limits_.each.clock = SuddenDeath(1000, 0);
  limits_.rules = *chess::FindRuleProfile("source");
  std::vector<int64_t> left;
  white_.Plays({"e2e5", "e2e4"}).Does([&](const MoveLimits& limits) {
    left.push_back(limits.own.time_left_ms);
    clock_.Advance(absl::Milliseconds(600));
    return absl::OkStatus();
  });
  const auto game = Play();
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ(game->end, GameEnd::kTime);
  EXPECT_THAT(left, ElementsAre(1000, 400));
}

TEST_F(PairRunnerTest, AProfileDecidesWhenARepetitionEnds) {
  white_.Plays({"g1f3", "f3g1"});
  black_.Plays({"g8f6", "f6g8"});
  EXPECT_EQ(Play()->moves.size(), 8u);
  limits_.rules = *chess::FindRuleProfile("fide");
  EXPECT_EQ(Play()->moves.size(), 16u);
}

TEST_F(PairRunnerTest, RulesComeBeforeAdjudication) {
  limits_.adjudication.draw_move_count = 1;
  limits_.adjudication.draw_score_cp = 1000;
  white_.Plays({"a1a8"}).Says({0});
  const auto game = Play("6k1/5ppp/8/8/8/8/8/R5K1 w - - 40 60");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kCheckmate);
}

TEST_F(PairRunnerTest, AGameThatIsOverAtTheStartHasNoMoves) {
  const auto game = Play("7k/8/8/8/8/8/8/K7 w - - 0 1");
  ASSERT_TRUE(game.ok());
  EXPECT_EQ(game->end, GameEnd::kDeadPosition);
  EXPECT_TRUE(game->moves.empty());
}

}  // namespace
}  // namespace rookery::worker
