#include "base/pairing/league.h"

#include <algorithm>

#include "base/check.h"
#include "base/rng.h"
#include "base/status.h"

namespace rookery {
namespace {

// Of a league that was checked: a game of the schedule stands for a cell (for one of its games in a
// Swiss).
Schedule MakeSchedule(const LeagueShape& shape) {
  ScheduleOptions options;
  options.format = shape.format;
  options.engines = shape.engines;
  options.seeds = shape.seeds;
  if (shape.format == Format::kSwiss) {
    options.rounds = static_cast<uint64_t>(shape.rounds);
    options.games = static_cast<int>(2 * shape.pairs);
  }
  absl::StatusOr<Schedule> schedule = Schedule::Create(options);
  ROOKERY_CHECK(schedule.ok());
  return *std::move(schedule);
}

uint64_t PairsOf(uint64_t n) { return n * (n - 1) / 2; }

// Pairings of a round robin or gauntlet; meetings of one round of a Swiss.
uint64_t CellsOfRound(const LeagueShape& shape) {
  const auto engines = static_cast<uint64_t>(shape.engines);
  if (shape.format == Format::kSwiss) return engines / 2;
  if (shape.format == Format::kRoundRobin) return PairsOf(engines);
  return PairsOf(engines) - PairsOf(engines - static_cast<uint64_t>(shape.seeds));
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

LeagueRounds::LeagueRounds(const LeagueShape& shape)
    : shape_(shape), schedule_(MakeSchedule(shape)) {
  Take();
}

uint64_t LeagueRounds::known_pairs() const { return cells_.size() * shape_.pairs; }

void LeagueRounds::Take() {
  const auto games = static_cast<uint64_t>(schedule_.options().games);
  while (cells_.size() * games < schedule_.known()) {
    const ScheduledGame game = schedule_.At(cells_.size() * games);
    cells_.push_back({game.first, game.second});
  }
}

void LeagueRounds::EndRound(const std::vector<int64_t>& half_points_of_first) {
  const size_t size = CellsOfRound(shape_);
  ROOKERY_CHECK(shape_.format == Format::kSwiss && half_points_of_first.size() == size);
  const size_t begin = cells_.size() - size;
  for (size_t i = 0; i < size; ++i) {
    schedule_.RecordEncounter(begin + i, half_points_of_first[i]);
  }
  Take();
}

}  // namespace rookery
