#include "worker/process/line_buffer.h"

#include <algorithm>

namespace rookery::worker {

void LineBuffer::Add(std::string_view bytes) {
  if (taken_ == bytes_.size()) {
    bytes_.clear();
    taken_ = scanned_ = 0;
  } else if (taken_ > max_line_) {
    bytes_.erase(0, taken_);
    scanned_ -= std::min(scanned_, taken_);
    taken_ = 0;
  }
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    Append(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    // When full, a line of which nothing was kept leaves nothing.
    if (bytes_.size() < max_total_ || line_ > 0) bytes_.push_back('\n');
    line_ = 0;
    bytes.remove_prefix(end + 1);
  }
}

void LineBuffer::Append(std::string_view piece) {
  const size_t room_total = bytes_.size() < max_total_ ? max_total_ - bytes_.size() : 0;
  const size_t kept = std::min({piece.size(), max_line_ - line_, room_total});
  bytes_.append(piece.substr(0, kept));
  line_ += kept;
  dropped_ += piece.size() - kept;
}

std::optional<std::string_view> LineBuffer::Take() {
  const size_t from = std::max(taken_, scanned_);
  const size_t end = bytes_.find('\n', from);
  if (end == std::string::npos) {
    scanned_ = bytes_.size();
    return std::nullopt;
  }
  std::string_view line(bytes_.data() + taken_, end - taken_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  taken_ = scanned_ = end + 1;
  return line;
}

std::optional<std::string_view> LineBuffer::TakeRest() {
  if (taken_ == bytes_.size()) return std::nullopt;
  const std::string_view line(bytes_.data() + taken_, bytes_.size() - taken_);
  taken_ = scanned_ = bytes_.size();
  line_ = 0;
  return line;
}

void LineBuffer::Clear() {
  bytes_.clear();
  taken_ = scanned_ = line_ = 0;
}

}  // namespace rookery::worker
