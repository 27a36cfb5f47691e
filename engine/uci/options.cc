#include "engine/uci/options.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "base/status.h"
#include "engine/uci/team.h"
#include "engine/uci/text.h"

namespace rookery::uci {
namespace {

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

OptionReply Spin(std::string_view name, int64_t value, int64_t min, int64_t max) {
  return {.name = std::string(name),
          .type = "spin",
          .default_value = fmt::format("{}", value),
          .min = min,
          .max = max,
          .choices = {}};
}

absl::Status SetNumber(const SetOptionCommand& command, int64_t min, int64_t max, int64_t& target) {
  const std::optional<int64_t> value = ToNumber(command.value);
  if (!value || *value < min || *value > max) {
    return InvalidArgument("option {}: '{}' is not allowed; write {} to {}", command.name,
                           command.value, min, max);
  }
  target = *value;
  return absl::OkStatus();
}

// A table that memory can't hold would end the process, here or at its first use.
absl::Status SetHash(const SetOptionCommand& command, Options& options) {
  int64_t wanted = 0;
  ROOKERY_RETURN_IF_ERROR(SetNumber(command, 1, kMostHashMb, wanted));
  if (wanted > options.memory_mb) {
    return InvalidArgument("option {}: {} MB are more than this machine's memory of {} MB; {} stay",
                           command.name, wanted, options.memory_mb, options.hash_mb);
  }
  options.hash_mb = wanted;
  return absl::OkStatus();
}

absl::Status SetFlag(const SetOptionCommand& command, bool& target) {
  if (!SameName(command.value, "true") && !SameName(command.value, "false")) {
    return InvalidArgument("option {}: '{}' is not allowed; write true or false", command.name,
                           command.value);
  }
  target = SameName(command.value, "true");
  return absl::OkStatus();
}

// As an option's message.
absl::Status OfTables(const absl::Status& status) {
  if (status.ok()) return status;
  return Error(status.code(), "option SyzygyPath: {}", Message(status));
}

std::string_view TablesPath(const SetOptionCommand& command) {
  return command.value == kNoPath ? std::string_view() : command.value;
}

// The tables that were open are closed first: there is one path a process. If the new ones can't be
// opened after all, the old ones are again.
absl::Status SetTables(const std::string& path, search::Endgames& endgames) {
  const std::string before = endgames.tables == nullptr ? "" : endgames.tables->path();
  endgames.tables.reset();
  if (path.empty()) return absl::OkStatus();
  auto tables = tablebase::Tablebase::Open(path);
  const absl::Status status = OfTables(tables.status());
  if (!status.ok() && !before.empty()) tables = tablebase::Tablebase::Open(before);
  if (tables.ok()) endgames.tables = *std::move(tables);
  return status;
}

absl::Status SetSmallNumber(const SetOptionCommand& command, int64_t min, int64_t max,
                            int& target) {
  int64_t value = target;
  ROOKERY_RETURN_IF_ERROR(SetNumber(command, min, max, value));
  target = static_cast<int>(value);
  return absl::OkStatus();
}

absl::Status SetParameter(const SetOptionCommand& command, params::Weights& weights) {
  for (const params::Parameter& parameter : params::Table()) {
    if (!SameName(parameter.name, command.name)) continue;
    int64_t value = 0;
    ROOKERY_RETURN_IF_ERROR(SetNumber(command, parameter.min, parameter.max, value));
    return weights.Set(parameter.name, static_cast<int>(value));
  }
  return InvalidArgument("option '{}' is unknown", command.name);
}

}  // namespace

int64_t MachineMemoryMb() {
  const int64_t bytes = int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  return bytes > 0 ? bytes >> 20 : kMostHashMb;
}

bool IsClearHash(const SetOptionCommand& command) { return SameName(command.name, "Clear Hash"); }
bool OpensTables(const SetOptionCommand& command) { return SameName(command.name, "SyzygyPath"); }

absl::StatusOr<bool> ChangesTables(const SetOptionCommand& command, const Options& options) {
  const std::string path(TablesPath(command));
  const auto& open = options.endgames.tables;
  if (path == (open == nullptr ? "" : open->path())) return false;
  if (!path.empty()) ROOKERY_RETURN_IF_ERROR(OfTables(tablebase::Tablebase::Check(path)));
  return true;
}

bool Options::PlaysLike(const Options& other) const {
  Options renamed = other;
  renamed.weights_name = weights_name;
  return *this == renamed;
}

std::vector<OptionReply> OptionList(const Options& options) {
  std::vector<OptionReply> list;
  list.push_back(Spin("Hash", options.hash_mb, 1, kMostHashMb));
  list.push_back({.name = "Clear Hash",
                  .type = "button",
                  .default_value = "",
                  .min = {},
                  .max = {},
                  .choices = {}});
  list.push_back(Spin("Threads", options.threads, 1, kMostThreads));
  list.push_back(Spin("MultiPV", options.multipv, 1, kMostLines));
  const auto check = [&](std::string_view name, bool value) {
    list.push_back({.name = std::string(name),
                    .type = "check",
                    .default_value = value ? "true" : "false",
                    .min = {},
                    .max = {},
                    .choices = {}});
  };
  check("Ponder", false);
  check("UCI_Chess960", options.chess960);
  list.push_back({.name = "SyzygyPath",
                  .type = "string",
                  .default_value = std::string(kNoPath),
                  .min = {},
                  .max = {},
                  .choices = {}});
  list.push_back(Spin("SyzygyProbeDepth", options.endgames.probe_depth, 1, kMostProbeDepth));
  list.push_back(Spin("SyzygyProbeLimit", options.endgames.most_men, 0, kMostTableMen));
  check("Syzygy50MoveRule", options.endgames.fifty_moves);
  list.push_back({.name = "Weights",
                  .type = "string",
                  .default_value = options.weights_name,
                  .min = {},
                  .max = {},
                  .choices = {}});
  for (int i = 0; i < params::kParameterCount; ++i) {
    const params::Parameter& parameter = params::Table()[static_cast<size_t>(i)];
    list.push_back(Spin(parameter.name, options.weights[i], parameter.min, parameter.max));
  }
  return list;
}

absl::Status SetOption(const SetOptionCommand& command, Options& options) {
  const auto is = [&](std::string_view name) { return SameName(command.name, name); };
  if (is("Hash")) return SetHash(command, options);
  if (is("MultiPV")) return SetNumber(command, 1, kMostLines, options.multipv);
  if (is("UCI_Chess960")) return SetFlag(command, options.chess960);
  if (OpensTables(command)) return SetTables(std::string(TablesPath(command)), options.endgames);
  if (is("SyzygyProbeDepth")) {
    return SetSmallNumber(command, 1, kMostProbeDepth, options.endgames.probe_depth);
  }
  if (is("SyzygyProbeLimit")) {
    return SetSmallNumber(command, 0, kMostTableMen, options.endgames.most_men);
  }
  if (is("Syzygy50MoveRule")) return SetFlag(command, options.endgames.fifty_moves);
  if (IsClearHash(command)) return absl::OkStatus();
  if (is("Ponder")) {
    bool may_ponder = false;  // only tells that "go ponder" may come
    return SetFlag(command, may_ponder);
  }
  if (is("Threads")) return SetNumber(command, 1, kMostThreads, options.threads);
  if (is("Weights")) {
    ROOKERY_ASSIGN_OR_RETURN(options.weights, params::LoadWeights(command.value));
    options.weights_name = command.value;
    return absl::OkStatus();
  }
  return SetParameter(command, options.weights);
}

}  // namespace rookery::uci
