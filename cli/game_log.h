// The log of games: the one truth of a match on this machine. A line of JSON for the match, then
// one for each game in the order in which they ended; PGN, EPD and every figure are derived from
// it. Each line goes out in one write, so a kill at any moment leaves whole games and at most one
// torn line, which is cut off when the match goes on. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "worker/match/tournament.h"

namespace rookery::cli {

// What the first line says.
struct LogHeader {
  std::string fingerprint;             // of the match
  std::vector<std::string> arguments;  // it was asked for with; for `-config file=`
  int64_t pgn_offset = 0;              // sizes of the files before the match wrote to them
  int64_t epd_offset = 0;
};

// A game as a line of the log, and back. `figures`: with what engines said beside their scores.
nlohmann::ordered_json GameToJson(const worker::TournamentGame& game,
                                  const std::vector<std::string>& names, bool figures);
// The plan of the game is its number alone; the schedule knows the rest.
absl::StatusOr<worker::TournamentGame> GameFromJson(const nlohmann::ordered_json& line);

class GameLog {
 public:
  // Begins a new log; AlreadyExists if the file is there and holds anything but a torn first line,
  // unless it is to be begun `anew`. Here and below, FailedPrecondition while another process has
  // the log open.
  static absl::StatusOr<GameLog> Create(const std::string& path, const LogHeader& header,
                                        bool anew = false);
  // Reads an existing log from the start, game by game, cuts off a torn last line, and stands ready
  // to append. An error of the callback ends the reading and is returned.
  using OnGame = std::function<absl::Status(worker::TournamentGame)>;
  static absl::StatusOr<GameLog> Continue(const std::string& path, const OnGame& on_game);
  // The first line alone; NotFound if there is no such file, or it is empty or torn in that line.
  static absl::StatusOr<LogHeader> ReadHeader(const std::string& path);

  // Whether another process has the log open at this moment.
  static bool IsBeingWritten(const std::string& path);

  GameLog() = default;
  ~GameLog();
  GameLog(GameLog&& other) noexcept;
  GameLog& operator=(GameLog&& other) noexcept;

  absl::Status Append(const nlohmann::ordered_json& line);
  // Onto the disk; nothing to do for a log that wasn't opened.
  absl::Status Sync();

 private:
  static absl::StatusOr<GameLog> OpenAlone(const std::string& path, int create);
  GameLog(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  absl::Status Fail(std::string_view doing) const;

  std::string path_;
  int fd_ = -1;
};

}  // namespace rookery::cli
