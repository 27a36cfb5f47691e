#include "coordinator/upkeep/game_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/store/memory_store.h"
#include "engine/chess/notation.h"
#include "tests/support/random_records.h"
#include "tests/support/temp_path.h"
#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using ::testing::HasSubstr;
using testing::RandomRecord;
using testing::SameGame;

const absl::Time kNow = absl::FromUnixSeconds(1'700'000'000);

// A store with a run of real games, whose core takes what the keeper posts: what the loop does,
// without its thread.
class GameKeeperTest : public ::testing::Test {
 protected:
  GameKeeperTest() {
    folder_ = rookery::testing::TempPath("artifacts");
    files_ = *ArtifactFiles::Open(folder_);
    Rng rng(1);
    std::string book;
    for (int i = 0; i < kLines; ++i) book += chess::ToFen(testing::RandomOpening(rng)) + "\n";
    auto incoming =
        files_->Begin({Sha256Hex(book), static_cast<int64_t>(book.size()), ArtifactKind::kBook});
    EXPECT_TRUE((*incoming)->Add(book).ok());
    const auto info = (*incoming)->Finish();
    EXPECT_TRUE(info.ok()) << info.status();
    RunSpec spec = testing::MatchSpec(kLines);
    spec.book_sha256 = Sha256Hex(book);
    view_ = testing::ViewOf(spec, "r");
    view_->run.book_lines = kLines;
  }

  ~GameKeeperTest() override { std::filesystem::remove_all(folder_); }

  void Keep(const KeepGames& keep) {
    RunSpec spec = *view_->run.spec;
    spec.keep_games = keep;
    view_->run.spec = std::make_shared<const RunSpec>(spec);
  }

  // Counts the next pairs, a second apart.
  void Play(int pairs, GameEnd end = GameEnd::kAgreement) {
    Rng rng(view_->run.totals.prefix + 9);
    const auto book = *files_->OpenBook(view_->run.spec->book_sha256);
    WorkerInfo worker;
    worker.id = "w";
    worker.first_seen = worker.last_seen = kNow;
    std::vector<Write> writes = {PutWorker{worker}};
    for (int i = 0; i < pairs; ++i) {
      const uint64_t index = view_->run.totals.prefix++;
      const auto opening = *book->Read(PlanPair(view_->run.seed, index, kLines).opening);
      PairRecord record;
      record.result = {index, RandomRecord(opening.position, rng, 30),
                       RandomRecord(opening.position, rng, 30)};
      if (end != GameEnd::kAgreement) record.result.first.end = end;
      record.worker = "w";
      record.lease = "lease";
      record.received = kNow + absl::Seconds(index);
      played_.push_back(record.result);
      writes.emplace_back(AddPair{"r", std::move(record)});
    }
    writes.insert(writes.begin(), PutRun{view_->run});
    ASSERT_TRUE(store_.Commit(writes).ok());
  }

  GameKeeper Keeper() {
    GameKeeperOptions options;
    options.pairs_per_block = 4;
    options.blocks_per_pass = 3;
    return GameKeeper({&store_, files_.get(), [this] { return testing::ViewOfRuns({view_}); },
                       [this](Event event) { return Take(std::get<StoreGames>(event)); }},
                      options);
  }

  // As the core does: see state_games_test.cc.
  bool Take(const StoreGames& event) {
    if (busy_) return false;
    GamesState& games = view_->run.games;
    games.packed_to = event.packed_to.value_or(games.packed_to);
    games.dropped_to = event.dropped_to.value_or(games.dropped_to);
    games.dropped += event.dropped;
    if (!event.note.empty()) notes_.push_back(event.note);
    ++posted_;
    bytes_ += event.block.size();
    return store_
        .Commit(std::vector<Write>{PutGameBlock{event.run, event.first, event.block, event.rows}})
        .ok();
  }

  void PassUntilDone(GameKeeper& keeper, absl::Time now = kNow) {
    for (int i = 0; i < 1000; ++i) {
      const auto posted = keeper.Pass(now);
      ASSERT_TRUE(posted.ok()) << posted.status();
      if (*posted == 0) return;
    }
    FAIL() << "it never comes to an end";
  }

  std::vector<uint64_t> WithGames() {
    std::vector<uint64_t> found;
    const auto pairs = store_.ReadPairs({"r", 0, 1000, true});
    EXPECT_TRUE(pairs.ok()) << pairs.status();
    for (const PairRecord& pair : *pairs) {
      if (!pair.has_games) continue;
      found.push_back(pair.result.index);
      EXPECT_TRUE(SameGame(pair.result.first, played_[pair.result.index].first));
      EXPECT_TRUE(SameGame(pair.result.second, played_[pair.result.index].second));
    }
    return found;
  }

  static constexpr int kLines = 60;
  std::string folder_;
  std::unique_ptr<ArtifactFiles> files_;
  MemoryStore store_;
  std::shared_ptr<RunView> view_;
  std::vector<PairResult> played_;
  std::vector<std::string> notes_;
  size_t posted_ = 0;
  size_t bytes_ = 0;
  bool busy_ = false;
};

TEST_F(GameKeeperTest, PutsWholeBlocksOfAnOpenRunAwayAndTheRestAtItsEnd) {
  Play(10);
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper);
  EXPECT_EQ(view_->run.games.packed_to, 8u);
  EXPECT_EQ(posted_, 2u);
  EXPECT_EQ(WithGames().size(), 10u);
  view_->run.state = RunState::kFinished;
  PassUntilDone(keeper);
  EXPECT_EQ(posted_, 3u);
  EXPECT_EQ(WithGames().size(), 10u);
  PassUntilDone(keeper);
  EXPECT_EQ(posted_, 3u);
}

