#include "cli/book_checks.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/whole_number.h"
#include "engine/openings/book.h"
#include "engine/openings/lint.h"
#include "engine/search/engine.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using openings::Book;
using openings::LintReport;

constexpr size_t kSearchHashBytes = 64 << 10;
constexpr uint64_t kMostShown = 1'000'000;

struct CheckFlags {
  std::string path;
  int plies = 0;
  uint64_t show = 20;  // faults told one by one
  bool no_search = false;
  int max_score_cp = 150;
  int64_t nodes = 10'000;
  uint64_t sample = 1000;
};

struct Checked {
  std::unique_ptr<Book> book;
  LintReport report;
  std::vector<openings::BookFault> shown;
  bool interrupted = false;
};

// Scores from White's view by a search without memories, so that an opening's score doesn't depend
// on those before it.
std::function<int(const chess::Position&)> MakeJudge(int64_t nodes, Clock* clock) {
  search::EngineOptions options;
  options.hash_bytes = kSearchHashBytes;
  const auto engine = std::make_shared<search::Engine>(std::move(options), clock);
  return [engine, nodes](const chess::Position& position) {
    engine->NewGame(1);
    search::SearchLimits limits;
    limits.nodes = nodes;
    const int score = engine->Search(chess::Game(position), limits).score;
    return position.side() == chess::Color::kWhite ? score : -score;
  };
}

absl::StatusOr<Checked> Check(const CheckFlags& flags, bool judged, Context& context) {
  Checked checked;
  ROOKERY_ASSIGN_OR_RETURN(checked.book,
                           Book::Open(flags.path, {.plies = flags.plies, .name = ""}));
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&stop] { stop = true; });
  openings::LintOptions options;
  if (judged) options.judge = MakeJudge(flags.nodes, context.clock);
  options.most_score_cp = flags.max_score_cp;
  options.sample = flags.sample;
  options.on_fault = [&](const openings::BookFault& fault) {
    if (checked.shown.size() < flags.show) checked.shown.push_back(fault);
    return true;
  };
  const bool meter = context.printer->err_terminal();
  options.on_progress = [&](uint64_t done) {
    if (meter) context.printer->Raw(fmt::format("\r\x1b[K  {} openings", done));
    return !stop;
  };
  checked.report = openings::Lint(*checked.book, options);
  if (meter) context.printer->Raw("\r\x1b[K");
  checked.interrupted = stop;
  return checked;
}

ordered_json ToJson(const Checked& checked) {
  const LintReport& report = checked.report;
  const Book& book = *checked.book;
  ordered_json json = {{"file", book.name()},
                       {"format", Name(book.format())},
                       {"openings", report.openings},
                       {"distinct", report.distinct},
                       {"white_to_move", report.white_to_move},
                       {"fewest_plies", report.fewest_plies},
                       {"most_plies", report.most_plies},
                       {"faults", report.faults()},
                       {"broken", report.broken},
                       {"ended", report.ended},
                       {"repeated", report.repeated},
                       {"transposed", report.transposed},
                       {"illegal_entries", book.illegal_entries()}};
  json["sha256"] = Sha256Hex(book.bytes());
  return json;
}

std::string FactsText(const Checked& checked) {
  const LintReport& report = checked.report;
  const Book& book = *checked.book;
  const uint64_t read = report.openings - report.broken;
  std::string text =
      fmt::format("{}\n  format    {}\n  openings  {}\n  distinct  {}\n", book.name(),
                  Name(book.format()), report.openings, report.distinct);
  text += fmt::format("  to move   White {}, Black {}\n", report.white_to_move,
                      read - std::min(read, report.white_to_move));
  if (report.most_plies > 0) {
    text += fmt::format("  plies     {} to {}\n", report.fewest_plies, report.most_plies);
  }
  if (book.illegal_entries() > 0) {
    text += fmt::format("  illegal   {} entries of a move that can't be played\n",
                        book.illegal_entries());
  }
  return text + fmt::format("  faults    {} (broken {}, ended {}, repeated {}, transposed {})\n",
                            report.faults(), report.broken, report.ended, report.repeated,
                            report.transposed);
}

