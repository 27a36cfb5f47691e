// --help: what it does, examples, then the options. One thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace rookery::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

// The message for a command line that can't be parsed: what is wrong, the nearest right word,
// where to read on.
std::string UsageFault(const CLI::App& app, const CLI::ParseError& error);

// The command of that name directly below; null if there is none.
const CLI::App* CommandBelow(const CLI::App& app, const std::string& name);

// The message for a word that is no command below `app`, with the nearest that is.
std::string UnknownCommand(const CLI::App& app, const std::string& word);

}  // namespace rookery::cli
