#include "worker/match/slot_pool.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/decimal.h"
#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/status.h"
#include "engine/chess/notation.h"
#include "worker/match/time_scale.h"
#include "worker/player/embedded_player.h"
#include "worker/player/uci_player.h"

namespace rookery::worker {
namespace {

constexpr size_t kMaxOpenBooks = 4;
constexpr int64_t kMaxWeightsFile = 1 << 20;
// Players that a slot keeps, and how large their tables may be together.
constexpr int kMaxSeated = 8;
constexpr int kMaxPrograms = 4;  // processes among them, whose memory isn't ours to count
constexpr int kMaxKeptKib = 64 << 10;

}  // namespace

// One thread's engines and what it plays now.
class SlotPool::Slot {
 public:
  Slot(SlotPool* pool, int number) : pool_(*pool), number_(number) {}

  void Run() {
    while (std::optional<PairOrder> order = pool_.Take(*this)) {
      absl::StatusOr<PlayedPair> pair = Play(*order);
      pool_.Done(*this, *order, std::move(pair));
    }
  }

  bool HasPlayers() const { return !seats_.empty(); }
  // All ends begin before any is waited for.
  void CloseAll() {
    for (Seat& seat : seats_) seat.player->BeginQuit();
    while (!seats_.empty()) Close(seats_.begin());
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
  // What a player is made of.
  struct Key {
    std::string name;
    std::string weights;
    int hash_kib = 0;
    int threads = 1;
    bool chess960 = false;
    int64_t nodes = 0;                    // that bound its searches; 0: something else does
    std::vector<std::string> tuned = {};  // of a tune, with the pair's values
    std::vector<int> decimals = {};
    std::vector<int> values = {};
    bool operator==(const Key&) const = default;

    bool SameButValues(const Key& other) const {
      Key twin = other;
      twin.values = values;
      return *this == twin;
    }
    // As a UCI engine is told them.
    std::vector<std::pair<std::string, std::string>> Options() const {
      std::vector<std::pair<std::string, std::string>> options;
      for (size_t i = 0; i < values.size(); ++i) {
        options.emplace_back(tuned[i], DecimalText(values[i], decimals.empty() ? 0 : decimals[i]));
      }
      return options;
    }
  };
  struct Seat {
    Key key;
    std::unique_ptr<Player> player;
    bool is_program = false;
    int64_t wanted_ns = 0;  // when a pair last wanted it
  };

  absl::StatusOr<PlayedPair> Play(const PairOrder& order) {
    const PlayPlan& plan = *order.plan;
    GameLimits limits = plan.limits;
    ROOKERY_ASSIGN_OR_RETURN(limits.rules, chess::FindRuleProfile(plan.rule_profile));
    ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book, pool_.BookOf(plan));
    ROOKERY_ASSIGN_OR_RETURN(const PlannedPair pair, PlannedPairOf(plan, order.pair_index));
    ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening,
                             book->At(pair.plan.opening, limits.rules));
    ROOKERY_ASSIGN_OR_RETURN(const double scale,
                             TimeScale(plan.reference_nps, pool_.options_.bench_nps));
    const SideLimits dev_limits = Scaled(pair.dev->limits.value_or(limits.each), scale);
    const SideLimits base_limits = Scaled(pair.base->limits.value_or(limits.each), scale);
    Key dev = KeyOf(plan, *pair.dev, dev_limits);
    Key base = KeyOf(plan, *pair.base, base_limits);
    ROOKERY_RETURN_IF_ERROR(TakeValues(plan, order.pair_index, dev, base));
    Player* first = nullptr;
    Player* second = nullptr;
    ROOKERY_RETURN_IF_ERROR(Take(dev, nullptr, first));
    ROOKERY_RETURN_IF_ERROR(Take(base, first, second));
    Trim(plan.hash_kib);
    ROOKERY_RETURN_IF_ERROR(CheckVariant(plan, opening.start));
    PairSetup setup{first, second, opening, pair.plan, order.pair_index, &dev_limits, &base_limits};
    if (LiveFeed* live = pool_.options_.live; live != nullptr) {
      setup.on_move = [this, live, &plan, &order](const GameSoFar& game) {
        live->OnMove(number_, plan.run, order.pair_index, game);
      };
    }
    return PlayPair(setup, limits, *pool_.options_.clock, stop_);
  }

  // A program that isn't told so reads the castling of such a position as another move. The two
  // that play now are the last of the list.
  absl::Status CheckVariant(const PlayPlan& plan, const chess::Position& opening) const {
    if (plan.chess960 || !opening.IsChess960()) return absl::OkStatus();
    const bool programs = std::any_of(seats_.end() - 2, seats_.end(),
                                      [](const Seat& seat) { return seat.is_program; });
    if (!programs) return absl::OkStatus();
    return InvalidArgument(
        "the book has openings of Chess960 ('{}') and the engines haven't been told so; make the "
        "run with --variant chess960",
        chess::ToFen(opening));
  }

  static Key KeyOf(const PlayPlan& plan, const SideSpec& side, const SideLimits& limits) {
    return {side.name,    side.weights_sha256, plan.hash_kib,
            plan.threads, plan.chess960,       limits.clock.enabled() ? 0 : limits.per_move.nodes,
            plan.tuned,   plan.decimals};
  }

  static absl::Status TakeValues(const PlayPlan& plan, uint64_t pair_index, Key& dev, Key& base) {
    if (plan.tuned.empty()) return absl::OkStatus();
    const auto values = plan.values.find(pair_index);
    if (values == plan.values.end()) {
      return InvalidArgument("pair {} of the tune has no candidate", pair_index);
    }
    dev.values = values->second.dev;
    base.values = values->second.base;
    return absl::OkStatus();
  }

