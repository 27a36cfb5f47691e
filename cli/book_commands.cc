#include "cli/book_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/book_generator.h"
#include "cli/command.h"
#include "cli/default_book.h"
#include "cli/whole_number.h"
#include "worker/match/opening_book.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostBookBytes = int64_t{2} << 30;
constexpr size_t kMostFaultsTold = 20;

struct BookFacts {
  uint64_t lines = 0;
  uint64_t distinct = 0;
  uint64_t white_to_move = 0;
  std::string sha256;
  std::vector<std::string> faults;  // the first kMostFaultsTold
  uint64_t fault_count = 0;
};

absl::StatusOr<BookFacts> Inspect(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kMostBookBytes);
  if (!text.ok()) return text.status();
  const auto book = worker::OpeningBook::Open(path);
  if (!book.ok()) return book.status();
  BookFacts facts;
  facts.sha256 = Sha256Hex(*text);
  facts.lines = (*book)->size();
  absl::flat_hash_set<uint64_t> keys;
  for (uint64_t i = 0; i < facts.lines; ++i) {
    const absl::StatusOr<chess::Position> position = (*book)->At(i);
    if (position.ok()) {
      keys.insert(position->key());
      if (position->side() == chess::Color::kWhite) ++facts.white_to_move;
    } else {
      ++facts.fault_count;
      if (facts.faults.size() < kMostFaultsTold) {
        facts.faults.emplace_back(position.status().message());
      }
    }
  }
  facts.distinct = keys.size();
  return facts;
}

Exit ShowFacts(const std::string& path, Context& context) {
  const absl::StatusOr<BookFacts> facts = Inspect(path);
  if (!facts.ok()) return context.FailLocal(facts.status());
  for (const std::string& fault : facts->faults) context.printer->Error(fault);
  if (facts->fault_count > facts->faults.size()) {
    context.printer->Say(fmt::format("... {} faults in all", facts->fault_count));
  }
  if (context.json) {
    context.printer->Json({{"file", path},
                           {"lines", facts->lines},
                           {"distinct", facts->distinct},
                           {"white_to_move", facts->white_to_move},
                           {"faults", facts->fault_count},
                           {"sha256", facts->sha256}});
  } else {
    context.printer->Out(
        fmt::format("{}\n  lines     {}\n  distinct  {}\n  to move   White {}, Black "
                    "{}\n  faults    {}\n  SHA-256   {}",
                    path, facts->lines, facts->distinct, facts->white_to_move,
                    facts->lines - facts->fault_count - facts->white_to_move, facts->fault_count,
                    facts->sha256));
  }
  return facts->fault_count == 0 ? Exit::kDone : Exit::kFailed;
}

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
  command->add_option("--out", *path, "The file to write (EPD)")->required()->type_name("FILE");
}

}  // namespace

void AddBookCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"book", "Make or check an opening book",
                                 "rookery book generate --lines 20000 --out book.epd\n"
                                 "rookery book info book.epd"});
  AddGenerate(*noun, context);
  auto path = std::make_shared<std::string>();
  CLI::App* info = AddCommand(
      *noun, context,
      {"info", "Count a book's openings and check each of them", "rookery book info book.epd"},
      [path, &context] { return ShowFacts(*path, context); });
  info->add_option("file", *path, "EPD or FEN, an opening a line")->required()->type_name("FILE");
}

}  // namespace rookery::cli
