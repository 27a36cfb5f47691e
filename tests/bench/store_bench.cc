// How many durable reports a second SQLite and, beside it, PostgreSQL take through group commit,
// and what a test of 10^4, 10^5, 10^6 pairs costs: a start, a report until the verdict is known
// anew, the run's figures, a page of pairs. Prints a table for each; the folder is where the disk
// to measure is. PostgreSQL is a server of this program's own, with fsync on.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/status.h"
#include "coordinator/loop/coalesce.h"
#include "coordinator/query/read_model.h"
#include "coordinator/scheduler/fair_share.h"
#include "coordinator/store/postgres_store.h"
#include "coordinator/store/store.h"
#include "tests/support/postgres/cluster.h"

namespace {

using namespace rookery;               // NOLINT
using namespace rookery::coordinator;  // NOLINT

constexpr uint64_t kPairs = 10'000'000;
constexpr int kReports = 500;  // whose mean is taken

GameRecord RandomGame(Rng& rng) {
  GameRecord game;
  const uint64_t who = rng.Below(4);
  game.result = who == 0   ? GameResult::kWhiteWins
                : who == 1 ? GameResult::kBlackWins
                           : GameResult::kDraw;
  game.end = game.result == GameResult::kDraw ? GameEnd::kRepetition : GameEnd::kCheckmate;
  // Moves of a real game share squares; 9 of 15 bits vary freely here, which compresses no better.
  for (int ply = 0; ply < 100; ++ply) {
    const uint64_t move = rng.Below(512);
    game.moves += static_cast<char>(move & 0xff);
    game.moves += static_cast<char>(move >> 8);
  }
  game.digest.resize(32);
  for (size_t i = 0; i < 32; i += 8) {
    const uint64_t word = rng.Next();
    std::memcpy(game.digest.data() + i, &word, sizeof word);
  }
  game.nodes = 100'000;
  game.elapsed_ms = 120;
  return game;
}

Run BenchRun() {
  RunSpec spec;
  spec.max_pairs = kPairs;
  spec.decide_every = 1;
  spec.kind = RunKind::kTest;
  // So close that equal engines keep it open for a million pairs.
  spec.sprt = stats::SprtBounds{-0.05, 0.05, 0.001, 0.001, stats::EloModel::kLogistic};
  Run run;
  run.id = "bench";
  run.request_id = "bench";
  run.spec = std::make_shared<const RunSpec>(spec);
  return run;
}

// Opens one and the same store each time.
using Opener = std::function<absl::StatusOr<std::unique_ptr<Store>>()>;

class Bench {
 public:
  explicit Bench(Opener open) : open_(std::move(open)), run_(BenchRun()) { Open(); }

  struct Rate {
    double per_second = 0;
    double cpu_micros = 0;  // a report
  };
  // Commits of `batches` reports of `pairs` pairs until `count` pairs are in.
  Rate Fill(uint64_t count, int batches, int pairs) {
    const int64_t begin = clock_.MonotonicNanos();
    const std::clock_t cpu = std::clock();
    uint64_t reports = 0;
    while (run_.totals.prefix < count) {
      std::vector<Write> writes;
      for (int batch = 0; batch < batches && run_.totals.prefix < count; ++batch, ++reports) {
        for (int i = 0; i < pairs; ++i) writes.push_back(NextPair());
        writes.push_back(PutRun{run_});
        worker_.id = fmt::format("worker{}", batch);
        writes.push_back(PutWorker{worker_});
      }
      const auto result = store_->Commit(Coalesce(std::move(writes)));
      ROOKERY_CHECK(result.ok());
    }
    const double seconds = static_cast<double>(clock_.MonotonicNanos() - begin) * 1e-9;
    const double used = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
    const double count_of = static_cast<double>(reports);
    return {count_of / seconds, used * 1e6 / count_of};
  }

  // Milliseconds from the file to a core that takes events.
  double Restart() {
    store_.reset();
    const int64_t begin = clock_.MonotonicNanos();
    Open();
    absl::StatusOr<LoadedState> loaded = store_->Load();
    ROOKERY_CHECK(loaded.ok());
    core_.emplace(Core::Load(*std::move(loaded), {}, &policy_, Rng(1), clock_.Now()));
    ROOKERY_CHECK(core_->FindRun("bench") != nullptr);
    return MillisSince(begin);
  }

  // Microseconds from a report of a pair to the verdict with it, in the core of the last Restart.
  double Verdict() {
    core_->Step(WorkerHello{1, "reporter", "reporter", 1, "1", "", {}}, clock_.Now());
    int64_t nanos = 0;
    for (int i = 0; i < kReports; ++i) {
      const Effects lent = core_->Step(LeaseRequest{1, 1, i + 1}, clock_.Now());
      const Lease& lease = std::get<LeaseGrant>(lent.replies.at(0)).lease;
      const Report report{1, lease.id, 1, "bench", lease.attempt, {PairAt(lease.pairs.at(0))}};
      const int64_t begin = clock_.MonotonicNanos();
      core_->Step(report, clock_.Now());
      nanos += clock_.MonotonicNanos() - begin;
    }
    const RunTotals& totals = core_->FindRun("bench")->totals;
    ROOKERY_CHECK(totals.prefix == run_.totals.prefix + kReports);
    ROOKERY_CHECK(totals.verdict == stats::Verdict::kUndecided);
    return static_cast<double>(nanos) * 1e-3 / kReports;
  }