  // A player that is as the key says and isn't `taken`; it goes to the end of the list, so that the
  // front is the longest idle one.
  absl::Status Take(const Key& key, const Player* taken, Player*& player) {
    for (auto seat = seats_.begin(); seat != seats_.end(); ++seat) {
      if (seat->player.get() == taken || !Suits(*seat, key)) continue;
      std::rotate(seat, std::next(seat), seats_.end());
      player = seats_.back().player.get();
      seats_.back().wanted_ns = pool_.options_.clock->MonotonicNanos();
      return Change(seats_.back(), key);
    }
    ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<Player> made, MakePlayer(key));
    const bool is_program = dynamic_cast<const UciPlayer*>(made.get()) != nullptr;
    Sit({key, std::move(made), is_program, pool_.options_.clock->MonotonicNanos()});
    player = seats_.back().player.get();
    if (!is_program) return absl::OkStatus();
    const absl::Status heeds = CheckHeedsNodes(*player, key.nodes);
    if (!heeds.ok()) Close(std::prev(seats_.end()));
    return heeds;
  }

  // From now on Stop reaches it.
  void Sit(Seat seat) {
    MutexLock lock(&pool_.mutex_);
    live_.push_back(seat.player.get());
    seats_.push_back(std::move(seat));
  }

  // A program is told the values of a candidate; embedded players are made of theirs.
  static bool Suits(const Seat& seat, const Key& key) {
    return seat.is_program ? seat.key.SameButValues(key) : seat.key == key;
  }
  static absl::Status Change(Seat& seat, const Key& key) {
    if (seat.key == key) return absl::OkStatus();
    const absl::Status set = static_cast<UciPlayer&>(*seat.player).SetForNextGame(key.Options());
    if (!set.ok()) {
      return Error(absl::StatusCode::kFailedPrecondition, "{}: {}", key.name, Message(set));
    }
    seat.key = key;
    return absl::OkStatus();
  }

  // Players beyond those that play now are kept as far as their tables are small, and no longer
  // than pairs want them.
  void Trim(int hash_kib) {
    const auto kept = static_cast<size_t>(std::clamp(kMaxKeptKib / hash_kib, 2, kMaxSeated));
    const int64_t since_ns =
        pool_.options_.clock->MonotonicNanos() - pool_.options_.idle_ms * 1'000'000;
    while (seats_.size() > 2 && (seats_.size() > kept || Programs() > kMaxPrograms ||
                                 seats_.front().wanted_ns < since_ns)) {
      Close(seats_.begin());
    }
  }

  int64_t Programs() const {
    return std::count_if(seats_.begin(), seats_.end(),
                         [](const Seat& seat) { return seat.is_program; });
  }

  void Close(std::vector<Seat>::iterator seat) {
    Seat gone = std::move(*seat);
    seats_.erase(seat);
    {
      MutexLock lock(&pool_.mutex_);
      std::erase(live_, gone.player.get());
    }
    gone.player.reset();  // a program takes its time to end: not locked
  }

  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(const Key& key) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string path, pool_.options_.artifact_path(key.weights));
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxWeightsFile));
    if (IsManifest(text)) {
      return SeatUciEngine(pool_.options_.uci,
                           {key.name, text, key.threads, key.chess960, key.Options()},
                           pool_.options_.artifact_path, pool_.options_.clock);
    }
    ROOKERY_ASSIGN_OR_RETURN(params::Weights weights, params::ParseWeights(text, key.name));
    for (size_t i = 0; i < key.values.size(); ++i) {
      ROOKERY_RETURN_IF_ERROR(weights.Set(key.tuned[i], key.values[i]));
    }
    if (key.threads > uci::kMostThreads) {
      return InvalidArgument("threads: {} asked for; the embedded engine takes up to {}",
                             key.threads, uci::kMostThreads);
    }
    const EmbeddedPlayerOptions options{key.name, std::move(weights), int64_t{1024} * key.hash_kib,
                                        key.threads};
    return std::make_unique<EmbeddedPlayer>(options, pool_.options_.clock);
  }

  SlotPool& pool_;
  const int number_;
  std::atomic<bool> stop_ = false;
  std::string lease_;          // guarded by the pool's mutex
  std::vector<Player*> live_;  // guarded by the pool's mutex
  std::vector<Seat> seats_;
};

SlotPool::SlotPool(SlotPoolOptions options) : options_(std::move(options)) {
  ROOKERY_CHECK(options_.slots >= 1);
  for (int i = 0; i < options_.slots; ++i) slots_.push_back(std::make_unique<Slot>(this, i));
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
  for (;;) {
    if (const auto order = WaitForOrder(slot)) return *order;
    slot.CloseAll();
  }
}

std::optional<std::optional<PairOrder>> SlotPool::WaitForOrder(Slot& slot) {
  const auto ready = [this]()
                         ABSL_NO_THREAD_SAFETY_ANALYSIS { return closing_ || !orders_.empty(); };
  MutexLock lock(&mutex_);
  if (!slot.HasPlayers()) {
    lock.Wait(changed_, ready);
  } else if (!lock.WaitFor(changed_, std::chrono::milliseconds(options_.idle_ms), ready)) {
    return std::nullopt;
  }
  if (closing_) return std::optional<PairOrder>();
  std::optional<PairOrder> order = std::move(orders_.front());
  orders_.pop_front();
  slot.Begin(order->lease);
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
