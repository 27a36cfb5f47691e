#include "cli/artifacts.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/status.h"
#include "worker/player/uci_player.h"

namespace rookery::cli {
namespace {

constexpr size_t kLongestEngineName = 100;  // what the coordinator takes
constexpr std::string_view kUciPrefix = "engine:";
constexpr const char* kLeastSandbox = "landlock";

// The engine that was added by that name, with other options where the wish has some: they make it
// another engine, with a name that says so.
absl::StatusOr<EngineChoice> ChooseUci(const EngineWish& wish, const FindManifest& find) {
  EngineChoice choice;
  choice.name = wish.value.substr(kUciPrefix.size());
  const absl::StatusOr<EngineManifest> found = find(choice.name);
  if (!found.ok())
    return Error(found.status().code(), "{}: {}", wish.flag, Message(found.status()));
  choice.manifest = *found;
  for (const std::string& text : wish.options) {
    ROOKERY_ASSIGN_OR_RETURN(const auto option, SplitAtEquals(wish.option_flag, text));
    std::erase_if(choice.manifest->options,
                  [&](const auto& one) { return worker::SameOptionName(one.first, option.first); });
    choice.manifest->options.push_back(option);
    choice.name += " " + text;
  }
  if (choice.name.size() > kLongestEngineName) choice.name.resize(kLongestEngineName);
  return choice;
}

}  // namespace

absl::StatusOr<std::pair<std::string, std::string>> SplitAtEquals(std::string_view flag,
                                                                  const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return InvalidArgument("{}: '{}' must be NAME=VALUE", flag, text);
  }
  return std::pair(text.substr(0, equals), text.substr(equals + 1));
}

FindManifest ManifestsOf(wire::Client& coordinator) {
  return [&coordinator](const std::string& name) -> absl::StatusOr<EngineManifest> {
    ROOKERY_ASSIGN_OR_RETURN(const v1::Engine engine, coordinator.GetEngine(name));
    ROOKERY_ASSIGN_OR_RETURN(const std::string text,
                             coordinator.DownloadArtifact(engine.manifest_sha256(),
                                                          static_cast<int64_t>(kMaxManifestBytes)));
    return ParseManifest(text);
  };
}

absl::StatusOr<EngineChoice> ChooseEngine(const EngineWish& wish, const FindManifest& find) {
  const std::string& value = wish.value;
  if (value.starts_with(kUciPrefix)) return ChooseUci(wish, find);
  if (!wish.options.empty()) {
    return InvalidArgument("{}: {} has weights and no options; those are of a UCI engine",
                           wish.option_flag, value);
  }
  absl::StatusOr<params::Weights> weights = params::LoadWeights(value);
  if (!weights.ok()) {
    return Error(weights.status().code(), "{}: {}", wish.flag, Message(weights.status()));
  }
  std::string name = value;
  if (!params::NamesASet(value)) name = std::filesystem::path(value).stem().string();
  if (name.size() > kLongestEngineName) name.resize(kLongestEngineName);
  return EngineChoice{.name = std::move(name), .weights = *std::move(weights)};
}

absl::StatusOr<v1::EngineSpec> UploadEngine(wire::Client& coordinator, const EngineChoice& choice) {
  v1::EngineSpec spec;
  spec.set_name(choice.name);
  if (choice.manifest.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string text, ManifestText(*choice.manifest));
    const absl::StatusOr<v1::Artifact> artifact =
        coordinator.UploadArtifact(v1::ARTIFACT_KIND_ENGINE, text);
    if (absl::IsInvalidArgument(artifact.status())) {
      return Error(artifact.status().code(),
                   "the engine {}: {}; add it to this coordinator: 'rookery engines add'",
                   choice.name, Message(artifact.status()));
    }
    ROOKERY_RETURN_IF_ERROR(artifact.status());
    spec.set_weights_sha256(artifact->sha256());
    return spec;
  }
  ROOKERY_ASSIGN_OR_RETURN(
      const v1::Artifact artifact,
      coordinator.UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, params::CanonicalText(choice.weights)));
  spec.set_weights_sha256(artifact.sha256());
  return spec;
}

void AddNeeds(const EngineChoice& choice, bool sandboxed, v1::RunSpec& spec) {
  if (!choice.manifest.has_value()) return;
  const EngineManifest& manifest = *choice.manifest;
  v1::Needs& needs = *spec.mutable_needs();
  needs.set_platform(manifest.platform);
  for (const std::string& feature : manifest.cpu) {
    const auto& sets = needs.instruction_sets();
    if (std::find(sets.begin(), sets.end(), feature) == sets.end()) {
      needs.add_instruction_sets(feature);
    }
  }
  if (sandboxed && needs.sandbox().empty()) needs.set_sandbox(kLeastSandbox);
  for (const auto& [option, value] : manifest.options) {
    if (!worker::SameOptionName(option, "Threads")) continue;
    spec.set_threads(std::max(spec.threads(), std::atoi(value.c_str())));
  }
}

absl::StatusOr<v1::Artifact> UploadBook(wire::Client& coordinator, const std::string& content) {
  return coordinator.UploadArtifact(v1::ARTIFACT_KIND_BOOK, content);
}

}  // namespace rookery::cli
