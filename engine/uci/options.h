// The engine's UCI options: the protocol's own and one for every parameter of the table.
// One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/params/weights.h"
#include "engine/search/engine.h"
#include "engine/uci/command.h"
#include "engine/uci/reply.h"

namespace rookery::uci {

inline constexpr int64_t kDefaultHashMb = 16;
inline constexpr int64_t kMostHashMb = 32'768;
inline constexpr int64_t kMostTableMen = 7;
inline constexpr int64_t kMostProbeDepth = 100;
inline constexpr std::string_view kNoPath = "<empty>";
inline constexpr int64_t kMostLines = 218;  // no position has more moves

// Physical memory of this machine, in MB.
int64_t MachineMemoryMb();

struct Options {
  params::Weights weights;
  std::string weights_name = "default";  // where they come from, as LoadWeights takes it
  int64_t hash_mb = kDefaultHashMb;
  int64_t threads = 1;  // more: searches are no longer repeatable
  int64_t multipv = 1;
  bool chess960 = false;
  search::Endgames endgames = {};         // tables: of SyzygyPath
  int64_t memory_mb = MachineMemoryMb();  // no hash table is larger

  bool operator==(const Options&) const = default;
  // But for the name, which no engine reads.
  bool PlaysLike(const Options& other) const;
};

// The button that changes no option.
bool IsClearHash(const SetOptionCommand& command);
// SyzygyPath: tables of one path are open in a process, so nothing may hold the old ones meanwhile.
bool OpensTables(const SetOptionCommand& command);
// Whether that command would open or close tables; an error where its folders have none to open.
absl::StatusOr<bool> ChangesTables(const SetOptionCommand& command, const Options& options);
std::vector<OptionReply> OptionList(const Options& options);
// InvalidArgument names the option, the value and what is allowed. Names are compared without case.
absl::Status SetOption(const SetOptionCommand& command, Options& options);

}  // namespace rookery::uci
