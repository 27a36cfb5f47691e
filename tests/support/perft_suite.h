// Positions with node counts by depth, from files of lines "FEN ;D1 20 ;D2 400".
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace rookery::test {

struct PerftLine {
  std::string fen;
  std::vector<std::pair<int, uint64_t>> nodes;  // (depth, count)
};

inline std::vector<PerftLine> ReadPerftSuite(const std::string& path) {
  std::vector<PerftLine> lines;
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#') continue;
    std::istringstream parts(text);
    PerftLine line;
    std::getline(parts, line.fen, ';');
    for (std::string part; std::getline(parts, part, ';');) {
      std::istringstream pair(part.substr(1));
      int depth = 0;
      uint64_t count = 0;
      pair >> depth >> count;
      line.nodes.emplace_back(depth, count);
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace rookery::test
