// The last lines that an engine said, for evidence: engines say on their output why they quit. Of
// the reports of a search ("info depth ...") the newest alone would be worth a look, so those
// aren't put here. Bounded. Pure; one thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace rookery::worker {

class LastLines {
 public:
  static constexpr size_t kMostLines = 6;
  static constexpr size_t kMostBytes = 200;  // of each

  // Leaves out a blank line, and one that says what the last one said.
  void Add(std::string_view line);
  void Clear();
  // "'a', 'b'", oldest first, `newest` behind all if it isn't empty; "''" of none. Printable ASCII.
  std::string Text(std::string_view newest = {}) const;

 private:
  std::array<std::string, kMostLines> lines_;  // a ring
  size_t next_ = 0;
  size_t count_ = 0;
};

// "info string ...": what an engine tells people, no report of a search.
bool IsInfoString(std::string_view rest_of_info);

}  // namespace rookery::worker
