#include "cli/match_score.h"

#include <algorithm>

namespace rookery::cli {
namespace {

// Of the encounter's first engine.
int HalfPoints(const ScheduledGame& game, GameResult result) {
  if (result == GameResult::kDraw) return 1;
  return (result == GameResult::kWhiteWins) == game.first_is_white ? 2 : 0;
}

void AddGame(stats::Trinomial& games, int half_points) {
  ++games[static_cast<size_t>(half_points)];
}

}  // namespace

void MeetingScore::Add(const MeetingScore& other) {
  for (size_t i = 0; i < games.size(); ++i) {
    games[i] += other.games[i];
    paired[i] += other.paired[i];
  }
  for (size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
  split_pairs += other.split_pairs;
  drawn_pairs += other.drawn_pairs;
}

MeetingScore MeetingScore::Reversed() const {
  MeetingScore reversed = *this;
  std::reverse(reversed.games.begin(), reversed.games.end());
  std::reverse(reversed.paired.begin(), reversed.paired.end());
  std::reverse(reversed.pairs.begin(), reversed.pairs.end());
  return reversed;
}

double MeetingScore::Share() const {
  const int64_t total = stats::Total(games);
  if (total == 0) return 0.5;
  return (static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2) /
         static_cast<double>(total);
}

MeetingScore& MatchScore::Slot(const ScheduledGame& game) {
  return meetings_[{game.first, game.second}];
}

void MatchScore::Add(const ScheduledGame& game, GameResult result, GameEnd end) {
  ++games_;
  ++all_ends_[end];
  ++white_[result == GameResult::kWhiteWins ? 0 : result == GameResult::kBlackWins ? 1 : 2];
  ++ends_[static_cast<size_t>(game.white())].all[end];
  ++ends_[static_cast<size_t>(game.black())].all[end];
  if (result != GameResult::kDraw) {
    const int loser = result == GameResult::kWhiteWins ? game.black() : game.white();
    EngineEnds& ends = ends_[static_cast<size_t>(loser)];
    if (end == GameEnd::kTime) ++ends.timeouts;
    if (end == GameEnd::kCrash || end == GameEnd::kStall) ++ends.crashes;
    if (end == GameEnd::kIllegalMove) ++ends.illegal;
  }
  MeetingScore& meeting = Slot(game);
  const int half_points = HalfPoints(game, result);
  AddGame(meeting.games, half_points);
  if (!game.paired) return;
  const auto half = halves_.find(game.pair);
  if (half == halves_.end()) {
    halves_[game.pair] = half_points;
    return;
  }
  const int first = half->second;
  halves_.erase(half);
  AddGame(meeting.paired, first);
  AddGame(meeting.paired, half_points);
  ++meeting.pairs[static_cast<size_t>(first + half_points)];
  if (first + half_points == 2) ++(first == 1 ? meeting.drawn_pairs : meeting.split_pairs);
}

bool MatchScore::AddFault(int engine, const worker::PlayerNote& note) {
  int64_t& count = ends_[static_cast<size_t>(engine)].faults[note.fault];
  const bool first = count == 0;
  count += note.count;
  return first;
}

MeetingScore MatchScore::Between(int first, int second) const {
  MeetingScore sum;
  if (const auto at = meetings_.find({first, second}); at != meetings_.end()) sum.Add(at->second);
  if (const auto at = meetings_.find({second, first}); at != meetings_.end()) {
    sum.Add(at->second.Reversed());
  }
  return sum;
}

MeetingScore MatchScore::Of(int engine) const {
  MeetingScore sum;
  for (const auto& [who, meeting] : meetings_) {
    if (who.first == engine) sum.Add(meeting);
    if (who.second == engine) sum.Add(meeting.Reversed());
  }
  return sum;
}

}  // namespace rookery::cli
