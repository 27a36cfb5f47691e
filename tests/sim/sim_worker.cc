#include "tests/sim/sim_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "coordinator/core/limits.h"

namespace rookery::sim {

using namespace coordinator;  // NOLINT: the simulator is about nothing else

namespace {

constexpr absl::Duration kResend = absl::Seconds(7);
constexpr absl::Duration kHelloPatience = absl::Seconds(20);
constexpr size_t kMaxSentAtOnce = 8;
constexpr size_t kMostOverheard = 64;
constexpr int kCloned = 1;  // the worker whose identity a clone has

GameRecord PlayGame(uint64_t seed, uint64_t index, uint64_t which) {
  const uint64_t word = Mix64(seed ^ Mix64(2 * index + which));
  GameRecord game;
  const uint64_t die = word % 10;
  game.result = die < 3   ? GameResult::kWhiteWins
                : die < 5 ? GameResult::kBlackWins
                          : GameResult::kDraw;
  game.end = game.result == GameResult::kDraw ? GameEnd::kRepetition : GameEnd::kCheckmate;
  game.moves.assign(2 * (1 + word % 5), 'm');
  game.digest.assign(32, '\0');
  std::memcpy(game.digest.data(), &word, sizeof word);
  game.elapsed_ms = 500;
  return game;
}

}  // namespace

PairResult PlayPair(uint64_t run_seed, uint64_t index) {
  return {index, PlayGame(run_seed, index, 0), PlayGame(run_seed, index, 1)};
}

SimWorker::SimWorker(int number, Nature nature, const SimOptions& options, Network* network,
                     Rng rng)
    : number_(number),
      nature_(nature),
      options_(options),
      network_(network),
      rng_(rng),
      id_(fmt::format("worker{}", nature == Nature::kClone ? kCloned : number)),
      slots_(1 + static_cast<int>(rng_.Below(4))),
      pair_seconds_(options.pair_seconds > 0 ? options.pair_seconds : 0.3 + 8 * rng_.Uniform()) {}

void SimWorker::Step(absl::Time now, bool chaos) {
  if (last_step_ == absl::Time()) last_step_ = now;
  if (nature_ == Nature::kClone && !chaos) {
    if (session_ != 0) network_->Disconnect(session_);
    session_ = 0;
    return;
  }
  if (now < next_try_) return;
  if (chaos && options_.faults && rng_.Chance(0.003)) return Die(now);
  if (session_ == 0) return Connect(now);
  if (!welcomed_) {
    if (now - connected_at_ > kHelloPatience) {
      network_->Disconnect(session_);
      ConnectionLost(session_, now);
    }
    return;
  }
  Play(now);
  SendReports(now);
  if (now - last_heartbeat_ >= options_.heartbeat) {
    last_heartbeat_ = now;
    network_->Send(session_, Heartbeat{session_, HeldLeases(), 1e6});
  }
  if (nature_ == Nature::kClone) return;
  AskForWork(now);
  if (nature_ == Nature::kLying && chaos) Lie(now);
}

void SimWorker::Die(absl::Time now) {
  if (session_ != 0) network_->Disconnect(session_);
  session_ = 0;
  welcomed_ = false;
  held_.clear();  // what was played but not packed is lost; the outbox is on disk
  next_try_ = now + absl::Seconds(rng_.Below(90));
}

void SimWorker::Connect(absl::Time now) {
  session_ = network_->Connect(number_);
  if (session_ == 0) {
    next_try_ = now + absl::Seconds(1 + rng_.Below(5));
    return;
  }
  welcomed_ = false;
  connected_at_ = now;
  WorkerHello hello{session_, id_, id_, slots_, "1", "b", HeldLeases()};
  hello.access.token = token_;
  network_->Send(session_, std::move(hello));
}

void SimWorker::ConnectionLost(SessionId session, absl::Time now) {
  if (session != session_) return;
  session_ = 0;
  welcomed_ = false;
  asked_at_ = absl::InfinitePast();
  next_try_ = now + absl::Seconds(1 + rng_.Below(4));
}

std::vector<LeaseId> SimWorker::HeldLeases() const {
  std::vector<LeaseId> ids;
  for (const auto& [id, held] : held_) ids.push_back(id);
  return ids;
}

void SimWorker::Play(absl::Time now) {
  const double passed = absl::ToDoubleSeconds(now - last_step_);
  last_step_ = now;
  if (nature_ == Nature::kStalling) return;
  progress_ += passed * slots_ / pair_seconds_;
  for (auto& [id, held] : held_) {
    while (progress_ >= 1 && !held.to_play.empty()) {
      held.played.push_back(held.to_play.front());
      held.to_play.pop_front();
      progress_ -= 1;
    }
  }
  progress_ = std::min(progress_, static_cast<double>(slots_));
  Pack(false);
}

PairResult SimWorker::Result(uint64_t run_seed, uint64_t pair) const {
  if (nature_ != Nature::kCheating) return PlayPair(run_seed, pair);
  return PlayPair(run_seed ^ StableHash(id_), pair);
}

void SimWorker::Pack(bool all) {
  for (auto held = held_.begin(); held != held_.end();) {
    Held& one = held->second;
    const bool done = one.to_play.empty();
    while (!one.played.empty() && (all || done || rng_.Chance(0.3))) {
      Report report{0, one.lease.id, ++one.sequence, one.lease.run, one.lease.attempt, {}};
      const size_t count = std::min<size_t>(one.played.size(), 1 + rng_.Below(64));
      for (size_t i = 0; i < count; ++i) {
        report.pairs.push_back(Result(one.run_seed, one.played[i]));
      }
      one.played.erase(one.played.begin(), one.played.begin() + static_cast<int64_t>(count));
      outbox_.push_back({std::move(report), absl::InfinitePast()});
    }
    held = done && one.played.empty() ? held_.erase(held) : std::next(held);
  }
}

void SimWorker::SendReports(absl::Time now) {
  for (size_t i = 0; i < std::min(outbox_.size(), kMaxSentAtOnce); ++i) {
    Unsent& unsent = outbox_[i];
    if (now - unsent.sent < kResend) continue;
    unsent.sent = now;
    Report report = unsent.report;
    report.session = session_;
    network_->Send(session_, std::move(report));
  }
}

void SimWorker::AskForWork(absl::Time now) {
  size_t queued = 0;
  for (const auto& [id, held] : held_) queued += held.to_play.size();
  if (queued > static_cast<size_t>(slots_) || now < ask_again_ || now - asked_at_ < kResend) return;
  if (held_.size() >= limits::kMaxLeasesPerWorker) return;
  asked_at_ = now;
  network_->Send(session_,
                 LeaseRequest{session_, 1 + static_cast<int>(rng_.Below(200)), ++request_});
}

// Reports on leases and pairs that were never lent to it.
void SimWorker::Lie(absl::Time now) {
  if (overheard_.empty() || !rng_.Chance(0.05) || held_.empty()) return;
  (void)now;
  const Held& held = held_.begin()->second;
  Report report{
      session_, held.lease.id, 1000 + static_cast<int64_t>(rng_.Below(1000)), held.lease.run, 1,
      {}};
  uint64_t pair = rng_.Below(options_.max_pairs);
  if (rng_.Chance(0.5)) {
    // The lie that is hardest to tell: a pair that was really lent, on its own lease, but to
    // another.
    const Lease& other = overheard_[rng_.Below(overheard_.size())];
    if (other.worker == id_) return;
    report.lease = other.id;
    report.run = other.run;
    pair = other.pairs[rng_.Below(other.pairs.size())];
  }
  report.pairs.push_back(PlayPair(held.run_seed, pair));
  network_->Send(session_, std::move(report));
}

void SimWorker::Take(const LeaseGrant& grant) {
  if (grant.lease.worker != id_) {  // overheard by a liar
    if (overheard_.size() < kMostOverheard) overheard_.resize(overheard_.size() + 1);
    overheard_[overheard_next_++ % overheard_.size()] = grant.lease;
    return;
  }
  if (!seen_.insert(grant.lease.id).second) return;  // a doubled message
  Held& held = held_[grant.lease.id];
  held.lease = grant.lease;
  held.run_seed = grant.run_seed;
  held.to_play.assign(grant.lease.pairs.begin(), grant.lease.pairs.end());
}

void SimWorker::Receive(SessionId session, const Reply& reply, absl::Time now) {
  if (const auto* grant = std::get_if<LeaseGrant>(&reply); grant != nullptr && session == 0) {
    return Take(*grant);
  }
  if (session != session_) return;
  if (const auto* welcome = std::get_if<Welcome>(&reply)) {
    welcomed_ = true;
    for (const LeaseId& lost : welcome->lost_leases) held_.erase(lost);
  } else if (const auto* lease = std::get_if<LeaseGrant>(&reply)) {
    asked_at_ = absl::InfinitePast();
    Take(*lease);
  } else if (const auto* none = std::get_if<NoWork>(&reply)) {
    asked_at_ = absl::InfinitePast();
    ask_again_ = now + absl::Milliseconds(none->retry_after_ms);
  } else if (const auto* ack = std::get_if<ReportAck>(&reply)) {
    std::erase_if(outbox_, [&](const Unsent& unsent) {
      return unsent.report.lease == ack->lease && unsent.report.sequence == ack->sequence;
    });
  } else if (const auto* cancel = std::get_if<Cancel>(&reply)) {
    if (const auto held = held_.find(cancel->lease); held != held_.end()) {
      held->second.to_play.clear();
      Pack(false);
    }
  } else if (const auto* close = std::get_if<CloseSession>(&reply)) {
    ConnectionLost(session, now);
    next_try_ += close->retry_after;
  }
}

}  // namespace rookery::sim
