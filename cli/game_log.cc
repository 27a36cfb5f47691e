#include "cli/game_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/status.h"
#include "cli/game_file.h"
#include "engine/chess/notation.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using worker::MoveRecord;
using worker::PlayedGame;
using worker::TournamentGame;

constexpr int kFormatVersion = 1;

std::string Dump(const ordered_json& line) {
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

// The whole text in one write where the system allows, so that no other line gets between.
bool WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string MovesText(chess::Position position, const std::vector<chess::Move>& moves) {
  std::string text;
  for (const chess::Move move : moves) {
    if (!text.empty()) text += ' ';
    text += chess::ToUci(position, move);
    position.Play(move);
  }
  return text;
}

void AddRecords(const PlayedGame& game, bool figures, ordered_json& line) {
  ordered_json score = ordered_json::array();
  for (const MoveRecord& record : game.records) {
    score.push_back(record.score_cp ? ordered_json(*record.score_cp) : ordered_json(nullptr));
    line["depth"].push_back(record.depth);
    line["nodes"].push_back(record.nodes);
    line["us"].push_back(record.thinking_us);
    line["left_us"].push_back(record.left_us);
    if (!figures) continue;
    const worker::SearchFigures& said = record.figures;
    line["figures"].push_back({said.selective_depth, said.nodes_per_second, said.hash_permill,
                               said.tablebase_hits, said.said_ms, said.line});
  }
  line["score"] = std::move(score);
}

constexpr std::array<const char*, 2> kNotesOf = {"white_faults", "black_faults"};

void AddNotes(const TournamentGame& game, ordered_json& line) {
  for (size_t side = 0; side < kNotesOf.size(); ++side) {
    for (const worker::PlayerNote& note : game.notes[side]) {
      line[kNotesOf[side]].push_back({Name(note.fault), note.count, note.evidence});
    }
  }
}

void ReadNotes(const ordered_json& line, TournamentGame& game) {
  for (size_t side = 0; side < kNotesOf.size(); ++side) {
    if (!line.contains(kNotesOf[side])) continue;
    for (const ordered_json& one : line.at(kNotesOf[side])) {
      for (const worker::PlayerFault fault : worker::kAllPlayerFaults) {
        if (Name(fault) != one.at(0).get<std::string>()) continue;
        game.notes[side].push_back({fault, one.at(1).get<int64_t>(), one.at(2).get<std::string>()});
      }
    }
  }
}

// From the position on, which is the one behind them then.
absl::Status ReadMoves(std::string_view text, chess::Position& position,
                       std::vector<chess::Move>& moves) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    ROOKERY_ASSIGN_OR_RETURN(const chess::Move move, chess::ParseUci(position, word));
    if (!position.IsLegal(move)) return InvalidArgument("the move {} isn't legal", word);
    moves.push_back(move);
    position.Play(move);
  }
  return absl::OkStatus();
}

void ReadRecords(const ordered_json& line, PlayedGame& game) {
  for (size_t i = 0; i < game.moves.size(); ++i) {
    MoveRecord record;
    if (!line.at("score").at(i).is_null()) record.score_cp = line.at("score").at(i).get<int>();
    record.depth = line.at("depth").at(i).get<int>();
    record.nodes = line.at("nodes").at(i).get<int64_t>();
    record.thinking_us = line.at("us").at(i).get<int64_t>();
    record.left_us = line.at("left_us").at(i).get<int64_t>();
    if (line.contains("figures")) {
      const ordered_json& said = line.at("figures").at(i);
      record.figures = {said.at(0).get<int>(),     said.at(1).get<int64_t>(),
                        said.at(2).get<int>(),     said.at(3).get<int64_t>(),
                        said.at(4).get<int64_t>(), said.at(5).get<std::string>()};
    }
    game.records.push_back(std::move(record));
  }
}

absl::StatusOr<GameEnd> EndNamed(std::string_view name) {
  for (int number = 1; GameEndFromNumber(number); ++number) {
    if (Name(*GameEndFromNumber(number)) == name) return *GameEndFromNumber(number);
  }
  return InvalidArgument("'{}' is no end of a game", name);
}

