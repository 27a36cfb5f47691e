#include "cli/fit_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "cli/tune_space.h"
#include "engine/params/weights.h"

namespace rookery::cli {
namespace {

// One of kFormats' names.
fit::Format FormatOf(std::string_view name) {
  const auto* found = std::find_if(fit::kFormats.begin(), fit::kFormats.end(),
                                   [name](const auto& known) { return known.name == name; });
  ROOKERY_CHECK(found != fit::kFormats.end());
  return found->format;
}

// Tells how far reading and fitting are; watches for Ctrl-C.
class Watcher {
 public:
  explicit Watcher(Context& context)
      : context_(context), listener_(context.interrupt, [this] { stop_ = true; }) {}

  bool Positions(int64_t positions) {
    Show(fmt::format("{} positions read", positions));
    return !stop_;
  }
  bool Step(const fit::FitStep& step) {
    const std::string test = step.test_loss ? fmt::format(" (test {:.6f})", *step.test_loss) : "";
    Show(fmt::format("step {}: log loss {:.6f}{}, largest change {:.3f} steps", step.number,
                     step.loss, test, step.largest));
    return !stop_;
  }
  void Finish() const {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K");
  }

 private:
  void Show(const std::string& text) {
    if (context_.printer->err_terminal()) context_.printer->Raw("\r\x1b[K  " + text);
  }

  Context& context_;
  std::atomic<bool> stop_ = false;
  const Interrupt::Listener listener_;
};

absl::StatusOr<fit::DataSet> Load(const FitDataFlags& flags, const params::Weights& start,
                                  Context& context, Watcher& watcher) {
  fit::DataOptions options;
  options.shape = eval::Shape(start);
  options.read.format = FormatOf(flags.format);
  options.read.view = flags.view == "mover" ? fit::View::kMover : fit::View::kWhite;
  options.read.skip_faulty = flags.skip_faulty;
  options.test_share = flags.test_share;
  options.resolve = flags.resolve;
  options.clock = context.clock;
  options.on_progress = [&watcher](int64_t positions) { return watcher.Positions(positions); };
  absl::StatusOr<fit::DataSet> data = fit::LoadData(flags.files, options);
  if (data.ok() && data->train.size() == 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "--data: {} positions were read in {}, and none is left to fit to; give more of "
                 "them, or another --format or --test-share",
                 data->read.positions, fmt::join(flags.files, ", "));
  }
  return data;
}

fit::FitOptions OptionsOf(const FitFlags& flags, std::vector<int> scalars, Watcher& watcher) {
  fit::FitOptions options;
  options.scalars = std::move(scalars);
  options.prior_steps = flags.prior;
  options.result_share = flags.result_share;
  if (flags.k > 0) options.k = flags.k;
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  options.threads = flags.threads > 0 ? flags.threads : std::clamp(cores, 1, fit::kMostThreads);
  options.on_step = [&watcher](const fit::FitStep& step) { return watcher.Step(step); };
  return options;
}

}  // namespace

absl::StatusOr<std::vector<int>> ChosenScalars(const FitFlags& flags) {
  std::vector<int> chosen;
  const auto table = params::Table();
  for (const std::string& group : flags.groups) {
    const size_t before = chosen.size();
    for (int i = 0; i < fit::kScalars; ++i) {
      if (table[static_cast<size_t>(i)].group == group) chosen.push_back(i);
    }
    if (chosen.size() == before) {
      std::vector<std::string_view> known = params::Groups();
      std::erase_if(known, [](std::string_view g) { return g == "scales" || g == "search"; });
      return InvalidArgument("--group: '{}' is no group of the evaluation; there are {}", group,
                             fmt::join(known, ", "));
    }
  }
  for (const std::string& name : flags.names) {
    const size_t before = chosen.size();
    for (int i = 0; i < fit::kScalars; ++i) {
      if (IsNamed(table[static_cast<size_t>(i)], name)) chosen.push_back(i);
    }
    if (chosen.size() == before && std::any_of(table.begin(), table.end(), [&](const auto& one) {
          return IsNamed(one, name);
        })) {
      return InvalidArgument(
          "--param: '{}' is no weight of a term, and positions say nothing of it; games tune it "
          "(rookery tune)",
          name);
    }
    if (chosen.size() == before) {
      return InvalidArgument("--param: '{}' isn't known; did you mean {}?", name,
                             fmt::join(params::NearestNames(name), ", "));
    }
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

absl::StatusOr<FitRun> RunFit(const FitFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(std::vector<int> scalars, ChosenScalars(flags));
  const absl::StatusOr<params::Weights> loaded = params::LoadWeights(flags.start);
  if (!loaded.ok()) {
    return Error(loaded.status().code(), "--start: {}", Message(loaded.status()));
  }
  const params::Weights& start = *loaded;
  const int64_t began = context.clock->MonotonicNanos();
  Watcher watcher(context);
  ROOKERY_ASSIGN_OR_RETURN(fit::DataSet data, Load(flags.data, start, context, watcher));
  const fit::FitOptions options = OptionsOf(flags, std::move(scalars), watcher);
  absl::StatusOr<fit::FitReport> report = fit::FitWeights(data.train, data.test, start, options);
  watcher.Finish();
  ROOKERY_RETURN_IF_ERROR(report.status());
  const double seconds = static_cast<double>(context.clock->MonotonicNanos() - began) * 1e-9;
  return FitRun{std::move(data), start, *std::move(report), seconds};
}

}  // namespace rookery::cli
