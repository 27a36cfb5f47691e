#include "coordinator/scheduler/matching.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/support/coordinator_builders.h"

namespace rookery::coordinator {
namespace {

WorkerInfo Worker() {
  WorkerInfo worker;
  worker.slots = 4;
  worker.bench_signature = "1234567";
  worker.ability = {4, 1000, {"avx2", "sse4.2"}, "linux-x86_64", "landlock"};
  return worker;
}

struct Case {
  const char* name;
  std::function<void(RunSpec&)> change;
  const char* missing;  // part of the text; "" if it suits
};

TEST(Matching, ComparesEveryNeedWithWhatTheWorkerSaid) {
  const Case cases[] = {
      {"nothing asked", [](RunSpec&) {}, ""},
      {"threads that fit", [](RunSpec& spec) { spec.threads = 4; }, ""},
      {"too many threads", [](RunSpec& spec) { spec.threads = 5; }, "threads of each engine: 5"},
      {"hash that fits", [](RunSpec& spec) { spec.hash_kib = 100 << 10; }, ""},
      {"too much hash", [](RunSpec& spec) { spec.hash_kib = 200 << 10; }, "1728 MiB"},
      {"memory", [](RunSpec& spec) { spec.needs.memory_mib = 1001; }, "1001 MiB"},
      {"a set that is there", [](RunSpec& spec) { spec.needs.instruction_sets = {"avx2"}; }, ""},
      {"a set that is not",
       [](RunSpec& spec) { spec.needs.instruction_sets = {"avx2", "avx512f"}; }, "avx512f"},
      {"the build", [](RunSpec& spec) { spec.needs.embedded_build = "1234567"; }, ""},
      {"another build", [](RunSpec& spec) { spec.needs.embedded_build = "7654321"; }, "1234567"},
      {"the platform", [](RunSpec& spec) { spec.needs.platform = "linux-x86_64"; }, ""},
      {"another platform", [](RunSpec& spec) { spec.needs.platform = "linux-aarch64"; }, "aarch64"},
      {"a lesser sandbox", [](RunSpec& spec) { spec.needs.sandbox = "rlimits"; }, ""},
      {"a better sandbox", [](RunSpec& spec) { spec.needs.sandbox = "bwrap"; }, "landlock"},
  };
  for (const Case& one : cases) {
    RunSpec spec = testing::TestSpec();
    one.change(spec);
    const std::string missing = WhatIsMissing(spec, Worker());
    EXPECT_EQ(missing.empty(), std::string(one.missing).empty()) << one.name << ": " << missing;
    EXPECT_NE(missing.find(one.missing), std::string::npos) << one.name << ": " << missing;
  }
}

TEST(Matching, AsksNoMemoryOfAWorkerThatDoesNotSayWhatItHas) {
  WorkerInfo worker;
  worker.slots = 64;
  RunSpec spec = testing::TestSpec();
  spec.hash_kib = 1 << 20;
  EXPECT_EQ(WhatIsMissing(spec, worker), "");
}

TEST(Matching, CountsASlotForEachThread) {
  WorkerInfo worker = Worker();
  RunSpec spec = testing::TestSpec();
  spec.hash_kib = 64 << 10;
  EXPECT_EQ(MemoryNeededMib(spec, worker), 4 * 2 * (16 + 64));
  spec.threads = 2;
  EXPECT_EQ(MemoryNeededMib(spec, worker), 2 * 2 * (16 + 64));
}

}  // namespace
}  // namespace rookery::coordinator
