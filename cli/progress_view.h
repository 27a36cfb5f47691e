// A run's progress for a person: on a terminal a few lines that are drawn anew, elsewhere a plain
// line now and then. Messages, so all of it goes to stderr. One thread. Nothing is owned.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "cli/printer.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

class ProgressView {
 public:
  ProgressView(Printer* printer, Clock* clock) : printer_(printer), clock_(clock) {}

  // `unable`: why no worker plays it, if one said so.
  void Show(const v1::Run& run, const std::string& unable = "");
  // A message in between; what is drawn moves below it.
  void Say(std::string_view text);
  // Removes what is drawn; the caller prints the result.
  void Finish();

 private:
  void Erase();

  static constexpr int64_t kPlainEveryNanos = 10'000'000'000;

  Printer* printer_;
  Clock* clock_;
  size_t drawn_lines_ = 0;
  std::optional<int64_t> last_plain_;
  std::string last_unable_;
};

// "-2.94 [=====|==o---] +2.94": where the value lies between its bounds. `cells` inside.
std::string BarText(double value, double lower, double upper, int cells);

// Pairs that are left: of a test the forecast's median, of a match up to its length. None while
// there is no forecast.
std::optional<double> PairsLeft(const v1::Run& run);

// "1 h 05 min", "3 min", "20 s".
std::string DurationText(double seconds);

// The lines that a terminal shows, without colours.
std::vector<std::string> ProgressLines(const v1::Run& run);
// The same in one line.
std::string ProgressLine(const v1::Run& run);

}  // namespace rookery::cli
