#include "cli/data_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/status/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

constexpr char kHead[] = "# head";

class DataFileTest : public ::testing::Test {
 protected:
  DataFileTest() { std::filesystem::remove(path_); }
  ~DataFileTest() override { std::filesystem::remove(path_); }

  static std::string Line(int game, int ply) {
    return "8/8 w - - c9 1-0; id \"" + std::to_string(game) + "." + std::to_string(ply) + "\";\n";
  }
  std::string Content() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void Write(const std::string& text) const { std::ofstream(path_) << text; }

  const std::string path_ = rookery::testing::TempPath("epd");
};

TEST_F(DataFileTest, BeginsWithItsFirstLine) {
  auto file = DataFile::Open(path_, kHead, 100);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->next_game(), 0);
  ASSERT_TRUE(file->Append(Line(0, 1), 1).ok());
  EXPECT_EQ(file->positions(), 1);
  EXPECT_EQ(Content(), "# head\n" + Line(0, 1));
}

TEST_F(DataFileTest, GoesOnWithTheLastGameThatItHolds) {
  Write("# head\n" + Line(0, 1) + Line(0, 2) + Line(2, 1) + Line(3, 1) + Line(3, 4));
  const auto file = DataFile::Open(path_, kHead, 100);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->next_game(), 3);
  EXPECT_EQ(file->positions(), 3);
  EXPECT_EQ(Content(), "# head\n" + Line(0, 1) + Line(0, 2) + Line(2, 1));
}

TEST_F(DataFileTest, DropsATornLine) {
  const std::string torn = Line(12, 1).substr(0, 25);
  Write("# head\n" + Line(11, 1) + torn);
  const auto file = DataFile::Open(path_, kHead, 100);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->next_game(), 11);
  EXPECT_EQ(Content(), "# head\n");
}

TEST_F(DataFileTest, RefusesAFileOfAnotherRecipe) {
  Write("# another head\n" + Line(0, 1));
  const auto file = DataFile::Open(path_, kHead, 100);
  EXPECT_TRUE(absl::IsFailedPrecondition(file.status())) << file.status();
  EXPECT_EQ(Content(), "# another head\n" + Line(0, 1));
}

TEST_F(DataFileTest, RefusesFewerGamesThanItHoldsAndKeepsThem) {
  const std::string games = "# head\n" + Line(0, 1) + Line(4, 2);
  Write(games);
  EXPECT_TRUE(absl::IsInvalidArgument(DataFile::Open(path_, kHead, 4).status()));
  EXPECT_EQ(Content(), games);
  EXPECT_TRUE(DataFile::Open(path_, kHead, 5).ok());
}

TEST_F(DataFileTest, RefusesAPathThatCannotBeWritten) {
  EXPECT_TRUE(absl::IsInvalidArgument(DataFile::Open("/nowhere/x.epd", kHead, 100).status()));
}

}  // namespace
}  // namespace rookery::cli
