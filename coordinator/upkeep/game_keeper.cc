#include "coordinator/upkeep/game_keeper.h"

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "coordinator/query/games.h"
#include "engine/chess/notation.h"

namespace rookery::coordinator {
namespace {

bool IsFault(GameEnd end) {
  return end == GameEnd::kCrash || end == GameEnd::kStall || end == GameEnd::kIllegalMove;
}

std::vector<GameRow> RowsOf(const std::vector<PairRecord>& pairs) {
  std::vector<GameRow> rows;
  for (const PairRecord& pair : pairs) rows.push_back({pair.result.index, pair.lease});
  return rows;
}

bool TooOld(const std::vector<PairRecord>& pairs, const KeepGames& keep, absl::Time now) {
  const absl::Time oldest = now - absl::Hours(24) * keep.days;
  return std::all_of(pairs.begin(), pairs.end(),
                     [&](const PairRecord& pair) { return pair.received < oldest; });
}

}  // namespace

absl::StatusOr<size_t> GameKeeper::Pass(absl::Time now) {
  const std::shared_ptr<const CoordinatorView> view = parts_.view();
  const auto begin = view->runs.begin();
  const auto end = view->runs.end();
  auto from = std::find_if(begin, end, [&](const auto& run) { return run->run.id == last_; });
  size_t posted = 0;
  reads_ = 0;
  for (size_t seen = 0; seen < view->runs.size() && posted < options_.blocks_per_pass &&
                        reads_ < options_.reads_per_pass;
       ++seen) {
    from = from == end || std::next(from) == end ? begin : std::next(from);
    const RunView& run = **from;
    last_ = run.run.id;
    Marks& marks = MarksOf(run, now);
    for (const auto step : {&GameKeeper::Thin, &GameKeeper::Pack}) {
      bool more = true;
      while (more && posted < options_.blocks_per_pass) {
        ROOKERY_ASSIGN_OR_RETURN(more, (this->*step)(run, &marks, now));
        posted += more ? 1 : 0;
      }
    }
  }
  return posted;
}

GameKeeper::Marks& GameKeeper::MarksOf(const RunView& run, absl::Time now) {
  Marks& marks = marks_[run.run.id];
  const GamesState& seen = run.run.games;
  const bool lost = now - marks.posted > options_.patience;
  marks.packed_to = lost ? seen.packed_to : std::max(marks.packed_to, seen.packed_to);
  marks.dropped_to = lost ? seen.dropped_to : std::max(marks.dropped_to, seen.dropped_to);
  return marks;
}

absl::StatusOr<std::vector<PairRecord>> GameKeeper::Read(const RunView& run, uint64_t first,
                                                         PairQuery::Games games) {
  ++reads_;
  const PairQuery query{run.run.id, first, options_.pairs_per_block, true, games};
  ROOKERY_ASSIGN_OR_RETURN(std::vector<PairRecord> pairs, parts_.store->ReadPairs(query));
  const uint64_t end = first + options_.pairs_per_block;
  std::erase_if(pairs, [&](const PairRecord& pair) { return pair.result.index >= end; });
  return pairs;
}

// The first pair of the ledger beyond the block.
absl::StatusOr<std::optional<uint64_t>> GameKeeper::NextPair(const RunView& run, uint64_t first) {
  ++reads_;
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<PairRecord> pairs,
                           parts_.store->ReadPairs({run.run.id, first + options_.pairs_per_block, 1,
                                                    true, PairQuery::Games::kNone}));
  if (pairs.empty()) return std::optional<uint64_t>();
  return std::optional<uint64_t>(pairs.front().result.index);
}

// Of an open run whole blocks alone; of one that has ended what there is, in blocks of the same
// places. What is reported later stays in its row.
absl::StatusOr<bool> GameKeeper::Pack(const RunView& run, Marks* marks, absl::Time now) {
  const uint64_t first = marks->packed_to;
  const bool open = IsOpen(run.run.state);
  if (marks->finished || (open && run.run.totals.prefix < first + options_.pairs_per_block)) {
    return false;
  }
  ROOKERY_ASSIGN_OR_RETURN(std::vector<PairRecord> pairs, Read(run, first, PairQuery::Games::kAll));
  std::erase_if(pairs, [](const PairRecord& pair) { return !pair.has_games; });
  if (pairs.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(const std::optional<uint64_t> next, NextPair(run, first));
    marks->finished = !open && !next.has_value();
    // Over what isn't counted, or kept no longer.
    marks->packed_to = next.value_or(first) / options_.pairs_per_block * options_.pairs_per_block;
    return false;
  }
  StoreGames event;
  event.first = first;
  event.rows = RowsOf(pairs);
  event.packed_to = first + options_.pairs_per_block;
  ROOKERY_ASSIGN_OR_RETURN(event.block, BlockOf(run, pairs));
  if (!Post(run, marks, std::move(event), now)) return false;
  marks->packed_to = first + options_.pairs_per_block;
  return true;
}

