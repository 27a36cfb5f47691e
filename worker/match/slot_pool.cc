#include "worker/match/slot_pool.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/file.h"
#include "base/status.h"
#include "worker/player/embedded_player.h"

namespace rookery::worker {
namespace {

constexpr size_t kMaxOpenBooks = 4;
constexpr int64_t kMaxWeightsFile = 1 << 20;

}  // namespace

// One thread's engines and what it plays now.
class SlotPool::Slot {
 public:
  explicit Slot(SlotPool* pool) : pool_(*pool) {}

  void Run() {
    while (std::optional<PairOrder> order = pool_.Take(*this)) {
      absl::StatusOr<PlayedPair> pair = Play(*order);
      pool_.Done(*this, *order, std::move(pair));
    }
  }

  // The rest under the pool's lock.
  void Begin(const std::string& lease) {
    lease_ = lease;
    stop_ = false;
  }
  void End() { lease_.clear(); }
  void StopIf(const std::string& lease) {
    if (lease_ == lease) Stop();
  }
  void Stop() {
    stop_ = true;
    for (Player* player : live_) player->Stop();
  }

 private:
  struct Key {
    std::string dev;
    std::string base;
    int hash_kib = 0;
    std::vector<std::string> tuned;  // of a tune, with the pair's values
    std::vector<int> dev_values;
    std::vector<int> base_values;
    bool operator==(const Key&) const = default;
  };

  absl::StatusOr<PlayedPair> Play(const PairOrder& order) {
    const PlayPlan& plan = *order.plan;
    GameLimits limits = plan.limits;
    ROOKERY_ASSIGN_OR_RETURN(limits.rules, chess::FindRuleProfile(plan.rule_profile));
    ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book, pool_.BookOf(plan));
    ROOKERY_RETURN_IF_ERROR(SeatPlayers(plan, order.pair_index));
    const PairPlan pair = PlanPair(plan.run_seed, order.pair_index, book->size());
    ROOKERY_ASSIGN_OR_RETURN(const chess::Position opening, book->At(pair.opening));
    const PairSetup setup{dev_.get(), base_.get(), opening, pair, order.pair_index};
    return PlayPair(setup, limits, *pool_.options_.clock, stop_);
  }

  absl::Status SeatPlayers(const PlayPlan& plan, uint64_t pair_index) {
    Key key{plan.dev.weights_sha256, plan.base.weights_sha256, plan.hash_kib, plan.tuned, {}, {}};
    if (!plan.tuned.empty()) {
      const auto values = plan.values.find(pair_index);
      if (values == plan.values.end()) {
        return InvalidArgument("pair {} of the tune has no candidate", pair_index);
      }
      key.dev_values = values->second.dev;
      key.base_values = values->second.base;
    }
    if (dev_ != nullptr && key == key_) return absl::OkStatus();
    ROOKERY_ASSIGN_OR_RETURN(auto dev, MakePlayer(plan.dev, key, key.dev_values));
    ROOKERY_ASSIGN_OR_RETURN(auto base, MakePlayer(plan.base, key, key.base_values));
    MutexLock lock(&pool_.mutex_);
    live_ = {dev.get(), base.get()};
    dev_ = std::move(dev);
    base_ = std::move(base);
    key_ = std::move(key);
    return absl::OkStatus();
  }

  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(const SideSpec& side, const Key& key,
                                                     const std::vector<int>& values) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string path,
                             pool_.options_.artifact_path(side.weights_sha256));
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxWeightsFile));
    ROOKERY_ASSIGN_OR_RETURN(params::Weights weights, params::ParseWeights(text, side.name));
    for (size_t i = 0; i < values.size(); ++i) {
      ROOKERY_RETURN_IF_ERROR(weights.Set(key.tuned[i], values[i]));
    }
    const EmbeddedPlayerOptions options{side.name, std::move(weights),
                                        int64_t{1024} * key.hash_kib};
    return std::make_unique<EmbeddedPlayer>(options, pool_.options_.clock);
  }

  SlotPool& pool_;
  std::atomic<bool> stop_ = false;
  std::string lease_;          // guarded by the pool's mutex
  std::vector<Player*> live_;  // guarded by the pool's mutex
  Key key_;
  std::unique_ptr<Player> dev_;
  std::unique_ptr<Player> base_;
};

SlotPool::SlotPool(SlotPoolOptions options) : options_(std::move(options)) {
  ROOKERY_CHECK(options_.slots >= 1);
  for (int i = 0; i < options_.slots; ++i) slots_.push_back(std::make_unique<Slot>(this));
  for (const auto& slot : slots_) threads_.emplace_back([&slot] { slot->Run(); });
}

SlotPool::~SlotPool() {
  {
    MutexLock lock(&mutex_);
    closing_ = true;
    for (const auto& slot : slots_) slot->Stop();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  for (const PairOrder& order : orders_) {
    options_.on_outcome(order, absl::CancelledError("the worker ends"));
  }
}

void SlotPool::Start(PairOrder order) {
  {
    MutexLock lock(&mutex_);
    orders_.push_back(std::move(order));
  }
  changed_.notify_one();
}

void SlotPool::StopLease(const std::string& lease) {
  std::vector<PairOrder> dropped;
  {
    MutexLock lock(&mutex_);
    std::copy_if(orders_.begin(), orders_.end(), std::back_inserter(dropped),
                 [&](const PairOrder& one) { return one.lease == lease; });
    std::erase_if(orders_, [&](const PairOrder& one) { return one.lease == lease; });
    for (const auto& slot : slots_) slot->StopIf(lease);
  }
  for (const PairOrder& order : dropped) {
    options_.on_outcome(order, absl::CancelledError("the lease was stopped"));
  }
}

std::optional<PairOrder> SlotPool::Take(Slot& slot) {
  MutexLock lock(&mutex_);
  lock.Wait(changed_,
            [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return closing_ || !orders_.empty(); });
  if (closing_) return std::nullopt;
  PairOrder order = std::move(orders_.front());
  orders_.pop_front();
  slot.Begin(order.lease);
  return order;
}

void SlotPool::Done(Slot& slot, const PairOrder& order, absl::StatusOr<PlayedPair> pair) {
  {
    MutexLock lock(&mutex_);
    slot.End();
  }
  options_.on_outcome(order, std::move(pair));
}

absl::StatusOr<std::shared_ptr<const openings::Book>> SlotPool::BookOf(const PlayPlan& plan) {
  MutexLock lock(&books_mutex_);
  for (const auto& [sha256, book] : books_) {
    if (sha256 == plan.book_sha256) return book;
  }
  ROOKERY_ASSIGN_OR_RETURN(const std::string path, options_.artifact_path(plan.book_sha256));
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<openings::Book> opened, openings::Book::Open(path));
  if (opened->size() != plan.book_lines) {
    return InvalidArgument("the book {} has {} openings here, but {} by the coordinator's count",
                           plan.book_sha256, opened->size(), plan.book_lines);
  }
  if (books_.size() >= kMaxOpenBooks) books_.erase(books_.begin());
  books_.emplace_back(plan.book_sha256, std::move(opened));
  return books_.back().second;
}

}  // namespace rookery::worker
