// How a command is declared: name, one line, examples, action. One thread.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/context.h"

namespace rookery::cli {

struct CommandText {
  std::string name;
  std::string summary;   // one line, as in the list of commands
  std::string examples;  // lines as one would type them, in --help before all else
};

// A command that does something. Its options are added to what this returns; `action` runs after
// parsing and its exit code becomes the program's.
CLI::App* AddCommand(CLI::App& parent, Context& context, const CommandText& text,
                     std::function<Exit()> action);

// A noun with verbs below it, as `runs` has `list`, `show`, ...
CLI::App* AddNoun(CLI::App& parent, const CommandText& text);

}  // namespace rookery::cli
