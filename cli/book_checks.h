// `rookery book info|lint`: what is in an opening book of any kind, and what should not be.
// One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddBookInfo(CLI::App& noun, Context& context);
void AddBookLint(CLI::App& noun, Context& context);

}  // namespace rookery::cli
