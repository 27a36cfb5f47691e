// The fuzzers' kept texts, in every build: what was once found stays mended, and the code that they
// reach is run with each change.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "tests/fuzz/chess_texts.h"

namespace rookery::fuzz {
namespace {

void RunAll(const std::string& folder, void (*call)(std::string_view)) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(ROOKERY_TEST_DATA) + "/corpus/" + folder)) {
    SCOPED_TRACE(entry.path());
    call(*ReadFile(entry.path()));
    ++files;
  }
  EXPECT_GT(files, 0);
}

TEST(FuzzCorpus, OfFenIsReadWithoutHarm) { RunAll("fen", Fen); }
TEST(FuzzCorpus, OfEpdIsReadWithoutHarm) { RunAll("epd", Epd); }
TEST(FuzzCorpus, OfSanIsReadWithoutHarm) { RunAll("san", San); }
TEST(FuzzCorpus, OfTheSourceNotationIsReadWithoutHarm) { RunAll("source", Source); }
TEST(FuzzCorpus, OfPgnIsReadWithoutHarm) { RunAll("pgn", Pgn); }

}  // namespace
}  // namespace rookery::fuzz
