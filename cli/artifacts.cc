#include "cli/artifacts.h"

#include <filesystem>

#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr size_t kLongestEngineName = 100;  // what the coordinator takes

}  // namespace

absl::StatusOr<EngineChoice> ChooseEngine(const std::string& flag, const std::string& value) {
  absl::StatusOr<params::Weights> weights = params::LoadWeights(value);
  if (!weights.ok()) {
    return Error(weights.status().code(), "{}: {}", flag, Message(weights.status()));
  }
  std::string name = value;
  if (!value.starts_with("default")) name = std::filesystem::path(value).stem().string();
  if (name.size() > kLongestEngineName) name.resize(kLongestEngineName);
  return EngineChoice{.name = std::move(name), .weights = *std::move(weights)};
}

absl::StatusOr<v1::EngineSpec> UploadEngine(wire::Client& coordinator, const EngineChoice& choice) {
  ROOKERY_ASSIGN_OR_RETURN(
      const v1::Artifact artifact,
      coordinator.UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, params::CanonicalText(choice.weights)));
  v1::EngineSpec spec;
  spec.set_name(choice.name);
  spec.set_weights_sha256(artifact.sha256());
  return spec;
}

absl::StatusOr<v1::Artifact> UploadBook(wire::Client& coordinator, const std::string& content) {
  return coordinator.UploadArtifact(v1::ARTIFACT_KIND_BOOK, content);
}

}  // namespace rookery::cli
