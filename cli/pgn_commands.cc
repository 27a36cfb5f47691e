#include "cli/pgn_commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "base/mapped_file.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/whole_number.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn_index.h"
#include "engine/chess/pgn_result.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t kMostGameNumber = 4'000'000'000;

struct CheckFlags {
  std::vector<std::string> files;
  uint64_t show = 20;
};

struct Counts {
  uint64_t games = 0;     // broken ones included
  uint64_t broken = 0;    // they can't be read
  uint64_t doubtful = 0;  // their result or a variation is not what it should be
  uint64_t empty = 0;     // files without a game
  uint64_t faults() const { return broken + doubtful + empty; }
  uint64_t moves = 0;
  uint64_t white_wins = 0;
  uint64_t black_wins = 0;
  uint64_t draws = 0;
  uint64_t unfinished = 0;
  ordered_json shown = ordered_json::array();
};

void Count(const chess::PgnGame& game, Counts& counts) {
  ++counts.games;
  counts.moves += game.moves.size();
  if (!game.result) {
    ++counts.unfinished;
  } else if (*game.result == GameResult::kDraw) {
    ++counts.draws;
  } else {
    ++(*game.result == GameResult::kWhiteWins ? counts.white_wins : counts.black_wins);
  }
}

// A fault, told if there is room for it. `number` is the game's, 0 without one.
struct Fault {
  const std::string& path;
  uint64_t number;
  chess::PgnError error;
};

void Tell(const Fault& fault, const CheckFlags& flags, Context& context, Counts& counts) {
  if (counts.faults() > flags.show) return;
  const chess::PgnError& error = fault.error;
  if (context.json) {
    counts.shown.push_back({{"file", fault.path},
                            {"line", error.line},
                            {"column", error.column},
                            {"game", fault.number},
                            {"text", error.message}});
  } else {
    context.printer->Out(Printable(
        fmt::format("{}:{}:{}: {}", fault.path, error.line, error.column, error.message)));
  }
}

absl::Status CheckReadable(const std::string& path) {
  std::error_code ignored;
  if (std::ifstream(path) && !std::filesystem::is_directory(path, ignored)) return absl::OkStatus();
  return Error(absl::StatusCode::kNotFound, "{}: cannot be read; give a PGN file", path);
}

absl::Status CheckFile(const std::string& path, const CheckFlags& flags, Context& context,
                       Counts& counts) {
  std::ifstream file(path, std::ios::binary);
  uint64_t number = 0;  // in this file
  chess::ReadPgn(
      file,
      [&](const chess::PgnGame& game) {
        ++number;
        Count(game, counts);
        const auto fault = chess::FindResultFault(game);
        if (fault.has_value() || game.doubt.has_value()) {
          ++counts.doubtful;
          Tell({path, number, fault.has_value() ? *fault : *game.doubt}, flags, context, counts);
        }
        return true;
      },
      [&](const chess::PgnError& error) {
        ++number;
        ++counts.games;
        ++counts.broken;
        Tell({path, number, error}, flags, context, counts);
        return true;
      },
      chess::PgnVariations::kKeep);
  if (file.bad()) return Error(absl::StatusCode::kUnavailable, "{}: reading failed", path);
  if (number == 0) {
    ++counts.empty;
    Tell({path, 0, {1, 1, "there is no game in this file"}}, flags, context, counts);
  }
  return absl::OkStatus();
}

Exit CheckFiles(const CheckFlags& flags, Context& context) {
  Counts counts;
  for (const std::string& path : flags.files) {
    if (const absl::Status readable = CheckReadable(path); !readable.ok()) {
      return context.FailLocal(readable);
    }
  }
  for (const std::string& path : flags.files) {
    const absl::Status read = CheckFile(path, flags, context, counts);
    if (!read.ok()) return context.FailLocal(read);
  }
  if (context.json) {
    context.printer->Json({{"files", flags.files},
                           {"games", counts.games},
                           {"broken", counts.broken},
                           {"doubtful", counts.doubtful},
                           {"empty_files", counts.empty},
                           {"moves", counts.moves},
                           {"white_wins", counts.white_wins},
                           {"black_wins", counts.black_wins},
                           {"draws", counts.draws},
                           {"unfinished", counts.unfinished},
                           {"shown", counts.shown}});
  } else {
    const uint64_t hidden = counts.faults() - std::min(counts.faults(), flags.show);
    if (hidden > 0) {
      context.printer->Say(fmt::format("... and {} more; --show N tells more", hidden));
    }
    context.printer->Say(fmt::format(
        "{} game{}, {} broken, {} doubtful; {} moves; White won {}, Black {}, drawn {}, "
        "without a result {}",
        counts.games, counts.games == 1 ? "" : "s", counts.broken, counts.doubtful, counts.moves,
        counts.white_wins, counts.black_wins, counts.draws, counts.unfinished));
  }
  return counts.faults() == 0 ? Exit::kDone : Exit::kFailed;
}

