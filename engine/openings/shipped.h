// The openings that come with the program, as EPD text; data/README.md says what they are and where
// they are from. Constants; any thread.
#pragma once

#include <string_view>

namespace rookery::openings {

std::string_view SourceLines();  // the lines that the source texts name
std::string_view NamedLines();   // 88 well-known lines
std::string_view SmallBook();    // 200 even positions after eight random plies

}  // namespace rookery::openings
