// Values of pieces, weak pawns, endings, grades (answers.h): asked of the evaluation's table,
// terms and scales, and of the ladder of grades.
#include <algorithm>

#include "base/status.h"
#include "cli/cases/answers.h"
#include "coordinator/stats/grades.h"
#include "engine/eval/endgame.h"
#include "engine/eval/pawn_terms.h"
#include "engine/eval/trace.h"
#include "engine/params/weights.h"

namespace rookery::cases {
namespace {

using chess::Color;

// "mg.R" and the like as the table calls them; empty for what isn't one.
std::string ParameterName(std::string_view word) {
  if (word == "rook_undeveloped") return "rook_undeveloped.mg";
  constexpr std::array<std::string_view, 5> kNames = {"pawn", "knight", "bishop", "rook", "queen"};
  const size_t piece = word.size() == 4 ? std::string_view("PNBRQ").find(word[3]) : kNames.size();
  if (piece >= kNames.size()) return "";
  return "mat_" + std::string(kNames[piece]) + "." + std::string(word.substr(0, 2));
}

// A relation such as "mg.Q==2*(mg.R+rook_undeveloped) and eg.Q<2*eg.R".
class Relation {
 public:
  Relation(std::string text, const params::Weights& weights, std::string* fault)
      : text_(std::move(text)), weights_(weights), fault_(fault) {
    std::erase(text_, ' ');
    text_.resize(std::min<size_t>(text_.size(), kMostText));
  }

  bool Holds() {
    bool holds = Compare();
    while (Take("and")) holds = Compare() && holds;
    if (!text_.empty()) Complain();
    return holds;
  }

 private:
  static constexpr size_t kMostText = 500;

  void Complain() { NoteFault(fault_, InvalidArgument("relation: '{}' can't be read", text_)); }
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
    Complain();
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
      if (!Take(")")) Complain();
      return sum;
    }
    int number = 0;
    const size_t digits = std::min(text_.find_first_not_of("0123456789"), text_.size());
    if (digits > 0 && digits < 5) {
      number = std::stoi(text_.substr(0, digits));
      text_.erase(0, digits);
      return number;
    }
    constexpr std::string_view kRook = "rook_undeveloped";
    const std::string word = text_.substr(0, text_.starts_with(kRook) ? kRook.size() : 4);
    const absl::StatusOr<int> value = weights_.Get(ParameterName(word));
    if (!value.ok()) {
      Complain();
      text_.clear();
      return 0;
    }
    text_.erase(0, word.size());
    return *value;
  }

  std::string text_;
  const params::Weights& weights_;
  std::string* fault_;
};

// The texts' own values, set by name: they are within what the table allows, and the table's
// phases say what the relations need.
Json RelationHolds(const Question& asked) {
  params::Weights weights;
  const auto set = [&](const std::string& word, int value) {
    const absl::Status status = weights.Set(ParameterName(word), value);
    if (!status.ok()) NoteFault(asked.fault, status);
  };
  const Json& values = asked.input.at("weights");
  for (const std::string phase : {"mg", "eg"}) {
    const Json& pieces = values.at(phase);
    for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
      set(phase + "." + piece.key(), piece.value().get<int>());
    }
  }
  set("rook_undeveloped", values.at("rook_undeveloped").get<int>());
  return {{"holds", Relation(asked.input.at("relation"), weights, asked.fault).Holds()}};
}

template <Color side>
Json WeakPawnsOf(const chess::Position& position) {
  const chess::Bitboard pawns = position.of(side, chess::PieceType::kPawn);
  // The term counts each pawn too many; the texts name all pawns of such a file.
  const chess::Bitboard doubled = eval::WholeFiles(eval::DoubledPawns<side>(pawns)) & pawns;
  return {{"isolated", Texts(eval::IsolatedPawns(pawns))},
          {"doubled", Texts(doubled)},
          {"backward", Texts(eval::BackwardPawns<side>(pawns))}};
}

Json WeakPawns(const Question& asked) {
  const chess::Position position = At(asked.input.at("fen"), asked.fault);
  return asked.input.at("side") == "white" ? WeakPawnsOf<Color::kWhite>(position)
                                           : WeakPawnsOf<Color::kBlack>(position);
}

// No tablebase is needed to know these: the evaluation counts at most a quarter of an advantage
// that a tablebase calls drawn, and all of one that wins. How long a win takes isn't answered.
Json Ending(const Question& asked) {
  const chess::Position position = At(asked.input.at("fen"), asked.fault);
  const int scale = eval::EndgameScale(position, Color::kWhite, eval::Shape(params::Weights()));
  Json answer = asked.input.at("asked");
  answer["wdl"] = scale <= eval::kFullScale / 4 ? 0 : scale == eval::kFullScale ? 2 : 1;
  return answer;
}

Json Rating(const Question& asked) {
  const stats::GradePoints before{asked.input.at("low"), asked.input.at("high")};
  constexpr int64_t kMost = 1'000'000;
  if (std::max(std::abs(before.first), std::abs(before.second)) > kMost) {
    *asked.fault = "points: at most a million";
    return Json::object();
  }
  const std::string result = asked.input.at("result");
  const auto score = result == "draw"  ? stats::GameScore::kDraw
                     : result == "low" ? stats::GameScore::kWin
                                       : stats::GameScore::kLoss;
  const stats::GradePoints after = stats::AfterGame(before, score);
  Json answer = asked.input.at("asked");  // its exact fraction is what is rounded
  answer["transfer"] = std::abs(after.first - before.first);
  answer["low_after"] = after.first;
  answer["high_after"] = after.second;
  return answer;
}

Json Level(const Question& asked) {
  const std::optional<int> grade = stats::GradeOf(asked.input.at("points"));
  return {{"level", grade ? std::to_string(*grade) : "none"}};
}

}  // namespace

const Answers& ValueAnswers() {
  static const Answers answers = {{"eval_relation", RelationHolds},
                                  {"structure", WeakPawns},
                                  {"tb", Ending},
                                  {"rating", Rating},
                                  {"level", Level}};
  return answers;
}

}  // namespace rookery::cases
