// The 303 cases of the source texts (tests/data/README.md) and where each is answered: a case of a
// kind that this table doesn't know goes to SourceCase, which fails on kinds that it can't answer.
// Reads a file; any thread.
#pragma once

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::test {

inline std::vector<nlohmann::json> LoadSourceCases() {
  std::ifstream file(ROOKERY_TEST_DATA "/source-cases.json");
  const nlohmann::json all = nlohmann::json::parse(file);
  return {all.at("cases").begin(), all.at("cases").end()};
}

// Why a case has no test: it is about players' hands and scoresheets, nothing that a program does.
// Empty for all others.
inline std::string WhyNotAsked(const nlohmann::json& item) {
  static const std::map<std::string, std::string, std::less<>> kReasons = {
      {"after the game", "the ledger's tests show that results stand"},
      {"scoresheet", "a program records every move"},
      {"touch-move", "a program touches nothing before it moves"},
      {"touch-move castling", "castling is one message"}};
  if (item.at("kind") == "opening") return "there is no classifier of openings yet";
  if (item.at("kind") != "protocol") return "";
  const auto found = kReasons.find(item.at("rule").get<std::string>());
  return found == kReasons.end() ? "" : found->second;
}

// The test that answers a case, as Suite.Name.
inline std::string AnsweredBy(const nlohmann::json& item) {
  static const std::map<std::string, std::string, std::less<>> kTests = {
      {"four_nation", "FourNation.GivesTheExpectedMovesAndPerftInEverySourceCase"},
      {"four_nation_line", "FourNation.PlaysEverySourceLineToItsExpectedBoard"},
      {"rating", "GradesGolden.GivesTheSourceTextsCases"},
      {"level", "GradesGolden.GivesTheSourceTextsCases"},
      {"eval_relation", "SourceValues.RelationsHoldForWeightsThatTheTableTakes"},
      {"structure", "SourceValues.WeakPawnsAreThoseOfTheTexts"},
      {"tb", "SourceValues.DrawnEndingsAreScaledDownAndWonOnesAreNot"}};
  const auto found = kTests.find(item.at("kind").get<std::string>());
  return found == kTests.end() ? "SourceCase.IsAnswered" : found->second;
}

}  // namespace rookery::test
