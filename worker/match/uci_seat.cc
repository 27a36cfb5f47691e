#include "worker/match/uci_seat.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/engine_manifest.h"
#include "base/status.h"
#include "worker/player/uci_player.h"

namespace rookery::worker {
namespace {

constexpr mode_t kRunnable = 0755;
constexpr int64_t kTrialNodes = 1000;

int64_t NumberOption(const EngineManifest& manifest, std::string_view name, int64_t otherwise) {
  int64_t value = otherwise;
  for (const auto& [option, text] : manifest.options) {
    if (!SameOptionName(option, name)) continue;
    std::from_chars(text.data(), text.data() + text.size(), value);
  }
  return value;
}

// The run says how many threads an engine has: its cores are accounted for. Books of its own would
// change what is measured.
void TakeOptions(const EngineManifest& manifest, const UciSeat& seat, UciEngine& engine) {
  engine.options = manifest.options;
  std::erase_if(engine.options,
                [](const auto& one) { return SameOptionName(one.first, "Threads"); });
  engine.wishes = {
      {"Threads", std::to_string(seat.threads)}, {"OwnBook", "false"}, {"Ponder", "false"}};
  std::erase_if(engine.wishes, [&](const auto& wish) {
    return std::any_of(engine.options.begin(), engine.options.end(),
                       [&](const auto& one) { return SameOptionName(one.first, wish.first); });
  });
}

// From the root, since a sandbox has another working directory.
absl::StatusOr<std::string> Local(const std::string& sha256, const ArtifactPath& artifact_path) {
  ROOKERY_ASSIGN_OR_RETURN(const std::string path, artifact_path(sha256));
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.string();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Player>> SeatUciEngine(const UciHost& host, const UciSeat& seat,
                                                      const ArtifactPath& artifact_path,
                                                      Clock* clock) {
  ROOKERY_ASSIGN_OR_RETURN(const EngineManifest manifest, ParseManifest(seat.manifest));
  if (host.sandbox == SandboxKind::kOff && !host.may_run_unconfined) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the engine {} needs a sandbox, and none works on this worker", seat.name);
  }
  ROOKERY_RETURN_IF_ERROR(CheckMachine(manifest, host.platform, host.instruction_sets));
  UciEngine engine;
  engine.name = seat.name;
  engine.chess960 = seat.chess960;
  engine.arguments = manifest.arguments;
  TakeOptions(manifest, seat, engine);
  ROOKERY_ASSIGN_OR_RETURN(engine.program, Local(manifest.program_sha256, artifact_path));
  if (::chmod(engine.program.c_str(), kRunnable) != 0) {
    return Error(absl::StatusCode::kUnavailable, "making {} runnable: {}", engine.program,
                 std::strerror(errno));
  }
  engine.sandbox.kind = host.sandbox;
  engine.sandbox.memory_bytes = EngineMemoryBytes(NumberOption(manifest, "Hash", 0), seat.threads);
  for (const ManifestFile& file : manifest.files) {
    ROOKERY_ASSIGN_OR_RETURN(std::string path, Local(file.sha256, artifact_path));
    engine.sandbox.readable.push_back(path);
    engine.options.emplace_back(file.option, std::move(path));
  }
  for (const auto& option : seat.tuned) {
    std::erase_if(engine.options,
                  [&](const auto& one) { return SameOptionName(one.first, option.first); });
    engine.options.push_back(option);
  }
  absl::StatusOr<std::unique_ptr<Player>> player = StartUciPlayer(engine, clock);
  if (player.ok() || absl::IsCancelled(player.status())) return player;
  // However it failed to start: trying again in a minute gives the same.
  return Error(absl::StatusCode::kFailedPrecondition, "{} doesn't start here: {}", seat.name,
               Message(player.status()));
}

absl::Status CheckHeedsNodes(Player& player, int64_t nodes) {
  if (nodes == 0) return absl::OkStatus();
  MoveLimits limits;
  limits.own.nodes = std::min(nodes, kTrialNodes);
  if (!player.NewGame(1).ok()) return absl::OkStatus();
  const absl::Status status = player.Think(chess::Game(chess::Position::Start()), limits).status();
  if (absl::IsCancelled(status)) return status;
  if (!absl::IsDeadlineExceeded(status)) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition,
               "{} doesn't end a search of {} nodes ({}); give it a depth or a time instead",
               player.name(), limits.own.nodes, Message(status));
}

}  // namespace rookery::worker
