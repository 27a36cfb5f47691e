#include "worker/agent/outbox.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/status.h"
#include "worker/agent/report_codec.h"

namespace rookery::worker {
namespace {

constexpr std::string_view kEnding = ".report";
constexpr int64_t kMaxFileSize = 32 << 20;

// The counter in a file's name; 0 if it isn't one of ours.
uint64_t CounterOf(const std::filesystem::path& path) {
  if (path.extension() != kEnding) return 0;
  const std::string stem = path.stem().string();
  uint64_t counter = 0;
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), counter);
  return error == std::errc() && end == stem.data() + stem.size() ? counter : 0;
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// What base/file.h leaves beside a report when a process dies while it writes it:
// 000000000012.report.tmp.PID.N.
bool IsHalfWritten(const std::string& name) {
  const size_t ending = name.find(".report.tmp.");
  const size_t last = name.rfind('.');
  if (ending == std::string::npos) return false;
  const size_t process = ending + std::string_view(".report.tmp.").size();
  const std::string_view view = name;
  return process <= last && IsNumber(view.substr(0, ending)) &&
         IsNumber(view.substr(process, last - process)) && IsNumber(view.substr(last + 1));
}

// Nobody writes here now: the worker holds its data folder's lock.
void RemoveHalfWritten(const std::vector<std::filesystem::path>& files) {
  std::error_code ignored;  // it is tried again at the next start
  for (const std::filesystem::path& file : files) std::filesystem::remove(file, ignored);
}

}  // namespace

absl::StatusOr<Outbox::Loaded> Outbox::Open(const std::string& folder) {
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  std::map<uint64_t, std::string> found;
  std::vector<std::filesystem::path> half_written;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (const uint64_t counter = CounterOf(entry.path())) found[counter] = entry.path().string();
    if (IsHalfWritten(entry.path().filename().string())) half_written.push_back(entry.path());
  }
  if (error) {
    return Error(absl::StatusCode::kUnavailable, "reading {}: {}", folder, error.message());
  }
  RemoveHalfWritten(half_written);
  Loaded loaded{Outbox(folder), {}, {}};
  for (const auto& [counter, path] : found) {
    loaded.outbox.next_ = counter + 1;
    absl::StatusOr<std::string> bytes = ReadFile(path, kMaxFileSize);
    absl::StatusOr<Report> report = bytes.ok() ? DecodeReport(*bytes) : bytes.status();
    if (!report.ok()) {
      std::rename(path.c_str(), (path + ".broken").c_str());
      loaded.broken.push_back(fmt::format("{}: {}", path, Message(report.status())));
      continue;
    }
    loaded.outbox.files_[{report->lease, report->sequence}] = path;
    loaded.reports.push_back(*std::move(report));
  }
  return loaded;
}

absl::Status Outbox::Store(const Report& report) {
  const std::string path = fmt::format("{}/{:012}{}", folder_, next_, kEnding);
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(path, EncodeReport(report)));
  ++next_;
  files_[{report.lease, report.sequence}] = path;
  return absl::OkStatus();
}

absl::Status Outbox::Forget(const std::string& lease, int64_t sequence) {
  const auto file = files_.find({lease, sequence});
  if (file == files_.end()) return absl::OkStatus();
  const std::string path = file->second;
  files_.erase(file);
  // Not synced: a file that comes back after a crash is sent again and acknowledged again.
  if (std::remove(path.c_str()) != 0) {
    return Error(absl::StatusCode::kUnavailable, "removing {} failed", path);
  }
  return absl::OkStatus();
}

}  // namespace rookery::worker
