#include "cli/book_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/book_checks.h"
#include "cli/book_classify.h"
#include "cli/book_generator.h"
#include "cli/command.h"
#include "cli/default_book.h"
#include "cli/option_checks.h"
#include "cli/whole_number.h"

namespace rookery::cli {
namespace {

Exit Generate(const BookOptions& options, const std::string& path, Context& context) {
  const int64_t start = context.clock->MonotonicNanos();
  const absl::Status status = WriteBook(options, path, context);
  if (absl::IsCancelled(status)) return Exit::kInterrupted;
  if (!status.ok()) return context.FailLocal(status);
  const double seconds = static_cast<double>(context.clock->MonotonicNanos() - start) * 1e-9;
  if (context.json) {
    context.printer->Json({{"file", path},
                           {"lines", options.lines},
                           {"plies", options.plies},
                           {"seed", options.seed},
                           {"seconds", seconds}});
  } else {
    context.printer->Say(fmt::format("{}: {} openings of {} plies, seed {}, in {:.1f} s", path,
                                     options.lines, options.plies, options.seed, seconds));
  }
  return Exit::kDone;
}

void AddGenerate(CLI::App& noun, Context& context) {
  auto options = std::make_shared<BookOptions>();
  auto path = std::make_shared<std::string>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"generate", "Make a book of random openings that a quick search calls about even",
                  "rookery book generate --seed 1 --lines 20000 --plies 8 --out book.epd\n"
                  "rookery book generate --seed 7 --lines 1000000 --plies 10 --out big.epd"},
                 [options, path, &context] { return Generate(*options, *path, context); });
  command->add_option("--seed", options->seed, "The same seed gives the same book")
      ->capture_default_str()
      ->check(WholeNumber(0, kMostSeed));
  command->add_option("--lines", options->lines, "Openings to make, no position twice")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostBookLines));
  command->add_option("--plies", options->plies, "Half-moves from the starting position")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostBookPlies));
  command
      ->add_option("--max-score", options->most_score_cp,
                   "Drop openings beyond this many centipawns")
      ->capture_default_str()
      ->check(WholeNumber(0, 30'000));
  command->add_option("--out", *path, "The file to write (EPD)")
      ->required()
      ->check(OutputFile())
      ->type_name("FILE");
}

}  // namespace

void AddBookCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"book", "Make or check an opening book",
                                 "rookery book generate --lines 20000 --out book.epd\n"
                                 "rookery book info book.epd\n"
                                 "rookery book lint games.pgn --plies 16"});
  AddGenerate(*noun, context);
  AddBookInfo(*noun, context);
  AddBookLint(*noun, context);
  AddBookClassify(*noun, context);
  AddBookShipped(*noun, context);
}

}  // namespace rookery::cli
