// A UCI engine with manners to order, for tests of whoever talks to engines: the first argument
// names the mode, "ok" being an engine that answers at once with its first legal move.
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

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

std::string Reached(bool reached) { return reached ? "reached" : "denied"; }

// Bytes that can be written to files in a folder before it is full, up to 256 MiB.
std::string FillFolder(const std::string& folder) {
  const std::string block(1 << 20, 'x');
  int64_t written = 0;
  for (int file = 0; file < 16; ++file) {
    const std::string path = folder + "/fill" + std::to_string(file);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) break;
    for (int i = 0; i < 16; ++i) {
      const ssize_t count = ::write(fd, block.data(), block.size());
      if (count <= 0) break;
      written += count;
    }
    ::close(fd);
  }
  return std::to_string(written);
}

// Tries what a hostile engine might, and says how far it came.
std::string Probe(const std::string& what, const std::string& argument) {
  if (what == "socket") return Reached(::socket(AF_INET, SOCK_STREAM, 0) >= 0);
  if (what == "unix") return Reached(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
  if (what == "fork") {
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(0);
    return Reached(pid > 0);
  }
  if (what == "read") return Reached(::open(argument.c_str(), O_RDONLY) >= 0);
  if (what == "write") {
    return Reached(::open(argument.c_str(), O_WRONLY | O_CREAT, 0600) >= 0);
  }
  if (what == "signal") return Reached(::kill(std::stoi(argument), 0) == 0);
  if (what == "fill") return FillFolder(argument);
  if (what == "memory") return Reached(std::malloc(size_t{8} << 30) != nullptr);
  if (what == "thread") {
    std::thread([] {}).join();
    return "reached";
  }
  return "unknown";
}

class Zoo {
 public:
  explicit Zoo(std::string mode) : mode_(std::move(mode)) {}

  int Run() {
    if (mode_ == "exit_at_start") return 7;
    if (mode_ == "ignores_quit") ::signal(SIGTERM, SIG_IGN);
    if (mode_ == "forks_child" && ::fork() == 0) SleepForever();
    if (mode_ == "forks_session") ForkAway();
    std::string line;
    while (std::getline(std::cin, line)) {
      std::istringstream words(line);
      std::string command;
      words >> command;
      if (command == "uci") Greet();
      if (command == "isready") Ready();
      if (command == "ucinewgame") NewGame();
      if (command == "setoption") SetOption(line);
      if (command == "position") position_ = ReadPosition(words);
      if (command == "go") {
        infinite_ = line.find("infinite") != std::string::npos;
        if (!infinite_) Go();
      }
      if (command == "stop" && std::exchange(infinite_, false)) Go();
      if (command == "quit" && mode_ == "crashes_at_quit") ::raise(SIGSEGV);
      if (command == "quit") SaveTrace();
      if (command == "quit" && mode_ != "ignores_quit") return 0;
    }
    if (mode_ == "ignores_quit") SleepForever();
    return 0;
  }

 private:
  // A grandchild in a session of its own that no polite signal ends, and holds no pipe.
  static void ForkAway() {
    if (::fork() != 0) return;
    ::setsid();
    for (const int signal : {SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
    if (::fork() != 0) ::_exit(0);
    for (const int fd : {0, 1, 2}) ::close(fd);
    SleepForever();
  }

  void Ready() {
    if (mode_ == "no_readyok") return;
    if (mode_ == "slow_ready") Sleep(300);
    // In one write: a move that came after the go would be its answer.
    Say(mode_ == "ready_twice"  ? "readyok\nreadyok\n"
        : mode_ == "early_move" ? "readyok\nbestmove a1a1\n"
                                : "readyok\n");
  }

  void NewGame() {
    ++games_;
    margin_in_game_ = margin_;
    if (mode_ == "hangs_at_newgame" && games_ == 2) SleepForever();
    if (mode_ == "dies_at_newgame" && games_ == 2) ::_exit(9);
  }

  // In mode "tunable": what a candidate sets. It loses every game for which a small margin was set,
  // or one after the game had begun.
  void SetOption(const std::string& line) {
    const std::string margin = "setoption name Razor Margin value ";
    const std::string fraction = "setoption name Fraction value ";
    if (line.starts_with(margin)) margin_ = std::stod(line.substr(margin.size()));
    if (line.starts_with(fraction)) margin_ = 80 * std::stod(line.substr(fraction.size()));
  }
  bool LosesAsTunable() const {
    return mode_ == "tunable" && margin_ && (margin_ != margin_in_game_ || *margin_ < 200);
  }

  void Greet() {
    if (mode_ == "no_uciok") SleepForever();
    if (mode_ == "many_options") {
      std::string many;
      for (int i = 0; i < 5000; ++i) {
        many += "option name Option" + std::to_string(i) + " type spin default 1 min 1 max 9\n";
      }
      Say(many);
    }
    if (mode_ == "no_name") return Say("uciok\n");
    if (mode_ == "chatty_start") Say("Welcome to the zoo\ninfo string hello\n\n\t\n");
    Say("id name Zoo " + mode_ + "\nid author nobody\n");
    Say("option name Hash type spin default 16 min 1 max 1024\n"
        "option name Style type combo default Very Solid var Very Solid var Wild\n"
        "option name Use Type Book type check default false\n"
        "option name Clear Hash type button\noption name Log type string default <empty>\n"
        "option name Razor Margin type spin default 200 min 0 max 500\n"
        "option name Fraction type string default 1.50\n"
        "option broken\n");
    // A spin without bounds: fastchess, beside which these two are played, ends at it.
    if (mode_ != "random" && mode_ != "timed") Say("option name Odd type spin default 5\n");
    Say("uciok\n");
  }

  // The first legal move, or any by a hash of the position and of this process ("random").
  std::string FirstMove() const {
    rookery::chess::MoveList moves;
    rookery::chess::GenerateLegal(position_, moves);
    if (moves.empty()) return "0000";
    const size_t index = mode_ == "random"
                             ? (position_.key() ^ static_cast<uint64_t>(::getpid())) % moves.size()
                             : 0;
    return rookery::chess::ToUci(position_, moves[index]);
  }

  void Go() {
    Note("go");
    const std::string move = FirstMove();
    const std::string info = "info depth 5 nodes 1234 score cp 31 pv " + move + "\n";
    const std::string best = "bestmove " + move + "\n";
    ++searches_;
    if (GoSilent(info, best) || GoOdd(move, info, best)) return;
    Say(info + best);
    Note("best");
  }

  // In mode "timed", when each go came and each bestmove left: into a file in $ZOO_TRACE.
  void Note(const char* what) {
    if (mode_ != "timed") return;
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    trace_ += std::string(what) + " " +
              std::to_string(int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec) + "\n";
  }
  void SaveTrace() const {
    const char* folder = std::getenv("ZOO_TRACE");
    if (trace_.empty() || folder == nullptr) return;
    std::ofstream(std::string(folder) + "/" + std::to_string(::getpid())) << trace_;
  }

  // Modes that don't answer as they should.
  bool GoSilent(const std::string& info, const std::string& best) {
    if (mode_ == "hang") SleepForever();
    if (mode_ == "ignores_nodes") return true;  // searches until it is stopped, and isn't
    if (mode_ == "crash" && searches_ == 2) {
      std::cerr << "zoo: assertion failed: knight on the rim\n";
      ::raise(SIGABRT);
    }
    if (mode_ == "exit" && searches_ == 2) ::_exit(3);
    if (mode_ == "last_words") {
      Say("info depth 1\ninfo string ERROR: no network nn.bin\ninfo string ERROR: ending now\n");
      ::_exit(1);
    }
    if (mode_ == "segv" && searches_ == 2) ::raise(SIGSEGV);
    if (mode_ == "killed" && searches_ == 2) ::raise(SIGKILL);
    if (mode_ == "dies_in_line" && searches_ == 2) {
      Say("info depth 3 sco");
      ::_exit(4);
    }
    if (mode_ == "stopped" && searches_ == 2) ::raise(SIGSTOP);
    if (mode_ == "blank_flood") {
      const std::string blanks(1000, '\n');
      for (;;) Say(blanks);
    }
    if (mode_ == "endless_line") {
      const std::string noise(65'536, 'x');
      for (;;) Say(noise);
    }
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
    if (mode_ == "illegal" || LosesAsTunable()) return Say("bestmove e2e5\n"), true;
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
    if (mode_ == "prefix") return Say("bestmovee2e4\n" + info + best), true;
    if (mode_ == "huge_score") {
      return Say("info depth 5 nodes 9223372036854775807 score cp 99999999999\n" + best), true;
    }
    if (mode_ == "huge_mate") return Say("info score mate 999999999\n" + best), true;
    if (mode_ == "unicode") return Say("info string \xc3\xa9\xff\xfe\n" + info + best), true;
    if (mode_ == "long_pv") {
      std::string line = "info depth 5 score cp 31 pv";
      for (int i = 0; i < 20'000; ++i) line += " " + move;
      return Say(line + "\n" + best), true;
    }
    if (mode_ == "trailing") return Say(info + "bestmove " + move + " and so on\n"), true;
    if (mode_ == "slow_bytes") {
      for (const char c : info + best) {
        Say(std::string(1, c));
        Sleep(1);
      }
      return true;
    }
    if (mode_ == "no_promotion") return Say("bestmove e7e8\n"), true;
    if (mode_ == "off_board") return Say("bestmove e2e9\n"), true;
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
  int games_ = 0;
  std::optional<double> margin_;
  std::optional<double> margin_in_game_;
  bool infinite_ = false;  // a search that stop ends
  std::string trace_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "ok";
  if (mode == "probe" && argc > 2) {
    Say(Probe(argv[2], argc > 3 ? argv[3] : "") + "\n");
    return 0;
  }
  return Zoo(mode).Run();
}
