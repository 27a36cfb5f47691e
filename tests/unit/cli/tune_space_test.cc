#include "cli/tune_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

TEST(TuneSpace, GroupsAndTermsGiveTheEnginesRangesAndTheStartsValues) {
  params::Weights start;
  ASSERT_TRUE(start.Set("tempo.eg", 3).ok());
  SpaceFlags flags;
  flags.names = {"tempo", "bishop_pair.mg"};
  const auto space = ChooseSpace(flags, start);
  ASSERT_TRUE(space.ok()) << space.status();
  ASSERT_EQ(space->size(), 3u);
  EXPECT_EQ(space->at(0).name, "bishop_pair.mg");
  EXPECT_EQ(space->at(2).name, "tempo.eg");
  EXPECT_EQ(space->at(2).start, 3);
  flags.groups = {"pawns"};
  EXPECT_GT(ChooseSpace(flags, start)->size(), 10u);
}

TEST(TuneSpace, UnknownNamesAndGroupsAreRefusedWithTheNearest) {
  SpaceFlags flags;
  EXPECT_THAT(Message(ChooseSpace(flags, {}).status()),
              HasSubstr("nothing was chosen: give --group or --param, or a file"));
  flags.takes_file = false;
  EXPECT_EQ(Message(ChooseSpace(flags, {}).status()),
            "nothing was chosen: give --group or --param");
  flags.groups = {"kings"};
  EXPECT_THAT(Message(ChooseSpace(flags, {}).status()), HasSubstr("king"));
  flags.groups = {};
  flags.names = {"temop"};
  EXPECT_THAT(Message(ChooseSpace(flags, {}).status()), HasSubstr("tempo"));
}

TEST(TuneSpace, EveryLineOfAFileThatDoesNotFitTheEngineIsNamed) {
  const std::string path = rookery::testing::TempPath("tune_space_test.csv");
  std::ofstream(path) << "tempo.mg,10,0,41,2,0.002\nnonsense,1,0,2,1,0.002\n"
                      << "bishop_pair.mg,25,0,90,4,0.002\ntempo.eg,x,0,40,2,0.002\n"
                      << "nonesuch,y,0,40,2,0.002\n";
  SpaceFlags flags;
  flags.file = path;
  const std::string text = Message(ChooseSpace(flags, {}).status());
  EXPECT_THAT(text, HasSubstr("max: 41 is not within 0 to 40, the range of tempo.mg"));
  EXPECT_THAT(text, HasSubstr(":2: name: 'nonsense' is no parameter"));
  // The file's own faults and the engine's, at once.
  EXPECT_THAT(text, HasSubstr(":4: start: 'x' is not a number"));
  EXPECT_THAT(text, HasSubstr(":5: name: 'nonesuch' is no parameter"));
  EXPECT_EQ(text.find("bishop_pair"), std::string::npos);
}

TEST(TuneSpace, AFileSaysAllOfIt) {
  const std::string path = rookery::testing::TempPath("tune_space_whole_test.csv");
  std::ofstream(path) << "\xEF\xBB\xBFtempo.mg,10,0,40,2,0.002\n";  // as Windows writes it
  SpaceFlags flags;
  flags.file = path;
  EXPECT_EQ(ChooseSpace(flags, {})->size(), 1U);
  flags.names = {"tempo"};
  EXPECT_THAT(Message(ChooseSpace(flags, {}).status()), HasSubstr("leave out --group and --param"));
  flags.names = {};
  flags.groups = {"nosuch"};
  EXPECT_FALSE(ChooseSpace(flags, {}).ok());
}

}  // namespace
}  // namespace rookery::cli