struct ShowFlags {
  chess::PgnNotation notation = chess::PgnNotation::kSan;
  std::string path;
  std::vector<uint64_t> games;
};

// Moves from `position` on, which is the one behind them afterwards.
ordered_json MovesJson(const std::vector<chess::PgnMove>& moves, chess::Position& position) {
  ordered_json list = ordered_json::array();
  for (const chess::PgnMove& played : moves) {
    ordered_json move = {{"san", chess::ToSan(position, played.move)},
                         {"uci", chess::ToUci(position, played.move)}};
    if (!played.nags.empty()) move["nags"] = played.nags;
    if (!played.comment.empty()) move["comment"] = played.comment;
    for (const chess::PgnVariation& variation : played.variations) {
      chess::Position branch = position;
      ordered_json line = {{"moves", MovesJson(variation.moves, branch)}};
      if (!variation.comment.empty()) line["comment"] = variation.comment;
      move["variations"].push_back(std::move(line));
    }
    list.push_back(std::move(move));
    chess::PlayPgnMove(position, played.move);
  }
  return list;
}

ordered_json ToJson(uint64_t number, const chess::PgnGame& game) {
  ordered_json json = {{"game", number}, {"tags", ordered_json::object()}};
  for (const auto& [name, value] : game.tags) json["tags"][name] = value;
  json["result"] = game.result ? ResultText(*game.result) : "*";
  json["start"] = chess::ToFen(game.start);
  if (!game.comment.empty()) json["comment"] = game.comment;
  chess::Position position = game.start;
  json["moves"] = MovesJson(game.moves, position);
  json["end"] = chess::ToFen(position);
  return json;
}

Exit ShowGames(const ShowFlags& flags, Context& context) {
  const absl::StatusOr<MappedFile> file = MappedFile::Open(flags.path, "PGN file");
  if (!file.ok()) return context.FailLocal(file.status());
  const std::vector<chess::PgnPlace> places = chess::IndexPgn(file->bytes());
  Exit exit = Exit::kDone;
  for (const uint64_t number : flags.games) {
    if (number > places.size()) {
      return context.FailLocal(InvalidArgument("--game: {} of {}, which has {} games", number,
                                               flags.path, places.size()));
    }
    const auto read =
        chess::ReadPgnGame(file->bytes(), places[number - 1], chess::PgnVariations::kKeep);
    if (const auto* error = std::get_if<chess::PgnError>(&read)) {
      context.printer->Error(
          fmt::format("{}:{}:{}: {}", flags.path, error->line, error->column, error->message));
      exit = Exit::kFailed;
    } else if (context.json) {
      context.printer->Json(ToJson(number, std::get<chess::PgnGame>(read)));
    } else {
      context.printer->OutRaw(chess::ToPgn(std::get<chess::PgnGame>(read), flags.notation));
    }
  }
  return exit;
}

void AddCheck(CLI::App& noun, Context& context) {
  const auto flags = std::make_shared<CheckFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"check",
       "Read every game and list the faults, also of its variations and in what it says of its "
       "result; exit code 1 if there are any",
       "rookery pgn check games.pgn\nrookery pgn check a.pgn b.pgn --show 100 --json"},
      [flags, &context] { return CheckFiles(*flags, context); });
  command->add_option("files", flags->files, "PGN files")->required()->type_name("FILE...");
  command->add_option("--show", flags->show, "Faults told one by one")
      ->capture_default_str()
      ->type_name("N")
      ->check(WholeNumber(0, 1'000'000));
}

void AddShow(CLI::App& noun, Context& context) {
  const auto flags = std::make_shared<ShowFlags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"show", "Print games by their number in the file, in export format",
                  "rookery pgn show games.pgn --game 1000000\n"
                  "rookery pgn show games.pgn --game 3 --game 7 --json"},
                 [flags, &context] { return ShowGames(*flags, context); });
  command->add_option("file", flags->path, "A PGN file")->required()->type_name("FILE");
  command->add_option("--game", flags->games, "A game's number, from 1; may be repeated")
      ->required()
      ->type_name("N")
      ->check(WholeNumber(1, kMostGameNumber));
  command
      ->add_option("--notation", flags->notation,
                   "How moves are written: san; source-long (马g1-f3) or source-short (N:e5), "
                   "which few other programs read")
      ->transform(CLI::CheckedTransformer(std::map<std::string, chess::PgnNotation>{
          {"san", chess::PgnNotation::kSan},
          {"source-long", chess::PgnNotation::kSourceLong},
          {"source-short", chess::PgnNotation::kSourceShort}}))
      ->type_name("NAME");
}

}  // namespace

void AddPgnCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"pgn", "Check PGN files, show games of them",
                                 "rookery pgn check games.pgn\n"
                                 "rookery pgn show games.pgn --game 12"});
  AddCheck(*noun, context);
  AddShow(*noun, context);
}

}  // namespace rookery::cli
