#include "cli/data_generator.h"

#include <fmt/format.h>

#include <condition_variable>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/mutex.h"
#include "base/rng.h"
#include "base/status.h"
#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "tuner/fit/text_format.h"
#include "worker/match/pair_runner.h"
#include "worker/player/embedded_player.h"

namespace rookery::cli {
namespace {

constexpr int kRecipeVersion = 1;  // changes whenever the same recipe would give other positions
constexpr int kMostWalks = 1000;   // openings tried for one game
constexpr int64_t kOpeningNodes = 200;
constexpr uint64_t kMostAhead = 256;  // games that may wait for a slower one before them
constexpr int kMostMoves = 200;

std::optional<chess::Position> Walk(Rng rng, int plies) {
  chess::Game game(chess::Position::Start());
  for (int ply = 0; ply < plies; ++ply) {
    chess::MoveList moves;
    chess::GenerateLegal(game.position(), moves);
    if (moves.empty()) return std::nullopt;
    game.Play(moves[rng.Below(moves.size())]);
    if (game.End()) return std::nullopt;
  }
  return game.position();
}

worker::GameLimits LimitsOf(const DataRecipe& recipe) {
  worker::GameLimits limits;
  limits.each.per_move.nodes = recipe.nodes;
  limits.max_moves = kMostMoves;
  // Results are to be true, so only what is beyond doubt is ended early.
  limits.adjudication.resign_move_count = 4;
  limits.adjudication.resign_score_cp = recipe.harvest.most_score_cp;
  limits.adjudication.resign_two_sided = true;
  limits.adjudication.draw_move_number = 60;
  limits.adjudication.draw_move_count = 10;
  limits.adjudication.draw_score_cp = 10;
  return limits;
}

double ResultOf(GameResult result) {
  return result == GameResult::kWhiteWins ? 1.0 : result == GameResult::kDraw ? 0.5 : 0.0;
}

// Plays games by itself; one a thread.
class SelfPlayer {
 public:
  SelfPlayer(const DataRecipe& recipe, Clock& clock)
      : recipe_(recipe),
        limits_(LimitsOf(recipe)),
        clock_(clock),
        rng_(recipe.seed),
        player_({"self", recipe.weights}, &clock),
        finder_(recipe.weights, &clock) {}

  absl::StatusOr<GameData> Play(uint64_t index, const std::atomic<bool>& stop) {
    ROOKERY_ASSIGN_OR_RETURN(const chess::Position opening, Opening(index));
    const worker::GameSeats seats{&player_, &player_, recipe_.seed ^ index};
    ROOKERY_ASSIGN_OR_RETURN(const worker::PlayedGame played,
                             worker::PlayGame(seats, opening, limits_, clock_, stop));
    fit::GameRecord record;
    record.start = opening;
    record.moves = played.moves;
    record.result = ResultOf(played.result);
    record.number = index;
    for (const int score : played.scores_cp) {
      const bool said = std::abs(score) <= recipe_.harvest.most_score_cp;
      record.scores_cp.push_back(said ? std::optional<int>(score) : std::nullopt);
    }
    GameData data{index, 0, ""};
    ROOKERY_RETURN_IF_ERROR(fit::Harvest(record, recipe_.harvest, finder_,
                                         [&data](const fit::LabelledPosition& found, int ply) {
                                           data.lines += fit::ToTextLine(found, ply) + "\n";
                                           ++data.positions;
                                           return absl::OkStatus();
                                         }));
    return data;
  }

 private:
  absl::StatusOr<chess::Position> Opening(uint64_t index) {
    const Rng rng = rng_.Fork(index);
    const int plies = recipe_.plies + static_cast<int>(index % 2);
    for (uint64_t walk = 0; walk < kMostWalks; ++walk) {
      const std::optional<chess::Position> position = Walk(rng.Fork(walk), plies);
      if (position && IsEven(*position)) return *position;
    }
    return Error(absl::StatusCode::kFailedPrecondition,
                 "no even opening of {} plies was found; give fewer plies or a wider "
                 "--max-opening-score",
                 plies);
  }

