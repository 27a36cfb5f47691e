// Collects everything that is wrong with a request, so that the caller learns of all of it at once.
// One thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "base/status.h"

namespace rookery::wire {

class Violations {
 public:
  // field: its path in the request; description: the value that it had and what is allowed.
  template <typename... Args>
  void Add(std::string_view field, fmt::format_string<Args...> format, Args&&... args) {
    AddText(field, fmt::format(format, std::forward<Args>(args)...));
  }

  // Text from outside: at most `most` bytes of printable UTF-8 without control characters.
  void CheckText(std::string_view field, std::string_view value, size_t most);
  // The same, and not empty.
  void CheckRequired(std::string_view field, std::string_view value, size_t most);
  // The same of what people are to read: blanks alone are no name.
  void CheckName(std::string_view field, std::string_view value, size_t most);
  void CheckSha256(std::string_view field, std::string_view value);
  // "runs/ID" for collection "runs".
  void CheckResource(std::string_view field, std::string_view value, std::string_view collection);
  // "engines/NAME": people choose NAME, so it may have dots as versions do, but not at its start.
  void CheckEngineResource(std::string_view field, std::string_view value);

  template <typename Number>
  void CheckRange(std::string_view field, Number value, Number low, Number high) {
    // Written so that NaN fails too.
    if (!(value >= low && value <= high)) Add(field, "{} is not in {} to {}", value, low, high);
  }

  bool empty() const { return found_.empty(); }
  // Ok, or InvalidArgument whose message has a line for each violation and whose payload is a
  // google.rpc.BadRequest.
  absl::Status Finish() const;

 private:
  void AddText(std::string_view field, std::string description);

  static constexpr size_t kMostKept = 50;  // a report of 64 broken pairs needn't say it all
  std::vector<std::pair<std::string, std::string>> found_;
  size_t dropped_ = 0;
};

// The text with control characters replaced and cut to a length fit for a message.
std::string Quoted(std::string_view text);

}  // namespace rookery::wire
