#include "cli/config.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>

#include "base/file.h"
#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostConfigBytes = 1 << 20;

std::string UserFolder(const Environment& environment, const char* variable,
                       const char* below_home) {
  if (const auto folder = environment(variable); folder && folder->starts_with('/')) {
    return *folder + "/rookery";
  }
  return environment("HOME").value_or("/tmp") + "/" + below_home + "/rookery";
}

// The value of `coordinator` in the configuration file; none if there is no file or no such key.
absl::StatusOr<std::optional<std::string>> CoordinatorOfFile(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kMostConfigBytes);
  if (text.status().code() == absl::StatusCode::kNotFound) return std::nullopt;
  if (!text.ok()) return text.status();
  try {
    const toml::table table = toml::parse(std::string_view(*text), std::string_view(path));
    const toml::node* node = table.get("coordinator");
    if (node == nullptr) return std::nullopt;
    if (!node->is_string()) {
      return InvalidArgument("{}: coordinator must be text, as in \"127.0.0.1:7700\"", path);
    }
    return node->as_string()->get();
  } catch (const toml::parse_error& error) {
    return InvalidArgument("{}:{}: {}", path, error.source().begin.line,
                           std::string_view(error.description()));
  }
}

}  // namespace

std::string ConfigFolder(const Environment& environment) {
  return UserFolder(environment, "XDG_CONFIG_HOME", ".config");
}

std::string CacheFolder(const Environment& environment) {
  return UserFolder(environment, "XDG_CACHE_HOME", ".cache");
}

std::string DataFolder(const Environment& environment) {
  return UserFolder(environment, "XDG_DATA_HOME", ".local/share");
}

absl::Status CheckAddress(const std::string& address, const std::string& source) {
  const size_t colon = address.rfind(':');
  const std::string port = colon == std::string::npos ? "" : address.substr(colon + 1);
  const bool digits =
      !port.empty() && port.size() <= 5 &&
      std::all_of(port.begin(), port.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (colon == std::string::npos || colon == 0 || !digits || std::stoi(port) < 1 ||
      std::stoi(port) > 65535) {
    return InvalidArgument("{}: '{}' is not HOST:PORT; write for example {}", source, address,
                           kDefaultCoordinator);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ResolveCoordinator(const std::string& flag,
                                               const Environment& environment) {
  std::string address = kDefaultCoordinator;
  std::string source;
  if (!flag.empty()) {
    address = flag;
    source = "--coordinator";
  } else if (const auto variable = environment("ROOKERY_COORDINATOR")) {
    address = *variable;
    source = "ROOKERY_COORDINATOR";
  } else {
    source = ConfigFolder(environment) + "/config.toml";
    ROOKERY_ASSIGN_OR_RETURN(const std::optional<std::string> value, CoordinatorOfFile(source));
    if (value) address = *value;
  }
  ROOKERY_RETURN_IF_ERROR(CheckAddress(address, source));
  return address;
}

bool WantsColor(bool no_color_flag, const Environment& environment) {
  return !no_color_flag && !environment("NO_COLOR") && environment("TERM").value_or("") != "dumb";
}

}  // namespace rookery::cli