  bool IsEven(const chess::Position& position) {
    worker::MoveLimits limits;
    limits.own.nodes = kOpeningNodes;
    if (!player_.NewGame(recipe_.seed).ok()) return false;
    const absl::StatusOr<worker::MoveReply> reply = player_.Think(chess::Game(position), limits);
    return reply.ok() && std::abs(reply->score_cp.value_or(0)) <= recipe_.most_opening_cp;
  }

  const DataRecipe& recipe_;
  const worker::GameLimits limits_;
  Clock& clock_;
  const Rng rng_;
  worker::EmbeddedPlayer player_;
  fit::QuietFinder finder_;
};

// Games from several threads, handed over in order.
class Assembly {
 public:
  Assembly(const DataRecipe& recipe, uint64_t first, Clock& clock)
      : recipe_(recipe), clock_(clock), next_(first), written_(first) {}

  absl::Status Run(const std::atomic<bool>& stop,
                   const std::function<absl::Status(const GameData&)>& on_game) {
    std::vector<std::thread> threads;
    for (int i = 0; i < recipe_.slots; ++i) threads.emplace_back([this] { PlayAll(); });
    absl::Status status = HandOver(stop, on_game);
    {
      MutexLock lock(&mutex_);
      over_ = true;
      changed_.notify_all();
    }
    for (std::thread& thread : threads) thread.join();
    return status;
  }

 private:
  // The next game to play; none when there is none left or all is over.
  std::optional<uint64_t> Take() {
    MutexLock lock(&mutex_);
    lock.Wait(changed_, [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
      return over_ || next_ >= recipe_.games || next_ < written_ + kMostAhead;
    });
    if (over_ || next_ >= recipe_.games) return std::nullopt;
    return next_++;
  }

  void PlayAll() {
    SelfPlayer player(recipe_, clock_);
    while (const std::optional<uint64_t> index = Take()) {
      absl::StatusOr<GameData> game = player.Play(*index, over_);
      MutexLock lock(&mutex_);
      done_.emplace(*index, std::move(game));
      changed_.notify_all();
    }
  }

  absl::Status HandOver(const std::atomic<bool>& stop,
                        const std::function<absl::Status(const GameData&)>& on_game) {
    constexpr std::chrono::milliseconds kStopPoll{50};
    for (uint64_t index = written_; index < recipe_.games; ++index) {
      std::optional<absl::StatusOr<GameData>> game;
      while (!game) {
        if (stop) return absl::CancelledError("interrupted");
        MutexLock lock(&mutex_);
        lock.WaitFor(changed_, kStopPoll,
                     [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return done_.count(index) > 0; });
        const auto found = done_.find(index);
        if (found == done_.end()) continue;
        game = std::move(found->second);
        done_.erase(found);
        written_ = index + 1;
        changed_.notify_all();
      }
      if (!game->ok()) return game->status();
      ROOKERY_RETURN_IF_ERROR(on_game(**game));
    }
    return absl::OkStatus();
  }

  const DataRecipe& recipe_;
  Clock& clock_;
  std::atomic<bool> over_ = false;
  Mutex mutex_;
  std::condition_variable changed_;
  uint64_t next_ ABSL_GUARDED_BY(mutex_);
  uint64_t written_ ABSL_GUARDED_BY(mutex_);
  std::map<uint64_t, absl::StatusOr<GameData>> done_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

std::string RecipeLine(const DataRecipe& recipe) {
  return fmt::format(
      "# rookery data {}: seed {}, {} nodes, {} plies, openings within {} cp, positions within {} "
      "cp and {} cp of the search, weights {}",
      kRecipeVersion, recipe.seed, recipe.nodes, recipe.plies, recipe.most_opening_cp,
      recipe.harvest.most_score_cp, recipe.harvest.most_gap_cp,
      params::Identity(recipe.weights).substr(0, 12));
}

absl::Status GenerateData(const DataRecipe& recipe, uint64_t first, Clock& clock,
                          const std::atomic<bool>& stop,
                          const std::function<absl::Status(const GameData&)>& on_game) {
  ROOKERY_CHECK(recipe.slots >= 1 && recipe.slots <= kMostDataSlots);
  return Assembly(recipe, first, clock).Run(stop, on_game);
}

}  // namespace rookery::cli
