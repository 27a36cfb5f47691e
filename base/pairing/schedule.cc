#include "base/pairing/schedule.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "base/pairing/knockout.h"
#include "base/pairing/swiss.h"
#include "base/status.h"

namespace rookery {
namespace {

// Further encounters of two who are level in a knockout; after them the better placed goes on.
constexpr int kMaxTieBreaks = 4;

int64_t HalfPointsOfFirst(const ScheduledGame& game, GameResult result) {
  if (result == GameResult::kDraw) return 1;
  return (result == GameResult::kWhiteWins) == game.first_is_white ? 2 : 0;
}

uint64_t PairsOf(uint64_t n) { return n * (n - 1) / 2; }

}  // namespace

// What Swiss and knockout keep: every encounter so far, and the results that decide the next ones.
struct Schedule::Rounds {
  struct Encounter {
    int first = 0;
    int second = 0;
    uint64_t round = 0;
    int64_t half_points = 0;  // of first
  };
  std::vector<Encounter> encounters;
  uint64_t round = 0;                // the next one's number
  uint64_t open_games = 0;           // of the last one, without a result
  size_t last_begin = 0;             // the last one's first encounter
  std::vector<int64_t> half_points;  // of each engine
  std::vector<SwissEntry> swiss;
  std::vector<int> bracket;
  int tie_breaks = 0;  // waves of them in the current round
  // Sums of a knockout round over its encounter and tie-breaks, by the better placed engine.
  std::vector<std::pair<std::pair<int, int>, int64_t>> leads;  // half points above level
};

absl::StatusOr<Format> ParseFormat(std::string_view text) {
  for (const Format format :
       {Format::kRoundRobin, Format::kGauntlet, Format::kSwiss, Format::kKnockout}) {
    if (text == Name(format)) return format;
  }
  return InvalidArgument("'{}' is no format; give round-robin, gauntlet, swiss or knockout", text);
}

std::string_view Name(Format format) {
  switch (format) {
    case Format::kRoundRobin:
      return "round-robin";
    case Format::kGauntlet:
      return "gauntlet";
    case Format::kSwiss:
      return "swiss";
    case Format::kKnockout:
      return "knockout";
  }
  return "";
}

absl::StatusOr<Schedule> Schedule::Create(const ScheduleOptions& options) {
  if (options.engines < 2 || options.engines > kMaxEngines) {
    return InvalidArgument("{} engines; give 2 to {}", options.engines, kMaxEngines);
  }
  if (options.rounds < 1 || options.rounds > kMaxRounds) {
    return InvalidArgument("{} rounds; give 1 to {}", options.rounds, kMaxRounds);
  }
  if (options.games < 1 || options.games > kMaxGamesOfEncounter) {
    return InvalidArgument("{} games of an encounter; give 1 to {}", options.games,
                           kMaxGamesOfEncounter);
  }
  if (options.seeds < 1 || options.seeds >= options.engines) {
    return InvalidArgument("{} seeds of {} engines; give 1 to {}", options.seeds, options.engines,
                           options.engines - 1);
  }
  return Schedule(options);
}

Schedule::Schedule(const ScheduleOptions& options) : options_(options) {
  if (options.format == Format::kRoundRobin || options.format == Format::kGauntlet) {
    known_ = total();
    return;
  }
  complete_ = false;
  rounds_ = std::make_unique<Rounds>();
  rounds_->half_points.resize(static_cast<size_t>(options.engines));
  rounds_->swiss.resize(static_cast<size_t>(options.engines));
  if (options.format == Format::kKnockout) rounds_->bracket = FirstBracket(options.engines);
  NextRound();
}

Schedule::~Schedule() = default;
Schedule::Schedule(Schedule&&) noexcept = default;
Schedule& Schedule::operator=(Schedule&&) noexcept = default;

uint64_t Schedule::EncountersOfRound() const {
  const auto engines = static_cast<uint64_t>(options_.engines);
  const auto seeds = static_cast<uint64_t>(options_.seeds);
  switch (options_.format) {
    case Format::kRoundRobin:
      return PairsOf(engines);
    case Format::kGauntlet:
      return PairsOf(engines) - PairsOf(engines - seeds);
    case Format::kSwiss:
      return engines / 2;
    case Format::kKnockout:
      return engines - 1;  // of the whole
  }
  return 0;
}

uint64_t Schedule::total() const {
  const uint64_t rounds = options_.format == Format::kKnockout ? 1 : options_.rounds;
  const uint64_t planned = rounds * EncountersOfRound() * static_cast<uint64_t>(options_.games);
  return std::max(planned, known_);
}

ScheduledGame Schedule::At(uint64_t id) const {
  ROOKERY_CHECK(id < known_);
  const auto games = static_cast<uint64_t>(options_.games);
  ScheduledGame game;
  game.id = id;
  game.encounter = id / games;
  game.game = static_cast<int>(id % games);
  game.pair = game.encounter * ((games + 1) / 2) + (id % games) / 2;
  game.paired = game.game % 2 == 1 || game.game + 1 < options_.games;
  // With an odd number of games colours alternate through encounters too, as the peers have it.
  const bool swapped = options_.swap && id % 2 == 1;
  game.first_is_white = swapped == options_.reverse;
  if (rounds_ != nullptr) {
    const Rounds::Encounter& encounter = rounds_->encounters[game.encounter];
    game.first = encounter.first;
    game.second = encounter.second;
    game.round = encounter.round;
    return game;
  }
  game.round = game.encounter / EncountersOfRound();
  Pair(game.encounter % EncountersOfRound(), game);
  return game;
}

// The first meets the second, third, ...; then the second meets the third, and so on.
void Schedule::Pair(uint64_t encounter, ScheduledGame& game) const {
  for (int first = 0; first < options_.engines; ++first) {
    const auto opponents = static_cast<uint64_t>(options_.engines - 1 - first);
    if (encounter < opponents) {
      game.first = first;
      game.second = first + 1 + static_cast<int>(encounter);
      return;
    }
    encounter -= opponents;
  }
}

void Schedule::Record(const ScheduledGame& game, GameResult result) {
  if (rounds_ == nullptr) return;
  const int64_t half_points = HalfPointsOfFirst(game, result);
  Rounds::Encounter& told = rounds_->encounters[game.encounter];
  told.half_points += half_points;
  rounds_->half_points[static_cast<size_t>(told.first)] += half_points;
  rounds_->half_points[static_cast<size_t>(told.second)] += 2 - half_points;
  ROOKERY_CHECK(rounds_->open_games > 0);
  if (--rounds_->open_games == 0) NextRound();
}

void Schedule::NextRound() {
  Rounds& rounds = *rounds_;
  const size_t before = rounds.encounters.size();
  options_.format == Format::kSwiss ? NextSwissRound() : NextKnockoutRound();
  rounds.last_begin = before;
  const uint64_t added = rounds.encounters.size() - before;
  rounds.open_games = added * static_cast<uint64_t>(options_.games);
  known_ += rounds.open_games;
  complete_ = added == 0;
}

void Schedule::NextSwissRound() {
  Rounds& rounds = *rounds_;
  if (rounds.round == options_.rounds) return;
  for (size_t i = 0; i < rounds.swiss.size(); ++i) rounds.swiss[i].points = rounds.half_points[i];
  const SwissRound next = PairSwissRound(rounds.swiss);
  for (const auto& [first, second] : next.encounters) {
    rounds.encounters.push_back({first, second, rounds.round});
    rounds.swiss[static_cast<size_t>(first)].met.push_back(second);
    rounds.swiss[static_cast<size_t>(second)].met.push_back(first);
  }
  if (next.bye >= 0) {
    // A free round counts like one that was won.
    rounds.swiss[static_cast<size_t>(next.bye)].had_bye = true;
    rounds.half_points[static_cast<size_t>(next.bye)] += 2 * options_.games;
  }
  ++rounds.round;
}

void Schedule::NextKnockoutRound() {
  Rounds& rounds = *rounds_;
  // Results of the last encounters, tie-breaks added to what they should break.
  for (size_t i = rounds.last_begin; i < rounds.encounters.size(); ++i) {
    const Rounds::Encounter& one = rounds.encounters[i];
    for (auto& [who, lead] : rounds.leads) {
      if (who == std::pair(one.first, one.second)) lead += one.half_points - options_.games;
    }
  }
  if (!rounds.leads.empty() && rounds.tie_breaks < kMaxTieBreaks) {
    const size_t before = rounds.encounters.size();
    for (const auto& [who, lead] : rounds.leads) {
      if (lead == 0) rounds.encounters.push_back({who.first, who.second, rounds.round - 1});
    }
    ++rounds.tie_breaks;
    if (rounds.encounters.size() > before) return;
  }
  if (rounds.round > 0) {
    std::vector<int> bracket;
    for (size_t i = 0; i + 1 < rounds.bracket.size(); i += 2) {
      const int a = rounds.bracket[i];
      const int b = rounds.bracket[i + 1];
      int winner = std::max(a, b);  // of one and a free place
      for (const auto& [who, lead] : rounds.leads) {
        if (who == std::pair(std::min(a, b), std::max(a, b))) {
          winner = lead >= 0 ? who.first : who.second;
        }
      }
      bracket.push_back(winner);
    }
    rounds.bracket = std::move(bracket);
  }
  rounds.leads.clear();
  rounds.tie_breaks = 0;
  for (const auto& [first, second] : BracketEncounters(rounds.bracket)) {
    rounds.encounters.push_back({first, second, rounds.round});
    rounds.leads.push_back({{first, second}, 0});
  }
  ++rounds.round;
  if (rounds.bracket.size() == 1) winner_ = rounds.bracket.front();
}

}  // namespace rookery
