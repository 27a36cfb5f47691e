#include "coordinator/loop/core_loop.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/log.h"
#include "base/status.h"
#include "coordinator/loop/coalesce.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kMaxBackoff = absl::Seconds(5);

}  // namespace

CoreLoop::CoreLoop(const Parts& parts, const LoopOptions& options, Rng rng)
    : parts_(parts),
      options_(options),
      clock_(parts.clock),
      queue_(options.queue_capacity),
      rng_(rng) {}

CoreLoop::~CoreLoop() { Stop(); }

absl::Status CoreLoop::Start() {
  ROOKERY_CHECK(!thread_.joinable());
  clock_.Restart();
  ROOKERY_RETURN_IF_ERROR(LoadCore());
  Publish(true);
  thread_ = std::thread([this] { Main(); });
  return absl::OkStatus();
}

void CoreLoop::Stop() {
  queue_.Close();
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
  }
  stop_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool CoreLoop::Post(Event event) {
  if (queue_.TryPush(std::move(event))) return true;
  metrics_.refused_full.fetch_add(1, std::memory_order_relaxed);
  return false;
}

std::shared_ptr<const CoordinatorView> CoreLoop::View() const {
  MutexLock lock(&mutex_);
  return view_;
}

absl::Status CoreLoop::status() const {
  MutexLock lock(&mutex_);
  return status_;
}

absl::Status CoreLoop::health() const {
  const absl::Time now = Now();
  MutexLock lock(&mutex_);
  if (!status_.ok() || now - trouble_at_ >= kTroubled) return status_;
  return trouble_;
}

void CoreLoop::NoteTrouble(const absl::Status& why) {
  const absl::Time now = Now();
  MutexLock lock(&mutex_);
  trouble_ =
      why.ok() ? why : Error(absl::StatusCode::kUnavailable, "the store fails: {}", Message(why));
  trouble_at_ = now;
}

absl::Status CoreLoop::LoadCore() {
  ROOKERY_ASSIGN_OR_RETURN(LoadedState loaded, parts_.store->Load());
  // A generator of its own each time: identifiers of a group that was lost must not come again.
  rng_ = Rng(rng_.Next());
  next_.clear();
  workers_ = WorkerList();
  core_ = std::make_unique<Core>(
      Core::Load(std::move(loaded), options_.core, parts_.policy, rng_.Fork("core"), Now()));
  return absl::OkStatus();
}

void CoreLoop::Main() {
  absl::Time next_tick = Now();
  for (;;) {
    const absl::Duration wait = std::max(absl::ZeroDuration(), next_tick - Now());
    std::vector<Event> events =
        queue_.PopSome(options_.events_per_commit, absl::ToChronoNanoseconds(wait));
    if (events.empty() && queue_.closed()) return;
    if (Now() >= next_tick) {
      FollowWallClock();
      events.emplace_back(Tick{});
      next_tick = Now() + options_.tick;
    }
    if (events.empty()) continue;
    absl::Status status = RunAll(std::move(events));
    if (status.ok()) status = CheckLead();
    if (!status.ok() && !Reload(status)) return;
  }
}

void CoreLoop::FollowWallClock() {
  const absl::Duration stepped = clock_.CatchUp();
  if (stepped == absl::ZeroDuration()) return;
  spdlog::warn(
      "the host's clock went on by {} at once, or the host slept; leases that are out are "
      "lent anew; was the clock set wrong, set it right and start the coordinator again",
      absl::FormatDuration(absl::Trunc(stepped, absl::Seconds(1))));
}

absl::Status CoreLoop::CheckLead() {
  if (Now() - lead_checked_ < options_.check_lead_every) return absl::OkStatus();
  lead_checked_ = Now();
  return parts_.store->CheckLead();
}

