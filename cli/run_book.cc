#include "cli/run_book.h"

#include <memory>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/openings/book.h"
#include "engine/openings/lint.h"

namespace rookery::cli {
namespace {

constexpr size_t kMostBookBytes = size_t{512} << 20;  // what a coordinator takes

// The distinct lines of another kind of book, as PGN: a line's moves go with it to the engines.
absl::StatusOr<std::string> ToLines(const openings::Book& book, const chess::RuleProfile& rules,
                                    uint64_t* lines, Context& context) {
  std::string text;
  absl::flat_hash_set<uint64_t> seen;
  for (uint64_t i = 0; i < book.size(); ++i) {
    ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening, book.At(i, rules));
    if (!seen.insert(opening.position.key()).second) continue;
    chess::PgnGame line;
    line.start = opening.start;
    line.moves = openings::BookMoves(opening, false);
    text += chess::ToPgn(line);
  }
  *lines = seen.size();
  context.printer->Say(fmt::format("{}: {} openings from {}; {} repeated an earlier position",
                                   book.name(), seen.size(), Name(book.format()),
                                   book.size() - seen.size()));
  return text;
}

// An engine that isn't told so reads the castling of such an opening as another move.
absl::Status CheckVariant(const openings::Book& book, const RunBookFlags& flags,
                          const chess::RuleProfile& rules) {
  if (flags.chess960) return absl::OkStatus();
  for (uint64_t i = 0; i < book.size(); ++i) {
    ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening, book.At(i, rules));
    if (!opening.start.IsChess960()) continue;
    return InvalidArgument(
        "{} has openings in which castling starts from other squares than the standard game's "
        "('{}'); add --variant chess960, or name another book",
        flags.path, chess::ToFen(opening.start));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> ReadRunBook(const RunBookFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(const chess::RuleProfile rules, chess::FindRuleProfile(flags.rules));
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<openings::Book> book,
                           openings::Book::Open(flags.path, {.plies = flags.plies, .name = ""}));
  std::string text;
  uint64_t lines = book->size();
  if (book->format() == openings::BookFormat::kEpd) {
    ROOKERY_RETURN_IF_ERROR(openings::CheckBook(*book, rules));
    ROOKERY_RETURN_IF_ERROR(CheckVariant(*book, flags, rules));
    text = book->bytes();
  } else {
    ROOKERY_ASSIGN_OR_RETURN(text, ToLines(*book, rules, &lines, context));
  }
  if (text.size() > kMostBookBytes) {
    return InvalidArgument("{}: {} bytes; a coordinator takes {}", flags.path, text.size(),
                           kMostBookBytes);
  }
  if (flags.most_pairs > lines) {
    return InvalidArgument(
        "{} has {} openings, too few for {} pairs: a repeated opening repeats "
        "the games; take a larger book or fewer pairs",
        flags.path, lines, flags.most_pairs);
  }
  return text;
}

}  // namespace rookery::cli
