// Who plays, and how long they may think. Plain values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace rookery::coordinator {

// A part of a clock: so much time for so many moves, 0 being the rest of the game.
struct ClockPeriod {
  int moves = 0;
  int64_t base_ms = 0;
  int64_t increment_ms = 0;
  bool operator==(const ClockPeriod&) const = default;
};

// How long an engine may think about one move; 0: that limit is not set.
struct Limits {
  int64_t nodes = 0;
  int depth = 0;
  int64_t movetime_ms = 0;
  int64_t base_ms = 0;
  int64_t increment_ms = 0;
  std::vector<ClockPeriod> periods = {};  // a clock of other forms; base and increment are then 0
  int64_t margin_ms = 0;                  // by which a move may overstep its time
  bool timed() const {
    return movetime_ms > 0 || base_ms > 0 || increment_ms > 0 || !periods.empty();
  }
  bool operator==(const Limits&) const = default;
};

struct EngineSpec {
  std::string name;            // as people see it
  std::string weights_sha256;  // artifact: the canonical weights file, or a UCI engine's manifest
  std::string version = {};    // labels for people: nothing is looked up by them
  std::string commit = {};
  std::optional<Limits> limits = {};  // of its own, for games at odds; none: the run's
};

// What people call a UCI engine by, and the manifest that the name stands for.
struct NamedEngine {
  std::string name;
  std::string manifest_sha256;
  std::string owner;  // who may replace, rename and remove it
  absl::Time created;
  absl::Time updated;  // when it came to stand for this manifest
};

}  // namespace rookery::coordinator
