// How a command believes its coordinator and proves itself to it: flags, environment, configuration
// file, in that order. Pure but for reading the file; one thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "absl/status/statusor.h"
#include "cli/config.h"
#include "cli/context.h"
#include "proto/wire/trust.h"

namespace rookery::cli {

// Adds --token-file, --ca, --fingerprint and --insecure, which then stand before the environment's
// ROOKERY_TOKEN_FILE, ROOKERY_CA, ROOKERY_FINGERPRINT and ROOKERY_INSECURE: to whoever asks
// `context.environment` for one of those.
void AddTrustOptions(CLI::App& app, Context& context);

// From ROOKERY_TOKEN_FILE, ROOKERY_TOKEN (the text), ROOKERY_CA, ROOKERY_FINGERPRINT and
// ROOKERY_INSECURE, then from `token_file`, `ca`, `fingerprint` and `insecure` of config.toml.
absl::StatusOr<wire::TrustSources> ResolveTrustSources(const std::string& address,
                                                       const Environment& environment);

}  // namespace rookery::cli
