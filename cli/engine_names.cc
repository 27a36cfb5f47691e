#include "cli/engine_names.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/engine_manifest.h"
#include "cli/artifacts.h"
#include "cli/command.h"
#include "cli/follow.h"
#include "cli/times.h"
#include "rookery/v1/engines.pb.h"

namespace rookery::cli {
namespace {

constexpr size_t kShownDigits = 12;

std::string NameOf(const v1::Engine& engine) {
  return engine.name().substr(engine.name().find('/') + 1);
}

nlohmann::ordered_json EngineJson(const v1::Engine& engine) {
  return {{"engine", NameOf(engine)},
          {"sha256", engine.manifest_sha256()},
          {"owner", engine.owner()},
          {"created", IsoTime(engine.create_time())},
          {"updated", IsoTime(engine.update_time())}};
}

Exit List(Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<std::vector<v1::Engine>> engines = (*coordinator)->ListEngines();
  if (!engines.ok()) return context.FailRemote(engines.status());
  if (context.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const v1::Engine& engine : *engines) list.push_back(EngineJson(engine));
    context.printer->Json({{"engines", std::move(list)}});
    return Exit::kDone;
  }
  if (engines->empty()) {
    context.printer->Say("No engines yet. Add one: rookery engines add ./stockfish --name sf");
    return Exit::kDone;
  }
  std::vector<std::vector<std::string>> rows = {{"ENGINE", "SHA-256", "OWNER", "UPDATED"}};
  for (const v1::Engine& engine : *engines) {
    rows.push_back({NameOf(engine), engine.manifest_sha256().substr(0, kShownDigits),
                    engine.owner(), TimeText(engine.update_time())});
  }
  context.printer->Table(rows);
  return Exit::kDone;
}

Exit Show(const std::string& name, Context& context) {
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailRemote(coordinator.status());
  const absl::StatusOr<v1::Engine> engine = (*coordinator)->GetEngine(name);
  if (!engine.ok()) return context.FailRemote(engine.status());
  const absl::StatusOr<EngineManifest> manifest = ManifestsOf(**coordinator)(name);
  if (!manifest.ok()) return context.FailRemote(manifest.status());
  if (!context.json) {
    const absl::StatusOr<std::string> text = ManifestText(*manifest);
    if (!text.ok()) return context.FailLocal(text.status());
    context.printer->OutRaw(*text);
    return Exit::kDone;
  }
  nlohmann::ordered_json json = EngineJson(*engine);
  json["program_sha256"] = manifest->program_sha256;
  json["platform"] = manifest->platform;
  json["cpu"] = manifest->cpu;
  json["options"] = nlohmann::ordered_json::object();
  for (const auto& [option, value] : manifest->options) json["options"][option] = value;
  json["files"] = nlohmann::ordered_json::object();
  for (const ManifestFile& file : manifest->files) json["files"][file.option] = file.sha256;
  context.printer->Json(json);
  return Exit::kDone;
}

Exit Report(const absl::StatusOr<v1::Engine>& engine, const char* what, Context& context) {
  if (!engine.ok()) return context.FailRemote(engine.status());
  if (context.json) {
    context.printer->Json(EngineJson(*engine));
  } else {
    context.printer->Say(fmt::format("{} {}", what, NameOf(*engine)));
  }
  return Exit::kDone;
}

void AddShow(CLI::App& engines, Context& context) {
  auto name = std::make_shared<std::string>();
  CLI::App* command =
      AddCommand(engines, context,
                 {"show", "An engine's program, options and needs", "rookery engines show sf"},
                 [name, &context] { return Show(*name, context); });
  command->add_option("name", *name, "As it was added")->required()->type_name("NAME");
}

void AddRename(CLI::App& engines, Context& context) {
  struct Names {
    std::string old_name;
    std::string new_name;
  };
  auto names = std::make_shared<Names>();
  CLI::App* command =
      AddCommand(engines, context,
                 {"rename", "Give an engine another name; runs that play it keep it",
                  "rookery engines rename sf stockfish-17"},
                 [names, &context] {
                   const auto coordinator = OpenCoordinator(context);
                   if (!coordinator.ok()) return context.FailRemote(coordinator.status());
                   return Report((*coordinator)->RenameEngine(names->old_name, names->new_name),
                                 "It is now", context);
                 });
  command->add_option("name", names->old_name, "As it was added")->required()->type_name("NAME");
  command->add_option("new", names->new_name, "Its name from now on")
      ->required()
      ->type_name("NAME");
}

void AddRemove(CLI::App& engines, Context& context) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = AddCommand(
      engines, context,
      {"remove", "Forget an engine's name; runs that play it keep it", "rookery engines remove sf"},
      [name, &context] {
        const auto coordinator = OpenCoordinator(context);
        if (!coordinator.ok()) return context.FailRemote(coordinator.status());
        return Report((*coordinator)->RemoveEngine(*name), "Removed", context);
      });
  command->add_option("name", *name, "As it was added")->required()->type_name("NAME");
}

}  // namespace

void AddEngineNames(CLI::App& engines, Context& context) {
  AddCommand(engines, context,
             {"list", "The engines that the coordinator knows by name", "rookery engines list"},
             [&context] { return List(context); });
  AddShow(engines, context);
  AddRename(engines, context);
  AddRemove(engines, context);
}

}  // namespace rookery::cli
