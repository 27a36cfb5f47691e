// The case files (tests/data/README.md), each case a test of its own: those of the source texts,
// and questions on single positions with the answers of an independent implementation of the rules.
#include <gtest/gtest.h>

#include "base/file.h"
#include "cli/cases/cases.h"

namespace rookery::cases {
namespace {

std::vector<Json> Load(const std::string& name) {
  const auto text = ReadFile(ROOKERY_TEST_DATA "/" + name, kMostFile);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? ParseCases(*text).value() : std::vector<Json>();
}

std::vector<Json> Asked(const std::string& name) {
  std::vector<Json> asked = Load(name);
  std::erase_if(asked, [](const Json& item) { return !WhyNotAsked(item).empty(); });
  return asked;
}

void ExpectHolds(const Json& item) {
  const Result result = Ask(item, ROOKERY_TEST_DATA);
  EXPECT_EQ(result.state, State::kHolds) << result.id << ": " << result.reason << "\nexpected "
                                         << result.expected << "\ngot " << result.got;
}

class SourceCase : public testing::TestWithParam<Json> {};

TEST_P(SourceCase, IsAnswered) { ExpectHolds(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Source, SourceCase, testing::ValuesIn(Asked("source-cases.json")),
                         [](const auto& one) {
                           return one.param["id"].template get<std::string>();
                         });

// Seven cases are about players' hands and scoresheets.
TEST(SourceCases, AreAllAskedButThoseWithAReason) {
  EXPECT_EQ(Load("source-cases.json").size(), 303u);
  EXPECT_EQ(Asked("source-cases.json").size(), 303u - 7);
}

TEST(RulesCases, AllAnswersAgree) {
  const std::vector<Json> asked = Asked("rules-cases.json");
  EXPECT_EQ(asked.size(), 113u);
  for (const Json& item : asked) ExpectHolds(item);
}

// Positions and faults of the kinds that stand in public bug reports of other tools.
TEST(ReportedFaults, AreNotOurs) {
  const std::vector<Json> asked = Asked("rules/reports.json");
  EXPECT_GT(asked.size(), 50u);
  for (const Json& item : asked) ExpectHolds(item);
}

// What comes from a file is answered, never crashed on.
TEST(Cases, SayWhyACaseCannotBeRead) {
  const auto ask = [](const char* text) { return Ask(Json::parse(text), "."); };
  for (const char* text :
       {R"({})", R"({"id": 7})", R"({"id": "a", "expected": {}})",
        R"({"id": "a", "kind": "legal", "input": {"fen": 3}, "expected": {"legal": true}})",
        R"({"id": "a", "kind": "legal", "input": {"fen": "x", "move": "e2e4"},
            "expected": {"legal": true}})",
        R"({"id": "a", "kind": "perft", "input": {"fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "depth": 99}, "expected": {"nodes": 1}})",
        R"({"id": "a", "kind": "pgn_file", "input": {"file": "../x"}, "expected": {"games": 1}})",
        R"({"id": "a", "kind": "eval_relation", "input": {"weights": {"mg": {}, "eg": {},
            "rook_undeveloped": 0}, "relation": "((((mg.Q"}, "expected": {"holds": true}})",
        R"({"id": "a", "question": "color?", "fen": "8/8/8/8/8/8/8/K1k5 w - - 0 1", "moves": [],
            "expected": 1})"}) {
    const Result result = ask(text);
    EXPECT_EQ(result.state, State::kDiffers) << text;
    EXPECT_FALSE(result.reason.empty()) << text;
  }
  EXPECT_EQ(ask(R"({"id": "a", "kind": "no such", "input": {}, "expected": {}})").state,
            State::kNotAsked);
  for (const char* text : {"", "[", "{}", "3", R"({"cases": 3})"}) {
    EXPECT_FALSE(ParseCases(text).ok()) << text;
  }
}

}  // namespace
}  // namespace rookery::cases
