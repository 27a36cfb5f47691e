// Weights from text: the TOML file and the names that stand on command lines.
#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>

#include "base/file.h"
#include "base/status.h"
#include "engine/params/weights.h"

namespace rookery::params {
namespace {

constexpr std::string_view kDefault = "default";
constexpr std::string_view kCatalogue = "catalogue";
constexpr int64_t kLargestFile = 1 << 20;
constexpr size_t kMostFaults = 50;  // a file of another kind shouldn't fill the terminal
constexpr size_t kMostOfAValue = 60;
constexpr int kDeepestTable = 4;  // names have two parts at most

// A value as it stands in the file, cut where it is too long for a message.
std::string Written(const toml::node& node) {
  std::ostringstream text;
  text << toml::node_view<const toml::node>(node);
  std::string written = text.str();
  if (written.size() > kMostOfAValue) written = written.substr(0, kMostOfAValue) + "...";
  return written;
}

class Reader {
 public:
  explicit Reader(std::string_view file_name) : file_name_(file_name) {}

  void ReadTable(const toml::table& table, const std::string& prefix, int depth) {
    for (const auto& [key, node] : table) {
      const std::string name =
          prefix.empty() ? std::string(key.str()) : fmt::format("{}.{}", prefix, key.str());
      if (const toml::table* inner = node.as_table()) {
        if (depth >= kDeepestTable) {
          Fault(node, fmt::format("{}: tables nest too deep", name));
        } else {
          if (inner->empty()) Fault(node, fmt::format("{}: an empty table sets nothing", name));
          ReadTable(*inner, name, depth + 1);
        }
      } else {
        ReadValue(node, name);
      }
    }
  }

  absl::StatusOr<Weights> Finish() {
    if (faults_ == 0) return weights_;
    if (faults_ > kMostFaults) {
      text_ += fmt::format("\n{}: and {} more", file_name_, faults_ - kMostFaults);
    }
    return absl::InvalidArgumentError(text_);
  }

 private:
  void ReadValue(const toml::node& node, const std::string& name) {
    const std::optional<int> index = FindParameter(name);
    const toml::value<int64_t>* value = node.as_integer();
    if (index && value == nullptr) {
      const Parameter& parameter = Table()[static_cast<size_t>(*index)];
      Fault(node, fmt::format("{}: {} is not a whole number; allowed are {} to {}", name,
                              Written(node), parameter.min, parameter.max));
      return;
    }
    const int64_t number = index ? value->get() : 0;
    const int clamped = static_cast<int>(std::clamp<int64_t>(number, INT32_MIN, INT32_MAX));
    const absl::Status set = weights_.Set(name, clamped);
    if (!set.ok()) Fault(node, Message(set));
  }

  void Fault(const toml::node& node, std::string_view what) {
    if (++faults_ > kMostFaults) return;
    if (!text_.empty()) text_ += '\n';
    text_ += fmt::format("{}:{}: {}", file_name_, node.source().begin.line, what);
  }

  std::string_view file_name_;
  Weights weights_;
  std::string text_;
  size_t faults_ = 0;
};

// One comma's worth: "-group" or "name=value".
absl::Status Apply(std::string_view change, Weights& weights) {
  if (change.starts_with('-')) return weights.SwitchOff(change.substr(1));
  const size_t equals = change.find('=');
  if (equals == std::string_view::npos) {
    return InvalidArgument("weights: '{}' is neither -GROUP nor NAME=VALUE", change);
  }
  const std::string_view digits = change.substr(equals + 1);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return InvalidArgument("weights: '{}' in '{}' is not a whole number", digits, change);
  }
  return weights.Set(change.substr(0, equals), value);
}

}  // namespace

absl::StatusOr<Weights> ParseWeights(std::string_view text, std::string_view file_name) {
  try {
    const toml::table table = toml::parse(text, file_name);
    Reader reader(file_name);
    reader.ReadTable(table, "", 1);
    return reader.Finish();
  } catch (const toml::parse_error& error) {
    return InvalidArgument("{}:{}: {}", file_name, error.source().begin.line, error.description());
  }
}

bool NamesASet(std::string_view name_or_path) {
  const std::string_view base = name_or_path.substr(0, name_or_path.find(','));
  return base == kDefault || base == kCatalogue;
}

absl::StatusOr<Weights> LoadWeights(std::string_view name_or_path) {
  const size_t comma = name_or_path.find(',');
  const std::string_view base = name_or_path.substr(0, comma);
  Weights weights;
  if (base.empty()) {
    return InvalidArgument("weights: empty; write '{}', '{}' or a file's path", kDefault,
                           kCatalogue);
  }
  if (base == kCatalogue) {
    weights = CatalogueWeights();
  } else if (base != kDefault) {
    const std::string path(base);
    const absl::StatusOr<std::string> read = ReadFile(path, kLargestFile);
    if (absl::IsNotFound(read.status())) {
      return Error(absl::StatusCode::kNotFound,
                   "there is no file '{}'; write '{}', '{}' or a weights file's path", path,
                   kDefault, kCatalogue);
    }
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, read);
    ROOKERY_ASSIGN_OR_RETURN(weights, ParseWeights(text, base));
  }
  size_t begin = comma;
  while (begin != std::string_view::npos) {
    const size_t end = name_or_path.find(',', begin + 1);
    const size_t length = end == std::string_view::npos ? end : end - begin - 1;
    ROOKERY_RETURN_IF_ERROR(Apply(name_or_path.substr(begin + 1, length), weights));
    begin = end;
  }
  return weights;
}

}  // namespace rookery::params
