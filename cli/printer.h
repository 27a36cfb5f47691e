// Where a command's words go: data to stdout, messages to stderr, colours only where a person
// reads them. One thread at a time. The streams aren't owned.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace rookery::cli {

enum class Tone { kPlain, kGood, kBad, kCare, kFaint, kStrong };

struct PrinterOptions {
  bool out_terminal = false;
  bool err_terminal = false;
  bool color = false;  // only where the stream is a terminal
};

// Rows as lines, their columns below each other.
std::vector<std::string> TableLines(const std::vector<std::vector<std::string>>& rows);

class Printer {
 public:
  Printer(std::ostream* out, std::ostream* err, const PrinterOptions& options)
      : out_(out), err_(err), options_(options) {}

  bool out_terminal() const { return options_.out_terminal; }
  bool err_terminal() const { return options_.err_terminal; }
  void set_color(bool color) { options_.color = color; }

  // Data: what the command was asked for. A line break is added.
  void Out(std::string_view text);
  // The same without the line break, for data that comes in pieces.
  void OutRaw(std::string_view text);
  // One JSON object on a line of its own.
  void Json(const nlohmann::ordered_json& value);
  // Columns padded to their widest cell; the first row is the heading.
  void Table(const std::vector<std::vector<std::string>>& rows);

  // Why data could not be written; Ok while all of it was. Nothing is written after a failure.
  const absl::Status& out_status() const { return out_status_; }

  // Messages about the work, on stderr.
  void Say(std::string_view text);
  // "error: ..." on stderr.
  void Error(std::string_view text);
  // Text without a line break, for progress that redraws itself; flushed.
  void Raw(std::string_view text);

  std::string PaintOut(Tone tone, std::string_view text) const;
  std::string PaintErr(Tone tone, std::string_view text) const;

 private:
  std::ostream* out_;
  std::ostream* err_;
  PrinterOptions options_;
  absl::Status out_status_;
};

// Characters of UTF-8 text (code points), for padding.
size_t DisplayWidth(std::string_view text);
// Text from outside as it may stand on a terminal: control characters but tab and line break, which
// could command it, become '?'.
std::string Printable(std::string_view text);

}  // namespace rookery::cli
