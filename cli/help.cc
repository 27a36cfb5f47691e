#include "cli/help.h"

#include <optional>
#include <sstream>
#include <vector>

#include "base/status.h"
#include "cli/suggest.h"

namespace rookery::cli {
namespace {

constexpr size_t kHelpColumn = 30;

std::string Indented(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::string result;
  while (std::getline(lines, line)) result += "  " + line + "\n";
  return result;
}

// The library separates groups by two empty lines; one is enough.
std::string WithoutDoubleGaps(std::string text) {
  for (size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

// "rookery runs show": the command as typed.
std::string FullName(const CLI::App* app) {
  const std::string& name = app->get_name();
  return app->get_parent() == nullptr ? name : FullName(app->get_parent()) + " " + name;
}

const CLI::App* Deepest(const CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  return parsed.empty() ? &app : Deepest(*parsed.back());
}

std::vector<std::string> CommandsOf(const CLI::App* app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app->get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// Long options of the command and of all above it.
std::vector<std::string> OptionsOf(const CLI::App* app) {
  std::vector<std::string> names;
  for (; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(kHelpColumn);
  label("SUBCOMMAND", "COMMAND");
  label("Subcommands", "Commands");
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode mode) const {
  if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
  std::string help = app->get_description() + "\n";
  if (!app->get_footer().empty()) help += "\nExamples:\n" + Indented(app->get_footer());
  std::string usage = make_usage(app, FullName(app));
  help += "\n" + usage.substr(usage.find_first_not_of('\n'));
  help += WithoutDoubleGaps(make_positionals(app) + make_groups(app, mode) +
                            make_subcommands(app, mode));
  if (app->get_parent() != nullptr) {
    help +=
        "\nEvery command takes --coordinator HOST:PORT, --token-file FILE, --json, --no-color; see "
        "`rookery --help`.\n";
  }
  return help;
}

std::string UsageFault(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = Deepest(app);
  const std::string where = FullName(command);
  const std::string help = fmt::format("see `{} --help`", where);
  const std::vector<std::string> left = app.remaining(true);
  if (left.empty()) return fmt::format("{}\n{}", error.what(), help);
  const std::string& word = left.front();
  const bool option = word.starts_with("-");
  const std::vector<std::string> commands = CommandsOf(command);
  std::string fault = option             ? fmt::format("unknown option '{}'", word)
                      : commands.empty() ? fmt::format("unexpected argument '{}'", word)
                                         : fmt::format("unknown command '{} {}'", where, word);
  const std::string bare = word.substr(0, word.find('='));
  const std::optional<std::string> near = Nearest(bare, option ? OptionsOf(command) : commands);
  if (near) fault += fmt::format("; did you mean '{}'?", *near);
  return fmt::format("{}\n{}", fault, help);
}

const CLI::App* CommandBelow(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

std::string UnknownCommand(const CLI::App& app, const std::string& word) {
  std::string fault = fmt::format("unknown command '{} {}'", FullName(&app), word);
  const std::optional<std::string> near = Nearest(word, CommandsOf(&app));
  if (near) fault += fmt::format("; did you mean '{}'?", *near);
  return fmt::format("{}\nsee `{} --help`", fault, FullName(&app));
}

}  // namespace rookery::cli