bool GameKeeper::TooMany(const RunView& run, uint64_t first) const {
  const KeepGames& keep = *run.run.spec->keep_games;
  const uint64_t end = first + options_.pairs_per_block;
  return keep.none || (keep.newest_pairs > 0 && end + keep.newest_pairs <= run.run.totals.prefix);
}

bool GameKeeper::MayThin(const RunView& run, const Marks& marks, absl::Time now) const {
  const std::optional<KeepGames>& keep = run.run.spec->keep_games;
  if (!keep.has_value() || keep->all()) return false;
  if (run.run.totals.voided > 0) return false;  // a void that is taken back wants its games
  if (marks.dropped_to + options_.pairs_per_block > marks.packed_to) return false;
  return TooMany(run, marks.dropped_to) || (keep->days > 0 && now >= marks.look_again);
}

absl::StatusOr<bool> GameKeeper::Thin(const RunView& run, Marks* marks, absl::Time now) {
  if (!MayThin(run, *marks, now)) return false;
  const KeepGames& keep = *run.run.spec->keep_games;
  const uint64_t first = marks->dropped_to;
  ROOKERY_ASSIGN_OR_RETURN(std::vector<PairRecord> pairs,
                           Read(run, first, PairQuery::Games::kHeads));
  if (!TooMany(run, first) && !TooOld(pairs, keep, now)) {
    marks->look_again = now + options_.look_every;
    return false;
  }
  ROOKERY_ASSIGN_OR_RETURN(const std::set<uint64_t> evidence, EvidenceIn(run, pairs));
  StoreGames event;
  event.first = first;
  event.rows = RowsOf(pairs);
  event.dropped_to = first + options_.pairs_per_block;
  event.dropped =
      static_cast<uint64_t>(std::count_if(pairs.begin(), pairs.end(), [&](const PairRecord& pair) {
        return pair.has_games && !evidence.contains(pair.result.index);
      }));
  if (!evidence.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(pairs, Read(run, first, PairQuery::Games::kAll));
    std::erase_if(pairs, [&](const PairRecord& pair) {
      return !pair.has_games || !evidence.contains(pair.result.index);
    });
    ROOKERY_ASSIGN_OR_RETURN(event.block, BlockOf(run, pairs));
  }
  marks->untold += event.dropped;
  if (marks->untold > 0 && now - marks->told >= options_.tell_every) {
    event.note = fmt::format("the games of {} pairs are no longer kept; what is kept: {}",
                             marks->untold, KeepText(keep));
  }
  const bool tells = !event.note.empty();
  const uint64_t dropped = event.dropped;
  if (!Post(run, marks, std::move(event), now)) {
    marks->untold -= dropped;
    return false;
  }
  marks->dropped_to = first + options_.pairs_per_block;
  if (tells) {
    marks->untold = 0;
    marks->told = now;
  }
  return true;
}

absl::StatusOr<std::set<uint64_t>> GameKeeper::EvidenceIn(const RunView& run,
                                                          const std::vector<PairRecord>& pairs) {
  std::set<uint64_t> evidence;
  if (pairs.empty()) return evidence;
  for (const PairRecord& pair : pairs) {
    if (IsFault(pair.result.first.end) || IsFault(pair.result.second.end)) {
      evidence.insert(pair.result.index);
    }
  }
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<uint64_t> disputed,
                           parts_.store->ReadDisputed(run.run.id, pairs.front().result.index,
                                                      pairs.back().result.index + 1));
  evidence.insert(disputed.begin(), disputed.end());
  return evidence;
}

absl::StatusOr<std::string> GameKeeper::BlockOf(const RunView& run,
                                                const std::vector<PairRecord>& pairs) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book,
                           parts_.files->OpenBook(run.run.spec->book_sha256));
  std::vector<BlockPair> block;
  for (const PairRecord& pair : pairs) {
    BlockPair& one = block.emplace_back();
    one.result = pair.result;
    // Of a Swiss round that is younger than the view the opening isn't known: kept as it came.
    if (!IsKnown(run, pair.result.index)) continue;
    const PairPlan plan = IdentityOf(run, pair.result.index, book->size()).plan;
    ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening, OpeningOf(run, plan, *book));
    one.opening = chess::ToFen(opening.position);
  }
  return EncodeBlock(block);
}

bool GameKeeper::Post(const RunView& run, Marks* marks, StoreGames event, absl::Time now) {
  event.run = run.run.id;
  if (!parts_.post(std::move(event))) return false;
  marks->posted = now;
  return true;
}

}  // namespace rookery::coordinator
