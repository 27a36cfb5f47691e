#include "tuner/fit/data_set.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/clock.h"
#include "tests/support/temp_path.h"

namespace rookery::fit {
namespace {

constexpr int kGames = 200;
constexpr int kPerGame = 5;

class DataSetTest : public ::testing::Test {
 protected:
  ~DataSetTest() override { std::filesystem::remove(path_); }

  void Write(const std::string& text) { std::ofstream(path_) << text; }

  absl::StatusOr<DataSet> Load(double test_share, bool resolve = false) {
    DataOptions options;
    options.test_share = test_share;
    options.resolve = resolve;
    options.clock = &clock_;
    return LoadData({path_}, options);
  }

  const std::string path_ = rookery::testing::TempPath("data_set_test.epd");
  FakeClock clock_;
};

TEST_F(DataSetTest, SplitsByGameAndAlwaysTheSame) {
  std::string text;
  for (int game = 0; game < kGames; ++game) {
    for (int ply = 0; ply < kPerGame; ++ply) {
      text += "4k3/pp6/8/8/8/8/PPP5/4K3 w - - c9 \"1-0\"; id \"" + std::to_string(game) + "." +
              std::to_string(ply) + "\";\n";
    }
  }
  Write(text);
  const auto data = Load(0.25);
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(data->train.size(), data->train.games() * kPerGame);
  EXPECT_EQ(data->test.size(), data->test.games() * kPerGame);
  EXPECT_EQ(data->train.games() + data->test.games(), kGames);
  EXPECT_NEAR(static_cast<double>(data->test.games()), 0.25 * kGames, 20);
  EXPECT_EQ(Load(0.25)->test.size(), data->test.size());
}

TEST_F(DataSetTest, LeavesOutWhatTellsNothing) {
  Write(
      "4k3/pp6/8/8/8/8/PPP5/4K3 w - - c9 \"1-0\"; ce 2500;\n"
      "4k3/pp6/8/8/8/8/PPP1r3/4K3 w - - c9 \"1-0\";\n"
      "4k3/8/8/8/8/8/8/4KN2 w - - c9 \"1/2-1/2\";\n"
      "4k3/pp6/8/8/8/8/PPP5/4K3 w - - c9 \"1-0\"; ce 25;\n");
  const auto data = Load(0);
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(data->decided, 2);
  EXPECT_EQ(data->in_check, 1);
  EXPECT_EQ(data->train.size(), 1);
}

TEST_F(DataSetTest, ResolvesPositionsWhenAsked) {
  Write("4k3/pp3ppp/8/3q4/4P3/8/PP3PPP/4K3 w - - c9 \"1-0\";\n");
  const auto plain = Load(0);
  const auto calm = Load(0, true);
  ASSERT_TRUE(plain.ok() && calm.ok());
  EXPECT_GT(plain->train.row(0).phase, calm->train.row(0).phase);
}

}  // namespace
}  // namespace rookery::fit
