// What an engine said of its search, remembered until the move is there: of its info lines the last
// score of the main line counts, an exact one before a bound. Lines come by the thousand and one is
// wanted, so they are kept as they came and looked at from the end.
// Pure; one thread.
#pragma once

#include <string>
#include <string_view>

#include "worker/player/engine_output.h"

namespace rookery::worker {

class InfoMemory {
 public:
  // Holds so many bytes and a line; then it looks through them and keeps what may still count.
  static constexpr size_t kMostWaiting = 1 << 14;

  // What follows "info" in a line.
  void Add(std::string_view rest);
  // The fields of the line that counts; of none if no line has a score. Valid until the next call.
  InfoFields Read();
  // The line that was added last; empty if none is kept.
  std::string_view Last() const;
  void Clear();

 private:
  void Sift();

  std::string waiting_;  // whole lines, each with a line break
  std::string exact_;    // of the lines that were looked through
  std::string bound_;
};

}  // namespace rookery::worker
