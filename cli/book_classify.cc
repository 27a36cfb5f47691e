#include "cli/book_classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/whole_number.h"
#include "engine/chess/source_notation.h"
#include "engine/openings/book.h"
#include "engine/openings/classifier.h"
#include "engine/openings/shipped.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using openings::OpeningClassifier;
using openings::OpeningName;

struct ClassifyFlags {
  std::string path;
  std::string moves;
  int plies = 0;
  bool each = false;
};

std::string KindText(const OpeningName& name) {
  return std::string(name.kind ? Name(*name.kind) : "unknown");
}

ordered_json TextOrNull(std::string_view text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(std::string(text));
}

ordered_json ToJson(const OpeningName& name) {
  return {{"class", name.kind ? ordered_json(Name(*name.kind)) : ordered_json(nullptr)},
          {"group", name.group ? ordered_json(Name(*name.group)) : ordered_json(nullptr)},
          {"gambit", name.gambit},
          {"eco", TextOrNull(name.eco)},
          {"name", TextOrNull(name.name)},
          {"source_name", TextOrNull(name.source_name)}};
}

std::string ToText(const OpeningName& name) {
  std::string text = KindText(name);
  if (name.group && Name(*name.group) != KindText(name)) {
    text += fmt::format(" ({})", Name(*name.group));
  }
  if (name.gambit) text += ", gambit";
  if (!name.name.empty()) text += fmt::format(": {} {}", name.eco, name.name);
  if (!name.source_name.empty() && name.source_name != name.name) {
    text += fmt::format(" ({})", name.source_name);
  }
  return text;
}

Exit ClassifyMoves(const ClassifyFlags& flags, Context& context) {
  const absl::StatusOr<chess::PgnGame> game =
      chess::ParseSourceGame(chess::Position::Start(), flags.moves);
  if (!game.ok()) return context.FailLocal(InvalidArgument("--moves: {}", Message(game.status())));
  std::vector<chess::Move> moves;
  for (const chess::PgnMove& played : game->moves) moves.push_back(played.move);
  const OpeningName name = OpeningClassifier().Classify(game->start, moves);
  if (context.json) {
    context.printer->Json(ToJson(name));
  } else {
    context.printer->Out(ToText(name));
  }
  return Exit::kDone;
}

// How many openings of a book bear each name.
struct Tally {
  uint64_t openings = 0;  // without the broken ones
  uint64_t broken = 0;
  uint64_t gambits = 0;
  std::map<std::string, uint64_t> kinds;
  std::map<std::pair<std::string, std::string>, uint64_t> names;  // by code and name
};

void Print(const std::string& path, const Tally& tally, Context& context) {
  std::vector<std::pair<std::pair<std::string, std::string>, uint64_t>> names(tally.names.begin(),
                                                                              tally.names.end());
  std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (context.json) {
    ordered_json json = {{"file", path},           {"openings", tally.openings},
                         {"broken", tally.broken}, {"gambits", tally.gambits},
                         {"classes", tally.kinds}, {"names", ordered_json::array()}};
    for (const auto& [name, count] : names) {
      json["names"].push_back({{"eco", name.first}, {"name", name.second}, {"openings", count}});
    }
    return context.printer->Json(json);
  }
  std::string kinds;
  for (const auto& [kind, count] : tally.kinds) {
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", kind, count);
  }
  if (tally.openings == 0) kinds = "none";
  context.printer->Out(fmt::format("{}: {} openings: {}; gambits {}; broken {}", path,
                                   tally.openings, kinds, tally.gambits, tally.broken));
  std::vector<std::vector<std::string>> rows = {{"Openings", "ECO", "Name"}};
  for (const auto& [name, count] : names) {
    rows.push_back({fmt::format("{}", count), name.first, name.second});
  }
  if (rows.size() > 1) context.printer->Table(rows);
}

Exit ClassifyFile(const ClassifyFlags& flags, Context& context) {
  const auto book = openings::Book::Open(flags.path, {.plies = flags.plies, .name = ""});
  if (!book.ok()) return context.FailLocal(book.status());
  const OpeningClassifier classifier;
  Tally tally;
  for (uint64_t i = 0; i < (*book)->size(); ++i) {
    const absl::StatusOr<openings::Opening> opening = (*book)->Read(i);
    if (!opening.ok()) {
      ++tally.broken;
      context.printer->Error(Message(opening.status()));
      continue;
    }
    const OpeningName name = classifier.Classify(opening->start, opening->moves);
    ++tally.openings;
    ++tally.kinds[KindText(name)];
    if (name.gambit) ++tally.gambits;
    if (!name.name.empty()) ++tally.names[{name.eco, name.name}];
    if (flags.each) context.printer->Out(fmt::format("{}: {}", (*book)->Where(i), ToText(name)));
  }
  if (!flags.each || context.json) Print(flags.path, tally, context);
  return tally.broken == 0 ? Exit::kDone : Exit::kFailed;
}

}  // namespace

void AddBookClassify(CLI::App& noun, Context& context) {
  const auto flags = std::make_shared<ClassifyFlags>();
  CLI::App* command = AddCommand(
      noun, context,
      {"classify", "Name openings: open, semi-open, closed, gambit, and what they are called",
       "rookery book classify --moves '1.e4 e5 2.f4'\n"
       "rookery book classify games.pgn\n"
       "rookery book classify book.epd --each"},
      [flags, &context] {
        if (flags->moves.empty() == flags->path.empty()) {
          return context.FailLocal(InvalidArgument("give a file, or --moves, one of them"));
        }
        return flags->path.empty() ? ClassifyMoves(*flags, context) : ClassifyFile(*flags, context);
      });
  command->add_option("file", flags->path, "A book of any kind, or games")->type_name("FILE");
  command->add_option("--moves", flags->moves, "Moves from the start position")->type_name("TEXT");
  command->add_option("--plies", flags->plies, "Look at this many half-moves of each game")
      ->type_name("N")
      ->check(WholeNumber(1, openings::kMostPlies));
  command->add_flag("--each", flags->each, "A line for each opening instead of the counts");
}

void AddBookShipped(CLI::App& noun, Context& context) {
  const auto which = std::make_shared<std::string>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"shipped", "Print a book that comes with the program, as EPD",
                  "rookery book shipped small > small.epd"},
                 [which, &context] {
                   context.printer->OutRaw(*which == "small"   ? openings::SmallBook()
                                           : *which == "named" ? openings::NamedLines()
                                                               : openings::SourceLines());
                   return Exit::kDone;
                 });
  command
      ->add_option("book", *which,
                   "named: 88 well-known lines; small: 200 even positions; source: lines of the "
                   "texts that the rules are from")
      ->required()
      ->check(CLI::IsMember({"named", "small", "source"}))
      ->type_name("NAME");
}

}  // namespace rookery::cli
