#include "cli/program.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace rookery::cli {
namespace {

struct Ran {
  Exit exit;
  std::string out;
  std::string err;
};

struct Written {
  Exit exit;
  std::string err;
};

Written RunOnto(std::ostream& out, const std::vector<std::string>& arguments) {
  std::ostringstream err;
  Printer printer(&out, &err, {});
  FakeClock clock;
  Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.environment = [](const std::string&) { return std::nullopt; };
  context.version = "rookery 1.2.3";
  context.entropy = [] { return uint64_t{1}; };
  const Exit exit = RunProgram(arguments, context);
  return {exit, err.str()};
}

Ran RunWith(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  const Written written = RunOnto(out, arguments);
  return {written.exit, out.str(), written.err};
}

TEST(Program, ShowsHelpWithExamplesFirstWhenAskedForNothing) {
  const Ran ran = RunWith({});
  EXPECT_EQ(ran.exit, Exit::kDone);
  EXPECT_LT(ran.out.find("Examples:"), ran.out.find("Usage:"));
  EXPECT_EQ(ran.err, "");
}

TEST(Program, PrintsItsVersion) {
  const Ran ran = RunWith({"--version"});
  EXPECT_EQ(ran.exit, Exit::kDone);
  EXPECT_EQ(ran.out, "rookery 1.2.3\n");
}

TEST(Program, AnswersAnUnknownOptionWithTheNearestOneAndExitCodeTwo) {
  const Ran ran = RunWith({"--jsn"});
  EXPECT_EQ(ran.exit, Exit::kUsage);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("unknown option '--jsn'; did you mean '--json'?"), std::string::npos);
}

TEST(Program, ExplainsACommandToHelpAsToItsHelpOption) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{}, {"runs"}, {"runs", "pgn"}, {"book", "info"}}) {
    std::vector<std::string> help = {"help"};
    std::vector<std::string> option = command;
    help.insert(help.end(), command.begin(), command.end());
    option.emplace_back("--help");
    const Ran ran = RunWith(help);
    EXPECT_EQ(ran.exit, Exit::kDone);
    EXPECT_EQ(ran.out, RunWith(option).out);
    EXPECT_EQ(ran.err, "");
  }
}

TEST(Program, HelpsNobodyWithACommandThatIsNone) {
  const Ran ran = RunWith({"help", "runs", "shwo"});
  EXPECT_EQ(ran.exit, Exit::kUsage);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err,
            "error: unknown command 'rookery runs shwo'; did you mean 'show'?\n"
            "see `rookery runs --help`\n");
}

TEST(Program, FailsWhenWhatItWasAskedForCannotBeWritten) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--version"},
           {"--help"},
           {"help"},
           {"calc", "elo", "--pentanomial", "1,2,3,4,5"},
           {"calc", "elo", "--pentanomial", "1,2,3,4,5", "--json"}}) {
    std::ofstream full("/dev/full");
    const Written written = RunOnto(full, arguments);
    EXPECT_EQ(written.exit, Exit::kFailed) << arguments.front();
    EXPECT_EQ(written.err, "error: writing to stdout: No space left on device\n");
  }
}

TEST(Program, RefusesASeedThatIsNoSeedBeforeAnythingIsDone) {
  const std::vector<std::vector<std::string>> commands = {
      {"test", "--dev", "default"},
      {"match", "--games", "2", "--dev", "default"},
      {"match", "--games", "2", "--local"},
      {"book", "generate", "--out", "/nonexistent/book.epd"}};
  for (const std::vector<std::string>& arguments : commands) {
    for (const char* seed : {"-1", "99999999999999999999", "1.5", "0x", "", "7 "}) {
      std::vector<std::string> asked = arguments;
      asked.push_back(std::string("--seed=") + seed);
      const Ran ran = RunWith(asked);
      EXPECT_EQ(ran.exit, Exit::kUsage) << seed;
      EXPECT_NE(ran.err.find("--seed"), std::string::npos) << ran.err;
    }
  }
}

TEST(Program, RefusesSeedZeroWhereItWouldMeanADrawnOne) {
  for (std::vector<std::string> asked :
       std::vector<std::vector<std::string>>{{"test"}, {"match", "--games", "2"}}) {
    asked.insert(asked.end(), {"--dev", "default", "--seed", "0"});
    const Ran ran = RunWith(asked);
    EXPECT_EQ(ran.exit, Exit::kUsage);
    EXPECT_NE(ran.err.find("--seed: '0' is no whole number from 1 to 18446744073709551615; leave "
                           "it out to have one drawn"),
              std::string::npos)
        << ran.err;
  }
}

TEST(Program, RefusesNumbersThatWouldWrapRound) {
  // 2^64 less than an allowed number.
  const Ran games = RunWith({"match", "--dev", "default", "--games=-18446744073709551614"});
  EXPECT_EQ(games.exit, Exit::kUsage);
  EXPECT_NE(games.err.find("--games: '-18446744073709551614'"), std::string::npos) << games.err;
  const Ran pairs = RunWith({"test", "--dev", "default", "--max-pairs=-18446744073709551606"});
  EXPECT_EQ(pairs.exit, Exit::kUsage);
  EXPECT_NE(pairs.err.find("--max-pairs: "), std::string::npos) << pairs.err;
}

}  // namespace
}  // namespace rookery::cli
