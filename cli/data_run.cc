#include "cli/data_run.h"

#include <fmt/format.h>

#include <atomic>

#include "base/status.h"
#include "cli/data_file.h"
#include "cli/progress_view.h"

namespace rookery::cli {
namespace {

// Redraws a line on a terminal, elsewhere says one now and then.
class GamesMeter {
 public:
  GamesMeter(Context& context, uint64_t first, uint64_t games)
      : context_(context), first_(first), games_(games), start_(Now()), said_(start_) {}

  void Show(uint64_t done, uint64_t positions) {
    constexpr int64_t kEveryNanos = 10'000'000'000;
    constexpr uint64_t kBetween = 16;
    if (done % kBetween != 0) return;
    const double seconds = Seconds();
    const double left =
        seconds * static_cast<double>(games_ - done) / static_cast<double>(done - first_);
    const std::string text = fmt::format("{} of {} games, {} positions, about {} left", done,
                                         games_, positions, DurationText(left));
    if (context_.printer->err_terminal()) {
      context_.printer->Raw("\r\x1b[K  " + text);
    } else if (Now() - said_ >= kEveryNanos) {
      said_ = Now();
      context_.printer->Say(text);
    }
  }
  void Finish() const {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K");
  }
  double Seconds() const { return static_cast<double>(Now() - start_) * 1e-9; }

 private:
  int64_t Now() const { return context_.clock->MonotonicNanos(); }

  Context& context_;
  uint64_t first_;
  uint64_t games_;
  int64_t start_;
  int64_t said_;
};

}  // namespace

absl::StatusOr<GeneratedData> GenerateFile(const DataRecipe& recipe, const std::string& path,
                                           Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(DataFile file, DataFile::Open(path, RecipeLine(recipe), recipe.games));
  const uint64_t first = file.next_game();
  if (first > 0) context.printer->Say(fmt::format("{}: goes on with game {}", path, first));
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&stop] { stop = true; });
  GamesMeter meter(context, first, recipe.games);
  const absl::Status status =
      GenerateData(recipe, first, *context.clock, stop, [&](const GameData& game) {
        const auto positions = static_cast<uint64_t>(game.positions);
        ROOKERY_RETURN_IF_ERROR(file.Append(game.lines, positions));
        meter.Show(game.game + 1, file.positions());
        return absl::OkStatus();
      });
  meter.Finish();
  if (absl::IsCancelled(status)) {
    context.printer->Say(
        fmt::format("{}: {} positions so far; the same command goes on", path, file.positions()));
  }
  ROOKERY_RETURN_IF_ERROR(status);
  return GeneratedData{file.positions(), meter.Seconds()};
}

}  // namespace rookery::cli
