#include "base/engine_manifest.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

EngineManifest Example() {
  EngineManifest manifest;
  manifest.name = "Stockfish 15.1";
  manifest.program_sha256 = std::string(64, 'a');
  manifest.program_bytes = 123;
  manifest.platform = "linux-x86_64";
  manifest.cpu = {"avx2", "bmi2"};
  manifest.arguments = {"--uci", "two words"};
  manifest.options = {{"Hash", "16"}, {"Use Book", "my value"}};
  manifest.files = {{"Eval File", std::string(64, 'b'), "nn 1.nnue"}};
  manifest.declares = {{"Razor Margin", "-200", -500, 500, false},
                       {"My Fraction", "1.5 x", 0, 0, true},
                       {"Empty", "", 0, 0, true}};
  return manifest;
}

TEST(EngineManifest, ReadsWhatItWrites) {
  const auto text = ManifestText(Example());
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_TRUE(IsManifest(*text));
  const auto back = ParseManifest(*text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->name, "Stockfish 15.1");
  EXPECT_EQ(back->options, Example().options);
  EXPECT_EQ(back->cpu, Example().cpu);
  EXPECT_EQ(back->arguments, Example().arguments);
  ASSERT_EQ(back->files.size(), 1u);
  EXPECT_EQ(back->files[0].option, "Eval File");
  EXPECT_EQ(back->files[0].name, "nn 1.nnue");
  EXPECT_EQ(back->declares, Example().declares);
  EXPECT_EQ(*ManifestText(*back), *text);
}

EngineManifest Judged() {
  EngineManifest manifest = Example();
  manifest.options.clear();
  manifest.files.clear();
  manifest.declares = {{"Hash", "16", 16, 33554432, false},
                       {"Log File", "", 0, 0, true},
                       {"Ponder", "false", 0, 0, false, "check"},
                       {"Style", "Very Solid", 0, 0, false, "combo", {"Very Solid", "Wild"}},
                       {"Clear Hash", "", 0, 0, false, "button"}};
  manifest.declares_all = true;
  return manifest;
}

TEST(EngineManifest, KeepsOptionsOfEveryType) {
  const auto text = ManifestText(Judged());
  ASSERT_TRUE(text.ok()) << text.status();
  const auto back = ParseManifest(*text);
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->declares, Judged().declares);
  EXPECT_TRUE(back->declares_all);
}

TEST(EngineManifest, JudgesNamesAndValuesThatItDeclares) {
  struct Case {
    const char* name;
    const char* value;
    const char* said;  // nothing: it is taken
  };
  for (const Case& one : std::vector<Case>{
           {"Hash", "16", ""},
           {"hash", "64", ""},
           {"Style", "very solid", ""},
           {"Log File", "any text", ""},
           {"Clear Hash", "", ""},
           {"Foo", "3", "doesn't have it; it has Hash, Log File, Ponder, Style, Clear Hash"},
           {"Hash", "99999999999", "a number from 16 to 33554432"},
           {"Hash", "16k", "a number from 16 to 33554432"},
           {"Ponder", "maybe", "true or false"},
           {"Style", "Mild", "one of Very Solid, Wild"}}) {
    EngineManifest manifest = Judged();
    manifest.options = {{one.name, one.value}};
    const absl::Status judged = CheckOptions(manifest, false);
    EXPECT_EQ(judged.ok(), std::string(one.said).empty()) << one.name << ": " << judged;
    EXPECT_NE(std::string(judged.message()).find(one.said), std::string::npos) << judged;
  }
  EngineManifest manifest = Judged();
  EXPECT_NE(std::string(CheckOptions(manifest, true).message()).find("UCI_Chess960"),
            std::string::npos);
  manifest.files = {{"EvalFile", std::string(64, 'b'), "nn"}};
  EXPECT_NE(std::string(CheckOptions(manifest, false).message()).find("EvalFile"),
            std::string::npos);
}

TEST(EngineManifest, DoesNotJudgeWhatItDoesNotKnow) {
  EngineManifest old = Judged();
  old.declares_all = false;
  old.options = {{"Foo", "3"}};
  EXPECT_TRUE(CheckOptions(old, true).ok());
  old.options = {{"Hash", "1"}};
  EXPECT_FALSE(CheckOptions(old, false).ok());
}

TEST(EngineManifest, RefusesWhatIsNone) {
  const std::string head = std::string(kManifestFirstLine) + "\n";
  const std::string program = "program " + std::string(64, 'a') + " 5\n";
  for (const std::string& text :
       {std::string(""), std::string("pawns 1\n"), head, head + "program x 5\nplatform l\n",
        head + program, head + program + "platform l\nwhat 3\n",
        head + program + "platform l\noption Hash 16\n",
        head + program + "platform l\nfile E\t" + std::string(64, 'b') + " ../../etc/passwd\n"}) {
    EXPECT_FALSE(ParseManifest(text).ok()) << text;
  }
  EngineManifest broken = Example();
  broken.options[0].second = "16\noption Threads\t64";
  EXPECT_FALSE(ManifestText(broken).ok());
}

TEST(CheckMachine, NamesWhatTheMachineHasNot) {
  EXPECT_TRUE(CheckMachine(Example(), "linux-x86_64", {"sse2", "avx2", "bmi2", "fma"}).ok());
  const auto cpu = CheckMachine(Example(), "linux-x86_64", {"sse2", "avx2", "avx512"});
  EXPECT_TRUE(absl::IsFailedPrecondition(cpu));
  EXPECT_NE(std::string(cpu.message()).find("bmi2"), std::string::npos);
  EXPECT_FALSE(CheckMachine(Example(), "linux-aarch64", {"avx2", "bmi2"}).ok());
}

}  // namespace
}  // namespace rookery
