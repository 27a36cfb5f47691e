#include "cli/game_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

class GameFileTest : public ::testing::Test {
 protected:
  GameFileTest() : path_(rookery::testing::TempPath("game_file_test")) {}

  void Holds(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  std::string Content() {
    std::stringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  // Takes up a match that played two games after byte 4, and plays a third one.
  absl::Status TakeUp() {
    ROOKERY_ASSIGN_OR_RETURN(GameFile file, GameFile::Continue(path_, 4));
    ROOKERY_RETURN_IF_ERROR(file.BeginChecksum());
    for (const char* game : {"game 1\n", "game 2\n"}) ROOKERY_RETURN_IF_ERROR(file.Append(game));
    ROOKERY_RETURN_IF_ERROR(file.EndOfPlayed());
    ROOKERY_RETURN_IF_ERROR(file.Append("game 3\n"));
    checksum_ = file.checksum();
    return absl::OkStatus();
  }

  const std::string path_;
  uint32_t checksum_ = 0;
};

// Killed wherever it was: what stands there stays, what is missing is written.
TEST_F(GameFileTest, GoesOnFromWhereverItEnded) {
  const std::string whole = "old\ngame 1\ngame 2\n";
  for (size_t bytes = 4; bytes <= whole.size(); ++bytes) {
    Holds(whole.substr(0, bytes));
    ASSERT_TRUE(TakeUp().ok()) << bytes;
    EXPECT_EQ(Content(), whole + "game 3\n") << bytes;
    EXPECT_EQ(checksum_, 0x45500255) << bytes;  // of python3's zlib.crc32
  }
  Holds("");  // moved away
  ASSERT_TRUE(TakeUp().ok());
  EXPECT_EQ(Content(), "game 1\ngame 2\ngame 3\n");
}

TEST_F(GameFileTest, NeverWritesOverWhatIsNotItsOwn) {
  for (const char* other : {"old\ngame 1\ngame 2\nother\n", "old\ngame 1\nother!\n", "old\nother\n",
                            "old\ngame 1\ngame other", "old\ng\n"}) {
    Holds(other);
    const absl::Status refused = TakeUp();
    EXPECT_TRUE(absl::IsFailedPrecondition(refused)) << other;
    EXPECT_THAT(Message(refused), HasSubstr("move it away")) << other;
    EXPECT_EQ(Content(), other);
  }
}

}  // namespace
}  // namespace rookery::cli
