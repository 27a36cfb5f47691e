#include "worker/player/last_lines.h"

#include "worker/player/engine_output.h"

namespace rookery::worker {
namespace {

std::string Quoted(std::string_view line) {
  std::string text = "'";
  for (const char c : line.substr(0, LastLines::kMostBytes)) {
    text += static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126 ? '?' : c;
  }
  return text += '\'';
}

}  // namespace

void LastLines::Add(std::string_view line) {
  if (SplitFirst(line).first.empty()) return;
  line = line.substr(0, kMostBytes);
  if (count_ > 0 && lines_[(next_ + kMostLines - 1) % kMostLines] == line) return;
  lines_[next_] = line;
  next_ = (next_ + 1) % kMostLines;
  if (count_ < kMostLines) ++count_;
}

void LastLines::Clear() { next_ = count_ = 0; }

std::string LastLines::Text(std::string_view newest) const {
  std::string text;
  for (size_t i = 0; i < count_; ++i) {
    if (i > 0) text += ", ";
    text += Quoted(lines_[(next_ + kMostLines - count_ + i) % kMostLines]);
  }
  if (!newest.empty()) text += (text.empty() ? "" : ", ") + Quoted(newest);
  return text.empty() ? "''" : text;
}

bool IsInfoString(std::string_view rest_of_info) {
  return SplitFirst(rest_of_info).first == "string";
}

}  // namespace rookery::worker
