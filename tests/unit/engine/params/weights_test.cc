#include "engine/params/weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <fstream>
#include <set>

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "tests/support/temp_path.h"

namespace rookery::params {
namespace {

using ::testing::HasSubstr;

TEST(Table, HoldsThe59TermsOfTheCatalogueFirst) {
  EXPECT_GE(kTermCount, 59);
  EXPECT_EQ(Table()[0].name, "mat_pawn.mg");
  EXPECT_EQ(Table()[1].name, "mat_pawn.eg");
  EXPECT_EQ(Table()[2 * 58].name, "space.mg");
  EXPECT_EQ(TermName(Term::kMatQueen), "mat_queen");
}

TEST(Table, HasUniqueNamesAndDefaultsWithinRange) {
  std::set<std::string_view> names;
  for (const Parameter& parameter : Table()) {
    EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
    EXPECT_LE(parameter.min, parameter.value) << parameter.name;
    EXPECT_GE(parameter.max, parameter.value) << parameter.name;
    EXPECT_LT(parameter.min, parameter.max) << parameter.name;
    EXPECT_GT(parameter.step, 0) << parameter.name;
    EXPECT_FALSE(parameter.meaning.empty()) << parameter.name;
    EXPECT_EQ(FindParameter(parameter.name), &parameter - Table().data());
  }
}

// A tuner must be able to move each way from where fitting ended; only zero, where a term changes
// its meaning, may be an end. What the search's constants allow ends where it has to.
TEST(Table, LeavesRoomAroundTheDefaultsOfTerms) {
  for (const Parameter& parameter : Table()) {
    if (parameter.phase == Phase::kNone) continue;
    const auto room = static_cast<int>(2 * parameter.step);
    EXPECT_TRUE(parameter.min == 0 || parameter.value - parameter.min >= room) << parameter.name;
    EXPECT_TRUE(parameter.max == 0 || parameter.max - parameter.value >= room) << parameter.name;
  }
}

// The starting values satisfy the equations of the source texts (catalogue A259-A265).
TEST(CatalogueWeights, SatisfyTheSourceEquations) {
  const Weights w = CatalogueWeights();
  const auto mg = [&](Term term) { return w[MgIndex(term)]; };
  const auto eg = [&](Term term) { return w[EgIndex(term)]; };
  const int undeveloped_rook = mg(Term::kMatRook) + mg(Term::kRookUndeveloped);
  EXPECT_EQ(mg(Term::kMatQueen), 2 * undeveloped_rook);
  EXPECT_EQ(mg(Term::kMatQueen), 3 * mg(Term::kMatKnight));
  EXPECT_EQ(2 * undeveloped_rook, 3 * mg(Term::kMatKnight));
  EXPECT_EQ(mg(Term::kMatRook), mg(Term::kMatBishop) + 2 * mg(Term::kMatPawn));
  EXPECT_EQ(eg(Term::kMatRook), eg(Term::kMatBishop) + eg(Term::kMatPawn));
  EXPECT_LT(eg(Term::kMatQueen), 2 * eg(Term::kMatRook));
  EXPECT_LT(8 * mg(Term::kMatPawn), mg(Term::kMatQueen));
}

TEST(NamedSets, AreToldFromPaths) {
  for (const char* name : {"default", "catalogue", "default,-king", "catalogue,mat_pawn.mg=90"}) {
    EXPECT_TRUE(NamesASet(name)) << name;
  }
  for (const char* path : {"", "default.toml", "catalogues", "./default", "a,default"}) {
    EXPECT_FALSE(NamesASet(path)) << path;
  }
}

TEST(CatalogueWeights, KnowTheCatalogueAloneAndSearchAsEver) {
  const Weights w = *LoadWeights("catalogue");
  const Weights defaults;
  EXPECT_EQ(w[EgIndex(Term::kPawnPassedR7)], 180);
  EXPECT_EQ(w[MgIndex(Term::kSpace)], 2);
  for (int i = 2 * Index(Term::kSpace) + 2; i < 2 * kTermCount; ++i) EXPECT_EQ(w[i], 0) << i;
  for (int i = 2 * kTermCount; i < kParameterCount; ++i) EXPECT_EQ(w[i], defaults[i]) << i;
}

TEST(Weights, SetRefusesUnknownNamesAndOffersTheNearest) {
  Weights weights;
  const absl::Status status = weights.Set("mat_pwan.mg", 100);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Message(status), HasSubstr("mat_pawn.mg"));
  EXPECT_FALSE(weights.Set(std::string(100'000, 'x'), 1).ok());
}

TEST(Weights, SetRefusesValuesOutOfRange) {
  Weights weights;
  EXPECT_THAT(Message(weights.Set("mat_pawn.mg", 251)), HasSubstr("26 to 250"));
  EXPECT_FALSE(weights.Set("mat_pawn.mg", 25).ok());
  EXPECT_TRUE(weights.Set("mat_pawn.mg", 60).ok());
  EXPECT_EQ(weights.Get("mat_pawn.mg").value(), 60);
}

TEST(Weights, SwitchOffZeroesAGroupAndNothingElse) {
  Weights weights;
  ASSERT_TRUE(weights.SwitchOff("king").ok());
  const Weights defaults;
  for (int i = 0; i < kParameterCount; ++i) {
    const Parameter& parameter = Table()[static_cast<size_t>(i)];
    // The nearest to nought that its range has.
    const int off = std::clamp<int>(0, parameter.min, parameter.max);
    EXPECT_EQ(weights[i], parameter.group == "king" ? off : defaults[i]) << parameter.name;
  }
}

TEST(Weights, EveryGroupSwitchedOffIsASetThatAFileMayHold) {
  for (const std::string_view group : Groups()) {
    Weights weights;
    if (!weights.SwitchOff(group).ok()) continue;
    const auto again = ParseWeights(CanonicalText(weights), "file");
    ASSERT_TRUE(again.ok()) << group << ": " << again.status();
    EXPECT_EQ(*again, weights) << group;
  }
}

TEST(Weights, MaterialAndSearchCannotBeSwitchedOff) {
  Weights weights;
  EXPECT_FALSE(weights.SwitchOff("material").ok());
  EXPECT_FALSE(weights.SwitchOff("search").ok());
  EXPECT_THAT(Message(weights.SwitchOff("kings")), HasSubstr("king"));
  EXPECT_EQ(weights, Weights());
}

TEST(Weights, CanonicalTextReadsBackAndKeepsTheIdentity) {
  Weights weights;
  ASSERT_TRUE(weights.Set("fork.eg", 31).ok());
  const std::string text = CanonicalText(weights);
  const auto again = ParseWeights(text, "canonical");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(*again, weights);
  EXPECT_EQ(Identity(*again), Sha256Hex(text));
  EXPECT_NE(Identity(weights), Identity(Weights()));
}

TEST(WeightsFile, TakesTablesAndDottedNamesAlike) {
  const auto dotted = ParseWeights("fork.mg = 40\nfork.eg = 41\nnull_depth = 2\n", "a");
  const auto tables = ParseWeights("null_depth = 2 # plies\n[fork]\neg = 41\nmg = 40\n", "b");
  ASSERT_TRUE(dotted.ok()) << dotted.status();
  ASSERT_TRUE(tables.ok()) << tables.status();
  EXPECT_EQ(*dotted, *tables);
  EXPECT_EQ(Identity(*dotted), Identity(*tables));
}

TEST(WeightsFile, NamesAllFaultsAtOnceWithTheirLines) {
  const auto bad =
      ParseWeights("fork.mg = 4000\nfrok.eg = 1\nspace.mg = 1.5\ntempo = 3\n", "w.toml");
  ASSERT_FALSE(bad.ok());
  const std::string message = Message(bad.status());
  EXPECT_THAT(message, HasSubstr("w.toml:1: fork.mg: 4000 is out of range; allowed are 0 to 90"));
  EXPECT_THAT(message, HasSubstr("w.toml:2: 'frok.eg' is no parameter; the nearest are fork.eg"));
  EXPECT_THAT(message, HasSubstr("w.toml:3: space.mg: 1.5 is not a whole number"));
  EXPECT_THAT(message, HasSubstr("w.toml:4: 'tempo'"));
}

TEST(WeightsFile, SurvivesWhatIsNoTomlOrFarOutOfRange) {
  EXPECT_THAT(Message(ParseWeights("a = = 3", "x").status()), HasSubstr("x:1:"));
  EXPECT_FALSE(ParseWeights("fork.mg = 9223372036854775807", "x").ok());
  EXPECT_FALSE(ParseWeights("[a.b.c.d.e.f.g]\nh = 1", "x").ok());
  EXPECT_THAT(Message(ParseWeights("[nothing]\n", "x").status()),
              HasSubstr("x:1: nothing: an empty table sets nothing"));
  EXPECT_FALSE(ParseWeights("fork = {}", "x").ok());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += fmt::format("no{} = 1\n", i);
  EXPECT_THAT(Message(ParseWeights(many, "x").status()), HasSubstr("and 950 more"));
}

TEST(LoadWeights, UnderstandsDefaultWithChanges) {
  EXPECT_EQ(LoadWeights("default").value(), Weights());
  Weights expected;
  ASSERT_TRUE(expected.SwitchOff("king").ok());
  ASSERT_TRUE(expected.SwitchOff("pawns").ok());
  ASSERT_TRUE(expected.Set("fork.mg", 3).ok());
  EXPECT_EQ(LoadWeights("default,-king,-pawns,fork.mg=3").value(), expected);
  EXPECT_FALSE(LoadWeights("default,king").ok());
  EXPECT_FALSE(LoadWeights("default,fork.mg=x").ok());
  EXPECT_FALSE(LoadWeights("default,").ok());
  EXPECT_FALSE(LoadWeights("").ok());
}

TEST(LoadWeights, ReadsAFileAndSaysWhereItIsMissing) {
  const std::string path = rookery::testing::TempPath("weights_test.toml");
  ASSERT_TRUE(WriteFileAtomically(path, "fork.mg = 7\n").ok());
  EXPECT_EQ(LoadWeights(path).value().Get("fork.mg").value(), 7);
  EXPECT_EQ(LoadWeights(path + ",fork.mg=8").value().Get("fork.mg").value(), 8);
  EXPECT_EQ(LoadWeights("/no/such/file").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace rookery::params
