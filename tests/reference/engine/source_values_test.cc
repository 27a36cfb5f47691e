// The source texts' cases on values of pieces, weak pawns and endings, asked of the evaluation's
// table, terms and scales (tests/support/source_cases.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "engine/chess/notation.h"
#include "engine/eval/endgame.h"
#include "engine/eval/pawn_terms.h"
#include "engine/eval/trace.h"
#include "tests/support/source_cases.h"

namespace rookery::eval {
namespace {

using Json = nlohmann::json;

std::vector<Json> CasesOf(std::string_view kind) {
  std::vector<Json> cases;
  for (const Json& item : test::LoadSourceCases()) {
    if (item.at("kind") == kind) cases.push_back(item);
  }
  return cases;
}

chess::Position At(const Json& fen) { return chess::ParseFen(fen.get<std::string>()).value(); }

// "mg.R" and the like as the table calls them.
std::string ParameterName(std::string_view word) {
  if (word == "rook_undeveloped") return "rook_undeveloped.mg";
  constexpr std::string_view kLetters = "PNBRQ";
  constexpr std::array<std::string_view, 5> kNames = {"pawn", "knight", "bishop", "rook", "queen"};
  const size_t piece = kLetters.find(word.back());
  return "mat_" + std::string(kNames.at(piece)) + "." + std::string(word.substr(0, 2));
}

// A relation such as "mg.Q==2*(mg.R+rook_undeveloped) and eg.Q<2*eg.R".
class Relation {
 public:
  Relation(std::string text, const params::Weights& weights)
      : text_(std::move(text)), weights_(weights) {
    std::erase(text_, ' ');
  }

  bool Holds() {
    bool holds = Compare();
    while (Take("and")) holds = Compare() && holds;
    EXPECT_TRUE(text_.empty()) << text_;
    return holds;
  }

 private:
  bool Take(std::string_view token) {
    if (!text_.starts_with(token)) return false;
    text_.erase(0, token.size());
    return true;
  }
  bool Compare() {
    const int left = Sum();
    if (Take("==")) return left == Sum();
    if (Take(">=")) return left >= Sum();
    if (Take(">")) return left > Sum();
    if (Take("<")) return left < Sum();
    ADD_FAILURE() << text_;
    return false;
  }
  int Sum() {
    int sum = Product();
    while (Take("+")) sum += Product();
    return sum;
  }
  int Product() {
    int product = Factor();
    while (Take("*")) product *= Factor();
    return product;
  }
  int Factor() {
    if (Take("(")) {
      const int sum = Sum();
      EXPECT_TRUE(Take(")"));
      return sum;
    }
    const bool number = text_[0] >= '0' && text_[0] <= '9';
    const size_t end = number                       ? text_.find_first_not_of("0123456789")
                       : text_.starts_with("rook_") ? std::string_view("rook_undeveloped").size()
                                                    : std::string_view("mg.P").size();
    const std::string word = text_.substr(0, end);
    text_.erase(0, word.size());
    return number ? std::stoi(word) : weights_.Get(ParameterName(word)).value();
  }

  std::string text_;
  const params::Weights& weights_;
};

// The texts' own values, set by name: they are within what the table allows, and the table's
// phases say what the relations need.
TEST(SourceValues, RelationsHoldForWeightsThatTheTableTakes) {
  const std::vector<Json> cases = CasesOf("eval_relation");
  ASSERT_EQ(cases.size(), 10u);
  for (const Json& item : cases) {
    params::Weights weights;
    const Json& values = item["input"]["weights"];
    for (const std::string phase : {"mg", "eg"}) {
      for (const auto& [letter, value] : values.at(phase).items()) {
        ASSERT_TRUE(weights.Set(ParameterName(phase + "." + letter), value.get<int>()).ok());
      }
    }
    ASSERT_TRUE(weights.Set("rook_undeveloped.mg", values.at("rook_undeveloped").get<int>()).ok());
    const std::string relation = item["input"]["relation"];
    EXPECT_EQ(Relation(relation, weights).Holds(), item["expected"]["holds"].get<bool>())
        << item["id"] << ' ' << relation;
  }
}

Json Texts(chess::Bitboard squares) {
  std::vector<std::string> texts;
  while (squares != 0) texts.push_back(chess::ToText(chess::PopFirst(squares)));
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(SourceValues, WeakPawnsAreThoseOfTheTexts) {
  const std::vector<Json> cases = CasesOf("structure");
  ASSERT_EQ(cases.size(), 2u);
  for (const Json& item : cases) {
    const chess::Position position = At(item["input"]["fen"]);
    const bool white = item["input"]["side"] == "white";
    const chess::Bitboard pawns =
        position.of(white ? Color::kWhite : Color::kBlack, PieceType::kPawn);
    // The term counts each pawn too many; the texts name all pawns of such a file.
    const chess::Bitboard doubled =
        white ? DoubledPawns<Color::kWhite>(pawns) : DoubledPawns<Color::kBlack>(pawns);
    const Json found = {{"isolated", Texts(IsolatedPawns(pawns))},
                        {"doubled", Texts(WholeFiles(doubled) & pawns)},
                        {"backward", Texts(white ? BackwardPawns<Color::kWhite>(pawns)
                                                 : BackwardPawns<Color::kBlack>(pawns))}};
    EXPECT_EQ(found, item["expected"]) << item["id"];
  }
}

// No tablebase is needed to know these: the evaluation counts at most a quarter of an advantage
// that a tablebase calls drawn, and all of one that wins.
TEST(SourceValues, DrawnEndingsAreScaledDownAndWonOnesAreNot) {
  const std::vector<Json> cases = CasesOf("tb");
  ASSERT_EQ(cases.size(), 6u);
  for (const Json& item : cases) {
    const int scale = EndgameScale(At(item["input"]["fen"]), Color::kWhite);
    if (item["expected"]["wdl"] == 0) {
      EXPECT_LE(scale, kFullScale / 4) << item["id"];
    } else {
      EXPECT_EQ(scale, kFullScale) << item["id"];
    }
  }
}

}  // namespace
}  // namespace rookery::eval
