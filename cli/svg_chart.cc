#include "cli/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace rookery::cli {
namespace {

constexpr double kWidth = 720;
constexpr double kLabelWidth = 190;
constexpr double kTextWidth = 190;
constexpr double kRowHeight = 22;
constexpr double kTop = 40;
constexpr double kMargin = 16;

std::string Escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      escaped += c;
    }
  }
  return escaped;
}

std::string Begin(const std::string& title, double height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n"
      "<title>{2}</title>\n"
      "<style>text {{ font: 13px system-ui, sans-serif; fill: #444 }} .title {{ font-weight: 600 "
      "}} "
      ".axis {{ stroke: #999 }} .band {{ stroke: #0b6e5f; stroke-width: 2 }} .dot {{ fill: #0b6e5f "
      "}} .line {{ fill: none; stroke: #0b6e5f; stroke-width: 2 }}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
      "<text class=\"title\" x=\"{3:.0f}\" y=\"24\">{2}</text>\n",
      kWidth, height, Escape(title), kMargin);
}

// From values to places.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;

  double At(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

Scale MakeScale(double low, double high, double from, double to) {
  ROOKERY_CHECK(std::isfinite(low) && std::isfinite(high));
  if (high <= low) high = low + 1;
  const double room = (high - low) * 0.05;
  return {low - room, high + room, from, to};
}

}  // namespace

std::string IntervalChart(const std::string& title, const std::vector<IntervalRow>& rows) {
  ROOKERY_CHECK(!rows.empty());
  double low = 0;
  double high = 0;
  for (const IntervalRow& row : rows) {
    low = std::min({low, row.low, row.value});
    high = std::max({high, row.high, row.value});
  }
  const Scale x = MakeScale(low, high, kMargin + kLabelWidth, kWidth - kTextWidth - kMargin);
  const double bottom = kTop + kRowHeight * static_cast<double>(rows.size());
  std::string svg = Begin(title, bottom + kMargin);
  svg += fmt::format(
      "<line class=\"axis\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" "
      "y2=\"{2:.1f}\"/>\n",
      x.At(0), kTop - 6, bottom);
  double y = kTop + kRowHeight / 2;
  for (const IntervalRow& row : rows) {
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", kMargin, y + 4,
                       Escape(row.label));
    svg += fmt::format(
        "<line class=\"band\" x1=\"{0:.1f}\" y1=\"{2:.1f}\" x2=\"{1:.1f}\" y2=\"{2:.1f}\"/>"
        "<circle class=\"dot\" cx=\"{3:.1f}\" cy=\"{2:.1f}\" r=\"4\"/>\n",
        x.At(row.low), x.At(row.high), y, x.At(row.value));
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\">{}</text>\n", kWidth - kTextWidth, y + 4,
                       Escape(row.text));
    y += kRowHeight;
  }
  return svg + "</svg>\n";
}

std::string LineChart(const std::string& title,
                      const std::vector<std::pair<double, double>>& points) {
  ROOKERY_CHECK(!points.empty());
  constexpr double kHeight = 260;
  const auto by_y = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least, most] = std::minmax_element(points.begin(), points.end(), by_y);
  const Scale x = MakeScale(points.front().first, points.back().first, 90, kWidth - kMargin);
  const Scale y = MakeScale(least->second, most->second, kHeight - kMargin, kTop);
  std::string path;
  std::string dots;
  for (const auto& [at, value] : points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', x.At(at), y.At(value));
    dots += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", x.At(at),
                        y.At(value));
  }
  std::string svg = Begin(title, kHeight);
  for (const double value : {least->second, most->second}) {
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\">{:.5g}</text>\n", kMargin, y.At(value) + 4,
                       value);
  }
  return svg + fmt::format("<path class=\"line\" d=\"{}\"/>\n{}\n</svg>\n", path, dots);
}

}  // namespace rookery::cli
