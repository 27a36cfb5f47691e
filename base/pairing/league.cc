#include "base/pairing/league.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/pairing/swiss.h"
#include "base/rng.h"
#include "base/status.h"

namespace rookery {
namespace {

uint64_t PairsOf(uint64_t n) { return n * (n - 1) / 2; }

// Pairings of a round robin or gauntlet; meetings of one round of a Swiss.
uint64_t CellsOfRound(const LeagueShape& shape) {
  const auto engines = static_cast<uint64_t>(shape.engines);
  if (shape.format == Format::kSwiss) return engines / 2;
  if (shape.format == Format::kRoundRobin) return PairsOf(engines);
  return PairsOf(engines) - PairsOf(engines - static_cast<uint64_t>(shape.seeds));
}

// The next round of a Swiss, from who met in the ones before and what the first made of it: as they
// are now, whatever they were when those were drawn.
std::vector<Seats> NextRound(const LeagueShape& shape, const std::vector<Seats>& cells,
                             const std::vector<int64_t>& half_points_of_first) {
  const auto games = static_cast<int64_t>(2 * shape.pairs);
  const size_t size = CellsOfRound(shape);
  std::vector<SwissEntry> entries(static_cast<size_t>(shape.engines));
  for (size_t begin = 0; begin < cells.size(); begin += size) {
    std::vector<bool> plays(entries.size());
    for (size_t i = begin; i < begin + size; ++i) {
      const auto first = static_cast<size_t>(cells[i].first);
      const auto second = static_cast<size_t>(cells[i].second);
      plays[first] = plays[second] = true;
      entries[first].met.push_back(cells[i].second);
      entries[second].met.push_back(cells[i].first);
      entries[first].points += half_points_of_first[i];
      entries[second].points += 2 * games - half_points_of_first[i];
    }
    const auto free = std::find(plays.begin(), plays.end(), false);
    if (free == plays.end()) continue;
    SwissEntry& one = entries[static_cast<size_t>(free - plays.begin())];
    one.had_bye = true;  // a free round counts like one that was won
    one.points += 2 * games;
  }
  std::vector<Seats> next;
  for (const auto& [first, second] : PairSwissRound(entries).encounters) {
    next.push_back({first, second});
  }
  return next;
}

}  // namespace

absl::Status CheckLeague(const LeagueShape& shape) {
  const auto outside = [](std::string_view what, auto value, auto low, auto high) {
    return InvalidArgument("{}: {} is outside {} to {}", what, value, low, high);
  };
  if (shape.format == Format::kKnockout) {
    return InvalidArgument("format: a league has no knockout; give round-robin, gauntlet or swiss");
  }
  if (shape.engines < 2 || shape.engines > kMaxLeagueEngines) {
    return outside("engines", shape.engines, 2, kMaxLeagueEngines);
  }
  const bool swiss = shape.format == Format::kSwiss;
  const uint64_t most = swiss ? kMaxSwissPairs : kMaxRounds;
  if (shape.pairs < 1 || shape.pairs > most) return outside("pairs", shape.pairs, 1, most);
  if (swiss && (shape.rounds < 1 || shape.rounds > kMaxLeagueRounds)) {
    return outside("rounds", shape.rounds, 1, kMaxLeagueRounds);
  }
  if (!swiss && shape.rounds != 0) {
    return InvalidArgument("rounds: {}; only a Swiss has them", shape.rounds);
  }
  if (shape.seeds < 1 || shape.seeds >= shape.engines) {
    return outside("seeds", shape.seeds, 1, shape.engines - 1);
  }
  if (shape.format != Format::kGauntlet && shape.seeds != 1) {
    return InvalidArgument("seeds: {}; only a gauntlet has them", shape.seeds);
  }
  return absl::OkStatus();
}

uint64_t LeagueCells(const LeagueShape& shape) {
  const auto rounds = static_cast<uint64_t>(shape.format == Format::kSwiss ? shape.rounds : 1);
  return rounds * CellsOfRound(shape);
}

uint64_t LeaguePairs(const LeagueShape& shape) { return LeagueCells(shape) * shape.pairs; }

uint64_t LeagueOpenings(const LeagueShape& shape) {
  const auto rounds = static_cast<uint64_t>(shape.format == Format::kSwiss ? shape.rounds : 1);
  return rounds * shape.pairs;
}

LeaguePlace PlaceOf(const LeagueShape& shape, uint64_t index) {
  const uint64_t cells = CellsOfRound(shape);
  if (shape.format != Format::kSwiss) return {index % cells, index / cells, index / cells};
  // The same two may meet again in a later round: their openings go on from there.
  const uint64_t cell = index / shape.pairs;
  const uint64_t round = cell / cells;
  return {cell, round, round * shape.pairs + index % shape.pairs};
}

Seats SeatsOf(const LeagueShape& shape, uint64_t cell) {
  ROOKERY_CHECK(shape.format != Format::kSwiss && cell < CellsOfRound(shape));
  for (int first = 0;; ++first) {
    const auto opponents = static_cast<uint64_t>(shape.engines - 1 - first);
    if (cell < opponents) return {first, first + 1 + static_cast<int>(cell)};
    cell -= opponents;
  }
}

PairPlan PlanLeaguePair(uint64_t run_seed, Seats seats, uint64_t number, uint64_t book_size) {
  // By the two themselves, whichever of them comes first.
  const auto low = static_cast<uint64_t>(std::min(seats.first, seats.second));
  const auto high = static_cast<uint64_t>(std::max(seats.first, seats.second));
  Rng pairing = Rng(run_seed).Fork("pairing").Fork(low * kMaxLeagueEngines + high);
  return PlanPair(pairing.Next(), number, book_size);
}

LeagueRounds::LeagueRounds(const LeagueShape& shape) : shape_(shape) {
  if (shape.format == Format::kSwiss) {
    cells_ = NextRound(shape, {}, {});
    return;
  }
  for (uint64_t cell = 0; cell < LeagueCells(shape); ++cell) cells_.push_back(SeatsOf(shape, cell));
}

absl::StatusOr<LeagueRounds> LeagueRounds::Drawn(const LeagueShape& shape,
                                                 std::vector<Seats> cells) {
  const size_t size = CellsOfRound(shape);
  if (cells.empty() || cells.size() % size != 0 || cells.size() > LeagueCells(shape)) {
    return InvalidArgument("{} meetings; a round has {}", cells.size(), size);
  }
  LeagueRounds rounds(shape);
  if (shape.format != Format::kSwiss && !(cells == rounds.cells_)) {
    return InvalidArgument("the pairings are those of another league");
  }
  for (size_t i = 0; shape.format == Format::kSwiss && i < cells.size(); i += size) {
    std::vector<bool> plays(static_cast<size_t>(shape.engines));
    for (size_t cell = i; cell < i + size; ++cell) {
      for (const int engine : {cells[cell].first, cells[cell].second}) {
        if (engine < 0 || engine >= shape.engines || plays[static_cast<size_t>(engine)]) {
          return InvalidArgument("meeting {}: engine {} isn't there or plays twice", cell, engine);
        }
        plays[static_cast<size_t>(engine)] = true;
      }
    }
  }
  rounds.cells_ = std::move(cells);
  return rounds;
}

uint64_t LeagueRounds::known_pairs() const { return cells_.size() * shape_.pairs; }

void LeagueRounds::EndRound(const std::vector<int64_t>& half_points_of_first) {
  ROOKERY_CHECK(shape_.format == Format::kSwiss && half_points_of_first.size() == cells_.size());
  if (cells_.size() == LeagueCells(shape_)) return;
  const std::vector<Seats> next = NextRound(shape_, cells_, half_points_of_first);
  cells_.insert(cells_.end(), next.begin(), next.end());
}

}  // namespace rookery
