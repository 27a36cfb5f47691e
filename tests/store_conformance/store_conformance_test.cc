// The conformance suite: what every implementation of Store promises.
#include "tests/support/store_conformance.h"
#include "tests/support/sample_fit.h"

namespace rookery::coordinator::testing {
namespace {

TEST_P(StoreTest, GivesBackARunAsItWasPut) {
  auto run = RunOf("r1");
  run.state = RunState::kFinished;
  run.ended = kNow + absl::Hours(2);
  run.message = "after 7 pairs";
  run.totals.prefix = 7;
  run.totals.pentanomial = {1, 2, 3, 0, 1};
  run.totals.llr = -1.25;
  run.totals.overshoot = {.pairs = 7,
                          .valid = false,
                          .below = {.record = -1.0 / 3, .heights = -0.1, .heights_squared = 1e-17},
                          .above = {.record = 2, .heights = 0.7, .heights_squared = 0.3}};
  run.totals.looked = 9;
  run.totals.apart = 1.0 / 7;
  run.totals.verdict = stats::Verdict::kRejected;
  run.totals.games = 14;
  run.totals.plies = 1234;
  run.totals.ends = {{GameEnd::kCheckmate, 9}, {GameEnd::kRepetition, 5}};
  run.totals.counted = 9;
  run.totals.after_verdict = 2;
  run.totals.duplicates = 1;
  Commit({PutRun{run}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 1u);
  const auto& got = loaded.runs[0];
  EXPECT_EQ(got.id, "r1");
  EXPECT_EQ(got.seed, run.seed);
  EXPECT_EQ(got.request_id, run.request_id);
  EXPECT_EQ(got.state, run.state);
  EXPECT_EQ(got.created, run.created);
  EXPECT_EQ(got.ended, run.ended);
  EXPECT_EQ(got.message, run.message);
  EXPECT_EQ(got.totals.prefix, 7u);
  EXPECT_EQ(got.totals.pentanomial, run.totals.pentanomial);
  EXPECT_EQ(got.totals.llr, run.totals.llr);
  EXPECT_EQ(got.totals.overshoot, run.totals.overshoot);
  EXPECT_EQ(got.totals.looked, 9u);
  EXPECT_EQ(got.totals.apart, run.totals.apart);
  EXPECT_EQ(got.totals.verdict, run.totals.verdict);
  EXPECT_EQ(got.totals.ends, run.totals.ends);
  EXPECT_EQ(got.totals.counted, 9u);
  EXPECT_EQ(got.totals.after_verdict, 2u);
  EXPECT_EQ(got.spec->tags, run.spec->tags);
  EXPECT_EQ(got.spec->priority, -3);
  EXPECT_EQ(got.spec->weight, 2.5);
  ASSERT_TRUE(got.spec->sprt.has_value());
  EXPECT_EQ(got.spec->sprt->elo1, 100);
  EXPECT_EQ(got.spec->sprt->model, stats::EloModel::kLogistic);
  ASSERT_TRUE(got.spec->adjudication.has_value());
  EXPECT_EQ(got.spec->adjudication->resign_score_cp, 600);
  EXPECT_TRUE(got.spec->adjudication->resign_two_sided);
  EXPECT_EQ(got.spec->decide_every, 8u);
  EXPECT_EQ(got.spec->limits.nodes, 1000);
}

TEST_P(StoreTest, KeepsALeaguesSpecAndTable) {
  auto run = RunOf("l");
  RunSpec spec = *run.spec;
  spec.kind = RunKind::kLeague;
  spec.sprt.reset();
  spec.league = LeagueSpec{Format::kSwiss,
                           {{"a b", std::string(64, 'a'), "", "c0ffee"},
                            {"b", std::string(64, 'b'), "1.2", ""},
                            {"c", std::string(64, 'c'), "", "", Limits{.nodes = 9}}},
                           7,
                           3,
                           1};
  run.spec = std::make_shared<const RunSpec>(spec);
  LeagueCell cell{{2, 1}, {}};
  Commit({PutRun{run}, PutLeague{"l", run.spec}, PutLeagueCell{"l", 1, cell},
          PutLeagueCell{"l", 0, {{0, 1}, {}}}, PutLeagueStanding{"l", 0, {-12, 1}},
          PutLeagueStanding{"l", 1, {12, 0}}});
  cell.counts = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 900'000}}};
  Commit({PutRun{run}, PutLeagueCell{"l", 1, cell}, PutLeagueStanding{"l", 1, {13, 2}}});
  const LoadedState loaded = Load();
  const LeagueSpec& league = *loaded.runs.at(0).spec->league;
  EXPECT_EQ(league.shape(), spec.league->shape());
  EXPECT_EQ(league.engines[0].name, "a b");
  EXPECT_EQ(league.engines[0].commit, "c0ffee");
  EXPECT_EQ(league.engines[1].version, "1.2");
  EXPECT_EQ(league.engines[2].weights_sha256, std::string(64, 'c'));
  EXPECT_FALSE(league.engines[1].limits.has_value());
  EXPECT_EQ(league.engines[2].limits, spec.league->engines[2].limits);
  ASSERT_EQ(loaded.cells.size(), 2u);
  EXPECT_EQ(loaded.cells[0].value.seats, (Seats{0, 1}));
  EXPECT_EQ(loaded.cells[1].value, cell);
  ASSERT_EQ(loaded.standings.size(), 2u);
  EXPECT_EQ(loaded.standings[0].value, (LeagueStanding{-12, 1}));
  EXPECT_EQ(loaded.standings[1].value, (LeagueStanding{13, 2}));
}

TEST_P(StoreTest, KeepsAPairsPointsByColour) {
  auto run = RunOf("r");
  AddPair add = PairRow("r", 0, 2);
  add.record.result.first.result = GameResult::kWhiteWins;
  add.record.result.second.result = GameResult::kWhiteWins;
  Commit({PutRun{run}, PutWorker{WorkerOf("w")}, add});
  EXPECT_EQ(Load().open_pairs.at(0).summary.first_points, 2);
  const auto rows = store_->ReadRows("r", "w");
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->at(0).summary.half_points, 2);
  EXPECT_EQ(rows->at(0).summary.first_points, 2);
}

TEST_P(StoreTest, KeepsATunesStateAndItsDuelLog) {
  auto run = RunOf("t");
  RunSpec spec = *run.spec;
  spec.kind = RunKind::kTune;
  spec.tune = TuneSpec{TuneMethod::kSpsa,
                       {{"tempo.mg", 10.1, 0, 40, 2, 0.002, 0},
                        {"%candidate", -3, -9, 200, 0.1, 0, 2},
                        {"Razor  Margin 50%", 1, 0, 2, 1, 0, 0}},
                       0.6,
                       0.1,
                       0.05,
                       12.5,
                       {{"the start", {10, -3, 1}}, {"%decimals", {12, 7, 2}}}};
  run.spec = std::make_shared<const RunSpec>(spec);
  run.totals.prefix = 1;
  const Candidate first{0, {12, -4}, {8, 300'000}};
  const Candidate second{7, {1, 2}, {3, 4}};
  const std::string state("a\0b", 3);
  Commit({PutRun{run}, PutTune{"t", run.spec, "old"}, PutWorker{WorkerOf("w")},
          AddCandidate{"t", 0, first}, AddCandidate{"t", 1, second}, PairRow("t", 0, 4),
          PutTune{"t", run.spec, state}});
  const LoadedState loaded = Load();
  EXPECT_EQ(loaded.runs.at(0).spec->tune, spec.tune);
  ASSERT_EQ(loaded.tunes.size(), 1u);
  EXPECT_EQ(loaded.tunes[0].state, state);
  ASSERT_EQ(loaded.candidates.size(), 1u);  // what lies below the prefix has been told
  EXPECT_EQ(loaded.candidates[0].pair, 1u);
  EXPECT_EQ(loaded.candidates[0].candidate, second);
  const auto log = store_->ReadDuels("t", 0, 10);
  ASSERT_TRUE(log.ok()) << log.status();
  ASSERT_EQ(log->size(), 2u);
  EXPECT_EQ(log->at(0).candidate, first);
  EXPECT_TRUE(log->at(0).counted);
  EXPECT_EQ(log->at(0).half_points, 4);
  EXPECT_EQ(log->at(0).worker, "w");
  EXPECT_FALSE(log->at(1).counted);
  EXPECT_FALSE(store_->Commit(std::vector<Write>{AddCandidate{"t", 1, first}}).ok());
}

TEST_P(StoreTest, KeepsTheOrderOfCreationAndTheNewestState) {
  Commit({PutRun{RunOf("zz")}, PutRun{RunOf("aa")}});
  auto changed = RunOf("zz");
  changed.state = RunState::kPaused;
  Commit({PutRun{changed}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 2u);
  EXPECT_EQ(loaded.runs[0].id, "zz");
  EXPECT_EQ(loaded.runs[0].state, RunState::kPaused);
  EXPECT_EQ(loaded.runs[0].ended, absl::InfiniteFuture());
  EXPECT_EQ(loaded.runs[1].id, "aa");
}

TEST_P(StoreTest, CountsAPairOnceAndUndoesTheWholeCommitOtherwise) {
  Commit({PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, PairRow("r1", 3)});
  auto run = RunOf("r1");
  run.state = RunState::kStopped;
  const auto result = store_->Commit(
      std::vector<Write>{PutRun{run}, PutRun{RunOf("r2")}, PairRow("r1", 4), PairRow("r1", 3)});
  EXPECT_EQ(result.status().code(), absl::StatusCode::kAlreadyExists) << result.status();
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.runs.size(), 1u);
  EXPECT_EQ(loaded.runs[0].state, RunState::kActive);
  EXPECT_EQ(store_->ReadPairs({"r1", 0, 100, true})->size(), 1u);
  // And it goes on as if nothing had been tried.
  Commit({PutRun{RunOf("r2")}, PairRow("r1", 4), PairRow("r2", 3)});
  EXPECT_EQ(store_->ReadPairs({"r1", 0, 100, true})->size(), 2u);
}

TEST_P(StoreTest, GivesBackGamesAsTheyWereReported) {
  const AddPair row = PairRow("r1", 3);
  Commit({PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, row});
  const std::vector<PairRecord> pairs = *store_->ReadPairs({"r1", 0, 10, false});
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].result.index, 3u);
  EXPECT_EQ(pairs[0].worker, "w");
  EXPECT_EQ(pairs[0].lease, "lease");
  EXPECT_EQ(pairs[0].attempt, 2);
  EXPECT_EQ(pairs[0].received, row.record.received);
  const GameRecord& first = pairs[0].result.first;
  EXPECT_EQ(first.moves, row.record.result.first.moves);
  EXPECT_EQ(first.digest, row.record.result.first.digest);
  EXPECT_EQ(first.scores_cp, row.record.result.first.scores_cp);
  EXPECT_EQ(first.nodes, row.record.result.first.nodes);
  EXPECT_EQ(first.elapsed_ms, row.record.result.first.elapsed_ms);
  EXPECT_EQ(first.result, GameResult::kWhiteWins);
  EXPECT_EQ(first.end, GameEnd::kCheckmate);
  EXPECT_EQ(pairs[0].result.second.detail, row.record.result.second.detail);
}

TEST_P(StoreTest, PagesThroughPairsInIndexOrder) {
  std::vector<Write> writes = {PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}};
  for (const uint64_t index : {9, 2, 5, 0, 7}) writes.push_back(PairRow("r1", index));
  Commit(writes);
  const std::vector<PairRecord> page = *store_->ReadPairs({"r1", 2, 3, false});
  ASSERT_EQ(page.size(), 3u);
  EXPECT_EQ(page[0].result.index, 2u);
  EXPECT_EQ(page[1].result.index, 5u);
  EXPECT_EQ(page[2].result.index, 7u);
  EXPECT_TRUE(store_->ReadPairs({"unknown", 0, 3, false})->empty());
}

TEST_P(StoreTest, MarksPairsBeyondTheEndOfARun) {
  auto run = RunOf("r1");
  Commit({PutRun{run}, PutWorker{WorkerOf("w")}, PairRow("r1", 0), PairRow("r1", 1),
          PairRow("r1", 5)});
  EXPECT_EQ(store_->ReadPairs({"r1", 0, 10, false})->size(), 3u);
  run.state = RunState::kFinished;
  run.totals.prefix = 2;
  Commit({PutRun{run}});
  EXPECT_EQ(store_->ReadPairs({"r1", 0, 10, false})->size(), 2u);
  const std::vector<PairRecord> all = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_FALSE(all[1].after_verdict);
  EXPECT_TRUE(all[2].after_verdict);
}

TEST_P(StoreTest, LoadsOnlyThePairsBeyondThePrefixOfOpenOrLeasedRuns) {
  auto open = RunOf("open");
  open.totals.prefix = 2;
  auto ended = RunOf("ended");
  ended.state = RunState::kFinished;
  ended.ended = kNow;
  auto leased = RunOf("leased");
  leased.state = RunState::kFinished;
  leased.ended = kNow + absl::Hours(25);
  Lease lease{
      "l1", "leased", "w", {8, 9, 300}, 3, kNow, kNow + absl::Seconds(30), LeaseState::kCancelled};
  std::vector<Write> writes = {PutRun{open}, PutRun{ended}, PutRun{leased},
                               PutWorker{WorkerOf("w")}, PutLease{lease}};
  for (const uint64_t index : {0, 1, 4}) writes.push_back(PairRow("open", index, 2));
  writes.push_back(PairRow("ended", 6));
  writes.push_back(PairRow("leased", 8));
  Commit(writes);
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.open_pairs.size(), 2u);
  for (const LoadedState::OpenPair& pair : loaded.open_pairs) {
    EXPECT_EQ(pair.index, pair.run == "open" ? 4u : 8u);
    EXPECT_EQ(pair.summary.half_points, pair.run == "open" ? 2 : 4);
    EXPECT_EQ(pair.summary.plies, 80u);
    EXPECT_EQ(pair.summary.ends[0],
              pair.run == "open" ? GameEnd::kRepetition : GameEnd::kCheckmate);
  }
  ASSERT_EQ(loaded.leases.size(), 1u);
  EXPECT_EQ(loaded.leases[0].pairs, lease.pairs);
  EXPECT_EQ(loaded.leases[0].state, LeaseState::kCancelled);
  EXPECT_EQ(loaded.leases[0].attempt, 3);
  EXPECT_EQ(loaded.leases[0].worker, "w");
  EXPECT_EQ(loaded.leases[0].expires, lease.expires);
}

