#include "tuner/optim/parameter_file.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/status.h"

namespace rookery::optim {
namespace {

constexpr size_t kMaxFaults = 50;                            // told at once
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // as Windows begins a text with

class Faults {
 public:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    if (++count_ <= kMaxFaults) lines_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  absl::Status Finish() const {
    if (count_ == 0) return absl::OkStatus();
    std::string text = fmt::format("{}", fmt::join(lines_, "\n"));
    if (count_ > kMaxFaults) text += fmt::format("\n... and {} more", count_ - kMaxFaults);
    return InvalidArgument("{}", text);
  }

 private:
  size_t count_ = 0;
  std::vector<std::string> lines_;
};

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> Split(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const size_t comma = line.find(',');
    fields.push_back(Trim(line.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> Number(std::string_view text) {
  double value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// What a format calls its numbers.
struct FieldNames {
  const char* start = "start";
  const char* min = "min";
  const char* max = "max";
  const char* c_end = "c_end";
  const char* r_end = "r_end";
};
constexpr FieldNames kOpenBenchNames = {.start = "value"};
constexpr FieldNames kWeatherFactoryNames = {
    .start = "value", .min = "min_value", .max = "max_value", .c_end = "step"};

void CheckParameter(const Parameter& p, const FieldNames& names, const std::string& where,
                    Faults* faults) {
  if (p.name.empty() || p.name.size() > kMaxParameterName) {
    faults->Add("{}: name: it has {} characters; 1 to {} are allowed", where, p.name.size(),
                kMaxParameterName);
  }
  if (!(p.min < p.max)) {
    faults->Add("{}: {}: {} is not above {}, which is {}", where, names.max, p.max, names.min,
                p.min);
  } else if (!(p.start >= p.min && p.start <= p.max)) {
    faults->Add("{}: {}: {} is outside {} to {}", where, names.start, p.start, p.min, p.max);
  }
  if (!(p.c_end > 0)) faults->Add("{}: {}: {} is not above 0", where, names.c_end, p.c_end);
  if (!(p.r_end >= 0 && p.r_end <= kMostRate)) {
    faults->Add("{}: {}: {} is not within 0 to {}", where, names.r_end, p.r_end, kMostRate);
  }
}

void Judge(const EngineJudge& judge, const Parameter& p, bool numbers, const std::string& where,
           Faults* faults) {
  if (!judge) return;
  for (const std::string& fault : judge(p, numbers)) faults->Add("{}: {}", where, fault);
}

// The fields of one line; the type is missing in fishtest's.
void ReadLine(const std::vector<std::string_view>& fields, const std::string& where,
              const EngineJudge& judge, Space* space, Faults* faults) {
  const bool typed = fields.size() == 7;
  Parameter p;
  p.name = std::string(fields[0]);
  if (typed) {
    if (fields[1] != "int" && fields[1] != "float") {
      faults->Add("{}: type: '{}' is neither int nor float", where, fields[1].substr(0, 40));
    }
    p.type = fields[1] == "float" ? ValueType::kReal : ValueType::kInteger;
  }
  const FieldNames& called = typed ? kOpenBenchNames : FieldNames();
  const std::array names = {called.start, called.min, called.max, called.c_end, called.r_end};
  const std::array targets = {&p.start, &p.min, &p.max, &p.c_end, &p.r_end};
  bool numbers = true;
  for (size_t i = 0; i < targets.size(); ++i) {
    const std::string_view text = fields[i + (typed ? 2 : 1)];
    const std::optional<double> value = Number(text);
    if (!value.has_value()) {
      faults->Add("{}: {}: '{}' is not a number", where, names[i], text.substr(0, 40));
      numbers = false;
    }
    *targets[i] = value.value_or(0);
  }
  if (numbers) CheckParameter(p, called, where, faults);
  Judge(judge, p, numbers, where, faults);
  space->push_back(std::move(p));
}

void CheckTogether(const Space& space, std::string_view where, Faults* faults) {
  if (space.empty()) faults->Add("{}: it holds no parameter", where);
  if (space.size() > kMaxParameters) {
    faults->Add("{}: it holds {} parameters; at most {} are allowed", where, space.size(),
                kMaxParameters);
  }
  std::set<std::string_view> seen;
  for (const Parameter& p : space) {
    if (!seen.insert(p.name).second) faults->Add("{}: name: '{}' comes twice", where, p.name);
  }
}

absl::StatusOr<ParameterFile> ReadLines(std::string_view text, std::string_view file_name,
                                        const EngineJudge& judge) {
  ParameterFile file;
  Faults faults;
  size_t fields_expected = 0;
  int number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = Trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::string where = fmt::format("{}:{}", file_name, number);
    const std::vector<std::string_view> fields = Split(line);
    if (fields.size() != 6 && fields.size() != 7) {
      faults.Add(
          "{}: {} fields; needed are name,start,min,max,c_end,r_end or name, int|float, "
          "value, min, max, c_end, r_end",
          where, fields.size());
      continue;
    }
    if (fields_expected == 0) fields_expected = fields.size();
    if (fields.size() != fields_expected) {
      faults.Add("{}: {} fields, but the lines before have {}", where, fields.size(),
                 fields_expected);
      continue;
    }
    ReadLine(fields, where, judge, &file.space, &faults);
  }
  file.format = fields_expected == 7 ? FileFormat::kOpenBench : FileFormat::kFishtest;
  CheckTogether(file.space, file_name, &faults);
  ROOKERY_RETURN_IF_ERROR(faults.Finish());
  return file;
}

// The object; of keys that come twice the library keeps the last, so they are faults.
nlohmann::ordered_json ParseJson(std::string_view text, std::string_view file_name,
                                 Faults* faults) {
  std::set<std::string> parameters;
  std::set<std::string> fields;  // of the parameter that is being read
  std::string parameter;
  const auto note = [&](int depth, nlohmann::ordered_json::parse_event_t event,
                        nlohmann::ordered_json& key) {
    if (event != nlohmann::ordered_json::parse_event_t::key || depth > 2) return true;
    auto name = key.get<std::string>();
    if (depth == 2) {
      if (fields.insert(name).second) return true;
      faults->Add("{}: {}: {}: it comes twice; keep one", file_name, parameter, name);
      return true;
    }
    fields.clear();
    if (!parameters.insert(name).second) {
      faults->Add("{}: {}: it comes twice; keep one", file_name, name);
    }
    parameter = std::move(name);
    return true;
  };
  return nlohmann::ordered_json::parse(text, note, false);
}

absl::StatusOr<ParameterFile> ReadJson(std::string_view text, std::string_view file_name,
                                       const EngineJudge& judge) {
  Faults faults;
  const auto json = ParseJson(text, file_name, &faults);
  if (json.is_discarded() || !json.is_object()) {
    return InvalidArgument("{}: it is not a JSON object of parameters", file_name);
  }
  ParameterFile file;
  file.format = FileFormat::kWeatherFactory;
  for (const auto& [name, value] : json.items()) {
    const std::string where = fmt::format("{}: {}", file_name, name);
    Parameter p;
    p.name = name;
    bool whole = true;
    const std::array fields = {std::pair{"value", &p.start}, std::pair{"min_value", &p.min},
                               std::pair{"max_value", &p.max}, std::pair{"step", &p.c_end}};
    for (const auto& field : fields) {
      if (value.is_object() && value.contains(field.first) && value[field.first].is_number()) {
        *field.second = value[field.first].get<double>();
      } else {
        faults.Add("{}: {}: it is missing or not a number", where, field.first);
        whole = false;
      }
    }
    if (whole) CheckParameter(p, kWeatherFactoryNames, where, &faults);
    Judge(judge, p, whole, where, &faults);
    file.space.push_back(std::move(p));
  }
  CheckTogether(file.space, file_name, &faults);
  ROOKERY_RETURN_IF_ERROR(faults.Finish());
  return file;
}

}  // namespace

absl::StatusOr<ParameterFile> ReadParameters(std::string_view text, std::string_view file_name,
                                             const EngineJudge& judge) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{')
    return ReadJson(text, file_name, judge);
  return ReadLines(text, file_name, judge);
}

std::string WriteParameters(const Space& space, FileFormat format) {
  if (format == FileFormat::kWeatherFactory) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const Parameter& p : space) {
      json[p.name] = {
          {"value", p.start}, {"min_value", p.min}, {"max_value", p.max}, {"step", p.c_end}};
    }
    return json.dump(2) + "\n";
  }
  std::string text;
  for (const Parameter& p : space) {
    if (format == FileFormat::kOpenBench) {
      text += fmt::format("{}, {}, {}, {}, {}, {}, {}\n", p.name,
                          p.type == ValueType::kReal ? "float" : "int", p.start, p.min, p.max,
                          p.c_end, p.r_end);
    } else {
      text += fmt::format("{},{},{},{},{},{}\n", p.name, p.start, p.min, p.max, p.c_end, p.r_end);
    }
  }
  return text;
}

absl::Status CheckSpace(const Space& space) {
  Faults faults;
  CheckTogether(space, "parameters", &faults);
  for (const Parameter& p : space) CheckParameter(p, FieldNames(), p.name, &faults);
  return faults.Finish();
}

}  // namespace rookery::optim
