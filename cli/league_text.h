// A league as text and JSON: its rating table with the crosstable, the same figures as the page's.
// Pure functions; any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// "round-robin", "gauntlet", "swiss".
std::string FormatText(v1::LeagueFormat format);
// Who plays in any run: "a against b", or "league of 5 engines".
std::string PlayersText(const v1::RunSpec& spec);
// "round-robin of 5 engines, 100 pairs of each two": what the league is.
std::string LeagueText(const v1::LeagueSpec& league);
// The lines of the table, each ended by a line break; with the crosstable where there is room.
std::string LeagueTableText(const v1::Run& run);
// "leader a +35.2 [+15.1, +55.3], 12 pairs": in one line.
std::string LeagueLine(const v1::Run& run);
nlohmann::ordered_json LeagueJson(const v1::Run& run);

}  // namespace rookery::cli
