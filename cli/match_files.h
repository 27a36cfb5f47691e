// The files that a match reads and writes. No output may be an input or another output: opening it
// for writing would destroy what the match stands on. Looked at before anything is opened.
// One thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/match_spec.h"

namespace rookery::cli {

struct FileUse {
  std::string role;  // "the book", as it stands in a message
  std::string path;
  bool written = false;
};

// Outputs first, then whatever of the spec names a file that is read: the book, the engines'
// programs and weights, and those of their arguments and options that may be a path.
std::vector<FileUse> FilesOf(const MatchSpec& spec);

// InvalidArgument if a file that is written is also used otherwise, under whatever name: by device
// and inode where it is there, by its resolved path where it isn't yet. Devices and pipes pass.
absl::Status CheckFilesDiffer(const std::vector<FileUse>& files);

}  // namespace rookery::cli
