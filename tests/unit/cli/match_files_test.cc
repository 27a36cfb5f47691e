#include "cli/match_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

class MatchFilesTest : public ::testing::Test {
 protected:
  MatchFilesTest() : folder_(rookery::testing::TempPath("match_files_test")) {
    std::filesystem::create_directory(folder_);
    book_ = Make("book.epd");
    engine_ = Make("engine");
    std::filesystem::permissions(engine_, std::filesystem::perms::owner_all);
    spec_.openings.file = book_;
    spec_.engines.resize(1);
    spec_.engines[0].name = "A";
    spec_.engines[0].command = engine_;
  }
  ~MatchFilesTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Make(const std::string& name) const {
    EXPECT_TRUE(WriteFileAtomically(Path(name), name).ok());
    return Path(name);
  }
  std::string Fault() const { return Message(CheckFilesDiffer(FilesOf(spec_))); }

  const std::string folder_;
  std::string book_;
  std::string engine_;
  MatchSpec spec_;
};

TEST_F(MatchFilesTest, TakesFilesThatDifferAndInputsThatDoNot) {
  spec_.engines.push_back(spec_.engines[0]);
  spec_.pgn.path = Path("a.pgn");
  spec_.epd.path = Make("a.epd");
  spec_.log = Path("a.log");
  EXPECT_EQ(Fault(), "");
  spec_.pgn.path = spec_.epd.path = "/dev/null";
  EXPECT_EQ(Fault(), "");
}

TEST_F(MatchFilesTest, RefusesEachOutputThatIsAnInput) {
  const std::string net = Make("net.nnue");
  spec_.engines[0].folder = folder_;
  spec_.engines[0].options = {{"EvalFile", "net.nnue"}};
  spec_.engines[0].arguments = {Make("script.py")};
  spec_.engines[0].weights = Make("weights.toml");
  for (std::string* output : {&spec_.pgn.path, &spec_.epd.path, &spec_.log}) {
    for (const std::string& input :
         {book_, engine_, net, Path("script.py"), Path("weights.toml")}) {
      *output = input;
      EXPECT_THAT(Fault(), HasSubstr(input + " would be written as")) << input;
    }
    output->clear();
  }
}

TEST_F(MatchFilesTest, RefusesTwoOutputsInOneFileUnderAnyName) {
  spec_.pgn.path = Path("out");
  for (const std::string& again : {Path("out"), Path("./out"), Path("x/../out")}) {
    spec_.log = again;
    EXPECT_THAT(Fault(), HasSubstr("the games' PGN, but it is the log of games")) << again;
  }
  ASSERT_EQ(::symlink(Path("out").c_str(), Path("link").c_str()), 0);
  spec_.log = Path("link");
  EXPECT_THAT(Fault(), HasSubstr("too")) << "a link to what isn't there yet";
  spec_.log.clear();
  ASSERT_EQ(::link(book_.c_str(), Path("hard").c_str()), 0);
  spec_.epd.path = Path("hard");
  EXPECT_THAT(Fault(), HasSubstr("it is the book")) << "a second name of the book";
}

}  // namespace
}  // namespace rookery::cli
