#include "coordinator/app/maintenance.h"

#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/private_files.h"
#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/app/data_folder.h"
#include "coordinator/app/scratch_folder.h"
#include "coordinator/store/backup.h"
#include "coordinator/store/postgres_snapshot.h"

namespace rookery::coordinator {
namespace {

namespace fs = std::filesystem;

constexpr char kDatabase[] = "/rookery.db";
constexpr char kArtifacts[] = "/artifacts";
constexpr char kTls[] = "/tls";
constexpr char kOperatorToken[] = "/operator.token";

absl::Status Failed(const std::string& doing, const std::error_code& error) {
  return Error(absl::StatusCode::kUnavailable, "{}: {}", doing, error.message());
}

// Files named by a hash alone: uploads that aren't finished are nobody's yet.
absl::Status CopyArtifacts(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_directories(to, error);
  if (error) return Failed("making " + to, error);
  if (!fs::exists(from)) return absl::OkStatus();
  for (const auto& entry : fs::directory_iterator(from, error)) {
    const std::string name = entry.path().filename();
    if (!entry.is_regular_file() || !IsSha256Hex(name)) continue;
    fs::copy_file(entry.path(), to + "/" + name, fs::copy_options::overwrite_existing, error);
    if (error) return Failed("copying " + name, error);
    ROOKERY_RETURN_IF_ERROR(MakePrivate(to + "/" + name));
  }
  if (error) return Failed("reading " + from, error);
  ::sync();
  return absl::OkStatus();
}

// The authority that all workers trust, and the operator's token.
absl::Status CopyIdentity(const std::string& from, const std::string& to) {
  std::error_code error;
  for (const char* name : {kTls, kOperatorToken}) {
    if (!fs::exists(from + name)) continue;
    fs::copy(from + name, to + name, fs::copy_options::recursive, error);
    if (error) return Failed(fmt::format("copying {}{}", from, name), error);
    ROOKERY_RETURN_IF_ERROR(MakePrivate(to + name));
  }
  return absl::OkStatus();
}

// What is wrong with an artifact's file, and what to do; empty: nothing.
std::string ArtifactFault(const ArtifactInfo& artifact, const std::string& path) {
  constexpr std::string_view kNext =
      "put a whole copy of it there, from a backup or from whoever uploaded it";
  const absl::StatusOr<FileIdentity> file = IdentityOfFile(path);
  if (!file.ok()) return fmt::format("artifact {}: {}; {}", path, Message(file.status()), kNext);
  if (file->size != artifact.size) {
    return fmt::format("artifact {}: it has {} bytes, {} were stored; {}", path, file->size,
                       artifact.size, kNext);
  }
  if (file->sha256 == artifact.sha256) return "";
  return fmt::format("artifact {}: it has another content than was stored, its SHA-256 is {}; {}",
                     path, file->sha256, kNext);
}

// Runs name artifacts, and the database lists them all: each needs its file, with the content that
// its name says. A line for each that isn't as it should be.
absl::StatusOr<std::vector<std::string>> ArtifactFaults(Store* store, const std::string& folder) {
  ROOKERY_ASSIGN_OR_RETURN(const LoadedState state, store->Load());
  std::vector<std::string> faults;
  for (const ArtifactInfo& artifact : state.artifacts) {
    if (faults.size() >= kMostFaults) break;
    std::string fault = ArtifactFault(artifact, folder + "/" + artifact.sha256);
    if (!fault.empty()) faults.push_back(std::move(fault));
  }
  return faults;
}

absl::StatusOr<LedgerAudit> AuditStore(Store* store, const std::string& artifacts) {
  ROOKERY_ASSIGN_OR_RETURN(LedgerAudit audit, AuditLedger(store));
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<std::string> faults, ArtifactFaults(store, artifacts));
  audit.faults.insert(audit.faults.end(), faults.begin(), faults.end());
  return audit;
}

// A copy of a folder's database, checked and open.
struct DatabaseCopy {
  std::unique_ptr<ScratchFolder> folder;
  std::unique_ptr<Store> store;
};

absl::StatusOr<DatabaseCopy> CopyDatabase(const std::string& data) {
  DatabaseCopy copy;
  ROOKERY_RETURN_IF_ERROR(CheckDatabaseIsThere(data));
  ROOKERY_ASSIGN_OR_RETURN(copy.folder,
                           ScratchFolder::Make(fs::temp_directory_path(), "rookery-audit-"));
  const std::string path = copy.folder->path() + kDatabase;
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(data + kDatabase, path));
  ROOKERY_RETURN_IF_ERROR(CheckDatabase(path));
  ROOKERY_ASSIGN_OR_RETURN(copy.store, OpenSqliteStore(path));
  return copy;
}

}  // namespace

absl::StatusOr<LedgerAudit> BackUp(const std::string& data, const std::string& to) {
  std::error_code error;
  if (fs::exists(to) && !fs::is_empty(to, error)) {
    return Error(absl::StatusCode::kAlreadyExists, "{} isn't empty; name a new folder", to);
  }
  ROOKERY_RETURN_IF_ERROR(CheckDatabaseIsThere(data));
  ROOKERY_RETURN_IF_ERROR(MakeFolders(to));
  WarnIfOpenToOthers(to);
  // Artifacts after the database: what its runs name was there before them, and never changes.
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(data + kDatabase, to + kDatabase));
  ROOKERY_RETURN_IF_ERROR(CheckDatabase(to + kDatabase));
  ROOKERY_RETURN_IF_ERROR(CopyArtifacts(data + kArtifacts, to + kArtifacts));
  ROOKERY_RETURN_IF_ERROR(CopyIdentity(data, to));
  return AuditFolder(to);
}

absl::StatusOr<LedgerAudit> AuditFolder(const std::string& data) {
  ROOKERY_ASSIGN_OR_RETURN(const DatabaseCopy copy, CopyDatabase(data));
  return AuditStore(copy.store.get(), data + kArtifacts);
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
  ROOKERY_ASSIGN_OR_RETURN(const DatabaseCopy copy, CopyDatabase(from));
  ROOKERY_ASSIGN_OR_RETURN(LedgerAudit audit, AuditStore(copy.store.get(), from + kArtifacts));
  if (!audit.faults.empty()) return audit;
  ROOKERY_RETURN_IF_ERROR(MakeFolders(data));
  WarnIfOpenToOthers(data);
  ROOKERY_RETURN_IF_ERROR(CopyArtifacts(from + kArtifacts, data + kArtifacts));
  ROOKERY_ASSIGN_OR_RETURN(audit.faults, ArtifactFaults(copy.store.get(), data + kArtifacts));
  if (!audit.faults.empty()) return audit;
  ROOKERY_RETURN_IF_ERROR(CopyIdentity(from, data));
  // The database last: a folder that has one is whole.
  ROOKERY_RETURN_IF_ERROR(BackupDatabase(from + kDatabase, data + kDatabase));
  return audit;
}

}  // namespace rookery::coordinator
