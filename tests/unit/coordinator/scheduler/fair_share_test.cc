#include "coordinator/scheduler/fair_share.h"

#include <gtest/gtest.h>

#include <map>

#include "coordinator/core/usage_meter.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

Run RunOf(const std::string& id, int priority, double weight, const std::string& owner = "") {
  RunSpec spec = testing::TestSpec();
  spec.priority = priority;
  spec.weight = weight;
  spec.owner = owner;
  Run run;
  run.id = id;
  run.spec = std::make_shared<const RunSpec>(spec);
  return run;
}

WorkerInfo WorkerWith(int slots) {
  WorkerInfo worker;
  worker.slots = slots;
  return worker;
}

TEST(FairShare, ServesTheHighestPriorityClassAlone) {
  const auto low = RunOf("low", 0, 100);
  const auto high = RunOf("high", 1, 0.01);
  const WorkerInfo worker = WorkerWith(4);
  Rng rng(1);
  const Choice choice =
      FairShare().Choose({{&low, 10, 0, 0}, {&high, 10, 1e6, 1e6}}, {&worker, "low"}, rng);
  EXPECT_EQ(choice.demand, 1u);
  EXPECT_FALSE(choice.reason.empty());
}

TEST(FairShare, ServesALowerClassWhereTheHigherOneDoesNotSuit) {
  const auto low = RunOf("low", 0, 1);
  RunSpec wide = *RunOf("", 1, 1).spec;
  wide.threads = 8;
  auto high = RunOf("high", 1, 1);
  high.spec = std::make_shared<const RunSpec>(wide);
  const WorkerInfo worker = WorkerWith(4);
  Rng rng(1);
  EXPECT_EQ(FairShare().Choose({{&low, 1, 9, 9}, {&high, 1, 0, 0}}, {&worker, ""}, rng).demand, 0u);
}

TEST(FairShare, StaysWithARunUntilItIsAheadByAStatedTime) {
  const auto here = RunOf("here", 0, 1);
  const auto there = RunOf("there", 0, 1);
  const WorkerInfo worker = WorkerWith(2);
  const double sticky = 2 * FairShare::kStickySeconds;
  Rng rng(1);
  const auto choose = [&](double usage) {
    return FairShare()
        .Choose({{&here, 9, usage, usage}, {&there, 9, 0, usage}}, {&worker, "here"}, rng)
        .demand;
  };
  EXPECT_EQ(choose(sticky), 0u);
  EXPECT_EQ(choose(sticky + 1), 1u);
}

TEST(FairShare, SaysWhatIsMissingWhenNothingSuits) {
  RunSpec wide = testing::TestSpec();
  wide.threads = 8;
  auto run = RunOf("wide", 0, 1);
  run.spec = std::make_shared<const RunSpec>(wide);
  const WorkerInfo worker = WorkerWith(2);
  Rng rng(1);
  const Choice choice = FairShare().Choose({{&run, 1, 0, 0}}, {&worker, ""}, rng);
  EXPECT_FALSE(choice.demand.has_value());
  EXPECT_NE(choice.reason.find("run wide: threads of each engine: 8"), std::string::npos);
  EXPECT_EQ(FairShare().Choose({}, {&worker, ""}, rng).reason, "no run has pairs to lend");
}

// A fleet in simulated time: workers ask whenever their lease has ended. What each run got.
class Fleet {
 public:
  Fleet(std::vector<Run> runs, uint64_t seed) : runs_(std::move(runs)), rng_(seed) {}

  void AddWorkers(int count, int slots) {
    for (int i = 0; i < count; ++i) workers_.push_back({WorkerWith(slots), "", absl::Time()});
  }
  void RunFor(absl::Duration time) {
    const absl::Time end = now_ + time;
    for (; now_ < end; now_ += absl::Seconds(1)) {
      for (Worker& worker : workers_) {
        if (worker.busy_until <= now_) Lend(worker);
      }
    }
  }
  double share(const std::string& run) const {
    double all = 0;
    for (const auto& [id, got] : got_) all += got;
    return got_.contains(run) ? got_.at(run) / all : 0;
  }
  absl::Duration longest_wait(const std::string& run) const {
    return waits_.contains(run) ? waits_.at(run) : absl::InfiniteDuration();
  }

 private:
  struct Worker {
    WorkerInfo info;
    RunId last;
    absl::Time busy_until;
  };

  void Lend(Worker& worker) {
    std::vector<RunDemand> demands;
    for (const Run& run : runs_) {
      demands.push_back({&run, 100, usage_[run.id].At(now_), owners_[run.spec->owner].At(now_)});
    }
    const Choice choice = FairShare().Choose(demands, {&worker.info, worker.last}, rng_);
    const Run& run = runs_.at(*choice.demand);
    const double seconds = 5 + 10 * rng_.Uniform();  // leases aren't all alike
    usage_[run.id].Add(seconds * worker.info.slots, now_);
    owners_[run.spec->owner].Add(seconds * worker.info.slots, now_);
    got_[run.id] += seconds * worker.info.slots;
    absl::Duration& wait = waits_[run.id];
    wait = std::max(wait, now_ - served_.try_emplace(run.id, now_).first->second);
    served_[run.id] = now_;
    worker.last = run.id;
    worker.busy_until = now_ + absl::Seconds(seconds);
  }

  std::vector<Run> runs_;
  Rng rng_;
  std::vector<Worker> workers_;
  absl::Time now_ = absl::FromUnixSeconds(1'700'000'000);
  std::map<std::string, UsageMeter> usage_;
  std::map<std::string, UsageMeter> owners_;
  std::map<std::string, double> got_;
  std::map<std::string, absl::Time> served_;
  std::map<std::string, absl::Duration> waits_;
};

TEST(FairShare, GivesRunsTheirWeightsAndOwnersTheSameWhateverTheFleet) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    Fleet fleet({RunOf("a1", 0, 1, "ada"), RunOf("a3", 0, 3, "ada"), RunOf("b", 0, 7, "bob")},
                seed);
    fleet.AddWorkers(1 + static_cast<int>(rng.Below(12)), 1 + static_cast<int>(rng.Below(16)));
    fleet.AddWorkers(static_cast<int>(rng.Below(12)), 1 + static_cast<int>(rng.Below(4)));
    fleet.RunFor(absl::Hours(3));
    EXPECT_NEAR(fleet.share("b"), 0.5, 0.05) << seed;  // whatever its weight: it has no sibling
    EXPECT_NEAR(fleet.share("a3") / fleet.share("a1"), 3, 0.6) << seed;
  }
}

TEST(FairShare, LetsNobodyStarve) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    std::vector<coordinator::Run> runs;
    for (int i = 0; i < 12; ++i) {
      runs.push_back(RunOf(fmt::format("r{}", i), 0, i == 0 ? 0.05 : 1 + i % 5, i < 9 ? "x" : "y"));
    }
    Fleet fleet(runs, seed);
    fleet.AddWorkers(1, 4);  // one worker alone serves them all
    fleet.RunFor(absl::Hours(8));
    for (const auto& run : runs) {
      EXPECT_LT(fleet.longest_wait(run.id), absl::Hours(2)) << run.id << " seed " << seed;
    }
  }
}

}  // namespace
}  // namespace rookery::coordinator
