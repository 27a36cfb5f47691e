#include "coordinator/web/field_faults.h"

#include <algorithm>
#include <string_view>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kMostFaults = 50;  // as many as the checks of a request keep
constexpr std::string_view kLead = "field ";
constexpr std::string_view kRun = "run.";

// "limits.periods[0].base_ms"
bool IsField(std::string_view text) {
  const auto part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '[' ||
           c == ']';
  };
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), part);
}

}  // namespace

std::vector<FieldFault> FieldFaultsOf(const absl::Status& status) {
  std::vector<FieldFault> faults;
  if (!absl::IsInvalidArgument(status) && !absl::IsNotFound(status)) return faults;
  const std::string message = Message(status);
  std::string_view rest = message;
  while (!rest.empty() && faults.size() < kMostFaults) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with(kLead)) line.remove_prefix(kLead.size());
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos || !IsField(line.substr(0, colon))) continue;
    std::string_view field = line.substr(0, colon);
    if (field.starts_with(kRun)) field.remove_prefix(kRun.size());
    faults.push_back({std::string(field), std::string(line.substr(colon + 2))});
  }
  return faults;
}

}  // namespace rookery::coordinator
