#include "tuner/fit/objective.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

#include "base/check.h"

namespace rookery::fit {
namespace {

constexpr double kLeastK = 0.05;
constexpr double kMostK = 20;
constexpr double kFirstK = 2;
constexpr int kMostKSteps = 60;

// A position under some weights.
struct Seen {
  double score;     // centipawns, White's view
  double mg_share;  // what a whole middlegame weight counts for each eighth
  double eg_share;
};

Seen See(const TraceSet& data, size_t i, const double* weights) {
  const TraceSet::Row& row = data.row(i);
  double mg = 0;
  double eg = 0;
  for (const TraceSet::Entry& entry : data.entries(i)) {
    const double* pair = weights + 2 * static_cast<size_t>(entry.term);
    mg += entry.eighths * pair[0];
    eg += entry.eighths * pair[1];
  }
  const double full = mg * row.phase + eg * (eval::kFullPhase - row.phase);
  const int scale = full >= 0 ? row.scale_white : row.scale_black;
  const double unit =
      scale / static_cast<double>(eval::kFullPhase * eval::kUnit * eval::kFullScale);
  return {full * unit, row.phase * unit, (eval::kFullPhase - row.phase) * unit};
}

double Chance(double logit) { return 1 / (1 + std::exp(-logit)); }

// -(r ln s + (1-r) ln(1-s)) without overflow.
double LogLoss(double logit, double target) {
  return std::max(logit, 0.0) + std::log1p(std::exp(-std::abs(logit))) - target * logit;
}

// Upper halves of the second derivatives: for terms i <= j the factors of mg*mg, mg*eg and eg*eg.
class CurvatureSums {
 public:
  CurvatureSums() : blocks_(static_cast<size_t>(params::kTermCount) * params::kTermCount) {}

  void Add(std::span<const TraceSet::Entry> entries, const Seen& seen, double curvature) {
    const double mm = curvature * seen.mg_share * seen.mg_share;
    const double me = curvature * seen.mg_share * seen.eg_share;
    const double ee = curvature * seen.eg_share * seen.eg_share;
    for (size_t i = 0; i < entries.size(); ++i) {
      const double count = entries[i].eighths;
      Block* const row = blocks_.data() + entries[i].term * size_t{params::kTermCount};
      for (size_t j = i; j < entries.size(); ++j) {
        Block& block = row[entries[j].term];
        const double product = count * entries[j].eighths;
        block.mm += product * mm;
        block.me += product * me;
        block.ee += product * ee;
      }
    }
  }

  void AddTo(Eigen::MatrixXd& hessian) const {
    for (int i = 0; i < params::kTermCount; ++i) {
      for (int j = i; j < params::kTermCount; ++j) {
        const Block& block = blocks_[static_cast<size_t>(i * params::kTermCount + j)];
        const auto add = [&hessian](int row, int column, double value) {
          hessian(row, column) += value;
          if (row != column) hessian(column, row) += value;
        };
        add(2 * i, 2 * j, block.mm);
        add(2 * i, 2 * j + 1, block.me);
        if (i != j) add(2 * i + 1, 2 * j, block.me);
        add(2 * i + 1, 2 * j + 1, block.ee);
      }
    }
  }

 private:
  struct Block {
    double mm = 0;
    double me = 0;
    double ee = 0;
    double unused = 0;  // aligns a block to half a cache line
  };
  std::vector<Block> blocks_;
};

void AddGradient(std::span<const TraceSet::Entry> entries, const Seen& seen, double slope,
                 double* gradient) {
  const double mg = slope * seen.mg_share;
  const double eg = slope * seen.eg_share;
  for (const TraceSet::Entry& entry : entries) {
    double* pair = gradient + 2 * static_cast<size_t>(entry.term);
    pair[0] += entry.eighths * mg;
    pair[1] += entry.eighths * eg;
  }
}

}  // namespace

Objective::Objective(const TraceSet* data, int threads) : data_(data), threads_(threads) {
  ROOKERY_CHECK(threads >= 1 && threads <= kMostThreads);
  size_t game = 0;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    const size_t first = game;
    const size_t most = data->size() * (lane + 1) / kLanes;
    while (game < data->games() && (lane + 1 == kLanes || data->game_begin(game) < most)) ++game;
    games_[lane] = {first, game};
    lanes_[lane] = {data->game_begin(first), data->game_begin(game)};
  }
}

void Objective::ForEachLane(const std::function<void(size_t)>& work) const {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t lane = next++; lane < kLanes; lane = next++) work(lane);
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < std::min(threads_, static_cast<int>(kLanes)); ++i) threads.emplace_back(run);
  run();
  for (std::thread& thread : threads) thread.join();
}