TEST_P(StoreTest, ReplacesAndDropsLeases) {
  Lease lease{"l1", "r1", "w", {1}, 1, kNow, kNow, LeaseState::kLive};
  Commit({PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, PutLease{lease}});
  lease.state = LeaseState::kExpired;
  Commit({PutLease{lease}});
  EXPECT_EQ(Load().leases.at(0).state, LeaseState::kExpired);
  Commit({DropLease{"l1"}, DropLease{"never there"}});
  EXPECT_TRUE(Load().leases.empty());
}

TEST_P(StoreTest, NoticesGamesThatRepeatWithinARun) {
  Commit({PutRun{RunOf("r1")}, PutRun{RunOf("r2")}, PutWorker{WorkerOf("w")}, PairRow("r1", 1)});
  AddPair again = PairRow("r1", 2);
  again.record.result.first.digest = PairOf(1, 4).first.digest;
  again.record.result.second.digest = again.record.result.first.digest;
  const auto result = store_->Commit(std::vector<Write>{again, PairRow("r2", 1)});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->repeated_games.size(), 1u);
  EXPECT_EQ(result->repeated_games[0], std::make_pair(RunId("r1"), uint64_t{2}));
  Commit({PutRun{RunOf("r1")}});  // the store's own figure survives a put
  EXPECT_EQ(Load().runs.at(0).totals.repeated_games, 2u);
}

