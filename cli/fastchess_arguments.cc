#include "cli/fastchess_arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "base/status.h"
#include "cli/fastchess_fields.h"
#include "cli/suggest.h"
#include "worker/match/tournament.h"
#include "worker/process/affinity.h"

namespace rookery::cli {
namespace {

using Draft = FastchessDraft;
using Words = std::vector<std::string>;

constexpr int64_t kMostMs = int64_t{7} * 24 * 3600 * 1000;
constexpr int64_t kMostCount = 1'000'000'000;
constexpr uint64_t kSprtRounds = 500'000;  // where none are given

absl::Status SetTournament(const std::string& value, Draft& draft) {
  if (value != "roundrobin" && value != "gauntlet") {
    return InvalidArgument("-tournament {}: give roundrobin or gauntlet", value);
  }
  draft.match.spec.schedule.format = value == "gauntlet" ? Format::kGauntlet : Format::kRoundRobin;
  return absl::OkStatus();
}

absl::Status SetVariant(const std::string& value, Draft& draft) {
  if (value != "fischerandom" && value != "standard") {
    return InvalidArgument("-variant {}: give standard or fischerandom", value);
  }
  draft.match.spec.chess960 = value == "fischerandom";
  return absl::OkStatus();
}

absl::Status SetSeed(const std::string& value, Draft& draft) {
  uint64_t seed = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, seed);
  if (error != std::errc() || stop != end) {
    return InvalidArgument("-srand {}: not a whole number", value);
  }
  draft.match.spec.seed = seed;
  draft.match.seeded = true;
  return absl::OkStatus();
}

absl::Status SetTables(const std::string& value, Draft& draft) {
  draft.match.spec.tables = value;
  return absl::OkStatus();
}

absl::Status SetTableVerdicts(const std::string& value, Draft& draft) {
  worker::TableVerdicts& verdicts = draft.match.spec.adjudication.endgames.verdicts;
  if (value == "BOTH") {
    verdicts = worker::TableVerdicts::kBoth;
  } else if (value == "WIN_LOSS") {
    verdicts = worker::TableVerdicts::kWins;
  } else if (value == "DRAW") {
    verdicts = worker::TableVerdicts::kDraws;
  } else {
    return InvalidArgument("-tbadjudicate {}: give BOTH, WIN_LOSS or DRAW", value);
  }
  return absl::OkStatus();
}

absl::Status SetRepeat(const Words& words, Draft& draft) {
  draft.games = 2;
  if (words.empty()) return absl::OkStatus();
  ROOKERY_ASSIGN_OR_RETURN(draft.games, NumberOf("-repeat", words[0], 1, kMostCount));
  return absl::OkStatus();
}

std::string Join(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

// How many words an option takes.
enum class Shape { kNone, kOne, kWords, kFields };

struct Option {
  Shape shape;
  std::function<absl::Status(const Words&, const KeyValues&, Draft&)> apply;
};

Option Fields(absl::Status (*set)(const KeyValues&, Draft&)) {
  return {Shape::kFields, [set](const Words&, const KeyValues& fields, Draft& draft) {
            return set(fields, draft);
          }};
}
Option One(absl::Status (*set)(const std::string&, Draft&)) {
  return {Shape::kOne, [set](const Words& words, const KeyValues&, Draft& draft) {
            return set(words[0], draft);
          }};
}
Option Many(absl::Status (*set)(const Words&, Draft&)) {
  return {Shape::kWords,
          [set](const Words& words, const KeyValues&, Draft& draft) { return set(words, draft); }};
}
template <typename Set>
Option Switch(Set set) {
  return {Shape::kNone, [set](const Words&, const KeyValues&, Draft& draft) {
            set(draft);
            return absl::OkStatus();
          }};
}
struct Bounds {
  int64_t low;
  int64_t high;
};
template <typename Set>
Option Number(const char* name, Bounds bounds, Set set) {
  return {Shape::kOne,
          [name, bounds, set](const Words& words, const KeyValues&, Draft& draft) -> absl::Status {
            ROOKERY_ASSIGN_OR_RETURN(
                const int64_t number,
                NumberOf(fmt::format("-{}", name), words[0], bounds.low, bounds.high));
            set(number, draft);
            return absl::OkStatus();
          }};
}

void AddNumbers(std::map<std::string, Option>& options) {
  const Bounds count{0, kMostCount};
  const Bounds time{1, kMostMs};
  const auto add = [&](const char* name, Bounds bounds, auto set) {
    options[name] = Number(name, bounds, set);
  };
  add("maxmoves", {1, 100'000},
      [](int64_t n, Draft& d) { d.match.spec.max_moves = static_cast<int>(n); });
  add("tbpieces", {1, 7}, [](int64_t n, Draft& d) {
    d.match.spec.adjudication.endgames.most_men = static_cast<int>(n);
  });
  add("concurrency", {-4096, worker::kMaxLocalThreads},
      [](int64_t n, Draft& d) { d.concurrency = n; });
  add("games", {1, kMostCount}, [](int64_t n, Draft& d) { d.games = n; });
  add("rounds", {1, kMostCount}, [](int64_t n, Draft& d) { d.rounds = n; });
  add("wait", count, [](int64_t n, Draft& d) { d.match.spec.pause_ms = n; });
  add("ratinginterval", count,
      [](int64_t n, Draft& d) { d.match.rating_interval = static_cast<uint64_t>(n); });
  add("scoreinterval", count,
      [](int64_t n, Draft& d) { d.match.score_interval = static_cast<uint64_t>(n); });
  add("seeds", {1, kMaxEngines},
      [](int64_t n, Draft& d) { d.match.spec.schedule.seeds = static_cast<int>(n); });
  // The log of games is written after every game, so there is no interval to set.
  add("autosaveinterval", count, [](int64_t, Draft&) {});
  add("startup-ms", time, [](int64_t n, Draft& d) { d.match.spec.timeouts.start_ms = n; });
  add("ucinewgame-ms", time, [](int64_t n, Draft& d) { d.match.spec.timeouts.ready_ms = n; });
  // There is one ping a game here, the one after ucinewgame.
  add("ping-ms", time, [](int64_t n, Draft& d) {
    d.match.spec.timeouts.ready_ms = std::max(n, d.match.spec.timeouts.ready_ms);
  });
}

std::map<std::string, Option> MakeOptions() {
  std::map<std::string, Option> options;
  for (const FastchessFields& fields : AllFastchessFields()) {
    options[fields.option] = Fields(fields.set);
  }
  options["tournament"] = One(SetTournament);
  options["variant"] = One(SetVariant);
  options["srand"] = One(SetSeed);
  options["tb"] = One(SetTables);
  options["tbadjudicate"] = One(SetTableVerdicts);
  options["repeat"] = Many(SetRepeat);
  options["use-affinity"] = Many(+[](const Words& words, Draft& draft) -> absl::Status {
    draft.match.spec.bound_to_cores = true;
    if (words.empty()) return absl::OkStatus();
    ROOKERY_ASSIGN_OR_RETURN(draft.match.spec.processors, worker::ParseProcessorList(words[0]));
    return absl::OkStatus();
  });
  options["event"] = Many(+[](const Words& words, Draft& draft) {
    draft.match.spec.event = Join(words);
    return absl::OkStatus();
  });
  options["site"] = Many(+[](const Words& words, Draft& draft) {
    draft.match.spec.site = Join(words);
    return absl::OkStatus();
  });
  options["tbignore50"] =
      Switch([](Draft& d) { d.match.spec.adjudication.endgames.ignore_fifty_moves = true; });
  options["noswap"] = Switch([](Draft& d) { d.match.spec.schedule.swap = false; });
  options["reverse"] = Switch([](Draft& d) { d.match.spec.schedule.reverse = true; });
  options["recover"] = Switch([](Draft& d) { d.match.spec.recover = true; });
  // Each warning in one line, for scripts: all are.
  options["check-mate-pvs"] = Switch([](Draft& d) {
    d.match.notes.push_back("-check-mate-pvs: principal variations aren't checked");
  });
  options["testEnv"] = Switch([](Draft&) {});
  options["force-concurrency"] = Switch([](Draft& d) { d.force_concurrency = true; });
  for (const char* name : {"version", "-version", "v", "-v"}) {
    options[name] = Switch([](Draft& d) { d.match.version = true; });
  }
  for (const char* name : {"help", "-help"}) {
    options[name] = Switch([](Draft& d) { d.match.help = true; });
  }
  AddNumbers(options);
  return options;
}

absl::StatusOr<KeyValues> FieldsOf(const std::string& option, const Words& words) {
  KeyValues fields;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    // A word that stands alone is a flag, as in "-resign movecount=3 twosided".
    if (equals == std::string::npos && word == "twosided") {
      fields.emplace_back(word, "true");
    } else if (equals == std::string::npos || equals == 0) {
      return InvalidArgument("Option \"-{}\": \"{}\" must be KEY=VALUE", option, word);
    } else {
      fields.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
  }
  return fields;
}

absl::Status UnknownOption(const std::string& word) {
  for (const auto& [name, why] : RefusedFastchessOptions()) {
    if (word == "-" + name) return InvalidArgument("Option \"{}\" is not supported: {}", word, why);
  }
  std::vector<std::string> known;
  for (const std::string& name : FastchessOptions()) known.push_back("-" + name);
  const auto nearest = Nearest(word, known);
  return InvalidArgument("Unrecognized option: {}{}", word,
                         nearest ? fmt::format(". Did you mean {}?", *nearest) : "");
}

absl::Status Apply(const std::string& name, const Option& option, const Words& words,
                   Draft& draft) {
  KeyValues fields;
  switch (option.shape) {
    case Shape::kNone:
      if (!words.empty()) {
        return InvalidArgument("Option \"-{}\" takes no value, but has \"{}\"", name, words[0]);
      }
      break;
    case Shape::kOne:
      if (words.size() != 1) {
        return InvalidArgument("Option \"-{}\" needs one value, but has {}", name, words.size());
      }
      break;
    case Shape::kWords:
      break;
    case Shape::kFields: {
      ROOKERY_ASSIGN_OR_RETURN(fields, FieldsOf(name, words));
    }
  }
  return option.apply(words, fields, draft);
}

// Whether a word begins the next option: a value such as -5 doesn't.
bool BeginsOption(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

// A command that is no full path is meant from the engine's folder, as fastchess reads it; a bare
// name that isn't there may still be in PATH.
std::string InItsFolder(const std::string& command, const std::string& folder) {
  if (folder.empty() || command.starts_with('/')) return command;
  const std::filesystem::path path = std::filesystem::path(folder) / command;
  std::error_code error;
  const bool bare = command.find('/') == std::string::npos;
  return bare && !std::filesystem::exists(path, error) ? command : path.string();
}

absl::Status FinishEngines(Draft& draft) {
  MatchSpec& spec = draft.match.spec;
  for (MatchEngine& engine : spec.engines) {
    for (const auto& [key, value] : draft.each) {
      ROOKERY_RETURN_IF_ERROR(SetFastchessEngine(key, value, engine));
    }
    const search::SearchLimits& move = engine.limits.per_move;
    const bool clock = engine.limits.clock.enabled();
    if (!clock && move.movetime_ms == 0 && move.nodes == 0 && move.depth == 0) {
      return InvalidArgument("Error; no TimeControl specified!");
    }
    if (clock && move.movetime_ms != 0) {
      return InvalidArgument("Error; cannot use tc and st together!");
    }
    if (engine.command.empty()) return InvalidArgument("Error; an engine has no cmd=");
    engine.command = InItsFolder(engine.command, engine.folder);
    if (engine.name.empty()) {
      std::string stem = engine.command.substr(engine.command.find_last_of('/') + 1);
      if (stem.rfind('.') != std::string::npos && stem.rfind('.') > 0) {
        stem.resize(stem.rfind('.'));
      }
      engine.name = stem;
    }
  }
  if (spec.engines.size() < 2) {
    return InvalidArgument("Error: Need at least two engines to start!");
  }
  MakeNamesUnique(spec.engines, '_');
  return absl::OkStatus();
}

absl::Status FinishPlan(Draft& draft) {
  MatchSpec& spec = draft.match.spec;
  int64_t rounds = draft.rounds > 0 ? draft.rounds : spec.sprt ? kSprtRounds : 2;
  // As fastchess reads a line that says both the other way round.
  if (draft.games > 2) std::swap(draft.games, rounds);
  if (draft.games > 2) return InvalidArgument("-games {}: at most 2", draft.games);
  spec.schedule.engines = static_cast<int>(spec.engines.size());
  spec.schedule.rounds = static_cast<uint64_t>(rounds);
  spec.schedule.games = static_cast<int>(draft.games);
  spec.schedule.seeds = std::min(spec.schedule.seeds, static_cast<int>(spec.engines.size()) - 1);
  // An opening is used again after as many as there are rounds.
  spec.openings.most = static_cast<uint64_t>(rounds);
  spec.pairs = draft.penta && draft.games == 2 && !spec.bayesian &&
               draft.match.output == FastchessOutput::kFastchess;
  int64_t concurrency = draft.concurrency;
  if (concurrency <= 0) concurrency += draft.world.cores;
  if (concurrency < 1) return InvalidArgument("-concurrency {}: too few cores", draft.concurrency);
  if (concurrency > draft.world.cores && !draft.force_concurrency) {
    return InvalidArgument(
        "Error: Concurrency exceeds number of CPUs. Use -force-concurrency to override.");
  }
  spec.concurrency = static_cast<int>(concurrency);
  return absl::OkStatus();
}

absl::Status Finish(Draft& draft) {
  ROOKERY_RETURN_IF_ERROR(FinishEngines(draft));
  ROOKERY_RETURN_IF_ERROR(FinishPlan(draft));
  MatchSpec& spec = draft.match.spec;
  const std::string& file = spec.openings.file;
  const std::string format = !draft.book_format.empty() ? draft.book_format
                             : file.ends_with(".pgn")   ? "pgn"
                             : file.ends_with(".epd")   ? "epd"
                                                        : "";
  if (!file.empty() && format.empty()) {
    return InvalidArgument("-openings file={}: say format=epd or format=pgn", file);
  }
  if (spec.chess960 && file.empty()) {
    return InvalidArgument("Error: Please specify a Chess960 opening book");
  }
  if (spec.sprt && !spec.bayesian) return stats::Sprt::Create(*spec.sprt).status();
  return absl::OkStatus();
}

}  // namespace

std::vector<std::string> FastchessOptions() {
  std::vector<std::string> names;
  for (const auto& [name, option] : MakeOptions()) names.push_back(name);
  return names;
}

std::vector<std::pair<std::string, std::string>> RefusedFastchessOptions() {
  return {{"show-latency", "use -pgnout latency=true"},
          {"strict", "warnings don't end a match"},
          {"debug", "there is no log of what engines say"}};
}

absl::StatusOr<FastchessMatch> ParseFastchess(const std::vector<std::string>& arguments,
                                              const FastchessWorld& world) {
  const std::map<std::string, Option> options = MakeOptions();
  Draft draft;
  draft.world = world;
  MatchSpec& spec = draft.match.spec;
  spec.rules = "fastchess";
  spec.max_moves = 0;
  spec.recover = false;
  spec.event = "Fastchess Tournament";
  spec.log = "config.json";
  spec.comments.nodes = spec.comments.clock = false;
  spec.timeouts.ready_ms = 60'000;
  for (size_t i = 0; i < arguments.size();) {
    const std::string& word = arguments[i++];
    const auto option = BeginsOption(word) ? options.find(word.substr(1)) : options.end();
    if (option == options.end()) return UnknownOption(word);
    Words words;
    while (i < arguments.size() && !BeginsOption(arguments[i])) words.push_back(arguments[i++]);
    ROOKERY_RETURN_IF_ERROR(Apply(option->first, option->second, words, draft));
  }
  if (draft.match.help || draft.match.version) return draft.match;
  if (!draft.match.resume.empty() && !draft.match.discard && spec.engines.empty()) {
    return draft.match;
  }
  ROOKERY_RETURN_IF_ERROR(Finish(draft));
  return draft.match;
}

}  // namespace rookery::cli