absl::StatusOr<GameResult> ResultNamed(std::string_view text) {
  for (const GameResult result :
       {GameResult::kWhiteWins, GameResult::kBlackWins, GameResult::kDraw}) {
    if (ResultText(result) == text) return result;
  }
  return InvalidArgument("'{}' is no result", text);
}

absl::StatusOr<TournamentGame> FromJson(const ordered_json& line) {
  TournamentGame game;
  game.plan.id = line.at("game").get<uint64_t>();
  game.started = absl::FromUnixMillis(line.at("started_ms").get<int64_t>());
  ROOKERY_ASSIGN_OR_RETURN(game.opening, chess::ParseFen(line.at("fen").get<std::string>()));
  ROOKERY_ASSIGN_OR_RETURN(game.played.result, ResultNamed(line.at("result").get<std::string>()));
  ROOKERY_ASSIGN_OR_RETURN(game.played.end, EndNamed(line.at("end").get<std::string>()));
  game.played.elapsed_ms = line.at("elapsed_ms").get<int64_t>();
  game.played.overrun_us = line.value("overrun_us", int64_t{0});
  game.played.detail = line.value("detail", "");
  openings::Opening& opening = game.opening;
  ROOKERY_RETURN_IF_ERROR(ReadMoves(line.value("book", ""), opening.position, opening.moves));
  chess::Position position = opening.position;
  ROOKERY_RETURN_IF_ERROR(
      ReadMoves(line.at("moves").get<std::string>(), position, game.played.moves));
  ReadRecords(line, game.played);
  ReadNotes(line, game);
  return game;
}

bool IsBeginOfHeader(std::string_view text) {
  const std::string first = fmt::format(R"({{"rookery_game_log":{},)", kFormatVersion);
  return text.starts_with(first) || std::string_view(first).starts_with(text);
}

absl::StatusOr<LogHeader> HeaderFrom(const std::string& text, const std::string& path) {
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  if (json.is_object() && json.value("rookery_game_log", 0) == kFormatVersion) {
    try {
      return LogHeader{json.at("match").get<std::string>(),
                       json.at("arguments").get<std::vector<std::string>>(),
                       json.at("pgn_offset").get<int64_t>(), json.at("epd_offset").get<int64_t>()};
    } catch (const ordered_json::exception&) {
      // Said below.
    }
  }
  return InvalidArgument("{} is no log of games of this program; name another file", path);
}

}  // namespace

ordered_json GameToJson(const TournamentGame& game, const std::vector<std::string>& names,
                        bool figures) {
  const PlayedGame& played = game.played;
  ordered_json line = {{"game", game.plan.id},
                       {"encounter", game.plan.encounter},
                       {"round", game.plan.round},
                       {"white", names[static_cast<size_t>(game.plan.white())]},
                       {"black", names[static_cast<size_t>(game.plan.black())]},
                       {"result", ResultText(played.result)},
                       {"end", Name(played.end)},
                       {"plies", played.moves.size()},
                       {"started_ms", absl::ToUnixMillis(game.started)},
                       {"elapsed_ms", played.elapsed_ms},
                       {"fen", chess::ToFen(game.opening.start)}};
  if (!game.opening.moves.empty()) {
    line["book"] = MovesText(game.opening.start, game.opening.moves);
  }
  line["moves"] = MovesText(game.opening.position, played.moves);
  if (played.overrun_us != 0) line["overrun_us"] = played.overrun_us;
  if (!played.detail.empty()) line["detail"] = played.detail;
  AddNotes(game, line);
  AddRecords(played, figures, line);
  return line;
}

absl::StatusOr<TournamentGame> GameFromJson(const ordered_json& line) {
  try {
    return FromJson(line);
  } catch (const ordered_json::exception& fault) {
    // The library's text speaks of its own types; its number says which of its rules was broken.
    return Error(absl::StatusCode::kDataLoss,
                 "it is no game of this program's log (fault {}); restore the log from a copy, or "
                 "name another file to begin anew",
                 fault.id);
  }
}

