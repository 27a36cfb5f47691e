#include "engine/uci/reply.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <utility>

#include "base/status.h"
#include "engine/uci/text.h"

namespace rookery::uci {
namespace {

using Words = std::span<const std::string_view>;

using InfoField = std::pair<std::string_view, std::optional<int64_t> InfoReply::*>;
constexpr std::array<InfoField, 8> kInfoNumbers = {{
    {"depth", &InfoReply::depth},
    {"seldepth", &InfoReply::selective_depth},
    {"multipv", &InfoReply::multipv},
    {"nodes", &InfoReply::nodes},
    {"nps", &InfoReply::nodes_per_second},
    {"hashfull", &InfoReply::hash_permill},
    {"tbhits", &InfoReply::table_hits},
    {"time", &InfoReply::time_ms},
}};

std::string Join(Words words) { return fmt::format("{}", fmt::join(words, " ")); }

absl::StatusOr<Reply> ParseBestMove(Words words) {
  if (words.empty()) return InvalidArgument("bestmove: without a move");
  BestMoveReply reply{.move = std::string(words[0]), .ponder = ""};
  if (words.size() >= 3 && words[1] == "ponder") reply.ponder = words[2];
  return reply;
}

// "score cp 13 lowerbound": returns how many words it took.
absl::StatusOr<size_t> ParseScore(Words words, InfoReply& info) {
  const std::optional<int64_t> value = words.size() > 1 ? ToNumber(words[1]) : std::nullopt;
  if (!value || (words[0] != "cp" && words[0] != "mate")) {
    return InvalidArgument("info: score is neither 'cp N' nor 'mate N'");
  }
  (words[0] == "cp" ? info.score_cp : info.score_mate) = value;
  size_t taken = 2;
  for (; taken < words.size(); ++taken) {
    if (words[taken] == "lowerbound") {
      info.lower_bound = true;
    } else if (words[taken] == "upperbound") {
      info.upper_bound = true;
    } else {
      break;
    }
  }
  return taken;
}

absl::StatusOr<Reply> ParseInfo(Words words) {
  InfoReply info;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "string") {
      info.text = Join(words.subspan(i + 1));
      break;
    }
    if (words[i] == "pv") {
      for (++i; i < words.size(); ++i) info.line.emplace_back(words[i]);
      break;
    }
    if (words[i] == "score") {
      ROOKERY_ASSIGN_OR_RETURN(const size_t taken, ParseScore(words.subspan(i + 1), info));
      i += taken;
      continue;
    }
    for (const auto& [name, field] : kInfoNumbers) {
      if (words[i] != name || i + 1 >= words.size()) continue;
      info.*field = ToNumber(words[i + 1]);
      if (!(info.*field)) return InvalidArgument("info: {} '{}' is no number", name, words[i + 1]);
      ++i;
      break;
    }
  }
  return info;
}

bool IsOptionKey(std::string_view word) {
  return word == "name" || word == "type" || word == "default" || word == "min" || word == "max" ||
         word == "var";
}

absl::StatusOr<Reply> ParseOption(Words words) {
  OptionReply option;
  for (size_t i = 0; i < words.size();) {
    const std::string_view key = words[i++];
    const size_t begin = i;
    // Names may hold any words but "type"; other values end at the next key.
    while (i < words.size() && (key == "name" ? words[i] != "type" : !IsOptionKey(words[i]))) ++i;
    const std::string value = Join(words.subspan(begin, i - begin));
    if (key == "name") option.name = value;
    if (key == "type") option.type = value;
    if (key == "default") option.default_value = value;
    if (key == "min") option.min = ToNumber(value);
    if (key == "max") option.max = ToNumber(value);
    if (key == "var") option.choices.push_back(value);
  }
  if (option.name.empty() || option.type.empty()) {
    return InvalidArgument("option: name or type is missing");
  }
  return option;
}

std::string FormatInfo(const InfoReply& info) {
  std::string text = "info";
  const auto number = [&](std::string_view name, const std::optional<int64_t>& value) {
    if (value) text += fmt::format(" {} {}", name, *value);
  };
  number("depth", info.depth);
  number("seldepth", info.selective_depth);
  number("multipv", info.multipv);
  number("score cp", info.score_cp);
  number("score mate", info.score_mate);
  if (info.lower_bound) text += " lowerbound";
  if (info.upper_bound) text += " upperbound";
  number("nodes", info.nodes);
  number("nps", info.nodes_per_second);
  number("hashfull", info.hash_permill);
  number("tbhits", info.table_hits);
  number("time", info.time_ms);
  if (!info.line.empty()) text += fmt::format(" pv {}", fmt::join(info.line, " "));
  if (!info.text.empty()) text += " string " + info.text;
  return text;
}

struct Formatter {
  std::string operator()(const IdReply& id) { return fmt::format("id {} {}", id.key, id.value); }
  std::string operator()(const UciOkReply&) { return "uciok"; }
  std::string operator()(const ReadyOkReply&) { return "readyok"; }
  std::string operator()(const BestMoveReply& best) {
    if (best.ponder.empty()) return "bestmove " + best.move;
    return fmt::format("bestmove {} ponder {}", best.move, best.ponder);
  }
  std::string operator()(const InfoReply& info) { return FormatInfo(info); }
  std::string operator()(const OptionReply& option) {
    std::string text = fmt::format("option name {} type {}", option.name, option.type);
    if (option.type != "button") text += " default " + option.default_value;
    if (option.min) text += fmt::format(" min {}", *option.min);
    if (option.max) text += fmt::format(" max {}", *option.max);
    for (const std::string& choice : option.choices) text += " var " + choice;
    return text;
  }
  std::string operator()(const OtherReply& other) { return other.text; }
};

}  // namespace

absl::StatusOr<Reply> ParseReply(std::string_view line) {
  if (line.size() > kLongestLine) {
    return InvalidArgument("line of {} characters; at most {} are read", line.size(), kLongestLine);
  }
  const std::vector<std::string_view> words = SplitWords(line);
  if (words.empty()) return OtherReply{};
  const Words rest = Words(words).subspan(1);
  if (words[0] == "uciok") return UciOkReply{};
  if (words[0] == "readyok") return ReadyOkReply{};
  if (words[0] == "bestmove") return ParseBestMove(rest);
  if (words[0] == "info") return ParseInfo(rest);
  if (words[0] == "option") return ParseOption(rest);
  if (words[0] == "id" && rest.size() >= 2) {
    return IdReply{.key = std::string(rest[0]), .value = Join(rest.subspan(1))};
  }
  return OtherReply{std::string(line)};
}

std::string FormatReply(const Reply& reply) { return std::visit(Formatter{}, reply); }

}  // namespace rookery::uci
