// `rookery book classify`, which names openings, and `rookery book shipped`, which prints those
// that come with the program. One thread.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/context.h"

namespace rookery::cli {

void AddBookClassify(CLI::App& noun, Context& context);
void AddBookShipped(CLI::App& noun, Context& context);

}  // namespace rookery::cli
