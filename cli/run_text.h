// A run in words and figures: names, the JSON object of docs/api.md, the block to paste into a
// commit message. Everything is taken from the coordinator's own figures; nothing is computed
// twice. Pure functions; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

// "runs/ID" without the collection.
std::string RunId(std::string_view name);

std::string VerdictText(v1::Verdict verdict);  // accepted, rejected, undecided
std::string StateText(v1::RunState state);     // active, paused, finished, stopped, failed
std::string KindText(v1::RunKind kind);        // test, match
std::string ModelText(v1::EloModel model);     // normalized, logistic
nlohmann::ordered_json LimitsJson(const v1::Limits& limits);  // those set
nlohmann::ordered_json EngineJson(const v1::EngineSpec& engine);
std::string LimitsText(const v1::Limits& limits);  // "5000 nodes", "8+0.08 s"

// "+12.3 [+4.5, +20.1]", "+312.0, at least +4.5"; "not known yet" while too little was played.
std::string EloText(const v1::Progress& progress);
// However often one looks: "Elo in [-4.5, +20.1]".
std::string AnyTimeText(const v1::Progress& progress);
// What a list says of a run's strength: a tune's forecast gain, which its page shows too, since its
// duels' Elo is of candidates against each other; "-" where nothing is known.
std::string ListedElo(const v1::Run& run);
// "LL 1, LD 20, DD 35, WD 22, WW 4"
std::string PentanomialText(const v1::Pentanomial& counts);

bool HasEnded(const v1::Run& run);
// What a command that waited for the run comes to.
Exit ExitOfRun(const v1::Run& run);

nlohmann::ordered_json RunJson(const v1::Run& run);
nlohmann::ordered_json EventsJson(const v1::ListRunEventsResponse& events);

// "accepted 83 %, rejected 12 %, open 5 %; 400 to 5,100 more pairs (median 1,900)"; empty without
// a forecast.
std::string ForecastText(const v1::Progress& progress);

// What a run shows beside the block: the interval that may be looked at early, forecast, workers,
// plan and cost. No line where there is nothing to say.
std::vector<std::string> DetailLines(const v1::Run& run);

// Several lines without colours, the last one without a line break.
std::string ResultBlock(const v1::Run& run);

}  // namespace rookery::cli
