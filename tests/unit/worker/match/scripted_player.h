// A player that answers as it was told: for tests of the match runner. One thread.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "worker/player/player.h"

namespace rookery::worker {

// Scores in turn (the last one repeats) with the first legal move, or the moves that were given.
class ScriptedPlayer : public Player {
 public:
  using Scores = std::vector<std::optional<int>>;
  using Thought = std::function<absl::StatusOr<MoveReply>(const chess::Game&, const MoveLimits&)>;

  explicit ScriptedPlayer(std::string name) : name_(std::move(name)) {}

  ScriptedPlayer& Says(Scores scores) {
    scores_ = std::move(scores);
    return *this;
  }
  ScriptedPlayer& Plays(std::vector<std::string> moves) {
    moves_ = std::move(moves);
    return *this;
  }
  // Called before each answer; a failure of it is the answer.
  ScriptedPlayer& Does(std::function<absl::Status(const MoveLimits&)> action) {
    action_ = std::move(action);
    return *this;
  }

  // Called before each answer with what the player is told.
  ScriptedPlayer& Sees(std::function<void(const chess::Game&)> look) {
    look_ = std::move(look);
    return *this;
  }

  const std::string& name() const override { return name_; }
  absl::Status NewGame(uint64_t seed) override {
    seeds.push_back(seed);
    turn_ = 0;
    return absl::OkStatus();
  }
  absl::StatusOr<MoveReply> Think(const chess::Game& game, const MoveLimits& limits) override {
    if (look_) look_(game);
    if (action_) {
      if (absl::Status status = action_(limits); !status.ok()) return status;
    }
    MoveReply reply;
    if (!scores_.empty()) reply.score_cp = scores_[std::min(turn_, scores_.size() - 1)];
    if (moves_.empty()) {
      chess::MoveList legal;
      chess::GenerateLegal(game.position(), legal);
      reply.move = legal[0];
    } else {
      const auto move = chess::ParseUci(game.position(), moves_[turn_ % moves_.size()]);
      reply.move = move.ok() ? *move : chess::Move();
    }
    reply.nodes = 7;
    ++turn_;
    return reply;
  }
  void Stop() override {}

  std::vector<uint64_t> seeds;

 private:
  std::string name_;
  Scores scores_;
  std::vector<std::string> moves_;
  std::function<absl::Status(const MoveLimits&)> action_;
  std::function<void(const chess::Game&)> look_;
  size_t turn_ = 0;
};

}  // namespace rookery::worker
