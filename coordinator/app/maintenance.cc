#include "coordinator/app/maintenance.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/store/backup.h"
#include "coordinator/store/postgres_snapshot.h"

namespace rookery::coordinator {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostArtifactBytes = int64_t{1} << 30;
constexpr char kDatabase[] = "/rookery.db";
constexpr char kArtifacts[] = "/artifacts";
constexpr char kTls[] = "/tls";
constexpr char kOperatorToken[] = "/operator.token";

absl::Status Failed(const std::string& doing, const std::error_code& error) {
  return Error(absl::StatusCode::kUnavailable, "{}: {}", doing, error.message());
}

// Files named by a hash alone: uploads that aren't finished are nobody's yet.
absl::Status CopyArtifacts(const std::string& from, const std::string& to, bool verify) {
  std::error_code error;
  fs::create_directories(to, error);
  if (error) return Failed("making " + to, error);
  if (!fs::exists(from)) return absl::OkStatus();
  for (const auto& entry : fs::directory_iterator(from, error)) {
    const std::string name = entry.path().filename();
    if (!entry.is_regular_file() || !IsSha256Hex(name)) continue;
    if (verify) {
      ROOKERY_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(entry.path(), kMostArtifactBytes));
      if (Sha256Hex(bytes) != name) {
        return Error(absl::StatusCode::kDataLoss, "artifact {} of the backup has another content",
                     name);
      }
    }
    fs::copy_file(entry.path(), to + "/" + name, fs::copy_options::skip_existing, error);
    if (error) return Failed("copying " + name, error);
  }
  if (error) return Failed("reading " + from, error);
  ::sync();
  return absl::OkStatus();
}

// The authority that all workers trust, and the operator's token; modes are kept.
absl::Status CopyIdentity(const std::string& from, const std::string& to) {
  std::error_code error;
  for (const char* name : {kTls, kOperatorToken}) {
    if (!fs::exists(from + name)) continue;
    fs::copy(from + name, to + name, fs::copy_options::recursive, error);
    if (error) return Failed(fmt::format("copying {}{}", from, name), error);
  }
  return absl::OkStatus();
}

// Runs name artifacts, and the database lists them all: each needs its file. A line for each that
// isn't as it should be.
absl::StatusOr<std::vector<std::string>> ArtifactFaults(Store* store, const std::string& folder) {
  ROOKERY_ASSIGN_OR_RETURN(const LoadedState state, store->Load());
  std::vector<std::string> faults;
  for (const ArtifactInfo& artifact : state.artifacts) {
    if (faults.size() >= kMostFaults) break;
    const std::string path = folder + "/" + artifact.sha256;
    std::error_code error;
    const uintmax_t size = fs::file_size(path, error);
    if (error) {
      faults.push_back(fmt::format("artifact {}: {}", path, error.message()));
    } else if (size != static_cast<uintmax_t>(artifact.size)) {
      faults.push_back(
          fmt::format("artifact {}: it has {} bytes, {} were stored", path, size, artifact.size));
    }
  }
  return faults;
}

absl::StatusOr<LedgerAudit> AuditStore(Store* store, const std::string& artifacts) {
  ROOKERY_ASSIGN_OR_RETURN(LedgerAudit audit, AuditLedger(store));
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<std::string> faults, ArtifactFaults(store, artifacts));
  audit.faults.insert(audit.faults.end(), faults.begin(), faults.end());
  return audit;
}

// Removes a folder at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = fs::temp_directory_path() / "rookery-audit-XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

absl::Status BackUp(const std::string& data, const std::string& to) {
  std::error_code error;
  if (fs::exists(to) && !fs::is_empty(to, error)) {
    return Error(absl::StatusCode::kAlreadyExists, "{} isn't empty; name a new folder", to);
  }
  ROOKERY_RETURN_IF_ERROR(MakeFolders(to));
  // Artifacts after the database: what its runs name was there before them, and never changes.
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(data + kDatabase, to + kDatabase));
  ROOKERY_RETURN_IF_ERROR(CheckDatabase(to + kDatabase));
  ROOKERY_RETURN_IF_ERROR(CopyArtifacts(data + kArtifacts, to + kArtifacts, false));
  ROOKERY_RETURN_IF_ERROR(CopyIdentity(data, to));
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenSqliteStore(to + kDatabase));
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<std::string> faults,
                           ArtifactFaults(store.get(), to + kArtifacts));
  if (faults.empty()) return absl::OkStatus();
  return Error(absl::StatusCode::kDataLoss,
               "{} has lost files that runs may need, so this backup is not whole: {}", data,
               fmt::join(faults, "; "));
}

absl::StatusOr<LedgerAudit> AuditFolder(const std::string& data) {
  const TemporaryFolder copy;
  if (copy.path().empty()) return absl::UnavailableError("no temporary folder could be made");
  const std::string path = copy.path() + kDatabase;
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(data + kDatabase, path));
  ROOKERY_RETURN_IF_ERROR(CheckDatabase(path));
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenSqliteStore(path));
  return AuditStore(store.get(), data + kArtifacts);
}

absl::StatusOr<LedgerAudit> AuditPostgres(const std::string& address, const std::string& data) {
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store, OpenPostgresSnapshot(address));
  return AuditStore(store.get(), data + kArtifacts);
}

absl::StatusOr<LedgerAudit> Restore(const std::string& from, const std::string& data) {
  if (fs::exists(data + kDatabase)) {
    return Error(absl::StatusCode::kAlreadyExists,
                 "{} has a database already; restore into a new folder", data);
  }
  ROOKERY_RETURN_IF_ERROR(CheckDatabase(from + kDatabase));
  ROOKERY_ASSIGN_OR_RETURN(LedgerAudit audit, AuditFolder(from));
  if (!audit.faults.empty()) return audit;
  ROOKERY_RETURN_IF_ERROR(MakeFolders(data));
  ROOKERY_RETURN_IF_ERROR(CopyArtifacts(from + kArtifacts, data + kArtifacts, true));
  ROOKERY_RETURN_IF_ERROR(CopyIdentity(from, data));
  // The database last: a folder that has one is whole.
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(from + kDatabase, data + kDatabase));
  return audit;
}

}  // namespace rookery::coordinator
