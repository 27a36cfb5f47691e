// Files and folders that only the user who made them may read. The main thread, at the start.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace rookery {

// From now on whatever this process and its children make is closed to all others (umask 077).
void KeepNewFilesPrivate();

// Says in the log, as a warning with what to do, that others may look into a folder that was there
// before. It isn't changed: somebody may have meant it.
void WarnIfOpenToOthers(const std::string& folder);

// Takes from everybody but the owner whatever they may do with the file, or with the folder and all
// that is in it.
absl::Status MakePrivate(const std::string& path);

}  // namespace rookery
