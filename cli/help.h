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

}  // namespace rookery::cli
