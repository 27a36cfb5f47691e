#include "coordinator/loop/worker_list.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace rookery::coordinator {
namespace {

bool Before(const std::shared_ptr<const WorkerView>& a,
            const std::shared_ptr<const WorkerView>& b) {
  return std::tie(a->info.label, a->info.id) < std::tie(b->info.label, b->info.id);
}

}  // namespace

void WorkerList::Put(std::vector<WorkerView> changed) {
  WorkerViews added;
  for (WorkerView& view : changed) {
    const auto place = places_.find(view.info.id);
    auto row = std::make_shared<const WorkerView>(std::move(view));
    if (place == places_.end()) {
      added.push_back(std::move(row));
      continue;
    }
    std::shared_ptr<const WorkerView>& old = rows_[place->second];
    const bool moves = old->info.label != row->info.label;
    old = moves ? nullptr : row;
    if (moves) added.push_back(std::move(row));
  }
  if (!added.empty()) Merge(std::move(added));
}

void WorkerList::Merge(WorkerViews added) {
  std::erase(rows_, nullptr);
  std::sort(added.begin(), added.end(), Before);
  WorkerViews merged;
  merged.reserve(rows_.size() + added.size());
  std::merge(rows_.begin(), rows_.end(), added.begin(), added.end(), std::back_inserter(merged),
             Before);
  rows_ = std::move(merged);
  for (size_t i = 0; i < rows_.size(); ++i) places_[rows_[i]->info.id] = i;
}

}  // namespace rookery::coordinator
