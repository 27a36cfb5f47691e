// The conformance suite's part about games: in rows, in blocks, and no longer kept.
#include "coordinator/games/game_block.h"
#include "tests/support/random_records.h"
#include "tests/support/store_conformance.h"

namespace rookery::coordinator::testing {
namespace {

// Pairs of real games, so that a block holds them as a worker's.
AddPair PlayedRow(uint64_t index, Rng& rng, const chess::Position& opening) {
  AddPair row = PairRow("r1", index);
  row.record.result = {index, RandomRecord(opening, rng), RandomRecord(opening, rng)};
  return row;
}

// Five rows of run r1 by worker w, and a block of the first three; the rows are not cleared yet.
struct Packed {
  std::vector<AddPair> rows;
  PutGameBlock block{"r1", 0, "", {}};
};
Packed FiveRows() {
  Rng rng(5);
  Packed packed;
  std::vector<BlockPair> pairs;
  for (uint64_t index = 0; index < 5; ++index) {
    const chess::Position opening = RandomOpening(rng);
    packed.rows.push_back(PlayedRow(index, rng, opening));
    if (index > 2) continue;
    pairs.push_back({packed.rows.back().record.result, chess::ToFen(opening)});
    packed.block.rows.push_back({index, "lease"});
  }
  packed.block.block = EncodeBlock(pairs);
  return packed;
}
std::vector<Write> WritesOf(const Packed& packed) {
  std::vector<Write> writes = {PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")},
                               PutWorker{WorkerOf("v")}};
  writes.insert(writes.end(), packed.rows.begin(), packed.rows.end());
  return writes;
}

TEST_P(StoreTest, ReadsGamesThatWentIntoABlockAsBefore) {
  const Packed packed = FiveRows();
  Commit(WritesOf(packed));
  Commit({packed.block});
  const auto pairs = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(pairs.size(), 5u);
  for (size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_TRUE(pairs[i].has_games) << i;
    EXPECT_EQ(pairs[i].result.index, i);
    EXPECT_EQ(pairs[i].lease, "lease");
    EXPECT_TRUE(SameGame(pairs[i].result.first, packed.rows[i].record.result.first)) << i;
    EXPECT_TRUE(SameGame(pairs[i].result.second, packed.rows[i].record.result.second)) << i;
  }
  const auto one = *store_->ReadPairs({"r1", 2, 1, true});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(SameGame(one[0].result.first, packed.rows[2].record.result.first));
  EXPECT_EQ(store_->ReadRows("r1", "w")->size(), 5u);
}

TEST_P(StoreTest, ReadsAsMuchOfGamesAsIsAskedFor) {
  const Packed packed = FiveRows();
  Commit(WritesOf(packed));
  Commit({packed.block});
  const auto heads = *store_->ReadPairs({"r1", 0, 10, true, PairQuery::Games::kHeads});
  ASSERT_EQ(heads.size(), 5u);
  EXPECT_EQ(heads[1].result.first.nodes, packed.rows[1].record.result.first.nodes);
  EXPECT_EQ(heads[1].result.first.scores_cp, packed.rows[1].record.result.first.scores_cp);
  EXPECT_TRUE(heads[1].has_games);
  const auto none = *store_->ReadPairs({"r1", 0, 10, true, PairQuery::Games::kNone});
  ASSERT_EQ(none.size(), 5u);
  for (size_t i = 0; i < none.size(); ++i) {
    EXPECT_EQ(none[i].result.first.result, packed.rows[i].record.result.first.result) << i;
    EXPECT_EQ(none[i].result.second.result, packed.rows[i].record.result.second.result) << i;
    EXPECT_EQ(none[i].result.second.end, packed.rows[i].record.result.second.end) << i;
    EXPECT_TRUE(none[i].result.first.moves.empty());
  }
}

// A block is made beside the loop: a row may have been lent and counted anew meanwhile.
TEST_P(StoreTest, LeavesTheGamesOfARowThatTheBlockWasNotMadeOf) {
  Packed packed = FiveRows();
  Commit(WritesOf(packed));
  packed.block.rows[1].lease = "an older lease";
  Commit({packed.block});
  Commit({PutGameBlock{"r1", 0, "", {}}});
  const auto pairs = *store_->ReadPairs({"r1", 0, 10, true});
  EXPECT_FALSE(pairs[0].has_games);
  EXPECT_TRUE(pairs[1].has_games);
  EXPECT_TRUE(SameGame(pairs[1].result.first, packed.rows[1].record.result.first));
}

TEST_P(StoreTest, KeepsVoidGamesInTheirBlockBesideThoseThatCameAnew) {
  const Packed packed = FiveRows();
  Commit(WritesOf(packed));
  Commit({packed.block});
  Commit({MarkPairs{"r1", "w", true}});
  AddPair again = PairRow("r1", 1, 0);
  again.record.worker = "v";
  again.record.lease = "lease 2";
  Commit({again});
  const auto counted = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(counted.size(), 1u);
  EXPECT_EQ(counted[0].result.first.moves, again.record.result.first.moves);
  Commit({MarkPairs{"r1", "v", true}, MarkPairs{"r1", "w", false}});
  const auto restored = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(restored.size(), 5u);
  EXPECT_TRUE(SameGame(restored[1].result.first, packed.rows[1].record.result.first));
}

TEST_P(StoreTest, KnowsResultsAndEndsOfGamesThatAreNoLongerKept) {
  const Packed packed = FiveRows();
  Commit(WritesOf(packed));
  const auto before = *store_->ReadRows("r1", "w");
  Commit({packed.block});
  Commit({PutGameBlock{"r1", 0, "", packed.block.rows}});
  const auto pairs = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(pairs.size(), 5u);
  EXPECT_FALSE(pairs[2].has_games);
  EXPECT_TRUE(pairs[3].has_games);
  EXPECT_TRUE(pairs[2].result.first.moves.empty());
  EXPECT_EQ(pairs[2].result.first.result, packed.rows[2].record.result.first.result);
  EXPECT_EQ(pairs[2].result.second.result, packed.rows[2].record.result.second.result);
  EXPECT_EQ(pairs[2].result.second.end, packed.rows[2].record.result.second.end);
  const auto after = *store_->ReadRows("r1", "w");
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after[2].summary.plies, before[2].summary.plies);
  EXPECT_EQ(after[2].summary.half_points, before[2].summary.half_points);
}

TEST_P(StoreTest, SaysThatABlockIsBroken) {
  Packed packed = FiveRows();
  packed.block.block.resize(packed.block.block.size() / 2);
  Commit(WritesOf(packed));
  Commit({packed.block});
  EXPECT_TRUE(absl::IsDataLoss(store_->ReadPairs({"r1", 0, 10, true}).status()));
  EXPECT_EQ(store_->ReadPairs({"r1", 3, 10, true})->size(), 2u);  // those outside are read
}

TEST_P(StoreTest, KeepsWhatARunSaysOfItsGames) {
  auto run = RunOf("r1");
  Commit({PutRun{run}});
  EXPECT_EQ(Load().runs.at(0).spec->keep_games, std::nullopt);
  auto spec = *run.spec;
  spec.keep_games = KeepGames{false, 1000, 30};
  run.spec = std::make_shared<const RunSpec>(spec);
  run.games = {128, 64, 61};
  Commit({PutRun{run}});
  const LoadedState loaded = Load();
  EXPECT_EQ(loaded.runs.at(0).spec->keep_games, spec.keep_games);
  EXPECT_EQ(loaded.runs.at(0).games.packed_to, 128u);
  EXPECT_EQ(loaded.runs.at(0).games.dropped_to, 64u);
  EXPECT_EQ(loaded.runs.at(0).games.dropped, 61u);
}

TEST_P(StoreTest, NamesThePairsOverWhichWorkersDisagreed) {
  std::vector<Write> writes = {PutRun{RunOf("r1")}, PutRun{RunOf("r2")}, PutWorker{WorkerOf("w")}};
  const auto audit = [&](const RunId& run, uint64_t pair, AuditState state) {
    writes.push_back(PutAudit{{run, pair, state, "w", std::string(64, 'a'), "", ""}});
  };
  audit("r1", 3, AuditState::kDisputed);
  audit("r1", 4, AuditState::kAgreed);
  audit("r1", 5, AuditState::kSettled);
  audit("r1", 6, AuditState::kSettled);
  audit("r2", 5, AuditState::kSettled);
  Commit(writes);
  EXPECT_EQ(*store_->ReadDisputed("r1", 3, 6), (std::vector<uint64_t>{3, 5}));
}

}  // namespace
}  // namespace rookery::coordinator::testing
