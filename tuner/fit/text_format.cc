#include "tuner/fit/text_format.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/status.h"
#include "engine/chess/epd.h"
#include "engine/chess/notation.h"

namespace rookery::fit {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr size_t kShown = 40;  // characters of a faulty value
constexpr int kMostScore = 32'767;

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

template <typename Number>
std::optional<Number> ToNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "1-0", "0-1", "1/2-1/2", "1/2", "0.5", "1"; brackets or quotes around it are taken off.
absl::StatusOr<double> ToResult(std::string_view text) {
  std::string_view word = Trimmed(text);
  const auto enclosed = [&word](char open, char close) {
    return word.size() >= 2 && word.front() == open && word.back() == close;
  };
  if (enclosed('[', ']') || enclosed('"', '"')) word = Trimmed(word.substr(1, word.size() - 2));
  if (word == "1-0") return 1.0;
  if (word == "0-1") return 0.0;
  if (word == "1/2-1/2" || word == "1/2") return 0.5;
  const std::optional<double> value = ToNumber<double>(word);
  if (value && *value >= 0 && *value <= 1) return *value;
  return InvalidArgument("result '{}': write 1-0, 0-1, 1/2-1/2 or a number from 0 to 1",
                         Trimmed(text).substr(0, kShown));
}

absl::StatusOr<int> ToScore(std::string_view text) {
  const std::string_view word = Trimmed(text);
  const std::optional<double> value = ToNumber<double>(word);
  if (value && std::abs(*value) <= kMostScore) return static_cast<int>(*value);
  return InvalidArgument("score '{}': write centipawns from -{} to {}", word.substr(0, kShown),
                         kMostScore, kMostScore);
}

bool WhiteMoves(const chess::Position& position) { return position.side() == chess::Color::kWhite; }

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

absl::StatusOr<TextLine> ParseBullet(std::string_view line) {
  const std::vector<std::string_view> parts = Split(line, '|');
  if (parts.size() != 3) {
    return InvalidArgument("{} fields between |; write FEN | score | result", parts.size());
  }
  TextLine found;
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.position, chess::ParseFen(Trimmed(parts[0])));
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.score_cp, ToScore(parts[1]));
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.result, ToResult(parts[2]));
  return found;
}

absl::StatusOr<TextLine> ParseCsv(const std::vector<std::string_view>& parts) {
  TextLine found;
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.position, chess::ParseFen(Trimmed(parts[0])));
  ROOKERY_ASSIGN_OR_RETURN(const int score, ToScore(parts[1]));
  const std::string_view word = Trimmed(parts[2]);
  double result = 0;
  if (word == "0" || word == "1" || word == "2") {
    result = 0.5 * (word[0] - '0');
  } else {
    ROOKERY_ASSIGN_OR_RETURN(result, ToResult(word));
  }
  const bool white = WhiteMoves(found.labelled.position);
  found.labelled.score_cp = white ? score : -score;
  found.labelled.result = white ? result : 1 - result;
  return found;
}

