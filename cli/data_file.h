// The file of `data generate`: its recipe as a first line, then positions in the order of games.
// Opened anew it goes on with the last game that it holds, whose end can't be known to be there.
// One thread.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery::cli {

class DataFile {
 public:
  // Makes the file or finds where it ended. FailedPrecondition if it begins with another line or
  // another process writes it, InvalidArgument if it holds more than `games`; either leaves it as
  // it was.
  static absl::StatusOr<DataFile> Open(const std::string& path, const std::string& first_line,
                                       uint64_t games);

  uint64_t next_game() const { return next_game_; }
  uint64_t positions() const { return positions_; }
  // Handed to the system before it returns. ResourceExhausted beyond kMostDataBytes.
  absl::Status Append(std::string_view lines, uint64_t positions);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  uint64_t next_game_ = 0;
  uint64_t positions_ = 0;
  uint64_t bytes_ = 0;
};
inline constexpr uint64_t kMostDataBytes = uint64_t{64} << 30;

}  // namespace rookery::cli
