#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/status.h"
#include "proto/wire/validate.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

v1::Game GoodGame() {
  v1::Game game;
  game.set_result(v1::GAME_RESULT_DRAW);
  game.set_end(v1::GAME_END_REPETITION);
  game.set_moves(std::string(8, 'm'));
  game.set_digest(std::string(32, 'd'));
  return game;
}

v1::WorkerMessage GoodReport() {
  v1::WorkerMessage message;
  v1::Report& report = *message.mutable_report();
  report.set_lease("lease");
  report.set_run("runs/a");
  report.set_sequence(1);
  report.set_attempt(1);
  v1::PairResult& pair = *report.add_pairs();
  pair.set_pair_index(7);
  *pair.mutable_first() = GoodGame();
  *pair.mutable_second() = GoodGame();
  return message;
}

v1::WorkerMessage GoodHello() {
  v1::WorkerMessage message;
  v1::Hello& hello = *message.mutable_hello();
  hello.set_worker_id("w1");
  hello.set_slots(2);
  hello.set_version("0.1.0");
  return message;
}

TEST(ValidateWorker, TakesGoodMessages) {
  EXPECT_TRUE(Validate(GoodHello()).ok());
  EXPECT_TRUE(Validate(GoodReport()).ok());
  v1::WorkerMessage heartbeat;
  heartbeat.mutable_heartbeat()->add_held_leases("lease");
  EXPECT_TRUE(Validate(heartbeat).ok());
}

TEST(ValidateWorker, RefusesAMessageOfNoKnownKind) {
  EXPECT_FALSE(Validate(v1::WorkerMessage()).ok());
}

TEST(ValidateWorker, NamesTheFaultsOfAHello) {
  v1::WorkerMessage message = GoodHello();
  message.mutable_hello()->clear_worker_id();
  message.mutable_hello()->set_slots(0);
  message.mutable_hello()->set_bench_nps(-1);
  const std::string said = Message(Validate(message));
  EXPECT_THAT(said, HasSubstr("hello.worker_id: is empty"));
  EXPECT_THAT(said, HasSubstr("hello.slots: 0 is not in 1 to 4096"));
  EXPECT_THAT(said, HasSubstr("hello.bench_nps: -1 is not in 0 to"));
}

TEST(ValidateWorker, NamesTheFaultsOfAReport) {
  const std::vector<std::pair<const char*, std::function<void(v1::Report&)>>> faults = {
      {"report.sequence: 0", [](auto& report) { report.clear_sequence(); }},
      {"report.run: 'a'", [](auto& report) { report.set_run("a"); }},
      {"report.lease: is empty", [](auto& report) { report.clear_lease(); }},
      {"report.pairs[1].pair_index: 7 stands twice",
       [](auto& report) { *report.add_pairs() = report.pairs(0); }},
      {"report.pairs: has 65 pairs",
       [](auto& report) {
         while (report.pairs_size() < 65) report.add_pairs();
       }},
      {"report.pairs[0].first.result: 0",
       [](auto& report) { report.mutable_pairs(0)->mutable_first()->clear_result(); }},
      {"report.pairs[0].second.end: 99",
       [](auto& report) {
         report.mutable_pairs(0)->mutable_second()->set_end(static_cast<v1::GameEnd>(99));
       }},
      {"report.pairs[0].first.moves: has 3 bytes",
       [](auto& report) { report.mutable_pairs(0)->mutable_first()->set_moves("abc"); }},
      {"report.pairs[0].first.scores_cp: has 1 scores_cp for 4 moves",
       [](auto& report) { report.mutable_pairs(0)->mutable_first()->add_scores_cp(5); }},
      {"report.pairs[0].first.times_ms: has 1 times_ms for 4 moves",
       [](auto& report) { report.mutable_pairs(0)->mutable_first()->add_times_ms(5); }},
      {"report.pairs[0].second.clocks_ms: has 1 clocks_ms for 4 moves",
       [](auto& report) { report.mutable_pairs(0)->mutable_second()->add_clocks_ms(5); }},
      {"report.pairs[0].first.detail: has 2001 bytes",
       [](auto& report) {
         report.mutable_pairs(0)->mutable_first()->set_detail(std::string(2001, 'x'));
       }},
  };
  for (const auto& [message, make] : faults) {
    v1::WorkerMessage report = GoodReport();
    make(*report.mutable_report());
    EXPECT_THAT(Message(Validate(report)), HasSubstr(message));
  }
}

TEST(ValidateWorker, BoundsGamesThatAreSentAsTheyArePlayed) {
  v1::WorkerMessage good;
  v1::LiveGames& live = *good.mutable_live_games();
  live.set_run("runs/a");
  v1::LiveGame& game = *live.add_games();
  game.set_number(2);
  game.set_moves("abcd");
  game.add_scores_cp(1);
  game.add_scores_cp(-1);
  EXPECT_EQ(Validate(good), absl::OkStatus());
  const std::vector<std::pair<const char*, std::function<void(v1::LiveGames&)>>> faults = {
      {"live_games.run: 'x'", [](auto& all) { all.set_run("x"); }},
      {"live_games.games: has 9 games; at most 8",
       [](auto& all) {
         while (all.games_size() < 9) *all.add_games() = all.games(0);
       }},
      {"live_games.games[0].number: 3", [](auto& all) { all.mutable_games(0)->set_number(3); }},
      {"live_games.games[0].moves: has 2002 bytes",
       [](auto& all) { all.mutable_games(0)->set_moves(std::string(2002, 'a')); }},
      {"live_games.games[0].clocks_ms: has 1 clocks_ms for 2 moves",
       [](auto& all) { all.mutable_games(0)->add_clocks_ms(1); }},
  };
  for (const auto& [message, make] : faults) {
    v1::WorkerMessage bad = good;
    make(*bad.mutable_live_games());
    EXPECT_THAT(Message(Validate(bad)), HasSubstr(message));
  }
}

TEST(ValidateWorker, BoundsLeasesHeldAndPairsAskedFor) {
  v1::WorkerMessage heartbeat;
  for (int i = 0; i < 257; ++i) heartbeat.mutable_heartbeat()->add_held_leases("l");
  EXPECT_THAT(Message(Validate(heartbeat)), HasSubstr("has 257 leases; at most 256"));
  v1::WorkerMessage request;
  request.mutable_lease_request()->set_max_pairs(0);
  EXPECT_FALSE(Validate(request).ok());
}

}  // namespace
}  // namespace rookery::wire
