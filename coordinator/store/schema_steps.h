// The schema as numbered steps forward, in SQLite's words; postgres_schema.h says them in
// PostgreSQL's. A step that has been released is never edited: its checksum is stored and compared.
// Pure; any thread.
#pragma once

#include <span>
#include <string_view>

namespace rookery::coordinator {

// Step 1 comes first.
std::span<const std::string_view> SchemaSteps();

// The newest version that this build knows.
int SchemaVersion();

}  // namespace rookery::coordinator
