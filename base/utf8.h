// Whether text is UTF-8. Pure; any thread.
#pragma once

#include <string_view>

namespace rookery {

// Well-formed by RFC 3629: shortest forms only, no surrogates, nothing beyond U+10FFFF.
bool IsUtf8(std::string_view text);

}  // namespace rookery
