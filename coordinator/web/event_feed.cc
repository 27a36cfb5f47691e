#include "coordinator/web/event_feed.h"

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "coordinator/web/json.h"

namespace rookery::coordinator {
namespace {

std::string EventText(std::string_view event, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", event, Dump(data));
}

}  // namespace

bool EventFeed::Enter() {
  MutexLock lock(&mutex_);
  if (stopped_ || listeners_ >= kMostListeners) return false;
  ++listeners_;
  UpdateLocked();  // nothing was built while nobody listened
  return true;
}

void EventFeed::Leave() {
  MutexLock lock(&mutex_);
  --listeners_;
}

size_t EventFeed::listeners() const {
  MutexLock lock(&mutex_);
  return listeners_;
}

EventFeed::Batch EventFeed::Wait(uint64_t last, const RunId& run, std::chrono::milliseconds limit) {
  MutexLock lock(&mutex_);
  Batch batch = NewerThan(last, run);
  if (!batch.events.empty() || batch.ended) return batch;
  lock.WaitFor(changed_, limit, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    batch = NewerThan(last, run);
    return !batch.events.empty() || batch.ended;
  });
  return batch;
}

EventFeed::Batch EventFeed::NewerThan(uint64_t last, const RunId& run) {
  Batch batch;
  batch.last = number_;
  batch.ended = stopped_;
  const auto take = [&](const Entry& entry) {
    if (entry.text != nullptr && entry.number > last) batch.events.push_back(entry.text);
  };
  if (!run.empty()) {
    const auto found = runs_.find(run);
    if (found == runs_.end()) return batch;
    take(found->second);
    batch.ended = stopped_ || !found->second.open;
    return batch;
  }
  take(overview_);
  for (const auto& [id, entry] : runs_) take(entry);
  take(workers_);
  return batch;
}

void EventFeed::Update() {
  {
    MutexLock lock(&mutex_);
    if (listeners_ == 0) return;
    UpdateLocked();
  }
  changed_.notify_all();
}

void EventFeed::UpdateLocked() {
  const std::shared_ptr<const CoordinatorView> view = reads_->View();
  size_t position = 0;
  for (const std::shared_ptr<const RunView>& run : view->runs) {
    const bool open = IsOpen(run->run.state);
    const auto [found, added] = runs_.try_emplace(run->run.id);
    Entry& entry = found->second;
    const bool news = added ? open || position < kNewestRuns : entry.view != run;
    ++position;
    entry.view = run;
    entry.open = open;
    if (news) Put(entry, EventText("run", ToJson(*reads_->FiguresOf(run))));
  }
  Put(workers_, EventText("workers", ToJson(*view->workers)));
  Put(overview_, EventText("overview", ToJson(reads_->Totals(), version_)));
}

void EventFeed::Put(Entry& entry, std::string text) {
  if (entry.text != nullptr && *entry.text == text) return;
  entry.text = std::make_shared<const std::string>(std::move(text));
  entry.number = ++number_;
}

void EventFeed::Stop() {
  {
    MutexLock lock(&mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

}  // namespace rookery::coordinator
