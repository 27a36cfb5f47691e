#include "cli/printer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/status.h"

namespace rookery::cli {
namespace {

std::string Paint(bool color, Tone tone, std::string_view text) {
  if (!color || tone == Tone::kPlain) return std::string(text);
  const char* code = "0";
  switch (tone) {
    case Tone::kGood:
      code = "32";
      break;
    case Tone::kBad:
      code = "31";
      break;
    case Tone::kCare:
      code = "33";
      break;
    case Tone::kFaint:
      code = "2";
      break;
    case Tone::kStrong:
      code = "1";
      break;
    case Tone::kPlain:
      break;
  }
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string Printable(std::string_view text) {
  std::string plain(text);
  for (size_t i = 0; i < plain.size(); ++i) {
    const auto byte = static_cast<unsigned char>(plain[i]);
    if ((byte < 0x20 && plain[i] != '\n' && plain[i] != '\t') || byte == 0x7f) plain[i] = '?';
    // U+0080 to U+009F in UTF-8: the same for terminals that know eight-bit controls.
    if (byte == 0xc2 && i + 1 < plain.size() && static_cast<unsigned char>(plain[i + 1]) < 0xa0) {
      plain.replace(i, 2, "?");
    }
  }
  return plain;
}

void Printer::Out(std::string_view text) { OutRaw(std::string(text) + '\n'); }

void Printer::OutRaw(std::string_view text) {
  if (!out_status_.ok()) return;
  errno = 0;
  *out_ << text << std::flush;
  if (out_->good()) return;
  // Streams don't keep the reason; the system's is the last one said.
  out_status_ = rookery::Error(absl::StatusCode::kInternal, "writing to stdout: {}",
                               errno == 0 ? "it failed" : std::strerror(errno));
}

void Printer::Json(const nlohmann::ordered_json& value) {
  // Strings from outside may not be UTF-8: replaced rather than refused.
  Out(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::vector<std::string> TableLines(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string& line = lines.emplace_back();
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 == row.size()) break;
      line.append(widths[i] - DisplayWidth(row[i]) + 2, ' ');
    }
  }
  return lines;
}

void Printer::Table(const std::vector<std::vector<std::string>>& rows) {
  const std::vector<std::string> lines = TableLines(rows);
  for (size_t i = 0; i < lines.size(); ++i) {
    Out(i == 0 ? PaintOut(Tone::kStrong, lines[i]) : lines[i]);
  }
}

void Printer::Say(std::string_view text) { *err_ << text << '\n' << std::flush; }

void Printer::Error(std::string_view text) {
  *err_ << PaintErr(Tone::kBad, "error:") << ' ' << Printable(text) << '\n' << std::flush;
}

void Printer::Raw(std::string_view text) { *err_ << text << std::flush; }

std::string Printer::PaintOut(Tone tone, std::string_view text) const {
  return Paint(options_.color && options_.out_terminal, tone, text);
}

std::string Printer::PaintErr(Tone tone, std::string_view text) const {
  return Paint(options_.color && options_.err_terminal, tone, text);
}

}  // namespace rookery::cli
