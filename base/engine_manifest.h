// A UCI engine as an artifact: a short text that says which program file to run, with which options
// and files, and what machine it needs. Its SHA-256 is the engine's identity, so a run that names
// it is played with the same program and options everywhere.
//
//   rookery-engine 1
//   name Stockfish 15.1
//   program 3b1f... 53248
//   platform linux-x86_64
//   cpu avx2 bmi2
//   arg --uci
//   option Hash<tab>16
//   file EvalFile<tab>8a02... nn.nnue
//   declares Razor Margin<tab>spin 200 0 500
//   declares Fraction<tab>string 1.5
//
// Lines in this order; all from cpu on may be missing, and all after it may come again. What it
// declares are the options that a tune may move, as the engine named them when it was added.
// Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery {

struct ManifestFile {
  std::string option;  // whose value is the file's path on the worker
  std::string sha256;
  std::string name;  // the file's, without folders
};

struct DeclaredOption {
  std::string name;
  std::string preset;
  int64_t min = 0;
  int64_t max = 0;
  bool is_text = false;  // a string, without min and max; else a spin
  bool operator==(const DeclaredOption&) const = default;
};

struct EngineManifest {
  std::string name;
  std::string program_sha256;
  int64_t program_bytes = 0;
  std::string platform;
  std::vector<std::string> cpu;  // features as /proc/cpuinfo names them
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<ManifestFile> files;
  std::vector<DeclaredOption> declares;
};

inline constexpr size_t kMaxManifestBytes = 256 << 10;
inline constexpr std::string_view kManifestFirstLine = "rookery-engine 1";

bool IsManifest(std::string_view content);
// The one text of it; InvalidArgument for line breaks in values.
absl::StatusOr<std::string> ManifestText(const EngineManifest& manifest);
// InvalidArgument names the line.
absl::StatusOr<EngineManifest> ParseManifest(std::string_view text);

// "linux-x86_64": this machine.
std::string ThisPlatform();
// FailedPrecondition if the engine can't run on such a machine. `features`: what its CPU has.
absl::Status CheckMachine(const EngineManifest& manifest, std::string_view platform,
                          const std::vector<std::string>& features);

}  // namespace rookery
