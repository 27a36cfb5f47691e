#include "worker/agent/agent.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr double kSmoothing = 0.2;  // weight of the newest pair in the averages

void Smooth(double& average, double value) {
  average = average == 0 ? value : average + kSmoothing * (value - average);
}

}  // namespace

Agent::Agent(const AgentOptions& options, std::vector<Report> outbox, Rng rng)
    : options_(options), rng_(rng) {
  ROOKERY_CHECK(options.slots >= 1 && options.flush_pairs >= 1 &&
                options.flush_pairs <= kMaxPairsPerReport);
  for (Report& report : outbox) {
    outbox_.push_back({std::make_shared<const Report>(std::move(report)), false, {}});
  }
}

std::vector<Effect> Agent::Step(Event event, absl::Time now) {
  if (exited_) return {};
  effects_.clear();
  std::visit([&](auto&& one) { On(std::move(one), now); }, std::move(event));
  Settle(now);
  return std::move(effects_);
}

void Agent::Settle(absl::Time now) {
  MaybeConnect(now);
  FillSlots();
  FlushFinished(now);
  SendReports(now);
  CloseLeases();
  AskForPairs(now);
  SendHeartbeat(now);
  NoteIdleness();
  MaybeExit(now);
}

// --- the link

void Agent::On(Connected, absl::Time now) {
  link_ = LinkState::kGreeting;
  greeting_deadline_ = now + kReplyTimeout;
  SendMessage(Hello{HeldLeases()});
}

void Agent::On(Disconnected&& event, absl::Time now) {
  AddNote(NoteLevel::kWarning, fmt::format("the link is down: {}", event.reason));
  LinkFailed(now, absl::Milliseconds(std::clamp(event.retry_after_ms, 0, kMaxToldWaitMs)));
  why_idle_ = fmt::format("no connection to the coordinator ({})", event.reason);
}

void Agent::LinkFailed(absl::Time now, absl::Duration told) {
  link_ = LinkState::kDown;
  // Between half and all of the back-off, so that a fleet doesn't come back in one instant; and
  // spread as the coordinator asked for, who knows how many would come.
  connect_at_ =
      now + told +
      std::max(backoff_ * (0.5 + 0.5 * rng_.Uniform()), reconnect_spread_ * rng_.Uniform());
  reconnect_spread_ = absl::ZeroDuration();
  backoff_ = std::min(backoff_ * 2, kMaxBackoff);
  greeting_deadline_ = absl::InfiniteFuture();
  heartbeat_at_ = absl::InfiniteFuture();
  request_open_ = false;
  request_deadline_ = absl::InfiniteFuture();
  for (Unacknowledged& entry : outbox_) entry.sent = false;
}

void Agent::On(Welcome&& message, absl::Time now) {
  link_ = LinkState::kUp;
  backoff_ = kFirstBackoff;
  greeting_deadline_ = absl::InfiniteFuture();
  told_to_drain_ = false;
  reconnect_spread_ =
      absl::Milliseconds(std::clamp(message.reconnect_spread_ms, 0, kMaxToldWaitMs));
  report_at_ = absl::InfinitePast();
  why_idle_ = "no pairs yet";
  ask_at_ = now;
  heartbeat_every_ = absl::Seconds(std::clamp(message.heartbeat_seconds, 1, 300));
  heartbeat_at_ = now + heartbeat_every_;
  AddNote(NoteLevel::kInfo, fmt::format("connected to coordinator {}", message.version));
  for (const std::string& lease : message.lost_leases) {
    if (Held* held = Find(lease)) {
      AddNote(NoteLevel::kInfo, fmt::format("lease {} was lost while away", lease));
      Abandon(*held);
    }
  }
}

void Agent::On(Drain&& message, absl::Time) {
  told_to_drain_ = true;
  why_idle_ = fmt::format("the coordinator asks for a pause: {}", message.reason);
}

// What was sent and not acknowledged is sent again then.
void Agent::On(Backoff&& message, absl::Time now) {
  const int wait = std::clamp(message.retry_after_ms, 100, kMaxToldWaitMs);
  report_at_ = now + absl::Milliseconds(wait) * (0.75 + 0.5 * rng_.Uniform());
  ask_at_ = std::max(ask_at_, report_at_);
  for (Unacknowledged& entry : outbox_) entry.sent = false;
  AddNote(NoteLevel::kInfo, fmt::format("the coordinator asks for patience: {}", message.reason));
}