absl::Status CoreLoop::RunAll(std::vector<Event> events) {
  std::vector<Event> group;
  for (Event& event : events) {
    auto* needs_rows = std::get_if<VoidPairs>(&event);
    if (needs_rows == nullptr) {
      group.push_back(std::move(event));
      continue;
    }
    if (!group.empty()) ROOKERY_RETURN_IF_ERROR(RunGroup(group));
    group.clear();
    ROOKERY_RETURN_IF_ERROR(RunWithRows(std::move(*needs_rows)));
  }
  if (!group.empty()) ROOKERY_RETURN_IF_ERROR(RunGroup(group));
  // A voided worker's audits are gone, so that this ends.
  while (!next_.empty()) {
    std::vector<Event> next = std::exchange(next_, {});
    for (Event& event : next) {
      ROOKERY_RETURN_IF_ERROR(RunWithRows(std::get<VoidPairs>(std::move(event))));
    }
  }
  return absl::OkStatus();
}

absl::Status CoreLoop::RunWithRows(VoidPairs event) {
  ROOKERY_ASSIGN_OR_RETURN(event.rows, parts_.store->ReadRows(event.run, event.worker));
  std::vector<Event> one;
  one.emplace_back(std::move(event));
  return RunGroup(one);
}

absl::Status CoreLoop::RunGroup(const std::vector<Event>& events) {
  const int64_t begin = parts_.clock->MonotonicNanos();
  std::vector<Write> writes;
  std::vector<Reply> replies;
  for (const Event& event : events) {
    Effects effects = core_->Step(event, Now());
    std::move(effects.writes.begin(), effects.writes.end(), std::back_inserter(writes));
    std::move(effects.replies.begin(), effects.replies.end(), std::back_inserter(replies));
    std::move(effects.next.begin(), effects.next.end(), std::back_inserter(next_));
  }
  const int64_t stepped = parts_.clock->MonotonicNanos();
  metrics_.events.fetch_add(events.size(), std::memory_order_relaxed);
  metrics_.step_nanos.fetch_add(static_cast<uint64_t>(stepped - begin), std::memory_order_relaxed);
  if (!writes.empty()) {
    writes = Coalesce(std::move(writes));
    ROOKERY_ASSIGN_OR_RETURN(const CommitResult result, parts_.store->Commit(writes));
    for (const auto& [run, games] : result.repeated_games) core_->AddRepeatedGames(run, games);
    const int64_t committed = parts_.clock->MonotonicNanos();
    if (std::exchange(failures_, 0) > 0) NoteTrouble(absl::OkStatus());
    metrics_.commits.fetch_add(1, std::memory_order_relaxed);
    metrics_.rows.fetch_add(writes.size(), std::memory_order_relaxed);
    metrics_.commit_nanos.fetch_add(static_cast<uint64_t>(committed - stepped),
                                    std::memory_order_relaxed);
  }
  // The view first: who has been answered may read at once, and must see what it did.
  Publish(false);
  for (const Reply& reply : replies) parts_.sink->Deliver(reply);
  return absl::OkStatus();
}

bool CoreLoop::Reload(absl::Status why) {
  // Failures in a row, whether of a commit or of loading. A group that commits sets it back, and so
  // does a time in which nothing failed: where nobody plays there is nothing to commit.
  if (Now() - reloaded_at_ > kMaxBackoff) failures_ = 0;
  while (!absl::IsFailedPrecondition(why) && ++failures_ <= options_.reload_tries) {
    metrics_.reloads.fetch_add(1, std::memory_order_relaxed);
    NoteTrouble(why);
    spdlog::error("the store failed, loading it again try={} of={} error=\"{}\"", failures_,
                  options_.reload_tries, Message(why));
    // The disk may be full or read-only for a while: don't take the next group at once.
    const absl::Duration backoff =
        std::min(kMaxBackoff, options_.reload_backoff * (1 << std::min(failures_ - 1, 16)));
    if (!SleepUnlessStopped(backoff)) break;
    const absl::Status loaded = LoadCore();
    if (loaded.ok()) {
      reloaded_at_ = Now();
      parts_.sink->OnReset(why);
      Publish(true);
      return true;
    }
    why = loaded;
  }
  const absl::Status last = Error(why.code(), "the store can't be used any more: {}", Message(why));
  spdlog::critical("{}", Message(last));
  queue_.Close();
  parts_.sink->OnReset(last);
  MutexLock lock(&mutex_);
  status_ = last;
  return false;
}

