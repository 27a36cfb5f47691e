#include "engine/openings/shipped.h"

namespace rookery::openings {
namespace {

#include "shipped_data.inc"

}  // namespace

std::string_view SourceLines() { return kSourceLines; }
std::string_view NamedLines() { return kNamedLines; }
std::string_view SmallBook() { return kSmallBook; }

}  // namespace rookery::openings