void Agent::On(WatchGames&& message, absl::Time) { effects_.push_back(std::move(message)); }

// Worth nothing later: while the link is down they are dropped.
void Agent::On(LiveGames&& games, absl::Time) {
  if (link_ == LinkState::kUp) SendMessage(std::move(games));
}

void Agent::MaybeConnect(absl::Time now) {
  if (link_ == LinkState::kGreeting && now >= greeting_deadline_) {
    AddNote(NoteLevel::kWarning, "the coordinator doesn't answer to Hello");
    greeting_deadline_ = absl::InfiniteFuture();
    effects_.push_back(Disconnect{});
  }
  if (link_ != LinkState::kDown || now < connect_at_) return;
  link_ = LinkState::kOpening;
  effects_.push_back(Connect{});
}

// --- leases and slots

void Agent::On(Lease&& message, absl::Time now) {
  if (message.request == request_) request_open_ = false;
  if (Find(message.lease) != nullptr) return;  // a repeat
  ask_at_ = now;
  if (stopping_ || waiting() + message.pair_indices.size() > kMaxPairsHeld) {
    SendMessage(Release{message.lease, stopping_ ? "shutting down" : "too many pairs held"});
    return;
  }
  Held held;
  held.waiting.assign(message.pair_indices.begin(), message.pair_indices.end());
  held.lease = std::move(message);
  held_.push_back(std::move(held));
}

