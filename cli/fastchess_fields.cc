#include "cli/fastchess_fields.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/status.h"
#include "cli/local_engine.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostNodes = 1'000'000'000'000;
constexpr int64_t kMostMs = int64_t{7} * 24 * 3600 * 1000;
constexpr int64_t kMostCount = 1'000'000'000;

absl::Status Unknown(std::string_view option, std::string_view key, std::string_view value) {
  return InvalidArgument("Unrecognized {} option \"{}\" with value \"{}\".", option, key, value);
}

absl::StatusOr<bool> Flag(std::string_view key, std::string_view value) {
  if (value == "true" || value == "false") return value == "true";
  return InvalidArgument("{}={}: give true or false", key, value);
}

absl::StatusOr<double> Decimal(std::string_view key, const std::string& value) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc() && stop == end) return number;
  return InvalidArgument("{}={}: not a number", key, value);
}

// "a b 'c d'" as the shell would split it, for args="...".
std::vector<std::string> SplitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool open = false;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (c == ' ') {
      if (open || !word.empty()) words.push_back(std::exchange(word, ""));
      open = false;
    } else {
      word += c;
    }
  }
  if (open || !word.empty()) words.push_back(word);
  return words;
}

absl::Status SetEngineLimit(const std::string& key, const std::string& value,
                            worker::SideLimits& limits) {
  if (key == "tc") {
    const int64_t margin = limits.clock.margin_ms;
    ROOKERY_ASSIGN_OR_RETURN(limits.clock, worker::ParseTimeControl(value));
    limits.clock.margin_ms = margin;
  } else if (key == "st") {
    ROOKERY_ASSIGN_OR_RETURN(limits.per_move.movetime_ms, worker::ParseSeconds(value));
  } else if (key == "timemargin") {
    ROOKERY_ASSIGN_OR_RETURN(limits.clock.margin_ms, NumberOf(key, value, 0, kMostMs));
  } else if (key == "nodes") {
    ROOKERY_ASSIGN_OR_RETURN(limits.per_move.nodes, NumberOf(key, value, 0, kMostNodes));
  } else {
    ROOKERY_ASSIGN_OR_RETURN(const int64_t depth, NumberOf(key, value, 0, 1000));
    limits.per_move.depth = static_cast<int>(depth);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SetFastchessEngine(const std::string& key, const std::string& value,
                                MatchEngine& engine) {
  if (key == "tc" || key == "st" || key == "timemargin" || key == "nodes" || key == "plies" ||
      key == "depth") {
    return SetEngineLimit(key, value, engine.limits);
  }
  if (key == "cmd") {
    engine.command = value;
  } else if (key == "name") {
    engine.name = value;
  } else if (key == "dir") {
    engine.folder = value;
  } else if (key == "args") {
    engine.arguments = SplitWords(value);
  } else if (key == "restart" && (value == "on" || value == "off")) {
    engine.restart = value == "on";
  } else if (key.starts_with("option.") && key.size() > 7) {
    return SetOption(key.substr(7), value, engine.options);
  } else if (key != "proto" || value != "uci") {
    return Unknown("engine", key, value);
  }
  return absl::OkStatus();
}

namespace {

absl::Status AddEngine(const KeyValues& fields, FastchessDraft& draft) {
  MatchEngine& engine = draft.match.spec.engines.emplace_back();
  for (const auto& [key, value] : fields)
    ROOKERY_RETURN_IF_ERROR(SetFastchessEngine(key, value, engine));
  return absl::OkStatus();
}

absl::Status SetOpenings(const KeyValues& fields, FastchessDraft& draft) {
  MatchOpenings& openings = draft.match.spec.openings;
  for (const auto& [key, value] : fields) {
    if (key == "file") {
      openings.file = value;
    } else if (key == "format" && (value == "epd" || value == "pgn")) {
      draft.book_format = value;
    } else if (key == "order" && (value == "random" || value == "sequential")) {
      openings.random = value == "random";
    } else if (key == "start") {
      ROOKERY_ASSIGN_OR_RETURN(const int64_t start, NumberOf(key, value, 1, kMostCount));
      openings.start = static_cast<uint64_t>(start - 1);
    } else if (key == "plies") {
      ROOKERY_ASSIGN_OR_RETURN(const int64_t plies, NumberOf(key, value, -1, 1000));
      openings.plies = static_cast<int>(std::max<int64_t>(0, plies));
    } else if (key != "policy" || value != "round") {
      return Unknown("openings", key, value);
    }
  }
  return absl::OkStatus();
}

absl::Status SetSprt(const KeyValues& fields, FastchessDraft& draft) {
  stats::SprtBounds bounds;
  bounds.elo0 = bounds.elo1 = 0;
  bounds.alpha = bounds.beta = 0;
  for (const auto& [key, value] : fields) {
    if (key == "model") {
      if (value != "normalized" && value != "logistic" && value != "bayesian") {
        return Unknown("sprt", key, value);
      }
      draft.match.spec.bayesian = value == "bayesian";
      bounds.model =
          value == "normalized" ? stats::EloModel::kNormalized : stats::EloModel::kLogistic;
      continue;
    }
    double* const target = key == "elo0"    ? &bounds.elo0
                           : key == "elo1"  ? &bounds.elo1
                           : key == "alpha" ? &bounds.alpha
                           : key == "beta"  ? &bounds.beta
                                            : nullptr;
    if (target == nullptr) return Unknown("sprt", key, value);
    ROOKERY_ASSIGN_OR_RETURN(*target, Decimal(key, value));
  }
  draft.match.spec.sprt = bounds;
  return absl::OkStatus();
}

absl::Status SetDraw(const KeyValues& fields, FastchessDraft& draft) {
  worker::Adjudication& judge = draft.match.spec.adjudication;
  judge.draw_move_count = 1;
  for (const auto& [key, value] : fields) {
    int* const target = key == "movenumber"  ? &judge.draw_move_number
                        : key == "movecount" ? &judge.draw_move_count
                        : key == "score"     ? &judge.draw_score_cp
                                             : nullptr;
    if (target == nullptr) return Unknown("draw", key, value);
    ROOKERY_ASSIGN_OR_RETURN(const int64_t number, NumberOf(key, value, 0, 1'000'000));
    *target = static_cast<int>(number);
  }
  return absl::OkStatus();
}

absl::Status SetResign(const KeyValues& fields, FastchessDraft& draft) {
  worker::Adjudication& judge = draft.match.spec.adjudication;
  judge.resign_move_count = 1;
  for (const auto& [key, value] : fields) {
    if (key == "twosided") {
      ROOKERY_ASSIGN_OR_RETURN(judge.resign_two_sided, Flag(key, value));
      continue;
    }
    if (key != "movecount" && key != "score") return Unknown("resign", key, value);
    ROOKERY_ASSIGN_OR_RETURN(const int64_t number, NumberOf(key, value, 0, 1'000'000));
    (key == "score" ? judge.resign_score_cp : judge.resign_move_count) = static_cast<int>(number);
  }
  return absl::OkStatus();
}

absl::Status SetPgn(const KeyValues& fields, FastchessDraft& draft) {
  MatchSpec& spec = draft.match.spec;
  spec.pgn = {fmt::format("fastchess_{}.pgn", draft.world.stamp), true};
  worker::CommentStyle& style = spec.comments;
  const std::map<std::string_view, bool*> flags = {
      {"append", &spec.pgn.append},      {"min", &style.none},
      {"nodes", &style.nodes},           {"seldepth", &style.selective_depth},
      {"nps", &style.nodes_per_second},  {"hashfull", &style.hash},
      {"tbhits", &style.tablebase_hits}, {"timeleft", &style.clock},
      {"latency", &style.latency},       {"pv", &style.line}};
  for (const auto& [key, value] : fields) {
    const auto flag = flags.find(key);
    if (key == "file") {
      spec.pgn.path = value;
    } else if (flag != flags.end()) {
      ROOKERY_ASSIGN_OR_RETURN(*flag->second, Flag(key, value));
    } else if (key == "notation" && (value == "lan" || value == "uci")) {
      return InvalidArgument("-pgnout notation={} is not supported; PGN is written as san", value);
    } else if (key == "match_line") {
      draft.match.notes.push_back("-pgnout match_line=: engines' lines aren't put into the PGN");
    } else if (key != "notation" || value != "san") {
      return Unknown("pgnout", key, value);
    }
  }
  return absl::OkStatus();
}

absl::Status SetEpd(const KeyValues& fields, FastchessDraft& draft) {
  MatchFile& epd = draft.match.spec.epd;
  epd = {fmt::format("fastchess_{}.epd", draft.world.stamp), true};
  for (const auto& [key, value] : fields) {
    if (key == "file") {
      epd.path = value;
    } else if (key == "append") {
      ROOKERY_ASSIGN_OR_RETURN(epd.append, Flag(key, value));
    } else {
      return Unknown("epdout", key, value);
    }
  }
  return absl::OkStatus();
}

absl::Status SetLog(const KeyValues& fields, FastchessDraft& draft) {
  for (const auto& [key, value] : fields) {
    const bool level = key == "level" && (value == "trace" || value == "warn" || value == "info" ||
                                          value == "err" || value == "fatal");
    const bool off = (key == "engine" || key == "compress") && value == "false";
    if (key == "file") {
      draft.match.message_log.path = value;
    } else if (key == "append") {
      ROOKERY_ASSIGN_OR_RETURN(draft.match.message_log.append, Flag(key, value));
    } else if (key == "engine" || key == "compress") {
      if (!off) return InvalidArgument("-log {}={} is not supported", key, value);
    } else if (key != "realtime" && !level) {
      return Unknown("log", key, value);
    }
  }
  return absl::OkStatus();
}

absl::Status SetConfig(const KeyValues& fields, FastchessDraft& draft) {
  for (const auto& [key, value] : fields) {
    if (key == "file") {
      draft.match.resume = value;
    } else if (key == "outname") {
      draft.match.spec.log = value;
      draft.match.named_log = true;
    } else if (key == "discard" || key == "stats") {
      ROOKERY_ASSIGN_OR_RETURN(const bool flag, Flag(key, value));
      if (flag == (key == "discard")) draft.match.discard = true;
    } else {
      return Unknown("config", key, value);
    }
  }
  return absl::OkStatus();
}

absl::Status SetReport(const KeyValues& fields, FastchessDraft& draft) {
  for (const auto& [key, value] : fields) {
    if (key != "penta") return Unknown("report", key, value);
    ROOKERY_ASSIGN_OR_RETURN(draft.penta, Flag(key, value));
  }
  return absl::OkStatus();
}

absl::Status SetOutput(const KeyValues& fields, FastchessDraft& draft) {
  for (const auto& [key, value] : fields) {
    if (key != "format" || (value != "fastchess" && value != "cutechess")) {
      return Unknown("output", key, value);
    }
    draft.match.output =
        value == "cutechess" ? FastchessOutput::kCutechess : FastchessOutput::kFastchess;
  }
  return absl::OkStatus();
}

absl::Status SetChecksum(const KeyValues& fields, FastchessDraft& draft) {
  for (const auto& [key, value] : fields) {
    if (key != "pgn") return Unknown("crc32", key, value);
    ROOKERY_ASSIGN_OR_RETURN(draft.match.spec.pgn_checksum, Flag(key, value));
  }
  return absl::OkStatus();
}

absl::Status SetQuick(const KeyValues& fields, FastchessDraft& draft) {
  MatchSpec& spec = draft.match.spec;
  for (const auto& [key, value] : fields) {
    if (key == "cmd") {
      MatchEngine& engine = spec.engines.emplace_back();
      engine.command = engine.name = value;
      engine.limits.clock = worker::SuddenDeath(10'000, 100);
    } else if (key == "book") {
      spec.openings.file = value;
      spec.openings.random = true;
    } else {
      return Unknown("quick", key, value);
    }
  }
  if (spec.engines.size() != 2 || spec.openings.file.empty()) {
    return InvalidArgument("Option \"-quick\" requires exactly two cmd entries and a book=FILE.");
  }
  draft.rounds = 25'000;
  draft.concurrency = std::max(1, draft.world.cores - 2);
  spec.recover = true;
  spec.adjudication.draw_move_number = 30;
  spec.adjudication.draw_move_count = 8;
  spec.adjudication.draw_score_cp = 8;
  draft.match.output = FastchessOutput::kCutechess;
  return absl::OkStatus();
}

absl::Status SetEach(const KeyValues& fields, FastchessDraft& draft) {
  draft.each.insert(draft.each.end(), fields.begin(), fields.end());
  return absl::OkStatus();
}

}  // namespace

const std::vector<FastchessFields>& AllFastchessFields() {
  static const std::vector<FastchessFields> kAll = {
      {"engine", AddEngine}, {"each", SetEach},     {"openings", SetOpenings},
      {"sprt", SetSprt},     {"draw", SetDraw},     {"resign", SetResign},
      {"pgnout", SetPgn},    {"epdout", SetEpd},    {"log", SetLog},
      {"config", SetConfig}, {"report", SetReport}, {"output", SetOutput},
      {"quick", SetQuick},   {"crc32", SetChecksum}};
  return kAll;
}

}  // namespace rookery::cli
