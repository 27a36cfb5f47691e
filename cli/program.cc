#include "cli/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/status.h"
#include "cli/commands.h"
#include "cli/fastchess_command.h"
#include "cli/help.h"
#include "cli/trust_config.h"

namespace rookery::cli {
namespace {

constexpr const char* kExamples =
    "rookery up                                     coordinator, workers and dashboard, here\n"
    "rookery test --dev mine.toml --base default    is this set of weights stronger?\n"
    "rookery runs list                              what was asked for so far\n"
    "rookery help runs pgn                          how a command is used";

void AddCommonOptions(CLI::App& app, Context& context) {
  app.add_option("--coordinator", context.coordinator_flag,
                 "The coordinator's HOST:PORT; else ROOKERY_COORDINATOR, else `coordinator` in "
                 "~/.config/rookery/config.toml, else 127.0.0.1:7700")
      ->type_name("HOST:PORT");
  AddTrustOptions(app, context);
  app.add_flag("--json", context.json, "Results as JSON on stdout");
  app.add_flag("--no-color", context.no_color, "No colours, as with NO_COLOR set");
  app.set_version_flag("--version", context.version);
  app.set_help_flag("-h,--help", "This help");
}

// `rookery help runs pgn` is `rookery runs pgn --help`, but a word that is no command is a fault.
Exit Help(const CLI::App& app, const std::vector<std::string>& words, Context& context) {
  const CLI::App* command = &app;
  for (const std::string& word : words) {
    const CLI::App* below = CommandBelow(*command, word);
    if (below == nullptr) {
      context.printer->Error(UnknownCommand(*command, word));
      return Exit::kUsage;
    }
    command = below;
  }
  context.printer->Out(command->help());
  return Exit::kDone;
}

Exit Parse(CLI::App& app, std::vector<std::string> arguments, Context& context) {
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 takes them in
  try {
    app.parse(arguments);
  } catch (const CLI::CallForVersion& version) {
    context.printer->Out(version.what());
    return Exit::kDone;
  } catch (const CLI::Success&) {
    context.printer->Out(app.help());
    return Exit::kDone;
  } catch (const CLI::ParseError& error) {
    context.printer->Error(UsageFault(app, error));
    return Exit::kUsage;
  }
  return context.exit;
}

}  // namespace

Exit RunProgram(std::vector<std::string> arguments, Context& context) {
  CLI::App app("Tests chess engines on many machines, and says when a result can be believed.",
               "rookery");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(kExamples);
  app.fallthrough();
  app.require_subcommand(1);
  context.printer->set_color(WantsColor(false, context.environment));
  AddCommonOptions(app, context);
  AddAllCommands(app, context);
  if (arguments.empty()) arguments.push_back("--help");
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  // fastchess's options have one dash, which the parser would take for single letters.
  const bool fastchess = arguments.front() == "fastchess" && !rest.empty() &&
                         rest.front() != "--help" && rest.front() != "-h";
  const Exit exit = arguments.front() == "help" ? Help(app, rest, context)
                    : fastchess                 ? RunFastchess(rest, context)
                                                : Parse(app, std::move(arguments), context);
  const absl::Status& written = context.printer->out_status();
  return written.ok() ? exit : context.FailLocal(written);
}

}  // namespace rookery::cli
