#include "tuner/fit/position_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "absl/status/status.h"
#include "tests/support/temp_path.h"

namespace rookery::fit {
namespace {

constexpr std::string_view kFen = "4k3/8/8/8/8/8/4P3/4K3 w - -";

// A file that goes with the test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& content)
      : path_(rookery::testing::TempPath(name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Reading {
  absl::StatusOr<ReadSummary> summary = absl::UnknownError("");
  std::vector<LabelledPosition> positions;
};

Reading Read(const std::vector<std::string>& files, const ReadOptions& options = {}) {
  Reading reading;
  reading.summary = ReadPositions(files, options, [&reading](const LabelledPosition& found) {
    reading.positions.push_back(found);
    return absl::OkStatus();
  });
  return reading;
}

std::string Line(const std::string& rest) { return std::string(kFen) + " " + rest + "\n"; }

TEST(PositionReader, TellsGamesOfDifferentFilesApart) {
  const TemporaryFile a(
      "a", "# head\n" + Line(R"(c9 "1-0"; id "1.1";)") + Line(R"(c9 "1-0"; id "1.2";)"));
  const TemporaryFile b("b", Line(R"(c9 "0-1"; id "1.1";)"));
  const Reading reading = Read({a.path(), b.path()});
  ASSERT_TRUE(reading.summary.ok()) << reading.summary.status();
  ASSERT_EQ(reading.positions.size(), 3);
  EXPECT_EQ(reading.positions[0].game, reading.positions[1].game);
  EXPECT_NE(reading.positions[0].game, reading.positions[2].game);
  EXPECT_TRUE(reading.summary->games_known);
}

TEST(PositionReader, TakesBlocksOfLinesForGamesWhereNoneAreNamed) {
  std::string text;
  for (uint64_t i = 0; i < 3 * kBlock; ++i) text += Line("[0.5]");
  const TemporaryFile file("blocks", text);
  const Reading reading = Read({file.path()});
  ASSERT_TRUE(reading.summary.ok());
  EXPECT_FALSE(reading.summary->games_known);
  EXPECT_EQ(reading.positions[1].game, reading.positions[kBlock - 2].game);
  EXPECT_NE(reading.positions[0].game, reading.positions[2 * kBlock].game);
}

TEST(PositionReader, NamesFileAndLineOfEachFault) {
  const TemporaryFile file("faults", Line("[0.5]") + Line("[7]") + Line("[0.5]") + "rubbish\n" +
                                         std::string(10'000, 'x') + "\n" + Line("[1.0]"));
  const Reading reading = Read({file.path()});
  ASSERT_TRUE(absl::IsInvalidArgument(reading.summary.status()));
  const std::string message(reading.summary.status().message());
  EXPECT_NE(message.find(file.path() + ":2: result '[7]'"), std::string::npos) << message;
  EXPECT_NE(message.find(file.path() + ":4: "), std::string::npos) << message;
  EXPECT_NE(message.find(file.path() + ":5: a line of more than"), std::string::npos) << message;
  EXPECT_NE(message.find("3 faulty lines"), std::string::npos) << message;
}

TEST(PositionReader, GoesOnAfterFaultsWhenAsked) {
  const TemporaryFile file("skipped", Line("[7]") + std::string(10'000, 'x') + "\n" +
                                          Line("[1.0]") + std::string(kFen) + " [0.0]");
  const Reading reading = Read({file.path()}, {.skip_faulty = true});
  ASSERT_TRUE(reading.summary.ok());
  EXPECT_EQ(reading.summary->faulty, 2);
  EXPECT_EQ(reading.summary->positions, 2);
  EXPECT_NE(reading.summary->first_fault.find(":1: "), std::string::npos);
}

TEST(PositionReader, StopsAtTooManyFaults) {
  std::string text;
  for (int i = 0; i < 10 * kMostFaults; ++i) text += "rubbish\n";
  const TemporaryFile file("many", text);
  const Reading reading = Read({file.path()});
  EXPECT_NE(reading.summary.status().message().find("20 faulty lines, reading ended there"),
            std::string::npos);
}

TEST(PositionReader, TellsOfARecordThatIsCutOff) {
  const TemporaryFile file("binary", std::string(40, '\0'));
  const Reading reading = Read({file.path()}, {.format = Format::kBullet});
  const std::string message(reading.summary.status().message());
  EXPECT_NE(message.find(":2: a record of 8 bytes"), std::string::npos) << message;
}

TEST(PositionReader, TellsOfAFileThatIsNotThere) {
  EXPECT_TRUE(absl::IsNotFound(Read({"/nowhere/positions.epd"}).summary.status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Read({::testing::TempDir()}).summary.status()));
  EXPECT_TRUE(absl::IsInvalidArgument(Read({}).summary.status()));
}

}  // namespace
}  // namespace rookery::fit
