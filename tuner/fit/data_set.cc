#include "tuner/fit/data_set.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/check.h"
#include "base/rng.h"
#include "base/status.h"
#include "engine/eval/evaluator.h"
#include "tuner/fit/quiet.h"

namespace rookery::fit {
namespace {

constexpr int64_t kBetweenReports = 1 << 16;
constexpr uint64_t kSplitBuckets = 1'000'000;

class Loader {
 public:
  explicit Loader(const DataOptions& options) : options_(options) {
    if (options.resolve) {
      ROOKERY_CHECK(options.clock != nullptr);
      finder_ = std::make_unique<QuietFinder>(params::Weights(), options.clock);
    }
  }

  absl::Status Take(const LabelledPosition& labelled) {
    if (++taken_ > kMostPositions) {
      return Error(absl::StatusCode::kResourceExhausted, "more than {} positions; give fewer",
                   kMostPositions);
    }
    if (taken_ % kBetweenReports == 0 && options_.on_progress && !options_.on_progress(taken_)) {
      return absl::CancelledError("interrupted");
    }
    if (labelled.score_cp && std::abs(*labelled.score_cp) > options_.most_score_cp) {
      ++data_.decided;
      return absl::OkStatus();
    }
    if (labelled.position.in_check()) {
      ++data_.in_check;
      return absl::OkStatus();
    }
    if (finder_ == nullptr) return Add(labelled.position, labelled);
    const std::optional<chess::Position> calm = finder_->Resolve(labelled.position);
    if (calm) return Add(*calm, labelled);
    ++data_.restless;
    return absl::OkStatus();
  }

  DataSet Finish(ReadSummary summary) {
    data_.read = std::move(summary);
    return std::move(data_);
  }

 private:
  absl::Status Add(const chess::Position& position, const LabelledPosition& labelled) {
    const eval::Trace trace = eval::TraceOf(position, options_.shape);
    if (trace.scales[0] == 0 && trace.scales[1] == 0) {
      ++data_.decided;
      return absl::OkStatus();
    }
    const bool test = static_cast<double>(Mix64(labelled.game) % kSplitBuckets) <
                      options_.test_share * kSplitBuckets;
    (test ? data_.test : data_.train)
        .Add(trace, {labelled.result, labelled.score_cp, labelled.game});
    return absl::OkStatus();
  }

  const DataOptions& options_;
  std::unique_ptr<QuietFinder> finder_;
  DataSet data_;
  int64_t taken_ = 0;
};

// A game that is read twice may be trained on once and judge the fit the other time.
absl::Status CheckDistinct(const std::vector<std::string>& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t other = 0; other < i; ++other) {
      std::error_code error;
      if (!std::filesystem::equivalent(files[i], files[other], error) || error) continue;
      return InvalidArgument("{} is the same file as {}: its games would count twice; name it once",
                             files[i], files[other]);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DataSet> LoadData(const std::vector<std::string>& files,
                                 const DataOptions& options) {
  ROOKERY_RETURN_IF_ERROR(CheckDistinct(files));
  Loader loader(options);
  ROOKERY_ASSIGN_OR_RETURN(
      ReadSummary summary,
      ReadPositions(files, options.read,
                    [&loader](const LabelledPosition& labelled) { return loader.Take(labelled); }));
  return loader.Finish(std::move(summary));
}

}  // namespace rookery::fit
