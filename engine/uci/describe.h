// Texts for people: the board, and the evaluation term by term. Pure; any thread.
#pragma once

#include <string>

#include "engine/chess/position.h"
#include "engine/params/weights.h"
#include "engine/search/engine.h"

namespace rookery::uci {

// A diagram with White at the bottom, the FEN and the key.
std::string DescribePosition(const chess::Position& position);

// Every term that counts here, with what it brings in both phases (centipawns, White's view), and
// the whole.
std::string DescribeEvaluation(const chess::Position& position, const params::Weights& weights);

// What bounds a search, for "debug on": its limits, and the times that the clock gives it.
std::string DescribeLimits(const search::SearchLimits& limits, const params::Weights& weights);

}  // namespace rookery::uci