Losses Objective::LossOf(const Eigen::VectorXd& weights, double k) const {
  std::array<Losses, kLanes> sums = {};
  ForEachLane([&](size_t lane) {
    Losses sum;
    for (size_t i = lanes_[lane].begin; i < lanes_[lane].end; ++i) {
      const double logit = k / kScoreUnit * See(*data_, i, weights.data()).score;
      const TraceSet::Row& row = data_->row(i);
      sum.log_loss += LogLoss(logit, row.target);
      const double error = row.result - Chance(logit);
      sum.squared_error += error * error;
    }
    sums[lane] = sum;
  });
  Losses total;
  for (const Losses& sum : sums) {
    total.log_loss += sum.log_loss;
    total.squared_error += sum.squared_error;
  }
  return total;
}

Derivatives Objective::DerivativesAt(const Eigen::VectorXd& weights, double k) const {
  struct Lane {
    double log_loss = 0;
    Eigen::VectorXd gradient;
    CurvatureSums curvature;
  };
  std::vector<Lane> sums(kLanes);
  const double unit = k / kScoreUnit;
  ForEachLane([&](size_t lane) {
    Lane& sum = sums[lane];
    sum.gradient = Eigen::VectorXd::Zero(kScalars);
    for (size_t i = lanes_[lane].begin; i < lanes_[lane].end; ++i) {
      const Seen seen = See(*data_, i, weights.data());
      const double chance = Chance(unit * seen.score);
      const double target = data_->row(i).target;
      sum.log_loss += LogLoss(unit * seen.score, target);
      AddGradient(data_->entries(i), seen, unit * (chance - target), sum.gradient.data());
      sum.curvature.Add(data_->entries(i), seen, unit * unit * chance * (1 - chance));
    }
  });
  Derivatives total;
  total.gradient = Eigen::VectorXd::Zero(kScalars);
  total.hessian = Eigen::MatrixXd::Zero(kScalars, kScalars);
  for (const Lane& sum : sums) {
    total.log_loss += sum.log_loss;
    total.gradient += sum.gradient;
    sum.curvature.AddTo(total.hessian);
  }
  return total;
}

Eigen::MatrixXd Objective::GameProducts(const Eigen::VectorXd& weights, double k) const {
  std::vector<Eigen::MatrixXd> sums(kLanes);
  const double unit = k / kScoreUnit;
  ForEachLane([&](size_t lane) {
    sums[lane] = Eigen::MatrixXd::Zero(kScalars, kScalars);
    Eigen::VectorXd gradient(kScalars);
    for (size_t game = games_[lane].begin; game < games_[lane].end; ++game) {
      gradient.setZero();
      for (size_t i = data_->game_begin(game); i < data_->game_begin(game + 1); ++i) {
        const Seen seen = See(*data_, i, weights.data());
        const double slope = unit * (Chance(unit * seen.score) - data_->row(i).target);
        AddGradient(data_->entries(i), seen, slope, gradient.data());
      }
      sums[lane].selfadjointView<Eigen::Lower>().rankUpdate(gradient);
    }
  });
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(kScalars, kScalars);
  for (const Eigen::MatrixXd& sum : sums) total += sum;
  return total.selfadjointView<Eigen::Lower>();
}

double Objective::FitK(const std::function<double(size_t)>& score) const {
  double k = kFirstK;
  for (int step = 0; step < kMostKSteps; ++step) {
    std::array<double, kLanes> slopes = {};
    std::array<double, kLanes> curvatures = {};
    ForEachLane([&](size_t lane) {
      for (size_t i = lanes_[lane].begin; i < lanes_[lane].end; ++i) {
        const double x = score(i) / kScoreUnit;
        const double chance = Chance(k * x);
        slopes[lane] += x * (chance - static_cast<double>(data_->row(i).result));
        curvatures[lane] += x * x * chance * (1 - chance);
      }
    });
    double slope = 0;
    double curvature = 0;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      slope += slopes[lane];
      curvature += curvatures[lane];
    }
    if (curvature <= 0) return 0;
    // At most by half or to the double: the loss is convex but flat far away.
    const double next = std::clamp(k - slope / curvature, k / 2, k * 2);
    const double change = std::abs(next - k);
    k = std::clamp(next, kLeastK, kMostK);
    if (change < 1e-9 * k) break;
  }
  return k;
}

double Objective::BestK(const Eigen::VectorXd& weights) const {
  return FitK([&](size_t i) { return See(*data_, i, weights.data()).score; });
}

double Objective::BestKOfScores() const {
  return FitK([&](size_t i) {
    const int16_t score = data_->row(i).score_cp;
    return score == TraceSet::kNoScore ? 0.0 : static_cast<double>(score);
  });
}

std::array<int64_t, kScalars> Objective::Counts() const {
  std::array<int64_t, kScalars> counts = {};
  for (size_t i = 0; i < data_->size(); ++i) {
    const TraceSet::Row& row = data_->row(i);
    if (row.scale_white == 0 && row.scale_black == 0) continue;
    for (const TraceSet::Entry& entry : data_->entries(i)) {
      const size_t index = 2 * static_cast<size_t>(entry.term);
      if (row.phase > 0) ++counts[index];
      if (row.phase < eval::kFullPhase) ++counts[index + 1];
    }
  }
  return counts;
}

}  // namespace rookery::fit