  struct Query {
    double figures_ms = 0;
    double detail_ms = 0;  // the first after a start, which reads the ledger up to a bound
  };
  Query Read() {
    const auto view = std::make_shared<CoordinatorView>();
    view->workers = std::make_shared<const WorkerViews>();
    view->runs = {std::make_shared<const RunView>(core_->ViewRun("bench", clock_.Now()))};
    view->run_by_id["bench"] = view->runs[0];
    ReadModel reads([&] { return view; }, {store_.get(), nullptr, nullptr});
    int64_t begin = clock_.MonotonicNanos();
    ROOKERY_CHECK(reads.Run("bench").ok());
    const double figures = MillisSince(begin);
    begin = clock_.MonotonicNanos();
    ROOKERY_CHECK(reads.Detail("bench").ok());
    return {figures, MillisSince(begin)};
  }

  double Page() {
    const int64_t begin = clock_.MonotonicNanos();
    ROOKERY_CHECK(store_->ReadPairs({"bench", run_.totals.prefix / 2, 100, false})->size() == 100);
    return MillisSince(begin);
  }

 private:
  void Open() {
    absl::StatusOr<std::unique_ptr<Store>> store = open_();
    ROOKERY_CHECK(store.ok());
    store_ = *std::move(store);
    std::vector<Write> writes = {PutRun{run_}};
    for (int i = 0; i < 256; ++i) {
      worker_.id = fmt::format("worker{}", i);
      writes.push_back(PutWorker{worker_});
    }
    ROOKERY_CHECK(store_->Commit(writes).ok());
  }
  double MillisSince(int64_t begin) {
    return static_cast<double>(clock_.MonotonicNanos() - begin) * 1e-6;
  }
  PairResult PairAt(uint64_t index) { return {index, RandomGame(rng_), RandomGame(rng_)}; }
  AddPair NextPair() {
    PairRecord record;
    record.result = PairAt(run_.totals.prefix++);
    record.worker = fmt::format("worker{}", run_.totals.prefix % 256);
    record.lease = "lease";
    ++run_.totals.pentanomial[static_cast<size_t>(Summarise(record.result).half_points)];
    ++run_.totals.counted;
    return {run_.id, std::move(record)};
  }

  Opener open_;
  RealClock clock_;
  Rng rng_{7};
  FairShare policy_;
  std::unique_ptr<Store> store_;
  std::optional<Core> core_;
  Run run_;
  WorkerInfo worker_;
};

void Measure(const char* name, Opener open, uint64_t most) {
  Bench bench(std::move(open));
  uint64_t filled = 0;
  fmt::print("{}: reports of 4 pairs (a row and two digests each) a second, by reports a commit:\n",
             name);
  for (const int batches : {1, 16, 128}) {
    filled += static_cast<uint64_t>(batches) * 60;
    const Bench::Rate rate = bench.Fill(filled, batches, 4);
    fmt::print("  {:4}  {:8.0f}  {:6.0f} us of CPU each\n", batches, rate.per_second,
               rate.cpu_micros);
  }
  fmt::print(
      "pairs in the ledger; loaded a second; restart, ms; a report to the verdict, us; the run's "
      "figures, ms; its detail, ms; a page of 100 pairs, ms:\n");
  for (uint64_t pairs = 10'000; pairs <= most; pairs *= 10) {
    const Bench::Rate rate = bench.Fill(std::max(filled, pairs), 256, 10);
    const double restart = bench.Restart();
    const Bench::Query query = bench.Read();
    const double page = bench.Page();
    fmt::print("  {:8}  {:8.0f}  {:8.1f}  {:6.1f}  {:6.2f}  {:8.1f}  {:6.2f}\n",
               std::max(filled, pairs), 10 * rate.per_second, restart, bench.Verdict(),
               query.figures_ms, query.detail_ms, page);
    std::fflush(stdout);
  }
}

absl::StatusOr<std::unique_ptr<Store>> LeadDatabase(const std::string& address) {
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<PostgresStore> store, PostgresStore::Connect(address));
  // The server may take a moment to see that the last one has gone.
  absl::StatusOr<bool> leads = false;
  for (int i = 0; i < 1000 && leads.ok() && !*leads; ++i) leads = store->TryLead();
  ROOKERY_RETURN_IF_ERROR(leads.status());
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures the SQL stores: durable reports a second, cost of a start.");
  std::string folder = ".";
  uint64_t most = 1'000'000;
  app.add_option("--folder", folder, "On the disk to measure")->capture_default_str();
  app.add_option("--pairs", most, "The largest ledger")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const std::string path = folder + "/store_bench.db";
  const auto remove = [&] {
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(path + suffix);
  };
  remove();
  Measure("SQLite", [&] { return OpenSqliteStore(path); }, most);
  fmt::print("{} bytes a pair on disk\n", std::filesystem::file_size(path) / most);
  remove();
  auto cluster = rookery::testing::PostgresCluster::Make(std::filesystem::absolute(folder));
  if (!cluster.ok()) {
    fmt::print(stderr, "{}\n", Message(cluster.status()));
    return 1;
  }
  const std::string address = cluster->AddressOf("bench");
  Measure("PostgreSQL", [&] { return LeadDatabase(address); }, most);
  return 0;
}
