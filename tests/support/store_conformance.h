// The conformance suite: what every implementation of Store promises. A test binary includes it
// once and names its kinds with INSTANTIATE_TEST_SUITE_P(Kinds, StoreTest, ...).
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/store/store.h"
#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator::testing {

inline const absl::Time kNow = absl::FromUnixSeconds(1'700'000'000);

inline Run RunOf(const std::string& id) {
  RunSpec spec = TestSpec();
  spec.max_pairs = 1000;
  spec.decide_every = 8;
  spec.rule_profile = "engine";
  spec.adjudication = Adjudication{40, 8, 10, 3, 600, true};
  spec.tags = {"one", "two words"};
  spec.priority = -3;
  spec.weight = 2.5;
  Run run;
  run.id = id;
  run.spec = std::make_shared<const RunSpec>(spec);
  run.seed = 0xfedcba9876543210;
  run.book_lines = 1000;
  run.request_id = "request " + id;
  run.created = kNow;
  return run;
}

inline WorkerInfo WorkerOf(const std::string& id) {
  WorkerInfo worker;
  worker.id = id;
  worker.label = "label";
  worker.slots = 4;
  worker.drained = "its host is needed";
  worker.first_seen = worker.last_seen = kNow;
  return worker;
}

inline AddPair PairRow(const RunId& run, uint64_t index, int half_points = 4) {
  PairRecord record;
  record.result = PairOf(index, half_points);
  record.result.first.scores_cp = {12, -15, 300, 30'005, -100'000};
  record.result.second.detail = "evidence\nof \"something\"";
  record.worker = "w";
  record.lease = "lease";
  record.attempt = 2;
  record.received = kNow + absl::Seconds(5);
  return {run, record};
}

struct StoreKind {
  const char* name;
  std::unique_ptr<Store> (*make)(const std::string& path);
};

class StoreTest : public ::testing::TestWithParam<StoreKind> {
 protected:
  StoreTest() {
    std::string pattern = ::testing::TempDir() + "rookery_store_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    Open();
  }
  ~StoreTest() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }
  void Open() { store_ = GetParam().make(folder_ + "/rookery.db"); }
  void Commit(const std::vector<Write>& writes) {
    const auto result = store_->Commit(writes);
    ASSERT_TRUE(result.ok()) << result.status();
  }
  LoadedState Load() {
    absl::StatusOr<LoadedState> loaded = store_->Load();
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return loaded.ok() ? *std::move(loaded) : LoadedState();
  }

  std::string folder_;
  std::unique_ptr<Store> store_;
};

}  // namespace rookery::coordinator::testing
