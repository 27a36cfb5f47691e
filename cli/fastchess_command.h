// `rookery fastchess ...`: the match runner behind fastchess's command line. One thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/context.h"

namespace rookery::cli {

// Its place in the list of commands; the words behind it aren't CLI11's to read.
void AddFastchessCommand(CLI::App& app, Context& context);

// `arguments`: the words after `fastchess`.
Exit RunFastchess(const std::vector<std::string>& arguments, Context& context);

}  // namespace rookery::cli
