#include "coordinator/core/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <locale>
#include <sstream>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kIdDigits = 16;
constexpr std::string_view kNothing = "-";

std::string OrNothing(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string(kNothing);
}

std::string SetLine(std::string_view word, const FitSet& set) {
  return fmt::format("{} {} {} {} {} {} {}\n", word, set.positions, set.games, set.log_loss_before,
                     set.log_loss_after, set.squared_error_before, set.squared_error_after);
}

absl::Status Broken(std::string_view line) {
  return Error(absl::StatusCode::kDataLoss, "a stored fit has a broken line: {}",
               line.substr(0, 80));
}

std::istream& operator>>(std::istream& in, FitSet& set) {
  return in >> set.positions >> set.games >> set.log_loss_before >> set.log_loss_after >>
         set.squared_error_before >> set.squared_error_after;
}

std::istream& operator>>(std::istream& in, std::optional<double>& value) {
  std::string word;
  value.reset();
  if (!(in >> word) || word == kNothing) return in;
  std::istringstream number(word);
  number.imbue(std::locale::classic());
  if (!(number >> value.emplace())) in.setstate(std::ios::failbit);
  return in;
}

std::istream& operator>>(std::istream& in, FittedWeight& weight) {
  int note = 0;
  in >> weight.name >> weight.group >> weight.before >> weight.after >> weight.value >>
      weight.error >> weight.move_in_errors >> weight.positions >> note;
  weight.note = static_cast<FitNote>(note);
  return in;
}

// The rest of a line, after the space behind its word.
std::string Rest(std::istream& in) {
  std::string text;
  in.get();
  std::getline(in, text);
  in.clear();
  return text;
}

bool TakeLine(const std::string& word, std::istream& in, FitReport& report) {
  if (word == "train") return static_cast<bool>(in >> report.train);
  if (word == "test") return static_cast<bool>(in >> report.test);
  if (word == "scale") {
    return static_cast<bool>(in >> report.k >> report.k_scores >> report.k_after >>
                             report.anchored);
  }
  if (word == "how") return static_cast<bool>(in >> report.prior_steps >> report.result_share);
  if (word == "out") {
    return static_cast<bool>(in >> report.in_check >> report.decided >> report.restless >>
                             report.faulty >> report.games_known);
  }
  if (word == "weights") {
    return static_cast<bool>(in >> report.start_weights >> report.fitted_weights);
  }
  if (word == "pass") {
    FitPass& pass = report.passes.emplace_back();
    return static_cast<bool>(in >> pass.train >> pass.test);
  }
  if (word == "weight") return static_cast<bool>(in >> report.weights.emplace_back());
  if (word == "start") {
    report.start = Rest(in);
  } else if (word == "data") {
    report.data = Rest(in);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::string EncodeFitReport(const FitReport& report) {
  std::string text = SetLine("train", report.train) + SetLine("test", report.test);
  text += fmt::format("scale {} {} {} {:d}\n", report.k, report.k_scores, report.k_after,
                      report.anchored);
  text += fmt::format("how {} {}\n", report.prior_steps, report.result_share);
  text += fmt::format("out {} {} {} {} {:d}\n", report.in_check, report.decided, report.restless,
                      report.faulty, report.games_known);
  text += fmt::format("weights {} {}\n", report.start_weights, report.fitted_weights);
  text += fmt::format("start {}\ndata {}\n", report.start, report.data);
  for (const FitPass& pass : report.passes) {
    text += fmt::format("pass {} {}\n", pass.train, OrNothing(pass.test));
  }
  for (const FittedWeight& one : report.weights) {
    text += fmt::format("weight {} {} {} {} {} {} {} {} {}\n", one.name, one.group, one.before,
                        one.after, one.value, one.error, OrNothing(one.move_in_errors),
                        one.positions, static_cast<int>(one.note));
  }
  return text;
}

absl::StatusOr<FitReport> DecodeFitReport(std::string_view text) {
  FitReport report;
  while (!text.empty()) {
    const std::string line(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    std::istringstream in(line);
    in.imbue(std::locale::classic());
    std::string word;
    if (!(in >> word) || !TakeLine(word, in, report)) return Broken(line);
  }
  return report;
}

FitId FitIdOf(std::string_view encoded) { return Sha256Hex(encoded).substr(0, kIdDigits); }

uint64_t MovedWeights(const FitReport& report) {
  return static_cast<uint64_t>(
      std::count_if(report.weights.begin(), report.weights.end(),
                    [](const FittedWeight& one) { return one.before != one.after; }));
}

}  // namespace rookery::coordinator
