// Which of the checks each animal of the zoo fails.
#include "worker/player/uci_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "worker/process/child_process.h"

namespace rookery::worker {
namespace {

class UciCheckTest : public ::testing::Test {
 protected:
  StartEngine Zoo(const std::string& mode) {
    return [this, mode]() -> absl::StatusOr<CheckedEngine> {
      auto child = ChildProcess::Start({ROOKERY_ZOO, {mode}, "", "", {}}, &clock_);
      if (!child.ok()) return child.status();
      ChildProcess* const process = child->get();
      return CheckedEngine{std::move(*child), [process] { process->CloseInput(); },
                           [process](int64_t end) { return process->WaitForEnd(end); }};
    };
  }
  std::map<std::string, CheckOutcome> Check(const std::string& mode) {
    const StartEngine start = Zoo(mode);
    // Generous, for busy machines, but where the answer never comes.
    const CheckTimes times{.answer_ms = mode.starts_with("no_") ? 300 : 10'000,
                           .search_ms = 5000,
                           .stop_ms = 1000,
                           .quit_ms = 500};
    std::map<std::string, CheckOutcome> outcomes;
    for (const CheckResult& one : CheckUciEngine(start, &clock_, times)) {
      EXPECT_TRUE(outcomes.emplace(one.name, one.outcome).second) << one.name;
      if (one.outcome != CheckOutcome::kPassed && one.outcome != CheckOutcome::kSkipped) {
        EXPECT_FALSE(one.why.empty()) << one.name;
      }
    }
    return outcomes;
  }

  RealClock clock_;
};

TEST_F(UciCheckTest, AnEngineThatBehavesFailsNothing) {
  const auto outcomes = Check("ok");
  EXPECT_GE(outcomes.size(), 24u);
  for (const auto& [name, outcome] : outcomes) EXPECT_NE(outcome, CheckOutcome::kFailed) << name;
}

TEST_F(UciCheckTest, EachFaultIsFoundByItsCheck) {
  const std::vector<std::pair<const char*, const char*>> faults = {
      {"no_uciok", "uciok"},      {"no_readyok", "readyok"}, {"exit_at_start", "uciok"},
      {"illegal", "bestmove"},    {"late", "go-movetime"},   {"ignores_quit", "quit"},
      {"crash", "position-moves"}};
  for (const auto& [mode, check] : faults) {
    const auto outcomes = Check(mode);
    const auto found = outcomes.find(check);
    ASSERT_NE(found, outcomes.end()) << mode;
    EXPECT_EQ(found->second, CheckOutcome::kFailed) << mode << " " << check;
  }
}

// What no search of an engine ends for, nothing is waited for again and again.
TEST_F(UciCheckTest, StopsWhereNothingThatFollowsCouldPass) {
  std::vector<std::string> tried;
  for (const char* mode : {"hang", "last_words"}) {
    const StartEngine start = Zoo(mode);
    tried.clear();
    const std::vector<CheckResult> results =
        CheckUciEngine(start, &clock_, {.search_ms = 100, .quit_ms = 500},
                       [&](const std::string& what) { tried.push_back(what); });
    EXPECT_EQ(results.back().name, "the rest") << mode;
    EXPECT_EQ(std::count_if(tried.begin(), tried.end(),
                            [](const std::string& what) { return what.starts_with("\"go "); }),
              2)
        << mode;
    for (const CheckResult& one : results) {
      if (one.name != "bestmove" || std::string(mode) == "hang") continue;
      EXPECT_NE(one.seen.find("ERROR: no network nn.bin"), std::string::npos) << one.seen;
    }
  }
}

}  // namespace
}  // namespace rookery::worker
