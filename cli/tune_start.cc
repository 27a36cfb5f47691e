#include "cli/tune_start.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/status.h"
#include "cli/artifacts.h"
#include "cli/tune_options.h"
#include "cli/tune_run.h"
#include "proto/wire/bounds.h"

namespace rookery::cli {

absl::StatusOr<TuneStart> LoadStart(const std::string& start,
                                    const std::vector<std::string>& options,
                                    wire::Client* coordinator) {
  const EngineWish wish{"--start", start, options, "--option"};
  const FindManifest find = coordinator == nullptr ? FindManifest() : ManifestsOf(*coordinator);
  ROOKERY_ASSIGN_OR_RETURN(EngineChoice choice, ChooseEngine(wish, find));
  if (choice.manifest.has_value()) {
    const absl::Status taken = CheckOptions(*choice.manifest, false);
    if (!taken.ok()) return Error(taken.code(), "--option: {}", Message(taken));
  }
  return TuneStart{std::move(choice.weights), std::move(choice.manifest)};
}

absl::StatusOr<TuneStart> StartOf(wire::Client& coordinator, const v1::EngineSpec& engine) {
  const std::string& sha256 = engine.weights_sha256();
  ROOKERY_ASSIGN_OR_RETURN(const v1::Artifact artifact, coordinator.GetArtifact(sha256));
  const bool is_program = artifact.kind() == v1::ARTIFACT_KIND_ENGINE;
  const auto most = is_program ? static_cast<int64_t>(kMaxManifestBytes) : wire::kMaxWeightsBytes;
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, coordinator.DownloadArtifact(sha256, most));
  TuneStart start;
  if (is_program) {
    ROOKERY_ASSIGN_OR_RETURN(start.manifest, ParseManifest(text));
  } else {
    ROOKERY_ASSIGN_OR_RETURN(start.weights, params::ParseWeights(text, engine.name()));
  }
  return start;
}

absl::Status WriteTuned(const v1::Run& run, const TuneStart& start, const std::string& path,
                        Context& context) {
  std::string text = OptionCommands(run);
  if (!start.manifest.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(const params::Weights tuned, TunedWeights(run, start.weights));
    text = params::CanonicalText(tuned);
  }
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(path, text));
  context.printer->Say(fmt::format("The tuned {} are in {}.",
                                   start.manifest.has_value() ? "options" : "weights", path));
  return absl::OkStatus();
}

bool SameAsStart(const v1::Run& run, const TuneStart& start) {
  if (!start.manifest.has_value()) {
    const absl::StatusOr<params::Weights> tuned = TunedWeights(run, start.weights);
    return tuned.ok() && *tuned == start.weights;
  }
  for (int i = 0; i < run.tune().parameters_size(); ++i) {
    if (run.tune().parameters(i).shipped() != run.spec().tune().parameters(i).start()) return false;
  }
  return true;
}

}  // namespace rookery::cli
