#include "cli/book_generator.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/chess/notation.h"

namespace rookery::cli {
namespace {

std::vector<std::string> Generate(const BookOptions& options) {
  std::vector<std::string> lines;
  const std::atomic<bool> stop = false;
  const absl::Status status = GenerateBook(
      options,
      [&lines](std::string_view line) {
        lines.emplace_back(line);
        return absl::OkStatus();
      },
      [](uint64_t) {}, stop);
  EXPECT_TRUE(status.ok()) << status;
  return lines;
}

BookOptions Small(uint64_t lines) {
  BookOptions options;
  options.lines = lines;
  options.plies = 4;
  options.search_nodes = 1;
  return options;
}

TEST(GenerateBook, MakesDistinctLegalOpenings) {
  const std::vector<std::string> lines = Generate(Small(200));
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 200U);
  for (const std::string& line : lines) {
    EXPECT_TRUE(chess::ParseFen(line).ok()) << line;
    EXPECT_NE(line.find(" w "), std::string::npos) << "four plies leave White to move";
  }
}

TEST(GenerateBook, DependsOnTheSeedAloneAndNotOnThreadsOrLength) {
  BookOptions threaded = Small(300);
  threaded.threads = 3;
  const std::vector<std::string> all = Generate(threaded);
  std::vector<std::string> first = Generate(Small(50));
  EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin()));
  BookOptions other = Small(50);
  other.seed = 2;
  EXPECT_NE(Generate(other), first);
}

TEST(GenerateBook, SaysWhenThereAreNotSoManyOpenings) {
  BookOptions options = Small(21);
  options.plies = 1;
  options.most_score_cp = 30'000;
  const std::atomic<bool> stop = false;
  uint64_t lines = 0;
  const absl::Status status = GenerateBook(
      options,
      [&lines](std::string_view) {
        ++lines;
        return absl::OkStatus();
      },
      [](uint64_t) {}, stop);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(lines, 20U);  // the legal first moves
}

TEST(GenerateBook, StopsWhenAskedTo) {
  const std::atomic<bool> stop = true;
  const absl::Status status = GenerateBook(
      Small(10), [](std::string_view) { return absl::OkStatus(); }, [](uint64_t) {}, stop);
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
}

TEST(GenerateBook, NamesTheFieldThatIsOutOfRange) {
  const std::atomic<bool> stop = false;
  const auto with = [&stop](const BookOptions& options) {
    return GenerateBook(
        options, [](std::string_view) { return absl::OkStatus(); }, [](uint64_t) {}, stop);
  };
  EXPECT_NE(std::string(with(Small(0)).message()).find("lines"), std::string::npos);
  BookOptions deep = Small(1);
  deep.plies = 61;
  EXPECT_NE(std::string(with(deep).message()).find("plies"), std::string::npos);
}

}  // namespace
}  // namespace rookery::cli