bool CoreLoop::SleepUnlessStopped(absl::Duration time) {
  MutexLock lock(&mutex_);
  return !lock.WaitFor(stop_changed_, absl::ToChronoNanoseconds(time),
                       [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_; });
}

void CoreLoop::Publish(bool all) {
  const absl::Time now = Now();
  const bool timed = all || now - workers_published_ >= options_.publish_workers_every;
  std::vector<RunId> changed = core_->TakeChangedRuns();
  const bool workers_due = timed || core_->marks_revision() != marks_published_;
  const bool artifacts_changed = all || core_->artifact_count() != artifacts_published_;
  const bool tokens_changed = all || core_->tokens_revision() != tokens_published_;
  const bool engines_changed = all || core_->engines_revision() != engines_published_;
  const bool fits_changed = all || core_->fits_revision() != fits_published_;
  if (changed.empty() && !workers_due && !artifacts_changed && !tokens_changed &&
      !engines_changed && !fits_changed) {
    return;
  }
  if (timed) {  // rates fall without an event
    const std::vector<RunId> open = core_->OpenRuns();
    changed.insert(changed.end(), open.begin(), open.end());
  }
  auto view =
      all ? std::make_shared<CoordinatorView>() : std::make_shared<CoordinatorView>(*View());
  view->at = now;
  PublishRuns(changed, now, view.get());
  if (workers_due) {
    workers_.Put(core_->TakeChangedWorkers());
    view->workers = workers_.Share();
    marks_published_ = core_->marks_revision();
    workers_published_ = timed ? now : workers_published_;
  }
  if (artifacts_changed) PublishArtifacts(view.get());
  if (tokens_changed) {
    view->tokens = std::make_shared<const TokenBook>(core_->tokens());
    tokens_published_ = core_->tokens_revision();
  }
  if (engines_changed) {
    view->engines = std::make_shared<const EngineNames>(core_->engines());
    engines_published_ = core_->engines_revision();
  }
  if (fits_changed) {
    view->fits = std::make_shared<const FitList>(core_->fits());
    fits_published_ = core_->fits_revision();
  }
  // The old one, if no reader holds it, goes outside the lock: readers mustn't wait for that.
  std::shared_ptr<const CoordinatorView> published = std::move(view);
  {
    MutexLock lock(&mutex_);
    view_.swap(published);
  }
  published = nullptr;
  parts_.sink->OnPublished();
}

void CoreLoop::PublishRuns(const std::vector<RunId>& changed, absl::Time now,
                           CoordinatorView* view) {
  bool any_new = false;
  for (const RunId& id : changed) {
    std::shared_ptr<const RunView>& slot = view->run_by_id[id];
    const std::shared_ptr<const RunView> old = slot;
    slot = std::make_shared<const RunView>(core_->ViewRun(id, now));
    if (old == nullptr) {
      any_new = true;
    } else {
      std::replace(view->runs.begin(), view->runs.end(), old, slot);
    }
  }
  if (!any_new) return;
  view->runs.clear();
  for (const RunId& id : core_->RunIds()) view->runs.push_back(view->run_by_id.at(id));
}

void CoreLoop::PublishArtifacts(CoordinatorView* view) {
  auto artifacts = std::make_shared<absl::flat_hash_map<std::string, ArtifactInfo>>();
  for (ArtifactInfo& artifact : core_->Artifacts()) {
    artifacts->emplace(artifact.sha256, std::move(artifact));
  }
  artifacts_published_ = artifacts->size();
  view->artifacts = std::move(artifacts);
}

}  // namespace rookery::coordinator
