// How long a book of a million openings takes to open, by wall time and by CPU time, as EPD and as
// PGN, and to be looked through; with the memory that it takes. The files are made first and
// removed again.
//
//   bench_book [OPENINGS]
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

#include "base/clock.h"
#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/openings/book.h"
#include "engine/openings/lint.h"

namespace {

namespace chess = rookery::chess;

chess::PgnGame RandomGame(rookery::Rng rng, uint64_t number) {
  chess::PgnGame game;
  game.tags = {{"Event", "bench"}, {"Round", std::to_string(number)}};
  chess::Position position = game.start;
  for (int ply = 0; ply < 10; ++ply) {
    chess::MoveList moves;
    chess::GenerateLegal(position, moves);
    if (moves.empty()) break;
    game.moves.emplace_back().move = moves[rng.Below(moves.size())];
    position.Play(game.moves.back().move);
  }
  return game;
}

void Make(const std::string& epd_path, const std::string& pgn_path, uint64_t count) {
  std::ofstream epd(epd_path);
  std::ofstream pgn(pgn_path);
  const rookery::Rng rng(1);
  for (uint64_t i = 0; i < count; ++i) {
    const chess::PgnGame game = RandomGame(rng.Fork(i), i);
    chess::Position position = game.start;
    for (const chess::PgnMove& played : game.moves) position.Play(played.move);
    epd << chess::ToFen(position) << '\n';
    pgn << chess::ToPgn(game);
  }
}

double Megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double Cpu() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void Measure(const std::string& path) {
  rookery::RealClock clock;
  const auto seconds_since = [&clock](int64_t start) {
    return static_cast<double>(clock.MonotonicNanos() - start) * 1e-9;
  };
  const double cpu = Cpu();
  int64_t start = clock.MonotonicNanos();
  const auto book = rookery::openings::Book::Open(path);
  if (!book.ok()) {
    fmt::print("{}\n", book.status().ToString());
    return;
  }
  fmt::print("{} {}: {} openings, {:.0f} MB, opened in {:.3f} s, {:.3f} s of CPU\n", path,
             Name((*book)->format()), (*book)->size(),
             static_cast<double>((*book)->bytes().size()) / 1e6, seconds_since(start), Cpu() - cpu);
  start = clock.MonotonicNanos();
  const rookery::openings::LintReport report = rookery::openings::Lint(**book, {});
  fmt::print("  looked through in {:.2f} s: {} distinct, {} broken; {:.0f} MB at most\n",
             seconds_since(start), report.distinct, report.broken, Megabytes());
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  const std::string epd = "/tmp/rookery_bench_book.epd";
  const std::string pgn = "/tmp/rookery_bench_book.pgn";
  Make(epd, pgn, count);
  Measure(epd);
  Measure(pgn);
  std::remove(epd.c_str());
  std::remove(pgn.c_str());
  return 0;
}
