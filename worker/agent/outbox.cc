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

}  // namespace

absl::StatusOr<Outbox::Loaded> Outbox::Open(const std::string& folder) {
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  std::map<uint64_t, std::string> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (const uint64_t counter = CounterOf(entry.path())) found[counter] = entry.path().string();
  }
  if (error) {
    return Error(absl::StatusCode::kUnavailable, "reading {}: {}", folder, error.message());
  }
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
