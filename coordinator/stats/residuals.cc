#include "coordinator/stats/residuals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "coordinator/stats/normal.h"

namespace rookery::stats {
namespace {

constexpr size_t kColumns = 3;
constexpr double kSmallestExpected = 5;
using Row = std::array<double, kColumns>;

struct Table {
  std::vector<size_t> index;  // into the input
  std::vector<Row> rows;
  Row columns{};
  double total = 0;
};

Table MakeTable(const std::vector<Pentanomial>& workers, const std::vector<WorkerResidual>& kept) {
  Table table;
  for (size_t i = 0; i < workers.size(); ++i) {
    if (!kept[i].counted) continue;
    const Pentanomial& w = workers[i];
    const Row row = {static_cast<double>(w[0] + w[1]), static_cast<double>(w[2]),
                     static_cast<double>(w[3] + w[4])};
    table.index.push_back(i);
    table.rows.push_back(row);
    for (size_t c = 0; c < kColumns; ++c) {
      table.columns[c] += row[c];
      table.total += row[c];
    }
  }
  return table;
}

double RowSum(const Row& row) { return row[0] + row[1] + row[2]; }

// Marks the workers that are too small for the chi-square law; false if there was none.
bool DropSmall(const Table& table, std::vector<WorkerResidual>& kept) {
  bool dropped = false;
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const double smallest = *std::min_element(table.columns.begin(), table.columns.end()) *
                            RowSum(table.rows[i]) / std::max(table.total, 1.0);
    if (smallest > kSmallestExpected) continue;
    kept[table.index[i]].counted = false;
    dropped = true;
  }
  return dropped;
}

double RowChiSquare(const Table& table, const Row& row) {
  double sum = 0;
  for (size_t c = 0; c < kColumns; ++c) {
    const double expected = table.columns[c] * RowSum(row) / table.total;
    sum += (row[c] - expected) * (row[c] - expected) / expected;
  }
  return sum;
}

// The deviate that a normal exceeds with that probability, in (0, 1].
double UpperDeviate(double probability) {
  constexpr double kSmallest = 1e-300;
  if (probability >= 0.5) return 0;
  return -NormalQuantile(std::max(probability, kSmallest));
}

}  // namespace

double ChiSquareTail(double chi_square, int even_degrees) {
  ROOKERY_CHECK(even_degrees > 0 && even_degrees % 2 == 0);
  const double half = chi_square / 2;
  if (half <= 0) return 1;
  // e^-half sum half^j / j!, each term by its logarithm because e^-half alone may underflow.
  double tail = 0;
  for (int j = 0; j < even_degrees / 2; ++j) {
    tail += std::exp(j * std::log(half) - half - std::lgamma(j + 1.0));
  }
  return std::min(tail, 1.0);
}

Homogeneity CompareWorkers(const std::vector<Pentanomial>& workers) {
  Homogeneity result;
  result.workers.assign(workers.size(), WorkerResidual{.counted = true});
  Table table = MakeTable(workers, result.workers);
  while (DropSmall(table, result.workers)) table = MakeTable(workers, result.workers);
  result.counted = static_cast<int>(table.rows.size());
  if (result.counted < 2) return result;
  double chi_square = 0;
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const double row = RowChiSquare(table, table.rows[i]);
    chi_square += row;
    const double adjusted = row / (1 - RowSum(table.rows[i]) / table.total);
    result.workers[table.index[i]].z = UpperDeviate(ChiSquareTail(adjusted, kColumns - 1));
  }
  result.chi_square = chi_square;
  result.degrees = (result.counted - 1) * static_cast<int>(kColumns - 1);
  result.p = ChiSquareTail(chi_square, result.degrees);
  result.z95 = UpperDeviate(0.05 / result.counted);
  result.z99 = UpperDeviate(0.01 / result.counted);
  return result;
}

std::optional<size_t> WorstWorker(const Homogeneity& homogeneity) {
  if (!homogeneity.z99) return std::nullopt;
  const auto worst =
      std::max_element(homogeneity.workers.begin(), homogeneity.workers.end(),
                       [](const WorkerResidual& a, const WorkerResidual& b) { return a.z < b.z; });
  if (worst->z <= *homogeneity.z99) return std::nullopt;
  return static_cast<size_t>(worst - homogeneity.workers.begin());
}

}  // namespace rookery::stats
