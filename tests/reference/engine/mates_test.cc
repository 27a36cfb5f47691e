// Positions with a forced mate whose length is known (tests/data/mates.epd): the shortest mate is
// found within a bound of nodes that one second allows.
#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

#include "base/file.h"
#include "engine/chess/notation.h"
#include "engine/search/engine.h"

namespace rookery::search {
namespace {

constexpr int64_t kNodes = 1'000'000;

TEST(Mates, AreFoundAtTheirShortest) {
  const auto text = ReadFile(ROOKERY_TEST_DATA "/mates.epd");
  ASSERT_TRUE(text.ok()) << text.status();
  RealClock clock;
  EngineOptions options;
  options.hash_bytes = 16 << 20;
  Engine engine(options, &clock);
  std::istringstream lines(*text);
  int positions = 0;
  for (std::string line; std::getline(lines, line);) {
    const size_t mate_at = line.find(" dm ");
    if (mate_at == std::string::npos) continue;
    const int moves = std::atoi(line.c_str() + mate_at + 4);
    const size_t fields_end = line.find(" bm ");
    const auto position = chess::ParseFen(line.substr(0, fields_end) + " 0 1");
    ASSERT_TRUE(position.ok()) << line;
    engine.NewGame(0);
    SearchLimits limits;
    limits.nodes = kNodes;
    limits.mate = moves;
    const SearchResult result = engine.Search(chess::Game(*position), limits);
    EXPECT_EQ(result.score, kMateScore - (2 * moves - 1)) << line;
    ++positions;
  }
  EXPECT_EQ(positions, 70);
}

}  // namespace
}  // namespace rookery::search