TEST_F(GameKeeperTest, DoesABoundedPieceOfWorkAPass) {
  Play(40);
  GameKeeper keeper = Keeper();
  EXPECT_EQ(*keeper.Pass(kNow), 3u);
  EXPECT_EQ(posted_, 3u);
}

// The event may be lost with a commit that failed; the rows still have their games.
TEST_F(GameKeeperTest, DoesAgainWhatWasLost) {
  Play(8);
  GameKeeper keeper = Keeper();
  busy_ = true;
  EXPECT_EQ(*keeper.Pass(kNow), 0u);
  busy_ = false;
  EXPECT_EQ(*keeper.Pass(kNow), 2u);
  view_->run.games.packed_to = 0;  // as if it had never been seen
  EXPECT_EQ(*keeper.Pass(kNow + absl::Seconds(10)), 0u);
  EXPECT_EQ(*keeper.Pass(kNow + absl::Seconds(40)), 2u);
  EXPECT_EQ(WithGames().size(), 8u);
}

TEST_F(GameKeeperTest, KeepsTheNewestPairs) {
  Play(30);
  Keep({.newest_pairs = 10});
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper);
  // Blocks of four that lie whole below pair 20.
  EXPECT_EQ(view_->run.games.dropped_to, 20u);
  EXPECT_EQ(view_->run.games.dropped, 20u);
  const std::vector<uint64_t> kept = WithGames();
  ASSERT_EQ(kept.size(), 10u);
  EXPECT_EQ(kept.front(), 20u);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_THAT(notes_[0], HasSubstr("no longer kept; what is kept: those of the newest 10 pairs"));
}

TEST_F(GameKeeperTest, KeepsThoseThatCameInLately) {
  Play(12);
  Keep({.days = 2});
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper, kNow + absl::Hours(47));
  EXPECT_EQ(WithGames().size(), 12u);
  PassUntilDone(keeper, kNow + absl::Hours(48) + absl::Seconds(6));
  EXPECT_EQ(WithGames().size(),
            8u);  // pair 3 came three seconds after the first one, pair 7 not yet
  PassUntilDone(keeper, kNow + absl::Hours(60));
  EXPECT_TRUE(WithGames().empty());
}

TEST_F(GameKeeperTest, KeepsNoneButEvidence) {
  Play(3);
  Play(1, GameEnd::kCrash);
  Play(5);
  Play(1, GameEnd::kTime);
  Play(2);
  Keep({.none = true});
  ASSERT_TRUE(
      store_
          .Commit(std::vector<Write>{PutAudit{{"r", 6, AuditState::kSettled, "w",
                                               std::string(64, 'a'), "v", std::string(64, 'b')}}})
          .ok());
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper);
  EXPECT_THAT(WithGames(), ::testing::ElementsAre(3, 6));
  EXPECT_EQ(view_->run.games.dropped, 10u);
}

TEST_F(GameKeeperTest, KeepsAllGamesOfARunWithVoidRows) {
  Play(8);
  Keep({.none = true});
  view_->run.totals.voided = 1;
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper);
  EXPECT_EQ(WithGames().size(), 8u);
}

TEST_F(GameKeeperTest, TellsOfWhatIsDroppedOnceAnHour) {
  Keep({.none = true});
  GameKeeper keeper = Keeper();
  Play(4);
  PassUntilDone(keeper, kNow);
  Play(8);
  PassUntilDone(keeper, kNow + absl::Minutes(30));
  EXPECT_EQ(notes_.size(), 1u);
  Play(4);
  PassUntilDone(keeper, kNow + absl::Minutes(61));
  ASSERT_EQ(notes_.size(), 2u);
  EXPECT_THAT(notes_[1], HasSubstr("the games of 12 pairs"));
}

TEST_F(GameKeeperTest, GoesOnBehindAGapOfARunThatEnded) {
  Play(4);
  view_->run.totals.prefix = 20;  // pairs 4 to 19 were never played
  played_.resize(20);
  Play(4);
  view_->run.totals.prefix = 4;
  view_->run.state = RunState::kStopped;
  GameKeeper keeper = Keeper();
  PassUntilDone(keeper);
  PassUntilDone(keeper);
  EXPECT_EQ(posted_, 2u);
  EXPECT_EQ(WithGames().size(), 8u);
}

}  // namespace
}  // namespace rookery::coordinator
