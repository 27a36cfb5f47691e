#include "worker/player/info_memory.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::worker {
namespace {

// The twin: reads every line as it comes.
class EagerMemory {
 public:
  void Add(std::string_view rest) {
    if (rest.find("score") == std::string_view::npos || SplitFirst(rest).first == "string") return;
    if (ReadInfo(rest).multipv != 1) return;
    (rest.find("erbound") != std::string_view::npos ? bound_ : exact_) = rest;
  }
  InfoFields Read() const { return ReadInfo(exact_.empty() ? bound_ : exact_); }

 private:
  std::string exact_;
  std::string bound_;
};

void ExpectSame(const InfoFields& lazy, const InfoFields& eager, const std::string& what) {
  EXPECT_EQ(lazy.score_cp, eager.score_cp) << what;
  EXPECT_EQ(lazy.bound, eager.bound) << what;
  EXPECT_EQ(lazy.depth, eager.depth) << what;
  EXPECT_EQ(lazy.nodes, eager.nodes) << what;
  EXPECT_EQ(lazy.multipv, eager.multipv) << what;
  EXPECT_EQ(lazy.selective_depth, eager.selective_depth) << what;
  EXPECT_EQ(lazy.nodes_per_second, eager.nodes_per_second) << what;
  EXPECT_EQ(lazy.hash_permill, eager.hash_permill) << what;
  EXPECT_EQ(lazy.tablebase_hits, eager.tablebase_hits) << what;
  EXPECT_EQ(lazy.time_ms, eager.time_ms) << what;
  EXPECT_EQ(lazy.line, eager.line) << what;
}

// What engines write, and what none should.
std::string RandomLine(Rng& rng) {
  constexpr std::string_view kPieces[] = {
      " depth 7",    " seldepth 9", " multipv 1", " multipv 2", " multipv 10", " multipv",
      " multipv1",   " multipv +1", "multipv 1",  " score cp",  " score",      " 12",
      " mate",       " -3",         " cp",        " nodes 55",  " lowerbound", " upperbound",
      " outerbound", " nps 1000",   " time 4",    " hashfull",  " tbhits 3",   " pv e2e4 e7e5",
      " string",     " \xFF",       "\t",         " 1",         "  ",          "x"};
  std::string line;
  if (rng.Below(2) == 0) line = fmt::format(" depth {} multipv 1 score cp {}", rng.Below(60), 5);
  for (uint64_t n = rng.Below(7); n > 0; --n) line += kPieces[rng.Below(std::size(kPieces))];
  return line;
}

TEST(InfoMemory, IsWhatReadingEveryLineGives) {
  Rng rng(20);
  for (int game = 0; game < 20'000; ++game) {
    InfoMemory lazy;
    EagerMemory eager;
    std::string all;
    for (uint64_t n = rng.Below(8); n > 0; --n) {
      const std::string line = RandomLine(rng);
      lazy.Add(line);
      eager.Add(line);
      all += line + '\n';
    }
    ExpectSame(lazy.Read(), eager.Read(), all);
    ExpectSame(lazy.Read(), eager.Read(), "again: " + all);
    if (HasFailure()) return;
  }
}

TEST(InfoMemory, IsTheSameWhereAFloodMustBeLookedThroughMeanwhile) {
  Rng rng(21);
  for (int game = 0; game < 40; ++game) {
    InfoMemory lazy;
    EagerMemory eager;
    const uint64_t silent = rng.Below(3);  // scores come in one of so many stretches
    for (uint64_t i = 0; i < 2000; ++i) {
      const std::string line = i / 400 % (silent + 1) == 0 ? RandomLine(rng) : " currmove e2e4";
      lazy.Add(line);
      eager.Add(line);
    }
    ExpectSame(lazy.Read(), eager.Read(), fmt::format("game {}", game));
  }
}

TEST(InfoMemory, PutsAnExactScoreBeforeABoundThatCameLater) {
  InfoMemory memory;
  memory.Add(" depth 5 score cp 30");
  memory.Add(" depth 6 score cp 90 lowerbound");
  EXPECT_EQ(memory.Read().depth, 5);
  memory.Add(" depth 7 score cp 10 multipv 2");
  memory.Add(" depth 7 currmove e2e4");
  EXPECT_EQ(memory.Read().depth, 5);
  memory.Clear();
  EXPECT_FALSE(memory.Read().score_cp);
  memory.Add(" depth 6 score cp 90 lowerbound");
  EXPECT_EQ(memory.Read().score_cp, 90);
}

}  // namespace
}  // namespace rookery::worker
