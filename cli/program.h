// The whole of `rookery` but for main: common options, commands, help and faults of the command
// line. One thread.
#pragma once

#include <string>
#include <vector>

#include "cli/context.h"

namespace rookery::cli {

// Parses the arguments (without the program's own name), runs what they ask for, and returns the
// exit code. Nothing but what the commands do touches the world.
Exit RunProgram(std::vector<std::string> arguments, Context& context);

}  // namespace rookery::cli
