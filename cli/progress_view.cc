#include "cli/progress_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "cli/league_text.h"
#include "cli/run_text.h"
#include "cli/tune_text.h"

namespace rookery::cli {
namespace {

constexpr size_t kTuneLines = 12;  // parameters shown
constexpr int kBarCells = 31;

std::string LeftText(const v1::Run& run) {
  const std::optional<double> left = PairsLeft(run);
  const double speed = run.progress().games_per_second();
  if (!left || speed <= 0 || HasEnded(run)) return "";
  return fmt::format("about {} left", DurationText(2 * *left / speed));
}

std::string CountText(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  std::string text =
      fmt::format("{} of at most {}", progress.pairs(), Counted(run.spec().max_pairs(), "pair"));
  // The leases of a run that has ended are gone, and with them its workers.
  if (HasEnded(run)) return text;
  text += fmt::format(", {:.1f} games/s on {} worker{}", progress.games_per_second(),
                      progress.workers(), progress.workers() == 1 ? "" : "s");
  const std::string left = LeftText(run);
  return left.empty() ? text : text + ", " + left;
}

std::string UnableLine(const std::string& unable) {
  return fmt::format("  no worker plays it; {}", unable);
}

std::string HeadText(const v1::Run& run) {
  return fmt::format("{} {}: {}, {}", KindText(run.kind()), RunId(run.name()),
                     PlayersText(run.spec()), LimitsText(run.spec().limits()));
}

}  // namespace

std::string BarText(double value, double lower, double upper, int cells) {
  const double share = std::clamp((value - lower) / (upper - lower), 0.0, 1.0);
  const int position = static_cast<int>(std::lround(share * (cells - 1)));
  std::string bar(static_cast<size_t>(cells), '-');
  const int zero = static_cast<int>(std::lround(-lower / (upper - lower) * (cells - 1)));
  if (zero >= 0 && zero < cells) {
    for (int i = std::min(zero, position); i <= std::max(zero, position); ++i) {
      bar[static_cast<size_t>(i)] = '=';
    }
    bar[static_cast<size_t>(zero)] = '|';
  }
  bar[static_cast<size_t>(position)] = 'o';
  return fmt::format("{:.2f} [{}] {:+.2f}", lower, bar, upper);
}

std::optional<double> PairsLeft(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  if (progress.has_forecast()) return progress.forecast().pairs_median();
  if (run.kind() == v1::RUN_KIND_TEST) return std::nullopt;
  return std::max(
      0.0, static_cast<double>(run.spec().max_pairs()) - static_cast<double>(progress.pairs()));
}

std::string DurationText(double seconds) {
  const auto total = static_cast<int64_t>(std::ceil(std::min(seconds, 1e9)));
  if (total < 100) return fmt::format("{} s", total);
  const int64_t minutes = (total + 30) / 60;
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

std::vector<std::string> ProgressLines(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  std::vector<std::string> lines = {HeadText(run)};
  if (run.kind() == v1::RUN_KIND_TUNE) {
    for (std::string& line : TuneLines(run, kTuneLines)) lines.push_back(std::move(line));
    lines.push_back("  " + CountText(run));
    return lines;
  }
  if (run.kind() == v1::RUN_KIND_LEAGUE) {
    lines.push_back("  " + LeagueLine(run));
    lines.push_back("  " + CountText(run));
    return lines;
  }
  if (run.kind() == v1::RUN_KIND_TEST) {
    lines.push_back(
        fmt::format("  LLR {:+.2f}  {}", progress.llr(),
                    BarText(progress.llr(), progress.lower(), progress.upper(), kBarCells)));
  }
  lines.push_back(
      fmt::format("  Elo {}   {}", EloText(progress), PentanomialText(progress.pentanomial())));
  lines.push_back("  " + CountText(run));
  if (progress.has_forecast()) {
    lines.push_back(
        fmt::format("  At any time {}   {}", AnyTimeText(progress), ForecastText(progress)));
  }
  return lines;
}

std::string ProgressLine(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  std::string line = fmt::format("{} {}: ", KindText(run.kind()), RunId(run.name()));
  if (run.kind() == v1::RUN_KIND_TUNE) {
    return line + fmt::format("{}, {}", ForecastText(run.tune()), CountText(run));
  }
  if (run.kind() == v1::RUN_KIND_LEAGUE) {
    return line + fmt::format("{}, {}", LeagueLine(run), CountText(run));
  }
  if (run.kind() == v1::RUN_KIND_TEST) {
    line += fmt::format("LLR {:.2f} ({:.2f}, {:.2f}), ", progress.llr(), progress.lower(),
                        progress.upper());
  }
  line += fmt::format("Elo {}, {}", EloText(progress), CountText(run));
  const std::string forecast = ForecastText(progress);
  return forecast.empty() ? line : line + "; " + forecast;
}

void ProgressView::Show(const v1::Run& run, const std::string& unable) {
  if (!printer_->err_terminal()) {
    const int64_t now = clock_->MonotonicNanos();
    const bool news = unable != last_unable_;
    if (last_plain_ && now - *last_plain_ < kPlainEveryNanos && !HasEnded(run) && !news) return;
    last_plain_ = now;
    last_unable_ = unable;
    printer_->Say(ProgressLine(run));
    if (!unable.empty()) printer_->Say(UnableLine(unable));
    return;
  }
  Erase();
  std::string text;
  std::vector<std::string> lines = ProgressLines(run);
  if (!unable.empty()) lines.push_back(UnableLine(unable));
  // Longer lines than the terminal is wide would break the drawing: no wrapping while drawn.
  for (const std::string& line : lines) text += "\x1b[?7l" + line + "\x1b[?7h\n";
  printer_->Raw(text);
  drawn_lines_ = lines.size();
}

void ProgressView::Say(std::string_view text) {
  Erase();
  printer_->Say(text);
}

void ProgressView::Finish() { Erase(); }

void ProgressView::Erase() {
  if (drawn_lines_ > 0) printer_->Raw(fmt::format("\x1b[{}A\x1b[J", drawn_lines_));
  drawn_lines_ = 0;
}

}  // namespace rookery::cli
