#include "worker/player/info_memory.h"

namespace rookery::worker {
namespace {

// Most engines say "multipv 1" in every line. If that is the only time that the word comes up, the
// whole line needn't be read to know it.
bool IsMainLine(std::string_view rest) {
  constexpr std::string_view kField = "multipv";
  const size_t at = rest.find(kField);
  if (at == std::string_view::npos) return true;
  const std::string_view after = rest.substr(at + kField.size());
  if (SplitFirst(after).first == "1" && after.find(kField) == std::string_view::npos) return true;
  return ReadInfo(rest).multipv == 1;
}

bool HasScore(std::string_view rest) {
  return rest.find("score") != std::string_view::npos && SplitFirst(rest).first != "string";
}

bool IsBound(std::string_view rest) { return rest.find("erbound") != std::string_view::npos; }

}  // namespace

void InfoMemory::Add(std::string_view rest) {
  waiting_ += rest;
  waiting_ += '\n';
  if (waiting_.size() > kMostWaiting) Sift();
}

// From the end: the first exact score that is met ends it, since what came before it is outdone.
void InfoMemory::Sift() {
  bool bound_found = false;
  std::string_view lines = waiting_;
  while (!lines.empty()) {
    lines.remove_suffix(1);
    const size_t before = lines.rfind('\n');
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = lines.substr(begin);
    lines = lines.substr(0, begin);
    if (bound_found && IsBound(line)) continue;
    if (!HasScore(line) || !IsMainLine(line)) continue;
    if (!IsBound(line)) {
      exact_ = line;
      break;
    }
    bound_ = line;
    bound_found = true;
  }
  waiting_.clear();
}

InfoFields InfoMemory::Read() {
  Sift();
  return ReadInfo(exact_.empty() ? bound_ : exact_);
}

std::string_view InfoMemory::Last() const {
  std::string_view lines = waiting_;
  if (lines.empty()) return exact_.empty() ? bound_ : exact_;
  lines.remove_suffix(1);
  return lines.substr(lines.rfind('\n') + 1);
}

void InfoMemory::Clear() {
  waiting_.clear();
  exact_.clear();
  bound_.clear();
}

}  // namespace rookery::worker
