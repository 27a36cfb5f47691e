// Whole files, with bounds and with errors that name the path and the next step.
// Any thread; two writers of one path are the caller's matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rookery {

// The content; NotFound if there is no such file, ResourceExhausted if it is larger than `most`.
absl::StatusOr<std::string> ReadFile(const std::string& path, int64_t most = 64 << 20);

// What a file's bytes come to, read in pieces: no file is too large for it.
struct FileIdentity {
  std::string sha256;
  int64_t size = 0;
};
// NotFound if there is no such file.
absl::StatusOr<FileIdentity> IdentityOfFile(const std::string& path);

// Replaces the file in one step that survives a crash: a temporary beside it, fsync, rename,
// fsync of the folder.
absl::Status WriteFileAtomically(const std::string& path, std::string_view content);

// The same for keys and tokens: nobody but the owner may read it (mode 0600), not for a moment.
absl::Status WriteSecretFile(const std::string& path, std::string_view content);

// Makes the folder and its parents where they are missing.
absl::Status MakeFolders(const std::string& path);

}  // namespace rookery
