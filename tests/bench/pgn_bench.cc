// How fast PGN is read, by CPU time of one thread: tokens alone, and games with every move resolved
// and tested for legality.
//
//   bench_pgn [FILE.pgn]     without a file: 20,000 games of 80 random moves, made first
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_lexer.h"

namespace {

namespace chess = rookery::chess;

double Cpu() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string MakeText() {
  rookery::Rng rng(1);
  std::string text;
  for (int n = 0; n < 20'000; ++n) {
    chess::PgnGame game;
    game.tags = {{"Event", "bench"}, {"White", "a"}, {"Black", "b"}, {"Round", std::to_string(n)}};
    chess::Position position = game.start;
    for (int ply = 0; ply < 80; ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(position, moves);
      if (moves.empty()) break;
      game.moves.emplace_back().move = moves[rng.Below(moves.size())];
      position.Play(game.moves.back().move);
    }
    text += chess::ToPgn(game);
  }
  return text;
}

void TimeTokens(const std::string& text) {
  std::istringstream input(text);
  const double start = Cpu();
  chess::PgnLexer lexer(input);
  chess::PgnToken token;
  size_t count = 0;
  for (lexer.Next(token); token.kind != chess::PgnTokenKind::kEnd; lexer.Next(token)) ++count;
  const double seconds = Cpu() - start;
  fmt::print("tokens: {} in {:.3f} s, {:.0f} MB/s\n", count, seconds,
             static_cast<double>(text.size()) / 1e6 / seconds);
}

void TimeGames(const std::string& text) {
  std::istringstream input(text);
  size_t games = 0;
  size_t moves = 0;
  size_t errors = 0;
  const double start = Cpu();
  chess::ReadPgn(
      input,
      [&](const chess::PgnGame& game) {
        ++games;
        moves += game.moves.size();
        return true;
      },
      [&errors](const chess::PgnError&) { return ++errors > 0; });
  const double seconds = Cpu() - start;
  fmt::print(
      "games: {} with {} moves, {} errors, in {:.3f} s: {:.2f} million moves/s, {:.0f} MB/s\n",
      games, moves, errors, seconds, static_cast<double>(moves) / 1e6 / seconds,
      static_cast<double>(text.size()) / 1e6 / seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::string text;
  if (argc > 1) {
    std::ifstream file(argv[1], std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  } else {
    text = MakeText();
  }
  TimeTokens(text);
  TimeGames(text);
  return 0;
}
