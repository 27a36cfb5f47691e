#include "cli/presets.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/status.h"

namespace rookery::cli {
namespace {

struct Preset {
  const char* name;
  int64_t base_ms;
  int64_t increment_ms;
  int hash_kib;
  int threads;
  double elo0;
  double elo1;
};

// Short, long, several threads, and whether a simplification does no harm. Bounds in normalised
// Elo.
constexpr std::array kPresets = {
    Preset{"stc", 10'000, 100, 16 << 10, 1, 0, 2},
    Preset{"ltc", 60'000, 600, 64 << 10, 1, 0.5, 2.5},
    Preset{"smp", 5'000, 50, 64 << 10, 8, 0, 2},
    Preset{"nonreg", 10'000, 100, 16 << 10, 1, -1.75, 0.25},
};
constexpr double kErrorRate = 0.05;

absl::StatusOr<Preset> Find(std::string_view flag, std::string_view name) {
  const auto found = std::find_if(kPresets.begin(), kPresets.end(),
                                  [&](const Preset& preset) { return preset.name == name; });
  if (found != kPresets.end()) return *found;
  return InvalidArgument("{}: '{}' is none of {}", flag, name, fmt::join(PresetNames(), ", "));
}

void Fill(const Preset& preset, v1::Limits& limits, v1::SprtBounds& sprt) {
  limits.Clear();
  limits.set_base_ms(preset.base_ms);
  limits.set_increment_ms(preset.increment_ms);
  sprt.set_elo0(preset.elo0);
  sprt.set_elo1(preset.elo1);
  sprt.set_alpha(kErrorRate);
  sprt.set_beta(kErrorRate);
  sprt.set_model(v1::ELO_MODEL_NORMALIZED);
}

}  // namespace

std::vector<std::string> PresetNames() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) names.emplace_back(preset.name);
  return names;
}

absl::Status ApplyPreset(std::string_view name, v1::RunSpec& spec) {
  ROOKERY_ASSIGN_OR_RETURN(const Preset preset, Find("--preset", name));
  Fill(preset, *spec.mutable_limits(), *spec.mutable_sprt());
  spec.set_hash_kib(preset.hash_kib);
  spec.set_threads(preset.threads);
  return absl::OkStatus();
}

absl::Status ApplyFollowUp(std::string_view name, v1::RunSpec& spec) {
  ROOKERY_ASSIGN_OR_RETURN(const Preset preset, Find("--follow-up", name));
  v1::FollowUp& next = *spec.mutable_follow_up();
  Fill(preset, *next.mutable_limits(), *next.mutable_sprt());
  return absl::OkStatus();
}

}  // namespace rookery::cli
