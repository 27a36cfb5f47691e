#include "cli/tune_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

EngineManifest Engine() {
  EngineManifest manifest;
  manifest.name = "sf";
  manifest.options = {{"razor margin", "230"}};
  manifest.declares = {{"Razor Margin", "200", 0, 500, false},
                       {"Wide", "0", -9'000'000'000, 9'000'000'000, false},
                       {"Fraction", "1.50", 0, 0, true},
                       {"Hash", "16", 1, 1024, false}};
  return manifest;
}

std::string Refusal(const SpaceFlags& flags, const EngineManifest& manifest = Engine()) {
  const auto chosen = ChooseOptions(flags, manifest);
  return chosen.ok() ? "" : Message(chosen.status());
}

SpaceFlags Names(std::vector<std::string> names) {
  SpaceFlags flags;
  flags.names = std::move(names);
  return flags;
}

SpaceFlags File(const std::string& text) {
  const std::string path = testing::TempPath("options.csv");
  std::ofstream(path) << text;
  SpaceFlags flags;
  flags.file = path;
  return flags;
}

TEST(TuneOptions, TheEnginesDeclarationGivesRangesAndTheManifestTheStart) {
  const auto chosen = ChooseOptions(Names({"RAZOR margin", "Wide"}), Engine());
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  const optim::Parameter& margin = chosen->space.at(0);
  EXPECT_EQ(margin.name, "Razor Margin");
  EXPECT_EQ(margin.start, 230);
  EXPECT_EQ(margin.min, 0);
  EXPECT_EQ(margin.max, 500);
  EXPECT_EQ(margin.c_end, 25);
  EXPECT_EQ(chosen->space.at(1).max, 1'000'000'000);
  EXPECT_EQ(chosen->decimals, (std::vector<int>{0, 0}));
}

TEST(TuneOptions, WhatIsNotDeclaredOrNotToBeTunedIsRefusedByName) {
  EXPECT_THAT(Refusal(Names({"Razor"})), HasSubstr("'Razor': sf declares no such number"));
  EXPECT_THAT(Refusal(Names({"Razor"})), HasSubstr("Razor Margin, Wide"));
  EXPECT_THAT(Refusal(Names({"Fraction"})), HasSubstr("give one in a file"));
  EXPECT_THAT(Refusal(Names({"hash"})), HasSubstr("is the run's"));
  EXPECT_THAT(Refusal(Names({"Wide", "wide"})), HasSubstr("comes twice"));
  EXPECT_THAT(Refusal({}), HasSubstr("nothing to tune"));
  SpaceFlags groups;
  groups.groups = {"king"};
  EXPECT_THAT(Refusal(groups), HasSubstr("--group"));
  EngineManifest old = Engine();
  old.declares.clear();
  EXPECT_THAT(Refusal(Names({"Wide"}), old), HasSubstr("--replace"));
}

TEST(TuneOptions, AFileIsHeldToTheDeclaration) {
  EXPECT_EQ(Refusal(File("Razor Margin,100,50,400,10,0.002\n")), "");
  EXPECT_THAT(Refusal(File("Razor Margin,100,-1,400,10,0.002\n")),
              HasSubstr("min: -1 is not within 0 to 500"));
  EXPECT_THAT(Refusal(File("Razor,100,50,400,10,0.002\nHash,16,1,64,8,0.002\n")),
              ::testing::AllOf(HasSubstr("'Razor'"), HasSubstr("Hash is the run's")));
  EXPECT_THAT(Refusal(File("Razor Margin,float,1,0,2,0.1,0.002\n")), HasSubstr("whole numbers"));
}

TEST(TuneOptions, AStringThatHoldsANumberIsTunedInUnitsOfItsLastDecimal) {
  const auto chosen = ChooseOptions(File("Fraction,float,1.5,0.25,4,0.05,0.002\n"), Engine());
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  EXPECT_EQ(chosen->decimals.at(0), 4);
  EXPECT_EQ(chosen->space.at(0).start, 15'000);
  EXPECT_EQ(chosen->space.at(0).min, 2'500);
  EXPECT_DOUBLE_EQ(chosen->space.at(0).c_end, 500);
  v1::Run run;
  v1::TuneParameter& p = *run.mutable_spec()->mutable_tune()->add_parameters();
  p.set_name("Fraction");
  p.set_decimals(4);
  run.mutable_tune()->add_parameters()->set_shipped(15'250);
  EXPECT_EQ(OptionCommands(run), "setoption name Fraction value 1.5250\n");
}

}  // namespace
}  // namespace rookery::cli
