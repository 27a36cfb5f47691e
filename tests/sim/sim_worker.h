// A worker of the simulation: asks, plays at its own speed, keeps results in an outbox that
// survives its crashes, repeats what was not acknowledged. It may die, stall or lie.
// One thread; the network is not owned.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "coordinator/core/core.h"
#include "tests/sim/simulation.h"

namespace rookery::sim {

// How a worker reaches the coordinator: messages may be lost, late, doubled or out of order.
class Network {
 public:
  virtual ~Network() = default;
  // 0 if the coordinator can't be reached now.
  virtual coordinator::SessionId Connect(int worker) = 0;
  virtual void Send(coordinator::SessionId session, coordinator::Event event) = 0;
  virtual void Disconnect(coordinator::SessionId session) = 0;
};

// What a game comes to is a function of (run seed, pair index): any worker plays the same.
coordinator::PairResult PlayPair(uint64_t run_seed, uint64_t index);

class SimWorker {
 public:
  // Lying: reports on what it wasn't lent. Cheating: plays games of its own invention. Clone: a
  // second process with the identity of an honest one, as long as there is chaos; plays nothing.
  enum class Nature { kHonest, kStalling, kLying, kCheating, kClone };

  SimWorker(int number, Nature nature, const SimOptions& options, Network* network, Rng rng);

  // A while has passed; does everything that is due.
  void Step(absl::Time now, bool chaos);
  void Receive(coordinator::SessionId session, const coordinator::Reply& reply, absl::Time now);
  void ConnectionLost(coordinator::SessionId session, absl::Time now);

  const coordinator::WorkerId& id() const { return id_; }
  size_t outbox() const { return outbox_.size(); }
  // What it says hello with from its next connection on.
  void set_token(coordinator::TokenId token) { token_ = std::move(token); }

 private:
  struct Held {
    coordinator::Lease lease;
    uint64_t run_seed = 0;
    std::deque<uint64_t> to_play;
    std::vector<uint64_t> played;
    int64_t sequence = 0;
  };
  struct Unsent {
    coordinator::Report report;
    absl::Time sent;
  };

  void Die(absl::Time now);
  void Connect(absl::Time now);
  void Play(absl::Time now);
  void Pack(bool all);
  void SendReports(absl::Time now);
  void AskForWork(absl::Time now);
  void Lie(absl::Time now);
  coordinator::PairResult Result(uint64_t run_seed, uint64_t pair) const;
  std::vector<coordinator::LeaseId> HeldLeases() const;
  void Take(const coordinator::LeaseGrant& grant);

  const int number_;
  const Nature nature_;
  const SimOptions options_;
  Network* network_;
  Rng rng_;
  coordinator::WorkerId id_;
  coordinator::TokenId token_;
  int slots_;
  double pair_seconds_;

  coordinator::SessionId session_ = 0;
  bool welcomed_ = false;
  absl::Time connected_at_;
  absl::Time next_try_;
  absl::Time last_heartbeat_;
  absl::Time last_step_;
  absl::Time asked_at_ = absl::InfinitePast();
  absl::Time ask_again_;
  int64_t request_ = 0;
  double progress_ = 0;  // pairs, since the last one that was finished

  std::map<coordinator::LeaseId, Held> held_;
  std::set<coordinator::LeaseId> seen_;        // granted to it
  std::vector<coordinator::Lease> overheard_;  // granted to others; a liar's last few
  size_t overheard_next_ = 0;
  std::deque<Unsent> outbox_;
};

}  // namespace rookery::sim