// The four fields of a position, and clocks if two numbers follow; the rest is left in `text`.
std::string_view TakeFen(std::string_view& text) {
  const std::string_view whole = text;
  size_t end = 0;
  const auto next = [&whole](size_t from) {
    const size_t begin = std::min(whole.find_first_not_of(kBlanks, from), whole.size());
    return std::pair(begin, std::min(whole.find_first_of(" \t\r\n;", begin), whole.size()));
  };
  for (int field = 0; field < 4; ++field) end = next(end).second;
  const auto is_number = [&whole](std::pair<size_t, size_t> word) {
    const std::string_view digits = whole.substr(word.first, word.second - word.first);
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const auto halfmoves = next(end);
  const auto number = next(halfmoves.second);
  if (is_number(halfmoves) && is_number(number)) end = number.second;
  text.remove_prefix(end);
  return whole.substr(0, end);
}

// "17.34" is ply 34 of game 17; other ids say nothing of games.
std::optional<uint64_t> GameOf(std::string_view id) {
  const size_t point = id.find('.');
  if (point == std::string_view::npos || !ToNumber<uint64_t>(id.substr(point + 1))) return {};
  return ToNumber<uint64_t>(id.substr(0, point));
}

absl::StatusOr<TextLine> ParseOperations(std::string_view line) {
  ROOKERY_ASSIGN_OR_RETURN(const chess::Epd epd, chess::ParseEpd(line));
  const chess::EpdOperation* result = epd.Find("c9");
  if (result == nullptr || result->operands.size() != 1) {
    return InvalidArgument("no result; write c9 \"1-0\"; or a result after the position");
  }
  TextLine found;
  found.labelled.position = epd.position;
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.result, ToResult(result->operands[0]));
  const chess::EpdOperation* score = epd.Find("ce");
  if (score != nullptr && score->operands.size() == 1) {
    ROOKERY_ASSIGN_OR_RETURN(const int mover, ToScore(score->operands[0]));
    found.labelled.score_cp = WhiteMoves(epd.position) ? mover : -mover;
  }
  const chess::EpdOperation* id = epd.Find("id");
  if (id != nullptr && id->operands.size() == 1) {
    const std::optional<uint64_t> game = GameOf(id->operands[0]);
    found.has_game = game.has_value();
    found.labelled.game = game.value_or(0);
  }
  return found;
}

absl::StatusOr<TextLine> ParseFenOrEpd(std::string_view line, View view) {
  std::string_view rest = line;
  const std::string_view fen = TakeFen(rest);
  std::string_view label = Trimmed(rest);
  if (label.starts_with(';')) label = Trimmed(label.substr(1));
  const bool is_letter = !label.empty() && ((label[0] >= 'a' && label[0] <= 'z') ||
                                            (label[0] >= 'A' && label[0] <= 'Z'));
  if (is_letter || label.empty()) return ParseOperations(line);
  if (label.ends_with(';')) label.remove_suffix(1);
  TextLine found;
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.position, chess::ParseFen(fen));
  ROOKERY_ASSIGN_OR_RETURN(found.labelled.result, ToResult(label));
  if (view == View::kMover && !WhiteMoves(found.labelled.position)) {
    found.labelled.result = 1 - found.labelled.result;
  }
  return found;
}

}  // namespace

absl::StatusOr<std::optional<TextLine>> ParseTextLine(std::string_view line, View view) {
  const std::string_view text = Trimmed(line);
  if (text.empty() || text[0] == '#') return std::optional<TextLine>();
  absl::StatusOr<TextLine> found;
  const std::vector<std::string_view> commas = Split(text, ',');
  if (text.find('|') != std::string_view::npos) {
    found = ParseBullet(text);
  } else if (commas.size() == 3 && text.find_first_of(";\"") == std::string_view::npos) {
    found = ParseCsv(commas);
  } else {
    found = ParseFenOrEpd(text, view);
  }
  if (!found.ok()) return found.status();
  return std::optional<TextLine>(*std::move(found));
}

std::string ToTextLine(const LabelledPosition& labelled, int ply) {
  chess::Epd epd;
  epd.position = labelled.position;
  const double result = labelled.result;
  const std::string word = result == 1.0   ? "1-0"
                           : result == 0.0 ? "0-1"
                           : result == 0.5 ? "1/2-1/2"
                                           : fmt::format("{}", result);
  epd.operations.push_back({"c9", {word}});
  if (labelled.score_cp) {
    const int mover = WhiteMoves(labelled.position) ? *labelled.score_cp : -*labelled.score_cp;
    epd.operations.push_back({"ce", {fmt::format("{}", mover)}});
  }
  epd.operations.push_back({"id", {fmt::format("{}.{}", labelled.game, ply)}});
  return chess::ToEpd(epd);
}

}  // namespace rookery::fit
