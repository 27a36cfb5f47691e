#include "engine/openings/chess960.h"

#include <fmt/format.h>

#include <array>

#include "base/check.h"

namespace rookery::openings {
namespace {

using Row = std::array<char, 8>;
constexpr char kFree = ' ';

// Puts a piece on the free square with this number, counted from the a-file.
void Put(Row& row, int free_square, char piece) {
  for (char& square : row) {
    if (square != kFree || free_square-- != 0) continue;
    square = piece;
    return;
  }
}

// Remainders say where the bishops stand, then the queen; what is left over names the knights'
// pair of squares among the five that are free; rook, king and rook take the last three.
Row RowOf(int number) {
  constexpr std::array<std::array<int, 2>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  Row row;
  row.fill(kFree);
  row[static_cast<size_t>(number % 4 * 2 + 1)] = 'b';
  number /= 4;
  row[static_cast<size_t>(number % 4 * 2)] = 'b';
  number /= 4;
  Put(row, number % 6, 'q');
  const auto& [first, second] = kKnights[static_cast<size_t>(number / 6)];
  Put(row, second, 'n');  // before the other, whose square it doesn't move
  Put(row, first, 'n');
  for (const char piece : {'r', 'k', 'r'}) Put(row, 0, piece);
  return row;
}

}  // namespace

std::string Chess960Start(int number) {
  ROOKERY_CHECK(number >= 0 && number < kChess960Starts);
  const Row row = RowOf(number);
  std::string black;
  std::string white;
  std::string rooks;  // their files, the king side's first
  for (size_t file = 0; file < row.size(); ++file) {
    black += row[file];
    white += static_cast<char>(row[file] - 'a' + 'A');
    if (row[file] == 'r') rooks.insert(rooks.begin(), static_cast<char>('A' + file));
  }
  std::string rights = rooks;
  for (const char letter : rooks) rights += static_cast<char>(letter - 'A' + 'a');
  return fmt::format("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {} - 0 1", black, white, rights);
}

std::string Chess960Book() {
  std::string lines;
  for (int number = 0; number < kChess960Starts; ++number) lines += Chess960Start(number) + '\n';
  return lines;
}

}  // namespace rookery::openings
