// What the fuzzers do with a text from outside, one function for each reader: what is read must be
// written and read again alike. A failed check, a crash or a sanitizer's report is a finding. The
// fuzzers call them with made-up texts, a test with the kept corpora.
// Pure functions; any thread.
#pragma once

#include <string_view>

namespace rookery::fuzz {

void Fen(std::string_view text);
void Epd(std::string_view text);
// A FEN, a line break, a move in SAN or UCI; without a line break a move of the start position.
void San(std::string_view text);
// The source texts' notation: a move alone as in San, and a whole game.
void Source(std::string_view text);
void Pgn(std::string_view text);

}  // namespace rookery::fuzz
