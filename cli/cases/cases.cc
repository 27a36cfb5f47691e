#include "cli/cases/cases.h"

#include <algorithm>
#include <array>

#include "base/status.h"
#include "cli/cases/answers.h"

namespace rookery::cases {
namespace {

// Cases about players' hands and scoresheets, nothing that a program does, by their rule.
constexpr std::array<std::array<std::string_view, 2>, 4> kForPeople = {
    {{"after the game", "results stand once they are counted"},
     {"scoresheet", "a program records every move"},
     {"touch-move", "a program touches nothing before it moves"},
     {"touch-move castling", "castling is one message"}}};

const std::function<Json(const Question&)>* FindAnswer(const std::string& kind) {
  for (const Answers* answers :
       {&BoardAnswers(), &GameAnswers(), &ValueAnswers(), &VariantAnswers()}) {
    const auto found = answers->find(kind);
    if (found != answers->end()) return &found->second;
  }
  return nullptr;
}

// Lists of squares and moves are sets.
Json Sorted(Json value) {
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

// What is wrong with a case's form, in words of ours: 302 is a value of another type, 403 a key
// that is missing, 304 what was no object.
std::string FormFault(const Json::exception& error) {
  switch (error.id) {
    case 302:
    case 303:
      return "a value is of another type than its key wants";
    case 403:
      return "a key is missing; a case has id, kind or question, input or fen, and expected";
    case 304:
    case 306:
      return "it is no object";
    default:
      return "its form is not that of a case";
  }
}

bool Contains(const Json& list, const Json& wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

// One expected key against the answer.
bool KeyHolds(const std::string& key, const Json& expected, const Json& got) {
  if (key == "never" || key == "not_targets") {
    const Json targets = got.value("targets", Json::array());
    return std::none_of(expected.begin(), expected.end(),
                        [&](const Json& square) { return Contains(targets, square); });
  }
  if (key == "contains" || key == "contains_move") {
    const Json list = got.value(key == "contains" ? "targets" : "moves", Json::array());
    return std::all_of(expected.begin(), expected.end(),
                       [&](const Json& one) { return Contains(list, one); });
  }
  return Sorted(got.value(key, Json("no answer"))) == Sorted(expected);
}

void AskText(const Json& item, const std::string& folder, Result& result) {
  result.kind = item.at("kind");
  result.reason = WhyNotAsked(item);
  if (!result.reason.empty()) {
    result.state = State::kNotAsked;
    return;
  }
  // The expected keys can say what is asked, as a depth of perft does.
  Json input = item.at("input");
  input["asked"] = item.at("expected");
  input["rule_name"] = item.value("rule", "");
  const Question question{input, folder, &result.reason};
  result.got = (*FindAnswer(result.kind))(question);
  bool holds = result.reason.empty();
  if (!holds) result.got = nullptr;  // an answer to another question, if it is one
  for (const auto& [key, value] : item.at("expected").items()) {
    holds = holds && KeyHolds(key, value, result.got);
  }
  result.state = holds ? State::kHolds : State::kDiffers;
}

void AskQuestion(const Json& item, Result& result) {
  result.kind = item.at("question");
  result.got = AnswerQuestion(item, &result.reason);
  const bool holds = result.reason.empty() && result.got == item.at("expected");
  result.state = holds ? State::kHolds : State::kDiffers;
}

}  // namespace

std::string WhyNotAsked(const Json& item) {
  if (item.contains("question")) return "";
  const std::string kind = item.at("kind");
  if (kind == "protocol") {
    const std::string rule = item.value("rule", "");
    for (const auto& [name, reason] : kForPeople) {
      if (rule == name) return std::string(reason);
    }
  }
  return FindAnswer(kind) == nullptr ? "nothing here answers cases of this kind" : "";
}

absl::StatusOr<std::vector<Json>> ParseCases(std::string_view text) {
  const Json file = Json::parse(text, nullptr, false);
  if (file.is_discarded()) return InvalidArgument("it isn't JSON");
  const Json list = file.is_object() ? file.value("cases", Json()) : file;
  if (!list.is_array()) {
    return InvalidArgument("it has no list of cases: write {{\"cases\": [...]}} or [...]");
  }
  if (list.empty()) return InvalidArgument("its list of cases is empty");
  if (list.size() > kMostCases) {
    return InvalidArgument("it has {} cases; at most {} are read", list.size(), kMostCases);
  }
  return std::vector<Json>(list.begin(), list.end());
}

Result Ask(const Json& item, const std::string& folder) {
  Result result;
  try {
    result.id = item.at("id");
    result.expected = item.at("expected");
    if (item.contains("question")) {
      AskQuestion(item, result);
    } else {
      AskText(item, folder, result);
    }
  } catch (const Json::exception& error) {
    result.state = State::kDiffers;
    result.reason = "the case can't be read: " + FormFault(error);
  }
  return result;
}

}  // namespace rookery::cases
