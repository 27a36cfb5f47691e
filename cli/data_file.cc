#include "cli/data_file.h"

#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/status.h"

namespace rookery::cli {
namespace {

// The game in id "17.34"; at the end of each line.
std::optional<uint64_t> GameOf(std::string_view line) {
  constexpr std::string_view kMark = " id \"";
  const size_t at = line.rfind(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(at + kMark.size());
  uint64_t game = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), game);
  if (error != std::errc() || end == text.data() + text.size() || *end != '.') return std::nullopt;
  return game;
}

struct Ending {
  uint64_t keep_bytes = 0;  // up to the last game
  uint64_t keep_positions = 0;
  uint64_t last_game = 0;
};

absl::StatusOr<Ending> FindEnding(const std::string& path, const std::string& first_line) {
  std::ifstream input(path, std::ios::binary);
  std::string line;
  if (!std::getline(input, line) || input.eof() || line != first_line) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "{}: it begins with other words than\n  {}\nso it can't be continued; name "
                 "another file",
                 path, first_line);
  }
  Ending ending;
  uint64_t offset = line.size() + 1;
  uint64_t positions = 0;
  ending.keep_bytes = offset;
  // A last line without a line break was torn, and goes with its game.
  while (std::getline(input, line) && !input.eof()) {
    const std::optional<uint64_t> game = GameOf(line);
    if (!game) return InvalidArgument("{}: a line without id \"game.ply\": {}", path, line);
    if (*game != ending.last_game || positions == 0) {
      ending = {offset, positions, *game};
    }
    offset += line.size() + 1;
    ++positions;
  }
  return ending;
}

}  // namespace

absl::StatusOr<DataFile> DataFile::Open(const std::string& path, const std::string& first_line,
                                        uint64_t games) {
  DataFile data;
  data.path_ = path;
  std::error_code error;
  data.file_.reset(std::fopen(path.c_str(), "ab"));
  if (data.file_ == nullptr) {
    return InvalidArgument("{}: it can't be written: {}", path, std::strerror(errno));
  }
  // Held until it is closed: two that write one file would double its games.
  if (::flock(::fileno(data.file_.get()), LOCK_EX | LOCK_NB) != 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "{}: another process writes it at this moment; wait for its end, or name another "
                 "file",
                 path);
  }
  const bool there = std::filesystem::file_size(path, error) > 0 && !error;
  if (there) {
    ROOKERY_ASSIGN_OR_RETURN(const Ending ending, FindEnding(path, first_line));
    if (ending.last_game >= games) {
      return InvalidArgument("{}: it holds game {} already, and {} games were asked for", path,
                             ending.last_game, games);
    }
    std::filesystem::resize_file(path, ending.keep_bytes, error);
    if (error) return Error(absl::StatusCode::kUnavailable, "{}: {}", path, error.message());
    data.bytes_ = ending.keep_bytes;
    data.positions_ = ending.keep_positions;
    data.next_game_ = ending.last_game;
  }
  if (!there) ROOKERY_RETURN_IF_ERROR(data.Append(first_line + "\n", 0));
  return data;
}

absl::Status DataFile::Append(std::string_view lines, uint64_t positions) {
  if (bytes_ + lines.size() > kMostDataBytes) {
    return Error(absl::StatusCode::kResourceExhausted, "{}: more than {} bytes", path_,
                 kMostDataBytes);
  }
  const bool written = std::fwrite(lines.data(), 1, lines.size(), file_.get()) == lines.size() &&
                       std::fflush(file_.get()) == 0;
  if (!written) {
    return Error(absl::StatusCode::kUnavailable, "{}: {}", path_, std::strerror(errno));
  }
  bytes_ += lines.size();
  positions_ += positions;
  return absl::OkStatus();
}

}  // namespace rookery::cli
