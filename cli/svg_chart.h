// Small charts as SVG files, for reports: values with their intervals, and a series of points.
// Readable in light and dark, and by those who can't see colours apart. Pure; any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rookery::cli {

struct IntervalRow {
  std::string label;
  double value = 0;
  double low = 0;
  double high = 0;
  std::string text = {};  // beside it
};

// One row below the other on a common scale with a line at zero. Finite values (CHECK); at least
// one row.
std::string IntervalChart(const std::string& title, const std::vector<IntervalRow>& rows);

// y over x, joined. Finite values (CHECK); at least one point.
std::string LineChart(const std::string& title,
                      const std::vector<std::pair<double, double>>& points);

}  // namespace rookery::cli
