#include "cli/engine_add.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/engine_manifest.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "cli/artifacts.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/local_engine.h"
#include "proto/wire/bounds.h"
#include "rookery/v1/artifacts.pb.h"
#include "worker/player/uci_player.h"

namespace rookery::cli {
namespace {

constexpr size_t kMostDeclared = 800;                      // options; a manifest holds as many
constexpr int64_t kTrialSearchMs = 20'000;                 // as `engines check` allows
constexpr size_t kMostPreset = 40;                         // characters that a number may have
constexpr int64_t kMostProgramBytes = int64_t{512} << 20;  // what a coordinator takes

struct AddFlags {
  std::string program;
  std::string name;
  std::vector<std::string> options;  // NAME=VALUE
  std::vector<std::string> files;    // OPTION=PATH
  std::vector<std::string> cpu;
  std::vector<std::string> arguments;
  bool sandbox = true;
  bool replace = false;
};

// Everything that is sent.
struct Parcel {
  EngineManifest manifest;
  std::vector<std::string> contents;  // the program and its files
};

absl::StatusOr<Parcel> Pack(const AddFlags& flags) {
  Parcel parcel;
  EngineManifest& manifest = parcel.manifest;
  manifest.name = flags.name;
  manifest.platform = ThisPlatform();
  manifest.cpu = flags.cpu;
  manifest.arguments = flags.arguments;
  ROOKERY_ASSIGN_OR_RETURN(std::string program, ReadFile(flags.program, kMostProgramBytes));
  manifest.program_sha256 = Sha256Hex(program);
  manifest.program_bytes = static_cast<int64_t>(program.size());
  parcel.contents.push_back(std::move(program));
  for (const std::string& text : flags.options) {
    ROOKERY_ASSIGN_OR_RETURN(const auto option, SplitAtEquals("--option", text));
    ROOKERY_RETURN_IF_ERROR(SetOption(option.first, option.second, manifest.options));
  }
  for (const std::string& text : flags.files) {
    ROOKERY_ASSIGN_OR_RETURN(const auto file, SplitAtEquals("--file", text));
    ROOKERY_ASSIGN_OR_RETURN(std::string content, ReadFile(file.second, kMostProgramBytes));
    manifest.files.push_back(
        {file.first, Sha256Hex(content), file.second.substr(file.second.find_last_of('/') + 1)});
    parcel.contents.push_back(std::move(content));
  }
  return parcel;
}

// What the engine says of an option; a number without bounds is kept as a text, which takes any.
DeclaredOption DeclaredOf(const worker::EngineOption& one) {
  const bool other = one.type == "check" || one.type == "combo" || one.type == "button";
  const bool spin = one.type == "spin" && one.min.has_value() && one.max.has_value();
  DeclaredOption option{one.name, one.preset, one.min.value_or(0), one.max.value_or(0),
                        !spin && !other};
  if (other) option.kind = one.type;
  if (one.type == "combo") option.choices = one.choices;
  int64_t preset = 0;
  const char* const end = one.preset.data() + one.preset.size();
  const bool number = std::from_chars(one.preset.data(), end, preset).ptr == end;
  if (spin && (one.preset.empty() || !number)) option.preset = std::to_string(option.min);
  if (option.preset.size() > kMostPreset) option.preset.clear();
  return option;
}

// A run's options are judged by this, and a tune's ranges taken from it.
void KeepDeclared(const worker::Player& player, EngineManifest& manifest) {
  manifest.declares_all = true;
  for (const worker::EngineOption& one : dynamic_cast<const worker::UciPlayer&>(player).options()) {
    if (one.name.size() > wire::kMaxParameterName || manifest.declares.size() == kMostDeclared) {
      manifest.declares_all = false;
      continue;
    }
    manifest.declares.push_back(DeclaredOf(one));
  }
}

// Started as a worker will start it; what it declares is kept.
absl::Status Try(const AddFlags& flags, Parcel& parcel, Context& context) {
  worker::UciEngine engine;
  engine.name = flags.name;
  engine.program = std::filesystem::absolute(flags.program).string();
  engine.options = parcel.manifest.options;
  engine.arguments = parcel.manifest.arguments;
  if (flags.sandbox) engine.sandbox.kind = worker::DetectSandbox();
  int64_t hash_mib = 0;
  int64_t threads = 1;
  for (const auto& [option, value] : engine.options) {
    if (worker::SameOptionName(option, "Hash")) hash_mib = std::atoll(value.c_str());
    if (worker::SameOptionName(option, "Threads")) threads = std::atoll(value.c_str());
  }
  engine.sandbox.memory_bytes = worker::EngineMemoryBytes(hash_mib, threads);
  for (const std::string& text : flags.files) {
    ROOKERY_ASSIGN_OR_RETURN(const auto file, SplitAtEquals("--file", text));
    engine.options.emplace_back(file.first, std::filesystem::absolute(file.second).string());
    engine.sandbox.readable.push_back(engine.options.back().second);
  }
  context.printer->Say(
      fmt::format("Trying it here (sandbox: {})", worker::Name(engine.sandbox.kind)));
  engine.timeouts.search_ms = kTrialSearchMs;
  context.printer->Say(fmt::format("  it should say uciok and readyok within {} s",
                                   engine.timeouts.start_ms / 1000));
  ROOKERY_ASSIGN_OR_RETURN(const auto player, worker::StartUciPlayer(engine, context.clock));
  KeepDeclared(*player, parcel.manifest);
  context.printer->Say(fmt::format("  it should answer \"go depth 1\" within {} s",
                                   engine.timeouts.search_ms / 1000));
  ROOKERY_RETURN_IF_ERROR(player->NewGame(1));
  worker::MoveLimits limits;
  limits.own.depth = 1;
  return player->Think(chess::Game(chess::Position::Start()), limits).status();
}

absl::StatusOr<std::string> Send(wire::Client& coordinator, const Parcel& parcel) {
  for (const std::string& content : parcel.contents) {
    ROOKERY_RETURN_IF_ERROR(
        coordinator.UploadArtifact(v1::ARTIFACT_KIND_ENGINE_FILE, content).status());
  }
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ManifestText(parcel.manifest));
  ROOKERY_ASSIGN_OR_RETURN(const v1::Artifact stored,
                           coordinator.UploadArtifact(v1::ARTIFACT_KIND_ENGINE, text));
  return stored.sha256();
}

Exit Add(const AddFlags& flags, Context& context) {
  absl::StatusOr<Parcel> parcel = Pack(flags);
  if (!parcel.ok()) return context.FailLocal(parcel.status());
  if (const absl::Status tried = Try(flags, *parcel, context); !tried.ok()) {
    return context.FailLocal(tried);
  }
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailLocal(coordinator.status());
  const absl::StatusOr<std::string> sha256 = Send(**coordinator, *parcel);
  if (!sha256.ok()) return context.FailRemote(sha256.status());
  const auto named = (*coordinator)->PutEngine(flags.name, *sha256, flags.replace);
  if (absl::IsAlreadyExists(named.status())) {
    return context.FailRemote(
        Error(named.status().code(), "{} (--replace)", Message(named.status())));
  }
  if (!named.ok()) return context.FailRemote(named.status());
  if (context.json) {
    context.printer->Json({{"engine", flags.name},
                           {"sha256", *sha256},
                           {"program_sha256", parcel->manifest.program_sha256}});
  } else {
    context.printer->Out(fmt::format("engine:{} {}", flags.name, *sha256));
  }
  return Exit::kDone;
}

}  // namespace

