#include "base/pairing/swiss.h"

#include <algorithm>
#include <numeric>

namespace rookery {
namespace {

// Steps of the search for a round without repeated meetings; beyond, repeats are allowed.
constexpr int kMaxSteps = 20'000;

class Pairing {
 public:
  Pairing(const std::vector<SwissEntry>& entries, std::vector<int> order, bool repeats)
      : entries_(entries), order_(std::move(order)), used_(entries.size()), repeats_(repeats) {}

  bool Find() {
    size_t top = 0;
    while (top < order_.size() && used_[Slot(order_[top])]) ++top;
    if (top == order_.size()) return true;
    const int one = order_[top];
    used_[Slot(one)] = true;
    for (size_t i = top + 1; i < order_.size() && ++steps_ < kMaxSteps; ++i) {
      const int other = order_[i];
      if (used_[Slot(other)] || (!repeats_ && HaveMet(one, other))) continue;
      used_[Slot(other)] = true;
      encounters_.emplace_back(one, other);
      if (Find()) return true;
      encounters_.pop_back();
      used_[Slot(other)] = false;
    }
    used_[Slot(one)] = false;
    return false;
  }
  std::vector<std::pair<int, int>> Take() { return std::move(encounters_); }

 private:
  static size_t Slot(int entry) { return static_cast<size_t>(entry); }
  bool HaveMet(int one, int other) const {
    const std::vector<int>& met = entries_[Slot(one)].met;
    return std::find(met.begin(), met.end(), other) != met.end();
  }

  const std::vector<SwissEntry>& entries_;
  const std::vector<int> order_;
  std::vector<bool> used_;
  const bool repeats_;
  std::vector<std::pair<int, int>> encounters_;
  int steps_ = 0;
};

}  // namespace

SwissRound PairSwissRound(const std::vector<SwissEntry>& entries) {
  std::vector<int> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const int64_t points_a = entries[static_cast<size_t>(a)].points;
    const int64_t points_b = entries[static_cast<size_t>(b)].points;
    return points_a != points_b ? points_a > points_b : a < b;
  });
  SwissRound round;
  if (order.size() % 2 == 1) {
    auto lowest = std::find_if(order.rbegin(), order.rend(), [&](int entry) {
      return !entries[static_cast<size_t>(entry)].had_bye;
    });
    if (lowest == order.rend()) lowest = order.rbegin();
    round.bye = *lowest;
    order.erase(std::next(lowest).base());
  }
  for (const bool repeats : {false, true}) {
    Pairing pairing(entries, order, repeats);
    if (!pairing.Find()) continue;
    round.encounters = pairing.Take();
    break;
  }
  return round;
}

}  // namespace rookery