void Agent::On(NoWork&& message, absl::Time now) {
  if (message.request == request_) request_open_ = false;
  why_idle_ = message.reason.empty() ? "the coordinator has no pairs" : message.reason;
  ask_at_ = now + absl::Milliseconds(std::clamp(message.retry_after_ms, 100, 60'000));
}

void Agent::On(Cancel&& message, absl::Time) {
  if (Held* held = Find(message.lease)) {
    AddNote(NoteLevel::kInfo, fmt::format("lease {} ({}) is cancelled: {}", message.lease,
                                          held->lease.plan->run, message.reason));
    Abandon(*held);
  }
}

void Agent::On(PairFinished&& event, absl::Time now) {
  LearnSpeed(event.pair);
  Held* held = Free(event.lease, event.pair.pair_index);
  if (held == nullptr) return;
  if (held->finished.empty()) held->oldest_finished = now;
  held->finished.push_back(std::move(event.pair));
  lease_backoff_ = absl::ZeroDuration();
}

void Agent::On(PairStopped&& event, absl::Time now) {
  Held* held = Free(event.lease, event.pair_index);
  if (held == nullptr) return;
  if (absl::IsCancelled(event.why) || held->abandoned || held->gave_up) return;
  const std::string reason =
      fmt::format("can't play {}: {}", held->lease.plan->run, Message(event.why));
  AddNote(NoteLevel::kWarning, reason);
  why_idle_ = reason;
  GiveUp(*held, reason);
  // Not what may work in a minute, such as a file that couldn't be fetched.
  held->failed = !absl::IsUnavailable(event.why) && !absl::IsDeadlineExceeded(event.why) &&
                 !absl::IsResourceExhausted(event.why);
  // Asking again at once would give the same pairs and the same fault.
  lease_backoff_ = std::clamp(lease_backoff_ * 2, absl::Seconds(1), kMaxLeaseBackoff);
  ask_at_ = now + lease_backoff_;
}

void Agent::Abandon(Held& held) {
  if (held.abandoned) return;
  held.abandoned = true;
  held.waiting.clear();
  if (!held.finished.empty()) Flush(held);
  if (!held.playing.empty()) effects_.push_back(StopPairs{held.lease.lease});
}

void Agent::GiveUp(Held& held, std::string reason) {
  held.gave_up = true;
  held.give_up_reason = std::move(reason);
  held.waiting.clear();
}

void Agent::FillSlots() {
  if (stopping_) return;
  for (Held& held : held_) {
    const int slots = SlotsOf(held);
    while (!held.waiting.empty()) {
      // The oldest lease waits for its slots; younger ones that take less don't overtake it.
      if (busy_ + slots > options_.slots) return;
      const uint64_t index = held.waiting.front();
      held.waiting.pop_front();
      held.playing.push_back(index);
      ++playing_;
      busy_ += slots;
      effects_.push_back(StartPair{held.lease.lease, held.lease.plan, index});
    }
  }
}

int Agent::SlotsOf(const Held& held) const {
  return std::clamp(held.lease.plan->threads, 1, options_.slots);
}

Agent::Held* Agent::Free(const std::string& lease, uint64_t pair_index) {
  Held* held = Find(lease);
  if (held == nullptr || std::erase(held->playing, pair_index) == 0) return nullptr;
  --playing_;
  busy_ -= SlotsOf(*held);
  return held;
}

void Agent::CloseLeases() {
  for (Held& held : held_) {
    if (!held.playing.empty() || !held.waiting.empty() || !held.finished.empty()) continue;
    if (held.gave_up && !held.abandoned && link_ == LinkState::kUp) {
      SendMessage(Release{held.lease.lease, held.give_up_reason, held.failed});
    }
  }
  std::erase_if(held_, [](const Held& held) {
    return held.playing.empty() && held.waiting.empty() && held.finished.empty();
  });
}

int Agent::TargetPairs() const {
  if (pair_seconds_ <= 0) return 2 * options_.slots;
  const double a_slot = absl::ToDoubleSeconds(options_.work_ahead) / pair_seconds_;
  const double all = options_.slots * std::max(1.0, std::ceil(a_slot));
  return static_cast<int>(std::min<double>(all, kMaxPairsPerRequest));
}

void Agent::AskForPairs(absl::Time now) {
  if (request_open_ && now >= request_deadline_) request_open_ = false;
  if (link_ != LinkState::kUp || stopping_ || told_to_drain_ || request_open_ || now < ask_at_ ||
      outbox_.size() >= kMaxOutboxReports) {
    return;
  }
  const int target = TargetPairs();
  const int ahead = static_cast<int>(waiting());
  if (ahead > target / 2) return;
  request_open_ = true;
  request_deadline_ = now + kReplyTimeout;
  SendMessage(LeaseRequest{std::min(target - ahead + options_.slots - busy_, kMaxPairsPerRequest),
                           ++request_});
}

// --- reports

void Agent::FlushFinished(absl::Time now) {
  for (Held& held : held_) {
    if (held.finished.empty()) continue;
    const bool last = held.waiting.empty() && held.playing.empty();
    if (last || held.finished.size() >= options_.flush_pairs ||
        now >= held.oldest_finished + options_.flush_after) {
      Flush(held);
    }
  }
}

void Agent::Flush(Held& held) {
  auto report = std::make_shared<Report>();
  report->lease = held.lease.lease;
  report->sequence = held.next_sequence++;
  report->run = held.lease.plan->run;
  report->attempt = held.lease.attempt;
  report->pairs = std::move(held.finished);
  held.finished.clear();
  effects_.push_back(StoreReport{report});
  outbox_.push_back({std::move(report), false, {}});
}

void Agent::SendReports(absl::Time now) {
  if (link_ != LinkState::kUp || now < report_at_) return;
  size_t in_flight = 0;
  for (Unacknowledged& entry : outbox_) {
    if (in_flight >= kMaxReportsInFlight) return;
    ++in_flight;
    if (entry.sent && now < entry.sent_at + kReplyTimeout) continue;
    entry.sent = true;
    entry.sent_at = now;
    SendMessage(entry.report);
  }
}

void Agent::On(ReportAck&& message, absl::Time) {
  const auto entry = std::find_if(outbox_.begin(), outbox_.end(), [&](const Unacknowledged& e) {
    return e.report->lease == message.lease && e.report->sequence == message.sequence;
  });
  if (entry == outbox_.end()) return;  // acknowledged before
  if (!message.refused.empty()) {
    AddNote(NoteLevel::kWarning,
            fmt::format("report {} of lease {} with {} pairs of {} was refused: {}",
                        message.sequence, message.lease, entry->report->pairs.size(),
                        entry->report->run, message.refused));
  }
  outbox_.erase(entry);
  effects_.push_back(ForgetReport{message.lease, message.sequence});
}

void Agent::SendHeartbeat(absl::Time now) {
  if (link_ != LinkState::kUp || now < heartbeat_at_) return;
  heartbeat_at_ = now + heartbeat_every_;
  SendMessage(Heartbeat{HeldLeases(), nodes_per_second_});
}

// --- the end

void Agent::On(Stop event, absl::Time now) {
  if (!stopping_) AddNote(NoteLevel::kInfo, "stopping: no new pairs are begun");
  stopping_ = true;
  why_idle_ = "stopping";
  for (Held& held : held_) {
    if (!held.waiting.empty() || event.at_once) GiveUp(held, "shutting down");
    if (event.at_once && !held.playing.empty()) {
      effects_.push_back(StopPairs{held.lease.lease});
    }
  }
  if (event.at_once) exit_deadline_ = std::min(exit_deadline_, now + options_.delivery_limit);
}

void Agent::MaybeExit(absl::Time now) {
  if (!stopping_) return;
  if (playing_ == 0 && exit_deadline_ == absl::InfiniteFuture()) {
    exit_deadline_ = now + options_.delivery_limit;
  }
  const bool delivered = playing_ == 0 && outbox_.empty() && held_.empty();
  if (!delivered && now < exit_deadline_) return;
  exited_ = true;
  effects_.push_back(Exit{outbox_.size()});
}

// --- small things

absl::Time Agent::next_tick() const {
  absl::Time next = std::min(heartbeat_at_, greeting_deadline_);
  if (link_ == LinkState::kDown) next = std::min(next, connect_at_);
  if (link_ == LinkState::kUp) {
    if (request_open_) {
      next = std::min(next, request_deadline_);
    } else if (!stopping_ && !told_to_drain_ && outbox_.size() < kMaxOutboxReports &&
               static_cast<int>(waiting()) <= TargetPairs() / 2) {
      next = std::min(next, ask_at_);
    }
    if (!outbox_.empty()) {
      next = std::min(next,
                      outbox_.front().sent ? outbox_.front().sent_at + kReplyTimeout : report_at_);
    }
  }
  for (const Held& held : held_) {
    if (!held.finished.empty()) next = std::min(next, held.oldest_finished + options_.flush_after);
  }
  return stopping_ ? std::min(next, exit_deadline_) : next;
}

AgentState Agent::state() const {
  if (stopping_) return AgentState::kDraining;
  if (!held_.empty()) return AgentState::kLeased;
  return link_ == LinkState::kUp ? AgentState::kIdle : AgentState::kConnecting;
}

std::string Agent::idle_reason() const { return playing_ > 0 ? "" : why_idle_; }

void Agent::NoteIdleness() {
  const std::string reason = idle_reason();
  if (reason == last_idle_note_) return;
  last_idle_note_ = reason;
  AddNote(NoteLevel::kInfo, reason.empty() ? "playing" : fmt::format("idle: {}", reason));
}

size_t Agent::waiting() const {
  size_t count = 0;
  for (const Held& held : held_) count += held.waiting.size();
  return count;
}

void Agent::LearnSpeed(const PlayedPair& pair) {
  const double seconds =
      std::max<double>(1, static_cast<double>(pair.first.elapsed_ms + pair.second.elapsed_ms)) /
      1000;
  Smooth(pair_seconds_, seconds);
  Smooth(nodes_per_second_, static_cast<double>(pair.first.nodes + pair.second.nodes) / seconds);
}

Agent::Held* Agent::Find(const std::string& lease) {
  const auto found = std::find_if(held_.begin(), held_.end(),
                                  [&](const Held& held) { return held.lease.lease == lease; });
  return found == held_.end() ? nullptr : &*found;
}

std::vector<std::string> Agent::HeldLeases() const {
  std::vector<std::string> leases;
  for (const Held& held : held_) {
    if (!held.abandoned) leases.push_back(held.lease.lease);
  }
  return leases;
}

void Agent::SendMessage(WorkerMessage message) { effects_.push_back(Send{std::move(message)}); }

void Agent::AddNote(NoteLevel level, std::string text) {
  effects_.push_back(Note{level, std::move(text)});
}

}  // namespace rookery::worker
