// Keeps tests/data/rules/catalogue.tsv complete: every row of the rules' catalogue is there with
// its classes, and what it names as proof exists.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "base/file.h"
#include "cli/cases/cases.h"

namespace rookery {
namespace {

const std::string kTests = ROOKERY_TEST_DATA "/..";

struct Row {
  std::string number;
  std::set<std::string> classes;
  std::vector<std::string> proofs;
  std::string shown;  // the whole third field
};

std::set<std::string> Words(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

std::string CaseName(int number) {
  const std::string digits = std::to_string(number);
  return "T" + std::string(3 - digits.size(), '0') + digits;
}

// "T031-T033" is three cases.
std::vector<std::string> Proofs(const std::string& text) {
  std::vector<std::string> proofs;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.size() == 9 && word[0] == 'T' && word[4] == '-') {
      const int last = std::stoi(word.substr(6));
      for (int i = std::stoi(word.substr(1, 3)); i <= last; ++i) proofs.push_back(CaseName(i));
    } else {
      proofs.push_back(word);
    }
  }
  return proofs;
}

std::vector<Row> LoadCatalogue() {
  std::ifstream file(ROOKERY_TEST_DATA "/rules/catalogue.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Row row;
    std::string classes;
    std::getline(fields, row.number, '\t');
    std::getline(fields, classes, '\t');
    std::getline(fields, row.shown, '\t');
    row.classes = Words(classes);
    row.proofs = Proofs(row.shown);
    rows.push_back(row);
  }
  return rows;
}

// Suite.Name of every test below tests/, and e2e/NAME of the scripts.
std::set<std::string> AllTests() {
  const std::regex test(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kTests)) {
    const std::string path = entry.path().filename().string();
    if (path.ends_with("_test.py")) names.insert("e2e/" + path.substr(0, path.size() - 8));
    if (!path.ends_with("_test.cc")) continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    for (auto at = std::sregex_iterator(source.begin(), source.end(), test);
         at != std::sregex_iterator(); ++at) {
      names.insert((*at)[1].str() + "." + (*at)[2].str());
    }
  }
  return names;
}

// The classes that a test must show; UI alone is for people's eyes, NA for players' hands.
bool NeedsProof(const Row& row) {
  for (const char* name : {"ER", "MA", "EV", "IO", "OB", "RT", "VR"}) {
    if (row.classes.contains(name)) return true;
  }
  return false;
}

TEST(RulesCatalogue, HasEveryRowWithItsClasses) {
  const std::vector<Row> rows = LoadCatalogue();
  ASSERT_EQ(rows.size(), 400u);
  std::map<std::string, int> counts;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(std::stoi(rows[i].number.substr(1)), static_cast<int>(i) + 1);
    for (const std::string& name : rows[i].classes) ++counts[name];
  }
  // The catalogue's own index of classes.
  const std::map<std::string, int> expected = {{"ER", 121}, {"MA", 58}, {"EV", 71},
                                               {"IO", 50},  {"OB", 14}, {"RT", 18},
                                               {"UI", 76},  {"NA", 20}, {"VR", 28}};
  EXPECT_EQ(counts, expected);
}

TEST(RulesCatalogue, NamesProofsForEachRowThatAppliesToMachinePlay) {
  for (const Row& row : LoadCatalogue()) {
    if (NeedsProof(row)) {
      EXPECT_TRUE(row.shown != "page" && row.shown != "not for machines" && !row.proofs.empty())
          << row.number;
    } else {
      EXPECT_EQ(row.shown, row.classes.contains("NA") ? "not for machines" : "page") << row.number;
    }
  }
}

std::set<std::string> AskedCases() {
  std::set<std::string> asked;
  const auto text = ReadFile(ROOKERY_TEST_DATA "/source-cases.json", cases::kMostFile);
  EXPECT_TRUE(text.ok()) << text.status();
  const auto items = cases::ParseCases(text.value_or("[]"));
  EXPECT_TRUE(items.ok()) << items.status();
  for (const cases::Json& item : items.value_or(std::vector<cases::Json>())) {
    if (cases::WhyNotAsked(item).empty()) asked.insert(item.at("id").get<std::string>());
  }
  return asked;
}

TEST(RulesCatalogue, NamesOnlyTestsAndCasesThatExist) {
  const std::set<std::string> tests = AllTests();
  ASSERT_GT(tests.size(), 500u);
  ASSERT_TRUE(tests.contains("SourceCase.IsAnswered"));
  const std::set<std::string> asked = AskedCases();
  for (const Row& row : LoadCatalogue()) {
    if (!NeedsProof(row)) continue;
    for (const std::string& proof : row.proofs) {
      EXPECT_TRUE(asked.contains(proof) || tests.contains(proof))
          << row.number << ": there is no " << proof;
    }
  }
}

TEST(RulesCatalogue, LeavesNoCaseUnused) {
  std::set<std::string> used;
  for (const Row& row : LoadCatalogue()) used.insert(row.proofs.begin(), row.proofs.end());
  for (const std::string& name : AskedCases()) EXPECT_TRUE(used.contains(name)) << name;
}

}  // namespace
}  // namespace rookery