// Held until the log is closed: two matches that write one log would make it useless for both.
absl::StatusOr<GameLog> GameLog::OpenAlone(const std::string& path, int create) {
  const int fd = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | create, 0644);
  if (fd < 0) return InvalidArgument("can't write {}: {}", path, std::strerror(errno));
  GameLog log(path, fd);
  ROOKERY_RETURN_IF_ERROR(LockFile(fd, path));
  return log;
}

bool GameLog::IsBeingWritten(const std::string& path) {
  const absl::StatusOr<GameLog> log = OpenAlone(path, 0);
  return absl::IsFailedPrecondition(log.status());
}

absl::StatusOr<GameLog> GameLog::Create(const std::string& path, const LogHeader& header,
                                        bool anew) {
  ROOKERY_ASSIGN_OR_RETURN(GameLog log, OpenAlone(path, O_CREAT));
  const int fd = log.fd_;
  struct stat info{};
  if (::fstat(fd, &info) != 0) return log.Fail("reading");
  if (info.st_size > 0 && !anew && !absl::IsNotFound(ReadHeader(path).status())) {
    return Error(absl::StatusCode::kAlreadyExists, "{} is there already", path);
  }
  if (info.st_size > 0 && ::ftruncate(fd, 0) != 0) return log.Fail("emptying");
  const ordered_json first = {{"rookery_game_log", kFormatVersion},
                              {"match", header.fingerprint},
                              {"arguments", header.arguments},
                              {"pgn_offset", header.pgn_offset},
                              {"epd_offset", header.epd_offset}};
  ROOKERY_RETURN_IF_ERROR(log.Append(first));
  ROOKERY_RETURN_IF_ERROR(log.Sync());
  return log;
}

absl::StatusOr<LogHeader> GameLog::ReadHeader(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    return InvalidArgument("{} is no regular file; a log of games must be one", path);
  }
  std::ifstream file(path, std::ios::binary);
  std::string line;
  const bool read = file && std::getline(file, line);
  // Killed while it wrote the very first line, a match leaves a log without a game.
  const bool torn = read && file.eof() && IsBeginOfHeader(line);
  if (!read || torn || line.empty()) {
    return Error(absl::StatusCode::kNotFound, "there is no log of games {}", path);
  }
  return HeaderFrom(line, path);
}

absl::StatusOr<GameLog> GameLog::Continue(const std::string& path, const OnGame& on_game) {
  ROOKERY_ASSIGN_OR_RETURN(GameLog log, OpenAlone(path, 0));
  std::ifstream file(path, std::ios::binary);
  std::string line;
  int64_t whole_bytes = 0;  // up to the end of the last whole line
  for (uint64_t number = 1; std::getline(file, line) && !file.eof(); ++number) {
    whole_bytes += static_cast<int64_t>(line.size()) + 1;
    if (number == 1) {
      ROOKERY_RETURN_IF_ERROR(HeaderFrom(line, path).status());
      continue;
    }
    absl::StatusOr<TournamentGame> game = GameFromJson(ordered_json::parse(line, nullptr, false));
    const absl::Status status = game.ok() ? on_game(*std::move(game)) : game.status();
    if (!status.ok()) {
      return Error(status.code(), "{}:{}: {}", path, number, Message(status));
    }
  }
  if (::ftruncate(log.fd_, whole_bytes) != 0) return log.Fail("cutting a torn line off");
  return log;
}

GameLog::~GameLog() {
  if (fd_ >= 0) ::close(fd_);
}

GameLog::GameLog(GameLog&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

GameLog& GameLog::operator=(GameLog&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

absl::Status GameLog::Append(const ordered_json& line) {
  return WriteAll(fd_, Dump(line)) ? absl::OkStatus() : Fail("writing");
}

absl::Status GameLog::Sync() {
  return fd_ < 0 || ::fdatasync(fd_) == 0 ? absl::OkStatus() : Fail("syncing");
}

absl::Status GameLog::Fail(std::string_view doing) const {
  return Error(absl::StatusCode::kUnavailable, "{} {}: {}", doing, path_, std::strerror(errno));
}

}  // namespace rookery::cli
