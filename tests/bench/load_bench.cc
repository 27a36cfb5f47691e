// A fleet that isn't there: thousands of workers, each with a connection and a stream of its own,
// evenly paced, against a coordinator that this program starts as a process of its own. Says the
// percentiles of lease, report and heartbeat from the moment at which each was due, refusals, the
// coordinator's memory for an idle worker, and how long a crowd takes to come back.
//
//   bench_load --coordinator build/release/bin/rookery-coordinator --workers 10000 --seconds 60
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <set>
#include <thread>

#include "base/clock.h"
#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "tests/bench/load/coordinator_process.h"
#include "tests/bench/load/load_worker.h"

namespace rookery::bench {
namespace {

struct Flags {
  std::string coordinator;
  std::string data = "/tmp/rookery-load";
  int workers = 1000;
  double interval = 10;
  double seconds = 30;
  int reconnect = 1000;
  uint64_t seed = 1;
};

// Openings by random moves, all different.
std::string MakeBook(size_t lines, Rng rng) {
  std::set<std::string> seen;
  std::string text;
  while (seen.size() < lines) {
    chess::Position position = chess::Position::Start();
    for (int ply = 0; ply < 8; ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(position, moves);
      if (moves.empty()) break;
      position.Play(moves[rng.Below(moves.size())]);
    }
    std::string fen = chess::ToFen(position);
    if (!seen.insert(fen.substr(0, fen.find(' ') + 2)).second) continue;
    text += fen + "\n";
  }
  return text;
}

absl::StatusOr<v1::Run> StartRun(wire::Client& client, const Flags& flags) {
  const double reports = flags.workers * (flags.seconds + 60) / flags.interval;
  const auto pairs = static_cast<size_t>(1000 + 1.2 * reports);
  auto weights =
      client.UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, params::CanonicalText(params::Weights()));
  if (!weights.ok()) return weights.status();
  auto book = client.UploadArtifact(v1::ARTIFACT_KIND_BOOK, MakeBook(pairs, Rng(flags.seed)));
  if (!book.ok()) return book.status();
  v1::CreateRunRequest request;
  request.set_request_id("load");
  v1::RunSpec& spec = *request.mutable_run();
  spec.set_kind(v1::RUN_KIND_MATCH);
  for (v1::EngineSpec* engine : {spec.mutable_dev(), spec.mutable_base()}) {
    engine->set_name("load");
    engine->set_weights_sha256(weights->sha256());
  }
  spec.mutable_limits()->set_nodes(1000);
  spec.set_book_sha256(book->sha256());
  return client.CreateRun(request);
}

void Print(const char* what, std::vector<double> milliseconds) {
  if (milliseconds.empty()) return fmt::print("{:<10} none\n", what);
  std::sort(milliseconds.begin(), milliseconds.end());
  const auto at = [&](double share) {
    return milliseconds[static_cast<size_t>(share * static_cast<double>(milliseconds.size() - 1))];
  };
  fmt::print("{:<10} {:>8}  p50 {:7.2f} ms  p99 {:7.2f} ms  p99.9 {:7.2f} ms  most {:7.2f} ms\n",
             what, milliseconds.size(), at(0.5), at(0.99), at(0.999), milliseconds.back());
}

bool WaitFor(double seconds, const std::function<bool()>& done) {
  RealClock clock;
  const int64_t end = clock.MonotonicNanos() + static_cast<int64_t>(seconds * 1e9);
  while (!done()) {
    if (clock.MonotonicNanos() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class Load {
 public:
  explicit Load(const Flags& flags) : flags_(flags) {}

  int Run() {
    auto started = CoordinatorProcess::Start(flags_.coordinator, flags_.data);
    if (!started.ok()) return Fail(started.status());
    process_ = *std::move(started);
    auto client = wire::Client::Create({.address = process_->grpc_address()});
    if (!client.ok()) return Fail(client.status());
    if (!Connect()) return Fail(absl::DeadlineExceededError("not all workers were welcomed"));
    auto run = StartRun(**client, flags_);
    if (!run.ok()) return Fail(run.status());
    Pace();
    Report();
    Reconnect();
    for (auto& worker : workers_) worker->Break();
    WaitFor(30, [&] { return CountUp() == 0; });
    return 0;
  }

 private:
  int Fail(const absl::Status& status) {
    fmt::print(stderr, "{}\n", std::string(status.message()));
    return 1;
  }

  size_t CountUp() const {
    return static_cast<size_t>(std::count_if(workers_.begin(), workers_.end(),
                                             [](const auto& worker) { return worker->up(); }));
  }

  bool Connect() {
    const int64_t before = process_->MemoryKib();
    const int64_t begin = clock_.MonotonicNanos();
    for (int i = 0; i < flags_.workers; ++i) {
      workers_.push_back(
          std::make_unique<LoadWorker>(i, process_->grpc_address(), &clock_, &figures_));
      workers_.back()->Connect();
      if (i % 50 == 49) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const bool all = WaitFor(120, [&] { return CountUp() == workers_.size(); });
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const int64_t after = process_->MemoryKib();
    fmt::print("connected  {} workers in {:.1f} s; the coordinator takes {:.1f} KiB for each\n",
               CountUp(), static_cast<double>(clock_.MonotonicNanos() - begin) * 1e-9 - 2,
               static_cast<double>(after - before) / flags_.workers);
    return all;
  }

  // Each worker has its own moment in the interval: a report (and a request, where its pairs are
  // used up) at it, a heartbeat half an interval later.
  void Pace() {
    const auto interval = static_cast<int64_t>(flags_.interval * 1e9);
    const int64_t begin = clock_.MonotonicNanos();
    const auto steps = static_cast<int64_t>(2 * workers_.size());
    const int64_t rounds = static_cast<int64_t>(flags_.seconds / flags_.interval);
    cpu_ = process_->CpuSeconds();
    begin_ = begin;
    for (int64_t round = 0; round < rounds; ++round) {
      for (int64_t step = 0; step < steps; ++step) {
        const int64_t due = begin + round * interval + step * interval / steps;
        const int64_t wait = due - clock_.MonotonicNanos();
        if (wait > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(wait));
        const auto worker = static_cast<size_t>(step / 2);
        if (step % 2 == 0) {
          workers_[worker]->Report(due);
        } else {
          workers_[(worker + workers_.size() / 2) % workers_.size()]->Beat(due);
        }
      }
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }

  void Report() {
    const double passed = static_cast<double>(clock_.MonotonicNanos() - begin_) * 1e-9;
    rusage own{};
    getrusage(RUSAGE_SELF, &own);
    fmt::print(
        "paced      {} workers, each every {:g} s, for {:.0f} s; coordinator {:.0f} % of a "
        "core, {} MiB\n",
        workers_.size(), flags_.interval, passed, 100 * (process_->CpuSeconds() - cpu_) / passed,
        process_->MemoryKib() / 1024);
    Figures::Samples samples = figures_.Take();
    Print("lease", std::move(samples.lease));
    Print("report", std::move(samples.report));
    Print("heartbeat", std::move(samples.heartbeat));
    fmt::print("refused    {} reports, {} told to back off, {} without work, {} streams broke\n",
               samples.refused, samples.backoffs, samples.no_work, samples.broken);
  }

  void Reconnect() {
    const auto count = std::min<size_t>(static_cast<size_t>(flags_.reconnect), workers_.size());
    if (count == 0) return;
    for (size_t i = 0; i < count; ++i) workers_[i]->Break();
    WaitFor(30, [&] { return CountUp() <= workers_.size() - count; });
    const int64_t begin = clock_.MonotonicNanos();
    for (size_t i = 0; i < count; ++i) workers_[i]->Connect();
    const bool all = WaitFor(60, [&] { return CountUp() == workers_.size(); });
    fmt::print("reconnect  {} at once, {} after {:.2f} s\n", count,
               all ? "all welcomed" : "NOT all welcomed",
               static_cast<double>(clock_.MonotonicNanos() - begin) * 1e-9);
  }

  const Flags flags_;
  RealClock clock_;
  Figures figures_;
  std::unique_ptr<CoordinatorProcess> process_;
  std::vector<std::unique_ptr<LoadWorker>> workers_;
  double cpu_ = 0;
  int64_t begin_ = 0;
};

void RaiseFileLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace
}  // namespace rookery::bench

int main(int argc, char** argv) {
  rookery::bench::Flags flags;
  CLI::App app("Loads a coordinator with workers over gRPC.");
  app.add_option("--coordinator", flags.coordinator, "The binary to start")->required();
  app.add_option("--data", flags.data, "A folder for it, emptied first")->capture_default_str();
  app.add_option("--workers", flags.workers)->capture_default_str()->check(CLI::Range(1, 19'000));
  app.add_option("--interval", flags.interval, "Seconds between a worker's reports")
      ->capture_default_str();
  app.add_option("--seconds", flags.seconds, "How long")->capture_default_str();
  app.add_option("--reconnect", flags.reconnect, "How many come back at once")
      ->capture_default_str();
  app.add_option("--seed", flags.seed)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  rookery::bench::RaiseFileLimit();  // the coordinator inherits it
  return rookery::bench::Load(flags).Run();
}
