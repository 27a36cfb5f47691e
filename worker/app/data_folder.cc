#include "worker/app/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "base/ids.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr size_t kIdLength = 12;
constexpr int64_t kMaxIdFile = 256;

absl::StatusOr<std::string> ReadOrMakeId(const std::string& path) {
  absl::StatusOr<std::string> id = ReadFile(path, kMaxIdFile);
  if (id.ok()) {
    while (!id->empty() && id->back() == '\n') id->pop_back();
    if (id->empty() ||
        id->find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz-") != std::string::npos) {
      return Error(absl::StatusCode::kDataLoss,
                   "{} doesn't hold a worker's id; delete it to be given a new one", path);
    }
    return id;
  }
  if (!absl::IsNotFound(id.status())) return id.status();
  Rng rng(SystemEntropy());
  const std::string made = RandomId(rng, kIdLength);
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(path, made + "\n"));
  return made;
}

}  // namespace

absl::StatusOr<DataFolder> DataFolder::Open(const std::string& path) {
  ROOKERY_RETURN_IF_ERROR(MakeFolders(path));
  DataFolder folder;
  folder.path_ = path;
  const std::string lock_path = path + "/lock";
  folder.lock_ = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (folder.lock_ < 0) {
    return Error(absl::StatusCode::kPermissionDenied, "opening {}: {}", lock_path,
                 std::strerror(errno));
  }
  if (::flock(folder.lock_, LOCK_EX | LOCK_NB) != 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the folder {} is in use by another worker; give this one a folder of its own "
                 "with --data DIR",
                 path);
  }
  ROOKERY_ASSIGN_OR_RETURN(folder.worker_id_, ReadOrMakeId(path + "/worker-id"));
  return folder;
}

DataFolder::DataFolder(DataFolder&& other) noexcept
    : path_(std::move(other.path_)),
      worker_id_(std::move(other.worker_id_)),
      lock_(std::exchange(other.lock_, -1)) {}

DataFolder::~DataFolder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace rookery::worker