TEST_P(StoreTest, KeepsWorkersArtifactsAndEvents) {
  WorkerInfo worker = WorkerOf("w");
  Commit({PutRun{RunOf("r1")}, PutWorker{worker},
          PutArtifactRow{{"abc", 12, ArtifactKind::kBook, 34}},
          AddRunEvent{{"r1", kNow, "created", "a title"}}});
  worker.pairs = 17;
  worker.first_seen = kNow + absl::Hours(1);  // stays as it was first put
  worker.nodes_per_second = 1.5e6;
  worker.ability = {8, 4096, {"avx2", "popcnt"}, "linux-x86_64", "rlimits"};
  worker.quarantine = "overheats";
  worker.owner = "ann";
  worker.token = "t1";
  worker.core_ms = 123'456'789'012;
  worker.earlier = {{"bob the first", 5, 10, 123'456'789'000}, {"", 1, 2, 3}};
  Commit({PutWorker{worker}, AddRunEvent{{"r1", kNow, "stopped", ""}}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.workers.size(), 1u);
  EXPECT_EQ(loaded.workers[0].pairs, 17u);
  EXPECT_EQ(loaded.workers[0].nodes_per_second, 1.5e6);
  EXPECT_EQ(loaded.workers[0].ability.memory_mib, 4096);
  EXPECT_EQ(loaded.workers[0].ability.instruction_sets, worker.ability.instruction_sets);
  EXPECT_EQ(loaded.workers[0].ability.sandbox, "rlimits");
  EXPECT_EQ(loaded.workers[0].quarantine, "overheats");
  EXPECT_EQ(loaded.workers[0].owner, "ann");
  EXPECT_EQ(loaded.workers[0].token, "t1");
  EXPECT_EQ(loaded.workers[0].core_ms, 123'456'789'012u);
  EXPECT_EQ(loaded.workers[0].earlier, worker.earlier);
  ASSERT_EQ(loaded.artifacts.size(), 1u);
  EXPECT_EQ(loaded.artifacts[0].lines, 34u);
  EXPECT_EQ(loaded.artifacts[0].kind, ArtifactKind::kBook);
  const std::vector<RunEvent> events = *store_->ReadRunEvents("r1", 10);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, "created");
  EXPECT_EQ(events[0].text, "a title");
  EXPECT_EQ(events[0].at, kNow);
  EXPECT_EQ(store_->ReadRunEvents("r1", 1)->size(), 1u);
}

TEST_P(StoreTest, GivesBackWhatARunMayHaveBeyondItsTest) {
  auto run = RunOf("r1");
  RunSpec spec = *run.spec;
  spec.dev.version = "1.2";
  spec.base.commit = "abcdef";
  spec.threads = 4;
  spec.follow_up = FollowUp{{0, 0, 0, 60'000, 600},
                            stats::SprtBounds{0.5, 2.5, 0.05, 0.1, stats::EloModel::kLogistic}};
  spec.link = "https://example.org/a...b";
  spec.needs = {2048, {"avx2", "bmi2"}, "1234567", "linux-x86_64", "bwrap"};
  spec.audit_share = 0.25;
  spec.max_core_seconds = 3600;
  run.spec = std::make_shared<const RunSpec>(spec);
  run.parent = "r0";
  run.totals.core_ms = 12'345;
  Commit({PutRun{run}});
  const auto got = Load().runs.at(0);
  EXPECT_EQ(got.spec->dev.version, "1.2");
  EXPECT_EQ(got.spec->base.commit, "abcdef");
  EXPECT_EQ(got.spec->threads, 4);
  ASSERT_TRUE(got.spec->follow_up.has_value());
  EXPECT_EQ(got.spec->follow_up->limits.increment_ms, 600);
  EXPECT_EQ(got.spec->follow_up->sprt->elo1, 2.5);
  EXPECT_EQ(got.spec->follow_up->sprt->model, stats::EloModel::kLogistic);
  EXPECT_EQ(got.spec->link, spec.link);
  EXPECT_EQ(got.spec->needs.instruction_sets, spec.needs.instruction_sets);
  EXPECT_EQ(got.spec->needs.sandbox, "bwrap");
  EXPECT_EQ(got.spec->audit_share, 0.25);
  EXPECT_EQ(got.spec->max_core_seconds, 3600);
  EXPECT_EQ(got.parent, "r0");
  EXPECT_EQ(got.totals.core_ms, 12'345u);
}

TEST_P(StoreTest, GivesBackGamesAtOddsClocksOfPeriodsAndWhoseFaultsEndedGames) {
  auto run = RunOf("r1");
  RunSpec spec = *run.spec;
  spec.limits = {0, 0, 0, 0, 0, {{40, 60'000, 0}, {0, 30'000, 500}}, 20};
  spec.dev.limits = Limits{.nodes = 500};
  spec.base.limits = Limits{0, 7, 50, 0, 0, {{0, 0, 100}}, 5};
  spec.follow_up = FollowUp{{0, 0, 0, 0, 0, {{20, 10'000, 0}}, 3}, std::nullopt};
  spec.chess960 = true;
  spec.reference_nps = 1'234'567;
  run.spec = std::make_shared<const RunSpec>(spec);
  run.totals.dev_lost = {{GameEnd::kTime, 3}, {GameEnd::kCrash, 1}};
  Commit({PutRun{run}});
  run.totals.dev_lost[GameEnd::kTime] = 4;
  Commit({PutRun{run}});
  const auto got = Load().runs.at(0);
  EXPECT_EQ(got.spec->limits, spec.limits);
  EXPECT_EQ(got.spec->dev.limits, spec.dev.limits);
  EXPECT_EQ(got.spec->base.limits, spec.base.limits);
  ASSERT_TRUE(got.spec->follow_up.has_value());
  EXPECT_EQ(got.spec->follow_up->limits, spec.follow_up->limits);
  EXPECT_FALSE(got.spec->follow_up->sprt.has_value());
  EXPECT_TRUE(got.spec->chess960);
  EXPECT_EQ(got.spec->reference_nps, 1'234'567);
  EXPECT_EQ(got.totals.dev_lost, run.totals.dev_lost);
}

TEST_P(StoreTest, KeepsTheNamesOfEngines) {
  NamedEngine engine{"sf", std::string(64, 'a'), "ann", kNow, kNow};
  Commit({PutEngineName{engine}, PutEngineName{{"lc0", std::string(64, 'b'), "", kNow, kNow}}});
  engine.manifest_sha256 = std::string(64, 'c');
  engine.updated = kNow + absl::Hours(1);
  Commit({PutEngineName{engine}, DropEngineName{"lc0"}, DropEngineName{"none"}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.engines.size(), 1u);
  EXPECT_EQ(loaded.engines[0].name, "sf");
  EXPECT_EQ(loaded.engines[0].manifest_sha256, engine.manifest_sha256);
  EXPECT_EQ(loaded.engines[0].owner, "ann");
  EXPECT_EQ(loaded.engines[0].created, kNow);
  EXPECT_EQ(loaded.engines[0].updated, engine.updated);
}

TEST_P(StoreTest, KeepsFitsInTheOrderOfTheirTimes) {
  const auto fit = [](const char* id, int hours) {
    return AddFit{std::make_shared<const Fit>(Fit{id, std::string("title of ") + id, "ann",
                                                  kNow + absl::Hours(hours), SampleFit(hours)})};
  };
  Commit({fit("z", 1), fit("a", 3), fit("m", 2)});
  Commit({DropFit{"m"}, DropFit{"none"}, fit("b", 4)});
  AddFit again = fit("z", 5);  // changes nothing
  Commit({again});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.fits.size(), 3u);
  EXPECT_EQ(loaded.fits[0]->id, "z");
  EXPECT_EQ(loaded.fits[1]->id, "a");
  EXPECT_EQ(loaded.fits[2]->id, "b");
  EXPECT_EQ(loaded.fits[0]->title, "title of z");
  EXPECT_EQ(loaded.fits[0]->owner, "ann");
  EXPECT_EQ(loaded.fits[0]->created, kNow + absl::Hours(1));
  EXPECT_EQ(loaded.fits[0]->report, SampleFit(1));
}

TEST_P(StoreTest, KeepsAnEditedSpec) {
  auto run = RunOf("r1");
  Commit({PutRun{run}});
  RunSpec spec = *run.spec;
  spec.priority = 5;
  spec.weight = 0.5;
  spec.max_pairs = 77;
  spec.tags = {};
  run.spec = std::make_shared<const RunSpec>(spec);
  Commit({PutRun{run}, AddRunEvent{{"r1", kNow, "edited", "priority -3 -> 5", "ada"}}});
  const auto got = Load().runs.at(0);
  EXPECT_EQ(got.spec->priority, 5);
  EXPECT_EQ(got.spec->weight, 0.5);
  EXPECT_EQ(got.spec->max_pairs, 77u);
  EXPECT_TRUE(got.spec->tags.empty());
  EXPECT_EQ(store_->ReadRunEvents("r1", 10)->at(0).by, "ada");
}

TEST_P(StoreTest, GivesBackTokensAndTheirRevocation) {
  TokenRecord token;
  token.id = "t1";
  token.role = Role::kWorker;
  token.owner = "ann";
  token.label = "label";
  token.worker = "w";
  token.scope = {"RunService", "WorkerService/ListWorkers"};
  token.secret_hash = HashOfSecret(std::string(64, '5'));
  token.created = kNow;
  token.expires = kNow + absl::Hours(1);
  Commit({PutToken{token}});
  token.revoked = kNow + absl::Minutes(5);
  TokenRecord eternal;
  eternal.id = "t2";
  Commit({PutToken{token}, PutToken{eternal}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.tokens.size(), 2u);
  const TokenRecord& got = loaded.tokens[0];
  EXPECT_EQ(got.id, "t1");
  EXPECT_EQ(got.role, Role::kWorker);
  EXPECT_EQ(got.owner, "ann");
  EXPECT_EQ(got.worker, "w");
  EXPECT_EQ(got.scope, token.scope);
  EXPECT_EQ(got.secret_hash, token.secret_hash);
  EXPECT_EQ(got.expires, token.expires);
  EXPECT_EQ(got.revoked, token.revoked);
  EXPECT_EQ(loaded.tokens[1].expires, absl::InfiniteFuture());
  EXPECT_EQ(loaded.tokens[1].revoked, absl::InfiniteFuture());
  Commit({DropToken{"t1"}, DropToken{"none"}});
  const LoadedState left = Load();
  ASSERT_EQ(left.tokens.size(), 1u);
  EXPECT_EQ(left.tokens[0].id, "t2");
}

TEST_P(StoreTest, GivesBackActionsNewestFirstByPages) {
  for (const char* kind : {"one", "two", "three"}) {
    Commit({AddAction{{0, kNow, "ann", "t1", "ipv4:10.0.0.7:1", kind, "runs/r1", "text"}}});
  }
  const auto page = *store_->ReadActions(0, 2);
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].kind, "three");
  EXPECT_EQ(page[0].from, "ipv4:10.0.0.7:1");
  EXPECT_EQ(page[0].at, kNow);
  const auto rest = *store_->ReadActions(page[1].number, 2);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0].kind, "one");
}

TEST_P(StoreTest, KeepsTheNewestActionsUpToABound) {
  for (const char* kind : {"one", "two", "three", "four"}) {
    Commit({AddAction{{0, kNow, "ann", "", "", kind, "", ""}, 2}});
  }
  const auto kept = *store_->ReadActions(0, 10);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(kept[0].kind, "four");
  EXPECT_EQ(kept[0].number, 4u);  // numbers go on
  EXPECT_EQ(kept[1].kind, "three");
}

TEST_P(StoreTest, MarksAWorkersPairsAsVoidAndTakesThatBack) {
  AddPair other = PairRow("r1", 1);
  other.record.worker = "v";
  Commit({PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, PutWorker{WorkerOf("v")},
          PairRow("r1", 0, 4), other, PairRow("r1", 2, 0)});
  Commit({MarkPairs{"r1", "w", true}});
  EXPECT_EQ(store_->ReadPairs({"r1", 0, 10, true})->size(), 1u);
  AddPair again = PairRow("r1", 0, 2);  // played once more by another
  again.record.worker = "v";
  Commit({again});
  std::vector<LedgerRow> rows = *store_->ReadRows("r1", "w");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_FALSE(rows[0].is_void || rows[0].of_worker);
  EXPECT_EQ(rows[0].summary.half_points, 2);
  EXPECT_TRUE(rows[1].is_void && rows[1].of_worker && rows[1].index == 0);
  EXPECT_EQ(rows[1].summary.half_points, 4);
  Commit({MarkPairs{"r1", "w", false}});  // pair 0 has another row that counts by now
  const auto pairs = *store_->ReadPairs({"r1", 0, 10, true});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].worker, "v");
  EXPECT_EQ(pairs[2].worker, "w");
}

TEST_P(StoreTest, KeepsAuditsThatWaitAndLeasesOfThem) {
  Lease lease{"lease1", "r1", "w", {3}, 1, kNow, kNow, LeaseState::kLive, true};
  Audit waits{"r1", 3, AuditState::kDisputed, "w", std::string(64, 'a'), "v", std::string(64, 'b')};
  Audit agreed{"r1", 4, AuditState::kAgreed, "w", std::string(64, 'a'), "", ""};
  Commit({PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, PutAudit{waits}, PutAudit{agreed},
          PutLease{lease}});
  const LoadedState loaded = Load();
  ASSERT_EQ(loaded.audits.size(), 1u);
  EXPECT_EQ(loaded.audits[0].pair, 3u);
  EXPECT_EQ(loaded.audits[0].second, "v");
  EXPECT_EQ(loaded.audits[0].second_digest, waits.second_digest);
  EXPECT_TRUE(loaded.leases.at(0).audit);
}

TEST_P(StoreTest, CountsTheRowsThatFiguresAreMadeOf) {
  EXPECT_TRUE(store_->CountRows()->pairs.empty());
  AddPair other = PairRow("r2", 1);
  other.record.worker = "v";
  AddPair again = PairRow("r1", 2);
  again.record.result.second.digest = PairOf(1, 4).first.digest;  // a repeated game
  Commit({PutRun{RunOf("r1")}, PutRun{RunOf("r2")}, PutWorker{WorkerOf("v")},
          PutWorker{WorkerOf("w")}, PutWorker{WorkerOf("idle")}, PairRow("r1", 1), again, other,
          PutAudit{{"r1", 1, AuditState::kAgreed, "w", std::string(64, 'a'), "", ""}},
          PutAudit{{"r1", 2, AuditState::kAgreed, "w", std::string(64, 'a'), "", ""}},
          PutAudit{{"r1", 3, AuditState::kPending, "w", std::string(64, 'a'), "", ""}},
          PutAudit{{"r2", 1, AuditState::kSettled, "v", std::string(64, 'a'), "", ""}}});
  Commit({MarkPairs{"r1", "w", true}});
  const auto counts = store_->CountRows();
  ASSERT_TRUE(counts.ok()) << counts.status();
  using Counts = std::map<std::string, uint64_t>;
  EXPECT_EQ(counts->pairs, (Counts{{"v", 1}, {"w", 2}}));
  EXPECT_EQ(counts->digests, (Counts{{"r1", 3}, {"r2", 2}}));
  EXPECT_EQ(counts->audits_agreed, (Counts{{"r1", 2}}));
  EXPECT_EQ(counts->audits_settled, (Counts{{"r2", 1}}));
}

TEST_P(StoreTest, RefusesAPairOfARunThatIsNotThere) {
  EXPECT_FALSE(store_->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
}

}  // namespace
}  // namespace rookery::coordinator::testing
