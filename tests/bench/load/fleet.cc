#include "tests/bench/load/fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/status.h"
#include "engine/params/weights.h"
#include "tests/bench/load/joining.h"
#include "tests/bench/load/random_book.h"

namespace rookery::bench {
namespace {

constexpr double kPatience = 120;  // seconds, for what must happen
// New connections come this many at a time: faster than any fleet grows.
constexpr int kAtOnce = 50;
constexpr std::chrono::microseconds kBetween{20'000};

bool WaitFor(double seconds, const std::function<bool()>& done) {
  RealClock clock;
  const int64_t end = clock.MonotonicNanos() + static_cast<int64_t>(seconds * 1e9);
  while (!done()) {
    if (clock.MonotonicNanos() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// Spins no longer than the kernel's timers are coarse.
void SleepUntil(Clock& clock, int64_t due) {
  const int64_t wait = due - clock.MonotonicNanos();
  if (wait > 100'000) std::this_thread::sleep_for(std::chrono::nanoseconds(wait));
}

double SecondsSince(Clock& clock, int64_t begin) {
  return static_cast<double>(clock.MonotonicNanos() - begin) * 1e-9;
}

}  // namespace

double Paced::worst_p99() const { return std::max({lease.p99, report.p99, heartbeat.p99}); }

bool Paced::sound() const { return samples.sound() && report.count > 0 && heartbeat.count > 0; }

std::string ToText(const Paced& paced) {
  return fmt::format("rate       {:.0f} reports and heartbeats a second each\n", paced.rate) +
         ToText("lease", paced.lease) + ToText("report", paced.report) +
         ToText("heartbeat", paced.heartbeat) + ToText("sent late", paced.late) +
         ToText(paced.cpu) +
         fmt::format(
             "faults     {} reports refused, {} told to back off, {} without work, {} "
             "streams broke, {} still waited for their last answer\n",
             paced.samples.refused, paced.samples.backoffs, paced.samples.no_work,
             paced.samples.broken, paced.samples.overdue);
}

Fleet::~Fleet() {
  for (auto& worker : workers_) worker->Break();
  WaitFor(kPatience, [&] { return Count(&LoadWorker::up) == 0; });
}

size_t Fleet::Count(bool (LoadWorker::*is)() const) const {
  return static_cast<size_t>(std::count_if(workers_.begin(), workers_.end(),
                                           [is](const auto& worker) { return (*worker.*is)(); }));
}

absl::Status Fleet::Connect() {
  ROOKERY_ASSIGN_OR_RETURN(process_, CoordinatorProcess::Start(options_.coordinator));
  ROOKERY_ASSIGN_OR_RETURN(const wire::Credentials trust, process_->Operator());
  ROOKERY_ASSIGN_OR_RETURN(
      client_, wire::Client::Create({.address = process_->grpc_address(), .credentials = trust}));
  std::vector<wire::Credentials> credentials(static_cast<size_t>(options_.workers));
  if (trust.tls()) {
    const int64_t begin = clock_.MonotonicNanos();
    const int64_t before = process_->MemoryKib();
    ROOKERY_ASSIGN_OR_RETURN(credentials, JoinWorkers(*client_, trust, options_.workers));
    fmt::print("joined     {} workers in {:.1f} s; {:.1f} KiB for each\n", options_.workers,
               SecondsSince(clock_, begin),
               static_cast<double>(process_->MemoryKib() - before) / options_.workers);
  }
  return ConnectAll(credentials);
}

absl::Status Fleet::ConnectAll(const std::vector<wire::Credentials>& credentials) {
  const int64_t before = process_->MemoryKib();
  const int64_t begin = clock_.MonotonicNanos();
  for (int i = 0; i < options_.workers; ++i) {
    workers_.push_back(std::make_unique<LoadWorker>(i, process_->grpc_address(),
                                                    credentials[static_cast<size_t>(i)],
                                                    LoadWorker::Parts{&clock_, &figures_}));
    workers_.back()->Connect(false);
    if (i % kAtOnce == kAtOnce - 1) std::this_thread::sleep_for(kBetween);
  }
  const bool all = WaitFor(kPatience, [&] { return Count(&LoadWorker::up) == workers_.size(); });
  const double seconds = SecondsSince(clock_, begin);
  std::this_thread::sleep_for(std::chrono::seconds(2));  // what the handshakes needed goes back
  fmt::print("connected  {} workers in {:.1f} s; idle, the coordinator takes {:.1f} KiB for each\n",
             Count(&LoadWorker::up), seconds,
             static_cast<double>(process_->MemoryKib() - before) / options_.workers);
  if (all) return absl::OkStatus();
  return absl::DeadlineExceededError("not all workers were welcomed");
}

absl::Status Fleet::StartRun(size_t pairs) {
  ROOKERY_ASSIGN_OR_RETURN(
      const v1::Artifact weights,
      client_->UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, params::CanonicalText(params::Weights())));
  ROOKERY_ASSIGN_OR_RETURN(
      const v1::Artifact book,
      client_->UploadArtifact(v1::ARTIFACT_KIND_BOOK, RandomBook(pairs, Rng(options_.seed))));
  v1::CreateRunRequest request;
  request.set_request_id("load");
  v1::RunSpec& spec = *request.mutable_run();
  spec.set_kind(v1::RUN_KIND_MATCH);
  for (v1::EngineSpec* engine : {spec.mutable_dev(), spec.mutable_base()}) {
    engine->set_name("load");
    engine->set_weights_sha256(weights.sha256());
  }
  spec.mutable_limits()->set_nodes(1000);
  spec.set_book_sha256(book.sha256());
  ROOKERY_RETURN_IF_ERROR(client_->CreateRun(request).status());
  for (auto& worker : workers_) {
    worker->Report(clock_.MonotonicNanos());  // it has nothing: it asks
    std::this_thread::sleep_for(kBetween / kAtOnce);
  }
  if (WaitFor(kPatience, [&] { return Count(&LoadWorker::served) == workers_.size(); })) {
    return absl::OkStatus();
  }
  return absl::DeadlineExceededError("not all workers were lent pairs");
}

// Each worker has its own moment: a report (and a request, where its pairs are used up) at it, a
// heartbeat half a round later.
Paced Fleet::Pace(double rate, double seconds) {
  figures_.Take();
  const CpuClock cpu(process_.get(), &clock_);
  const int64_t begin = clock_.MonotonicNanos();
  const auto steps = static_cast<int64_t>(2 * rate * seconds);
  std::vector<double> late;
  late.reserve(static_cast<size_t>(steps));
  for (int64_t step = 0; step < steps; ++step) {
    const int64_t due = begin + static_cast<int64_t>(static_cast<double>(step) * 5e8 / rate);
    SleepUntil(clock_, due);
    late.push_back(static_cast<double>(clock_.MonotonicNanos() - due) * 1e-6);
    if (step % 2 == 0) {
      workers_[turn_ % workers_.size()]->Report(due);
    } else {
      workers_[(turn_++ + workers_.size() / 2) % workers_.size()]->Beat(due);
    }
  }
  Paced paced;
  paced.rate = rate;
  paced.cpu = cpu.Use();
  std::this_thread::sleep_for(std::chrono::seconds(1));  // for the last answers
  paced.samples = figures_.Take();
  paced.lease = PercentilesOf(std::move(paced.samples.lease));
  paced.report = PercentilesOf(std::move(paced.samples.report));
  paced.heartbeat = PercentilesOf(std::move(paced.samples.heartbeat));
  paced.late = PercentilesOf(std::move(late));
  return paced;
}

absl::StatusOr<double> Fleet::Reconnect(size_t count) {
  count = std::min(count, workers_.size());
  for (size_t i = 0; i < count; ++i) workers_[i]->Break();
  const size_t others = workers_.size() - count;
  if (!WaitFor(kPatience, [&] { return Count(&LoadWorker::up) <= others; })) {
    return absl::DeadlineExceededError("the streams didn't end");
  }
  const int64_t begin = clock_.MonotonicNanos();
  for (size_t i = 0; i < count; ++i) workers_[i]->Connect(true);
  const auto all_served = [&] {
    return std::all_of(workers_.begin(), workers_.begin() + static_cast<int64_t>(count),
                       [](const auto& worker) { return worker->up() && worker->served(); });
  };
  if (!WaitFor(kPatience, all_served)) {
    return absl::DeadlineExceededError("not all were welcomed and answered");
  }
  return SecondsSince(clock_, begin);
}

}  // namespace rookery::bench
