#include "cli/default_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/file.h"
#include "base/status.h"
#include "cli/progress_view.h"
#include "cli/streamed_file.h"

namespace rookery::cli {
namespace {

constexpr int kMostThreads = 64;

// Changes whenever generated lines change, so that a cache never serves an older kind.
constexpr int kGeneratorVersion = 1;

int Threads() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
}

// A line that is drawn anew on a terminal; elsewhere the start alone is told.
class Meter {
 public:
  Meter(Context& context, uint64_t lines)
      : context_(context), lines_(lines), start_(context.clock->MonotonicNanos()) {}

  void Show(uint64_t done) const {
    if (!context_.printer->err_terminal() || done == 0) return;
    const double seconds = static_cast<double>(context_.clock->MonotonicNanos() - start_) * 1e-9;
    const double left = seconds * static_cast<double>(lines_ - done) / static_cast<double>(done);
    context_.printer->Raw(fmt::format("\r\x1b[K  {} of {} openings, about {} left", done, lines_,
                                      DurationText(left)));
  }
  void Finish() const {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K");
  }

 private:
  Context& context_;
  uint64_t lines_;
  int64_t start_;
};

}  // namespace

absl::Status MakeBook(const BookOptions& options, const OnLine& on_line, Context& context) {
  BookOptions chosen = options;
  chosen.threads = Threads();
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&stop] { stop = true; });
  const Meter meter(context, options.lines);
  absl::Status made =
      GenerateBook(chosen, on_line, [&meter](uint64_t lines) { meter.Show(lines); }, stop);
  meter.Finish();
  return made;
}

absl::Status WriteBook(const BookOptions& options, const std::string& path, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(StreamedFile file, StreamedFile::Create(path));
  const auto write = [&file](std::string_view line) {
    ROOKERY_RETURN_IF_ERROR(file.Append(line));
    return file.Append("\n");
  };
  ROOKERY_RETURN_IF_ERROR(MakeBook(options, write, context));
  return file.Commit();
}

absl::StatusOr<std::string> DefaultBook(uint64_t lines, Context& context) {
  BookOptions options;
  options.lines = std::max(lines, kDefaultBookLines);
  const std::string folder = CacheFolder(context.environment);
  const std::string path =
      fmt::format("{}/book-v{}-seed{}-plies{}-lines{}.epd", folder, kGeneratorVersion, options.seed,
                  options.plies, options.lines);
  std::error_code error;
  if (std::filesystem::exists(path, error)) return path;
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  context.printer->Say(
      fmt::format("Making an opening book of {} lines, once: {}", options.lines, path));
  ROOKERY_RETURN_IF_ERROR(WriteBook(options, path, context));
  return path;
}

}  // namespace rookery::cli
