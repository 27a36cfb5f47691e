#include "cli/trust_config.h"

#include <toml++/toml.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/file.h"
#include "base/status.h"
#include "cli/option_checks.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostConfigBytes = 1 << 20;

// Empty if there is no file.
absl::StatusOr<toml::table> ReadConfig(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kMostConfigBytes);
  if (absl::IsNotFound(text.status())) return toml::table();
  if (!text.ok()) return text.status();
  try {
    return toml::parse(std::string_view(*text), std::string_view(path));
  } catch (const toml::parse_error& error) {
    return InvalidArgument("{}:{}: {}", path, error.source().begin.line,
                           std::string_view(error.description()));
  }
}

absl::StatusOr<std::string> TextOf(const toml::table& config, const std::string& path,
                                   const char* key) {
  const toml::node* node = config.get(key);
  if (node == nullptr) return std::string();
  if (!node->is_string()) return InvalidArgument("{}: {} must be text in quotes", path, key);
  return node->as_string()->get();
}

}  // namespace

void AddTrustOptions(CLI::App& app, Context& context) {
  const auto flags = std::make_shared<std::map<std::string, std::string>>();
  const auto set = [flags](const char* variable) {
    return [flags, variable](const std::string& value) { (*flags)[variable] = value; };
  };
  app.add_option_function<std::string>(
         "--token-file", set("ROOKERY_TOKEN_FILE"),
         "File with the access token that `rookery tokens create` wrote, -: standard input; else "
         "ROOKERY_TOKEN_FILE, else `token_file` in config.toml")
      ->check(NotEmpty())
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--ca", set("ROOKERY_CA"), "The coordinator's authority.pem; else ROOKERY_CA, else `ca`")
      ->check(NotEmpty())
      ->type_name("FILE");
  app.add_option_function<std::string>(
         "--fingerprint", set("ROOKERY_FINGERPRINT"),
         "That of the coordinator's authority, if neither a token nor --ca says it; else "
         "ROOKERY_FINGERPRINT, else `fingerprint`")
      ->check(NotEmpty())
      ->type_name("SHA256");
  app.add_flag_callback(
      "--insecure", [flags] { (*flags)["ROOKERY_INSECURE"] = "1"; },
      "Plaintext to another host; else ROOKERY_INSECURE, else `insecure`");
  context.environment =
      [flags, outer = context.environment](const std::string& name) -> std::optional<std::string> {
    if (const auto flag = flags->find(name); flag != flags->end()) return flag->second;
    // A file that is named on the command line stands before a text of the environment.
    if (name == "ROOKERY_TOKEN" && flags->contains("ROOKERY_TOKEN_FILE")) return std::nullopt;
    return outer(name);
  };
}

absl::StatusOr<wire::TrustSources> ResolveTrustSources(const std::string& address,
                                                       const Environment& environment) {
  const std::string path = ConfigFolder(environment) + "/config.toml";
  ROOKERY_ASSIGN_OR_RETURN(const toml::table config, ReadConfig(path));
  wire::TrustSources sources{.address = address};
  const auto resolve = [&](const char* variable, const char* key,
                           std::string& value) -> absl::Status {
    value = environment(variable).value_or("");
    if (value.empty()) {
      ROOKERY_ASSIGN_OR_RETURN(value, TextOf(config, path, key));
    }
    return absl::OkStatus();
  };
  sources.token = environment("ROOKERY_TOKEN").value_or("");
  if (sources.token.empty()) {
    ROOKERY_RETURN_IF_ERROR(resolve("ROOKERY_TOKEN_FILE", "token_file", sources.token_file));
  }
  ROOKERY_RETURN_IF_ERROR(resolve("ROOKERY_CA", "ca", sources.ca_file));
  ROOKERY_RETURN_IF_ERROR(resolve("ROOKERY_FINGERPRINT", "fingerprint", sources.fingerprint));
  sources.insecure =
      environment("ROOKERY_INSECURE").has_value() || config["insecure"].value_or(false);
  return sources;
}

}  // namespace rookery::cli
