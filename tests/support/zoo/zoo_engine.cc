// A UCI engine with manners to order, for tests of whoever talks to engines: the first argument
// names the mode, "ok" being an engine that answers at once with its first legal move.
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "engine/chess/game.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"

namespace {

using rookery::chess::Position;

void Say(const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(1, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

void Sleep(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

[[noreturn]] void SleepForever() {
  for (;;) Sleep(1000);
}

Position ReadPosition(std::istringstream& words) {
  std::string word;
  std::string fen;
  words >> word;
  if (word == "startpos") {
    fen = rookery::chess::kStartFen;
    words >> word;
  } else {
    while (words >> word && word != "moves") fen += word + " ";
  }
  Position position = *rookery::chess::ParseFen(fen);
  while (words >> word) {
    if (word != "moves") position.Play(*rookery::chess::ParseUci(position, word));
  }
  return position;
}

class Zoo {
 public:
  explicit Zoo(std::string mode) : mode_(std::move(mode)) {}

  int Run() {
    if (mode_ == "exit_at_start") return 7;
    if (mode_ == "ignores_quit") ::signal(SIGTERM, SIG_IGN);
    if (mode_ == "forks_child" && ::fork() == 0) SleepForever();
    std::string line;
    while (std::getline(std::cin, line)) {
      std::istringstream words(line);
      std::string command;
      words >> command;
      if (command == "uci") Greet();
      if (command == "isready" && mode_ != "no_readyok") Say("readyok\n");
      if (command == "position") position_ = ReadPosition(words);
      if (command == "go") Go();
      if (command == "quit" && mode_ != "ignores_quit") return 0;
    }
    if (mode_ == "ignores_quit") SleepForever();
    return 0;
  }

 private:
  void Greet() {
    if (mode_ == "no_uciok") SleepForever();
    if (mode_ == "chatty_start") Say("Welcome to the zoo\ninfo string hello\n\n\t\n");
    Say("id name Zoo " + mode_ + "\nid author nobody\n");
    Say("option name Hash type spin default 16 min 1 max 1024\n"
        "option name Style type combo default Very Solid var Very Solid var Wild\n"
        "option name Use Type Book type check default false\n"
        "option name Clear Hash type button\noption name Log type string default <empty>\n"
        "option broken\noption name Odd type spin default 5\n");
    Say("uciok\n");
  }

  std::string FirstMove() const {
    rookery::chess::MoveList moves;
    rookery::chess::GenerateLegal(position_, moves);
    return moves.empty() ? "0000" : rookery::chess::ToUci(position_, moves[0]);
  }

  void Go() {
    const std::string move = FirstMove();
    const std::string info = "info depth 5 nodes 1234 score cp 31 pv " + move + "\n";
    const std::string best = "bestmove " + move + "\n";
    ++searches_;
    if (GoSilent(info, best) || GoOdd(move, info, best)) return;
    Say(info + best);
  }

  // Modes that don't answer as they should.
  bool GoSilent(const std::string& info, const std::string& best) {
    if (mode_ == "hang") SleepForever();
    if (mode_ == "crash" && searches_ == 2) {
      std::cerr << "zoo: assertion failed: knight on the rim\n";
      ::raise(SIGABRT);
    }
    if (mode_ == "exit" && searches_ == 2) ::_exit(3);
    if (mode_ == "close_stdout") {
      ::close(1);
      SleepForever();
    }
    if (mode_ == "close_stdin") {
      Say(info + best);
      ::close(0);
      SleepForever();
    }
    if (mode_ == "exit_after_move") {
      Say(info + best);
      ::_exit(0);
    }
    if (mode_ == "half_line") {
      Say(info + best.substr(0, best.size() - 1));
      ::_exit(0);
    }
    if (mode_ == "stops_reading") SleepForever();
    if (mode_ == "chatter") {
      for (;;) {
        Say(info);
        Sleep(5);
      }
    }
    if (mode_ == "late") {
      Sleep(400);
      Say(best);
      return true;
    }
    return false;
  }

  // Modes that answer in odd ways.
  bool GoOdd(const std::string& move, const std::string& info, const std::string& best) {
    if (mode_ == "illegal") return Say("bestmove e2e5\n"), true;
    if (mode_ == "san") return Say("bestmove Nf3\n"), true;
    if (mode_ == "upper") return Say("bestmove E2E4\n"), true;
    if (mode_ == "none") return Say("bestmove (none)\n"), true;
    if (mode_ == "null") return Say("bestmove 0000\n"), true;
    if (mode_ == "empty") return Say("bestmove\n"), true;
    if (mode_ == "crlf") return Say(info + "bestmove " + move + "\r\n"), true;
    if (mode_ == "tabs")
      return Say("info\tdepth 5\tscore\tcp 31\nbestmove\t" + move + "\t\n"), true;
    if (mode_ == "blanks") return Say("   " + info + "   bestmove   " + move + "   \n"), true;
    if (mode_ == "nul") return Say(std::string("a\0b\0\n", 5) + info + best), true;
    if (mode_ == "no_info") return Say(best), true;
    if (mode_ == "mate") return Say("info depth 3 score mate 2 pv\n" + best), true;
    if (mode_ == "mated") return Say("info depth 3 score mate -2 pv\n" + best), true;
    if (mode_ == "late_score")
      return Say("info depth 5 pv " + move + " score cp 31\n" + best), true;
    if (mode_ == "bad_numbers") {
      return Say("info depth 1e3 nodes -5 score cp 12x\ninfo nodes 99999999999999999999 depth 4 "
                 "score cp 31\n" +
                 best),
             true;
    }
    if (mode_ == "multipv") {
      return Say("info multipv 1 score cp 31\ninfo multipv 2 score cp -900\n" + best), true;
    }
    if (mode_ == "bounds") {
      return Say("info score cp 31\ninfo score cp 500 lowerbound\n" + best), true;
    }
    if (mode_ == "twice") return Say(info + best + "bestmove a1a1\n"), true;
    if (mode_ == "ponder") return Say(info + "bestmove " + move + " ponder zzzz\n"), true;
    if (mode_ == "long_line")
      return Say("info string " + std::string(4 << 20, 'x') + "\n" + best), true;
    if (mode_ == "flood") {
      std::string many;
      for (int i = 0; i < 1000; ++i) many += info;
      for (int i = 0; i < 20; ++i) Say(many);
      return Say(best), true;
    }
    if (mode_ == "stderr_flood") {
      const std::string noise(200'000, 'e');
      static_cast<void>(!::write(2, noise.data(), noise.size()));
    }
    return false;
  }

  const std::string mode_;
  Position position_ = Position::Start();
  int searches_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return Zoo(argc > 1 ? argv[1] : "ok").Run(); }
