#include "cli/command.h"

#include <utility>

namespace rookery::cli {

CLI::App* AddCommand(CLI::App& parent, Context& context, const CommandText& text,
                     std::function<Exit()> action) {
  CLI::App* command = parent.add_subcommand(text.name, text.summary);
  command->footer(text.examples);
  command->callback([&context, action = std::move(action)] {
    context.printer->set_color(WantsColor(context.no_color, context.environment));
    context.exit = action();
  });
  return command;
}

CLI::App* AddNoun(CLI::App& parent, const CommandText& text) {
  CLI::App* noun = parent.add_subcommand(text.name, text.summary);
  noun->footer(text.examples);
  noun->require_subcommand(1);
  return noun;
}

}  // namespace rookery::cli