void AddEngineAdd(CLI::App& engines, Context& context) {
  auto flags = std::make_shared<AddFlags>();
  CLI::App* command =
      AddCommand(engines, context,
                 {"add", "Try a UCI engine here and upload it, so that workers can play it",
                  "rookery engines add ./stockfish --name sf --option Hash=16\n"
                  "rookery engines add ./lc0 --name lc0 --file WeightsFile=net.pb.gz --cpu avx2\n"
                  "rookery match sf lc0 --games 1000 --tc 8+0.08"},
                 [flags, &context] { return Add(*flags, context); });
  command->add_option("engine", flags->program, "Path of the program")
      ->required()
      ->type_name("FILE");
  command->add_option("--name", flags->name, "Its name on the coordinator from now on")
      ->required()
      ->type_name("NAME");
  command->add_option("--arg", flags->arguments, "An argument for it; may be given again")
      ->allow_extra_args(false)
      ->type_name("TEXT");
  command->add_option("--option", flags->options, "A UCI option: NAME=VALUE; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      ->add_option("--file", flags->files,
                   "A file that an option names, such as a network: OPTION=PATH")
      ->allow_extra_args(false)
      ->type_name("OPTION=PATH");
  command
      ->add_option("--cpu", flags->cpu, "A feature that it needs, as /proc/cpuinfo names it: avx2")
      ->allow_extra_args(false)
      ->type_name("FEATURE");
  command->add_flag("--replace", flags->replace,
                    "Let the name stand for this engine from now on, where it stands for another");
  command->add_flag("--sandbox,!--no-sandbox", flags->sandbox,
                    "Try it as workers run it (the default)");
}

}  // namespace rookery::cli