Exit ShowInfo(const CheckFlags& flags, Context& context) {
  const absl::StatusOr<Checked> checked = Check(flags, false, context);
  if (!checked.ok()) return context.FailLocal(checked.status());
  if (checked->interrupted) return Exit::kInterrupted;
  for (const openings::BookFault& fault : checked->shown) context.printer->Error(fault.text);
  if (checked->report.faults() > checked->shown.size()) {
    context.printer->Say(fmt::format("... {} faults in all", checked->report.faults()));
  }
  if (context.json) {
    context.printer->Json(ToJson(*checked));
  } else {
    context.printer->OutRaw(FactsText(*checked));
    context.printer->Out(fmt::format("  SHA-256   {}", Sha256Hex(checked->book->bytes())));
  }
  return checked->report.faults() == 0 ? Exit::kDone : Exit::kFailed;
}

ordered_json LintJson(const Checked& checked, const CheckFlags& flags) {
  ordered_json json = ToJson(checked);
  json["uneven"] = checked.report.uneven;
  json["judged"] = checked.report.judged;
  json["max_score_cp"] = flags.max_score_cp;
  json["shown"] = ordered_json::array();
  for (const openings::BookFault& fault : checked.shown) {
    json["shown"].push_back(
        {{"kind", Name(fault.kind)}, {"opening", fault.opening}, {"text", fault.text}});
  }
  return json;
}

Exit ShowFaults(const CheckFlags& flags, Context& context) {
  const absl::StatusOr<Checked> checked = Check(flags, !flags.no_search, context);
  if (!checked.ok()) return context.FailLocal(checked.status());
  if (checked->interrupted) return Exit::kInterrupted;
  const LintReport& report = checked->report;
  if (context.json) {
    context.printer->Json(LintJson(*checked, flags));
  } else {
    for (const openings::BookFault& fault : checked->shown) context.printer->Out(fault.text);
    const uint64_t hidden = report.faults() - checked->shown.size();
    if (hidden > 0)
      context.printer->Say(fmt::format("... and {} more; --show N tells more", hidden));
    context.printer->Say(fmt::format(
        "{}: {} openings, {} faults: broken {}, ended {}, repeated {}, transposed {}, uneven {} "
        "of {} searched",
        flags.path, report.openings, report.faults(), report.broken, report.ended, report.repeated,
        report.transposed, report.uneven, report.judged));
  }
  return report.faults() == 0 ? Exit::kDone : Exit::kFailed;
}

void AddCommonOptions(CLI::App& command, CheckFlags& flags) {
  command.add_option("file", flags.path, "EPD or FEN, PGN, or Polyglot; told by the content")
      ->required()
      ->type_name("FILE");
  command.add_option("--plies", flags.plies, "Cut PGN and Polyglot after this many half-moves")
      ->type_name("N")
      ->check(WholeNumber(1, openings::kMostPlies));
  command.add_option("--show", flags.show, "Faults told one by one")
      ->capture_default_str()
      ->type_name("N")
      ->check(WholeNumber(0, kMostShown));
}

}  // namespace

void AddBookInfo(CLI::App& noun, Context& context) {
  const auto flags = std::make_shared<CheckFlags>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"info", "Count a book's openings and check each of them",
                  "rookery book info book.epd\nrookery book info games.pgn --plies 16 --json"},
                 [flags, &context] { return ShowInfo(*flags, context); });
  AddCommonOptions(*command, *flags);
}

void AddBookLint(CLI::App& noun, Context& context) {
  const auto flags = std::make_shared<CheckFlags>();
  CLI::App* command = AddCommand(noun, context,
                                 {"lint", "List a book's faults; exit code 1 if there are any",
                                  "rookery book lint book.epd\n"
                                  "rookery book lint big.pgn --plies 8 --sample 0 --max-score 100\n"
                                  "rookery book lint book.bin --no-search --json"},
                                 [flags, &context] { return ShowFaults(*flags, context); });
  AddCommonOptions(*command, *flags);
  command->add_flag("--no-search", flags->no_search, "Don't look for uneven openings");
  command->add_option("--max-score", flags->max_score_cp, "Uneven beyond this many centipawns")
      ->capture_default_str()
      ->type_name("CP")
      ->check(WholeNumber(0, 30'000));
  command->add_option("--nodes", flags->nodes, "Of the search of each opening")
      ->capture_default_str()
      ->type_name("N")
      ->check(WholeNumber(1, 100'000'000));
  command->add_option("--sample", flags->sample, "Openings searched, spread over the book; 0: all")
      ->capture_default_str()
      ->type_name("N")
      ->check(WholeNumber(0, 1'000'000'000));
}

}  // namespace rookery::cli
