#include "coordinator/query/speed_log.h"

#include <utility>

namespace rookery::coordinator {

void SpeedLog::Note(const CoordinatorView& view) {
  MutexLock lock(&mutex_);
  if (!entries_.empty() && view.at < entries_.back().at + pause_) return;
  Entry entry{.at = view.at, .speeds = {}};
  for (const auto& row : *view.workers) {
    const WorkerView& worker = *row;
    if (worker.phase == WorkerPhase::kAway || worker.info.nodes_per_second <= 0) continue;
    if (entry.speeds.size() >= kMostWorkers) break;
    entry.speeds.emplace(worker.info.id, worker.info.nodes_per_second);
  }
  entries_.push_back(std::move(entry));
  if (entries_.size() <= kMostEntries) return;
  std::vector<Entry> thinned;
  for (size_t i = 0; i < entries_.size(); i += 2) thinned.push_back(std::move(entries_[i]));
  entries_ = std::move(thinned);
  pause_ *= 2;
}

Speeds SpeedLog::All() const {
  MutexLock lock(&mutex_);
  Speeds all;
  for (size_t i = 0; i < entries_.size(); ++i) {
    all.at.push_back(entries_[i].at);
    for (const auto& [worker, speed] : entries_[i].speeds) {
      auto& line = all.nodes_per_second[worker];
      line.resize(entries_.size());
      line[i] = speed;
    }
  }
  return all;
}

}  // namespace rookery::coordinator
