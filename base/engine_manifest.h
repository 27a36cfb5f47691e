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
//   declares Ponder<tab>check false
//   declares Style<tab>combo Solid<tab>Solid<tab>Very Wild
//   declares Clear Hash<tab>button
//   declares-all
//
// Lines in this order; all from cpu on may be missing, and all after it may come again but the
// last, which says that the engine has no options but those. What it declares is what it said of
// its options when it was added; of those, a tune may move the spins and strings. Pure; any thread.
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
  bool is_text = false;                   // a string, without min and max; else a spin
  std::string kind = {};                  // check, combo or button, which is neither
  std::vector<std::string> choices = {};  // of a combo
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
  bool declares_all = false;  // it has no other options
};

inline constexpr size_t kMaxManifestBytes = 256 << 10;
inline constexpr std::string_view kManifestFirstLine = "rookery-engine 1";

bool IsManifest(std::string_view content);
// The one text of it; InvalidArgument for line breaks in values.
absl::StatusOr<std::string> ManifestText(const EngineManifest& manifest);
// InvalidArgument names the line.
absl::StatusOr<EngineManifest> ParseManifest(std::string_view text);

// Whether the engine takes the options that are set, as far as it declares any: InvalidArgument
// names the first that it hasn't, or whose value it doesn't allow. `chess960`: it must have
// UCI_Chess960.
absl::Status CheckOptions(const EngineManifest& manifest, bool chess960);

// "linux-x86_64": this machine.
std::string ThisPlatform();
// FailedPrecondition if the engine can't run on such a machine. `features`: what its CPU has.
absl::Status CheckMachine(const EngineManifest& manifest, std::string_view platform,
                          const std::vector<std::string>& features);

}  // namespace rookery
