#include "cli/fit_data.h"

#include "cli/option_checks.h"
#include "tuner/fit/position_reader.h"

namespace rookery::cli {
namespace {

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const fit::NamedFormat& format : fit::kFormats) names.emplace_back(format.name);
  return names;
}

}  // namespace

std::vector<CLI::Option*> AddFitDataOptions(CLI::App& command, FitDataFlags& flags) {
  return {
      command
          .add_option(
              "--format", flags.format,
              "text (EPD with c9, FEN with a result, bullet's and c-chess-cli's lines, told "
              "apart line by line), records of 32 bytes (bulletformat, marlin), or whole "
              "games")
          ->capture_default_str()
          ->check(CLI::IsMember(FormatNames()))
          ->group("Data"),
      command.add_option("--view", flags.view, "Whose result a FEN's label is")
          ->capture_default_str()
          ->check(CLI::IsMember({"white", "mover"}))
          ->group("Data"),
      command
          .add_flag("--resolve", flags.resolve,
                    "Replace each position by the calm one that its captures lead to; for data "
                    "that isn't calm")
          ->group("Data"),
      command.add_flag("--skip-faulty", flags.skip_faulty, "Count faulty lines and go on")
          ->group("Data"),
      command
          .add_option("--test-share", flags.test_share,
                      "Share of games that the fit doesn't see and is judged by")
          ->capture_default_str()
          ->check(DecimalNumber(0.0, 0.9))
          ->group("Data"),
  };
}

}  // namespace rookery::cli
