// The 960 starting positions of Chess960, by Scharnagl's numbering (518 is the standard array).
// Pure; any thread.
#pragma once

#include <string>

namespace rookery::openings {

inline constexpr int kChess960Starts = 960;

// The position of a number from 0 to 959 as a FEN, castling rights as Shredder-FEN.
std::string Chess960Start(int number);

// All of them in the order of their numbers, a line each: a book.
std::string Chess960Book();

}  // namespace rookery::openings
