#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

void CheckFinite(Violations& found, std::string_view field, double value) {
  if (!std::isfinite(value)) found.Add(field, "{} is no finite number", value);
}

// Errors, losses and scales.
void CheckSize(Violations& found, std::string_view field, double value) {
  if (!std::isfinite(value) || value < 0) {
    found.Add(field, "{} is no finite number from 0 on", value);
  }
}

void CheckSet(Violations& found, const std::string& field, const v1::FitSet& set) {
  found.CheckRange(field + ".positions", set.positions(), uint64_t{0}, kMaxFitPositions);
  found.CheckRange(field + ".games", set.games(), uint64_t{0}, set.positions());
  CheckSize(found, field + ".log_loss_before", set.log_loss_before());
  CheckSize(found, field + ".log_loss_after", set.log_loss_after());
  CheckSize(found, field + ".squared_error_before", set.squared_error_before());
  CheckSize(found, field + ".squared_error_after", set.squared_error_after());
}

// Names of parameters and groups are words.
void CheckWord(Violations& found, const std::string& field, std::string_view word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
  if (word.empty() || word.size() > kMaxParameterName || !plain) {
    found.Add(field, "{} is no name; 1 to {} letters, digits, _, . and - are needed", Quoted(word),
              kMaxParameterName);
  }
}

void CheckWeight(Violations& found, const std::string& field, const v1::FittedWeight& weight) {
  CheckWord(found, field + ".name", weight.name());
  CheckWord(found, field + ".group", weight.group());
  found.CheckRange(field + ".before", weight.before(), -kMaxTuneValue, kMaxTuneValue);
  found.CheckRange(field + ".after", weight.after(), -kMaxTuneValue, kMaxTuneValue);
  CheckFinite(found, field + ".value", weight.value());
  CheckSize(found, field + ".error", weight.error());
  CheckFinite(found, field + ".move_in_errors", weight.move_in_errors());
  found.CheckRange(field + ".positions", weight.positions(), uint64_t{0}, kMaxFitPositions);
  if (weight.note() < v1::FIT_NOTE_UNSPECIFIED || weight.note() > v1::FIT_NOTE_NEVER_SEEN) {
    found.Add(field + ".note", "{} is unknown; none, at bound or never seen is needed",
              static_cast<int>(weight.note()));
  }
}

void CheckLists(Violations& found, const v1::FitReport& report) {
  if (report.passes_size() > kMaxFitPasses) {
    found.Add("report.passes", "{} given; at most {} are allowed", report.passes_size(),
              kMaxFitPasses);
    return;
  }
  for (int i = 0; i < report.passes_size(); ++i) {
    const std::string field = fmt::format("report.passes[{}].", i);
    CheckSize(found, field + "train", report.passes(i).train());
    CheckSize(found, field + "test", report.passes(i).test());
  }
  if (report.weights_size() < 1 || report.weights_size() > kMaxFitWeights) {
    found.Add("report.weights", "{} given; 1 to {} are allowed", report.weights_size(),
              kMaxFitWeights);
    return;
  }
  for (int i = 0; i < report.weights_size(); ++i) {
    CheckWeight(found, fmt::format("report.weights[{}]", i), report.weights(i));
  }
}

}  // namespace

absl::Status Validate(const v1::PostFitRequest& request) {
  Violations found;
  found.CheckText("title", request.title(), kMaxTitle);
  if (!request.has_report()) {
    found.Add("report", "is missing");
    return found.Finish();
  }
  const v1::FitReport& report = request.report();
  CheckSet(found, "report.train", report.train());
  CheckSet(found, "report.test", report.test());
  CheckLists(found, report);
  found.CheckText("report.data", report.data(), kMaxFitData);
  found.CheckText("report.start", report.start(), kMaxFitData);
  found.CheckSha256("report.start_weights_sha256", report.start_weights_sha256());
  found.CheckSha256("report.fitted_weights_sha256", report.fitted_weights_sha256());
  CheckSize(found, "report.prior_steps", report.prior_steps());
  found.CheckRange("report.result_share", report.result_share(), 0.0, 1.0);
  CheckSize(found, "report.k", report.k());
  CheckSize(found, "report.k_scores", report.k_scores());
  CheckSize(found, "report.k_after", report.k_after());
  return found.Finish();
}

absl::Status Validate(const v1::GetFitRequest& request) {
  Violations found;
  found.CheckResource("name", request.name(), "fits");
  return found.Finish();
}

}  // namespace rookery::wire
