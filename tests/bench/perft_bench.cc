// Perft of this engine against Debian's stockfish (`go perft`), both with bulk counting at the last
// ply, by CPU time of one thread on the same positions in the same run.
//
//   bench_perft SUITE.epd [--every N] [--stockfish PATH]
//
// SUITE is tests/data/perft/standard.epd; each N-th line is walked at its last depth, after the
// start position and "Kiwipete". Prints millions of nodes a second and the ratio of each, and the
// median of the ratios. Exit code 1 if a node count differs.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "tests/support/perft_suite.h"

namespace {

using rookery::test::PerftLine;

constexpr uint64_t kMinNodes = 2'000'000;
constexpr uint64_t kNodesTimed = 50'000'000;  // by walks in a row; fewer would measure start-up
constexpr int kRepeats = 3;                   // the fastest counts: others share the processor

struct Options {
  std::string suite;
  size_t every = 10;
  std::string stockfish = "/usr/games/stockfish";
};

struct Timing {
  uint64_t nodes = 0;    // of one walk
  double seconds = 1e9;  // of all in a row
};

int Walks(const PerftLine& line) {
  return static_cast<int>(kNodesTimed / line.nodes.back().second) + 1;
}

double OwnCpu() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double ChildrenCpu() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

Timing TimeOurs(const PerftLine& line) {
  Timing best;
  const auto position = rookery::chess::ParseFen(line.fen);
  for (int i = 0; i < kRepeats && position.ok(); ++i) {
    const double start = OwnCpu();
    for (int walk = Walks(line); walk > 0; --walk) {
      best.nodes = rookery::chess::Perft(*position, line.nodes.back().first);
    }
    best.seconds = std::min(best.seconds, OwnCpu() - start);
  }
  return best;
}

// Runs the other engine with these commands; its start-up is in the time.
Timing RunTheirs(const Options& options, const std::string& commands) {
  Timing timing;
  const double start = ChildrenCpu();
  FILE* pipe =
      popen(fmt::format("printf '{}quit\\n' | {}", commands, options.stockfish).c_str(), "r");
  if (pipe == nullptr) return timing;
  char text[256];
  while (std::fgets(text, sizeof text, pipe) != nullptr) {
    unsigned long nodes = 0;
    if (std::sscanf(text, "Nodes searched: %lu", &nodes) == 1) timing.nodes = nodes;
  }
  pclose(pipe);
  timing.seconds = ChildrenCpu() - start;
  return timing;
}

Timing TimeTheirs(const Options& options, const PerftLine& line, double start_up) {
  Timing best;
  std::string commands = fmt::format("position fen {}\\n", line.fen);
  for (int walk = Walks(line); walk > 0; --walk) {
    commands += fmt::format("go perft {}\\n", line.nodes.back().first);
  }
  for (int i = 0; i < kRepeats; ++i) {
    const Timing timing = RunTheirs(options, commands);
    best.nodes = timing.nodes;
    best.seconds = std::min(best.seconds, std::max(timing.seconds - start_up, 1e-6));
  }
  return best;
}

std::vector<PerftLine> Choose(const Options& options) {
  std::vector<PerftLine> chosen = {
      {std::string(rookery::chess::kStartFen), {{6, 119060324}}},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {{5, 193690690}}}};
  const std::vector<PerftLine> suite = rookery::test::ReadPerftSuite(options.suite);
  for (size_t i = 0; i < suite.size(); i += options.every) {
    if (suite[i].nodes.back().second >= kMinNodes) chosen.push_back(suite[i]);
  }
  return chosen;
}

int Compare(const Options& options) {
  double start_up = 1e9;
  for (int i = 0; i < kRepeats; ++i) {
    start_up = std::min(start_up, RunTheirs(options, "").seconds);
  }
  std::vector<double> ratios;
  bool equal = true;
  fmt::print("{:>12} {:>8} {:>10} {:>6}  position\n", "nodes", "ours", "stockfish", "ratio");
  for (const PerftLine& line : Choose(options)) {
    const Timing ours = TimeOurs(line);
    const Timing theirs = TimeTheirs(options, line, start_up);
    equal = equal && ours.nodes == line.nodes.back().second && theirs.nodes == ours.nodes;
    ratios.push_back(theirs.seconds / ours.seconds);
    const double millions = static_cast<double>(ours.nodes) * Walks(line) / 1e6;
    fmt::print("{:>12} {:>8.0f} {:>10.0f} {:>6.2f}  {}\n", ours.nodes, millions / ours.seconds,
               millions / theirs.seconds, ratios.back(), line.fen);
  }
  std::sort(ratios.begin(), ratios.end());
  fmt::print("median ratio {:.2f}, smallest {:.2f}, of {} positions; node counts {}\n",
             ratios[ratios.size() / 2], ratios.front(), ratios.size(), equal ? "equal" : "DIFFER");
  return equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--every" && i + 1 < argc) {
      options.every = static_cast<size_t>(std::max(1, std::atoi(argv[++i])));
    } else if (argument == "--stockfish" && i + 1 < argc) {
      options.stockfish = argv[++i];
    } else {
      options.suite = argument;
    }
  }
  if (options.suite.empty()) {
    fmt::print(stderr, "usage: bench_perft SUITE.epd [--every N] [--stockfish PATH]\n");
    return 2;
  }
  return Compare(options);
}
