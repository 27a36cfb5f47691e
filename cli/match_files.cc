#include "cli/match_files.h"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/status.h"
#include "worker/process/child_process.h"

namespace rookery::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the system's own bound

// What tells one file from another; of one that isn't there yet, where it would be.
struct Identity {
  std::pair<uint64_t, uint64_t> inode = {};  // device and number
  std::string path;
  bool operator==(const Identity&) const = default;
};

// Through links, also those that lead to nothing yet.
fs::path Resolved(const std::string& path) {
  fs::path place = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(place, error); ++i) {
    const fs::path target = fs::read_symlink(place, error);
    place = target.is_absolute() ? target : place.parent_path() / target;
  }
  const fs::path whole = fs::absolute(place, error);
  fs::path canonical = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : canonical;
}

// None for what is no regular file: a device or a pipe may be named twice.
std::optional<Identity> IdentityOf(const std::string& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return Identity{{}, Resolved(path).string()};
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  return Identity{{info.st_dev, info.st_ino}, ""};
}

// What an engine is given may name a file from its own folder.
void AddRead(std::string role, const std::string& path, const std::string& folder,
             std::vector<FileUse>& files) {
  if (path.empty()) return;
  files.push_back({role, path});
  if (!folder.empty() && !path.starts_with('/')) {
    files.push_back({std::move(role), fmt::format("{}/{}", folder, path)});
  }
}

void AddEngine(const MatchEngine& engine, std::vector<FileUse>& files) {
  const std::string of = fmt::format("of the engine {}", engine.name);
  if (const auto program = worker::FindProgram(engine.command, ""); program.ok()) {
    files.push_back({"the program " + of, *program});
  }
  AddRead("the program " + of, engine.command, engine.folder, files);
  AddRead("the weights " + of, engine.weights, "", files);
  for (const std::string& argument : engine.arguments) {
    AddRead("an argument " + of, argument, engine.folder, files);
  }
  for (const auto& [name, value] : engine.options) {
    AddRead(fmt::format("the option {} {}", name, of), value, engine.folder, files);
  }
}

}  // namespace

std::vector<FileUse> FilesOf(const MatchSpec& spec) {
  std::vector<FileUse> files;
  const std::pair<const char*, const std::string*> outputs[] = {
      {"the games' PGN", &spec.pgn.path},
      {"the last positions", &spec.epd.path},
      {"the log of games", &spec.log}};
  for (const auto& [role, path] : outputs) {
    if (!path->empty()) files.push_back({role, *path, true});
  }
  AddRead("the book", spec.openings.file, "", files);
  for (const MatchEngine& engine : spec.engines) AddEngine(engine, files);
  return files;
}

absl::Status CheckFilesDiffer(const std::vector<FileUse>& files) {
  std::vector<std::optional<Identity>> identities;
  for (const FileUse& file : files) identities.push_back(IdentityOf(file.path));
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i].written || !identities[i]) continue;
    for (size_t other = 0; other < files.size(); ++other) {
      if (other == i || identities[other] != identities[i]) continue;
      return InvalidArgument(
          "{} would be written as {}, but it is {}{} too; name another file to write",
          files[i].path, files[i].role, files[other].role,
          files[other].path == files[i].path ? "" : fmt::format(" ({})", files[other].path));
    }
  }
  return absl::OkStatus();
}

}  // namespace rookery::cli
