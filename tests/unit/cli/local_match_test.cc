#include "cli/local_match.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(ParseLocalEngine, ReadsBothKinds) {
  const auto uci =
      ParseLocalEngine("name=A,cmd=./a,arg=-x,arg=-y,option.Hash=16,option.Use Book=false");
  ASSERT_TRUE(uci.ok()) << uci.status();
  EXPECT_EQ(uci->name, "A");
  EXPECT_EQ(uci->arguments, (std::vector<std::string>{"-x", "-y"}));
  EXPECT_EQ(uci->options[1], (std::pair<std::string, std::string>("Use Book", "false")));
  EXPECT_EQ(ParseLocalEngine("cmd=/usr/games/stockfish")->name, "stockfish");
  EXPECT_EQ(ParseLocalEngine("weights=default")->weights, "default");
}

TEST(ParseLocalEngine, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "name=A", "cmd=a,weights=b", "cmd=a,hash=3", "cmd=a,option.=3"}) {
    EXPECT_FALSE(ParseLocalEngine(text).ok()) << text;
  }
}

}  // namespace
}  // namespace rookery::cli
