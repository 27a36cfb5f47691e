#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>

#include <memory>

#include "base/status.h"

namespace rookery {

absl::Status SetUpLog(const std::string& name, const std::string& level) {
  const spdlog::level::level_enum chosen = spdlog::level::from_str(level);
  if (chosen == spdlog::level::off && level != "off") {
    return InvalidArgument("log level '{}' is unknown; use trace, debug, info, warn, error or off",
                           level);
  }
  auto logger = std::make_shared<spdlog::logger>(
      name, std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %n: %v");
  logger->set_level(chosen);
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
  return absl::OkStatus();
}

}  // namespace rookery
