#include "cli/duel_log.h"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "base/file.h"

namespace rookery::cli {
namespace {

absl::Status EachLine(wire::Client& coordinator, const v1::Run& run, bool json,
                      const std::function<void(const std::string&)>& take) {
  if (!json) take(DuelHeading(run));
  return coordinator.ExportDuels(run.name(), [&](const v1::DuelChunk& chunk) {
    for (const v1::Duel& duel : chunk.duels()) take(json ? DuelJson(run, duel) : DuelCsv(duel));
    return absl::OkStatus();
  });
}

}  // namespace

std::string DuelHeading(const v1::Run& run) {
  std::string text = "pair,clock,worker,half_points";
  for (const std::string_view side : {"dev", "base"}) {
    for (const v1::TuneParameter& p : run.spec().tune().parameters()) {
      text += fmt::format(",{}:{}", p.name(), side);
    }
  }
  return text + "\n";
}

std::string DuelCsv(const v1::Duel& duel) {
  std::string text = fmt::format("{},{},{},{}", duel.pair(), duel.clock(), duel.worker(),
                                 duel.counted() ? std::to_string(duel.half_points()) : "");
  for (const int value : duel.candidate().dev()) text += fmt::format(",{}", value);
  for (const int value : duel.candidate().base()) text += fmt::format(",{}", value);
  return text + "\n";
}

std::string DuelJson(const v1::Run& run, const v1::Duel& duel) {
  nlohmann::ordered_json json;
  json["pair"] = duel.pair();
  json["clock"] = duel.clock();
  json["worker"] =
      duel.counted() ? nlohmann::ordered_json(duel.worker()) : nlohmann::ordered_json(nullptr);
  json["half_points"] =
      duel.counted() ? nlohmann::ordered_json(duel.half_points()) : nlohmann::ordered_json(nullptr);
  for (int i = 0; i < duel.candidate().dev_size(); ++i) {
    const std::string& name = run.spec().tune().parameters(i).name();
    json["dev"][name] = duel.candidate().dev(i);
    json["base"][name] = duel.candidate().base(i);
  }
  return json.dump() + "\n";
}

absl::Status WriteDuelLog(wire::Client& coordinator, const v1::Run& run, const std::string& path) {
  std::string text;
  const absl::Status read = EachLine(coordinator, run, path.ends_with(".json"),
                                     [&](const std::string& line) { text += line; });
  return read.ok() ? WriteFileAtomically(path, text) : read;
}

absl::Status PrintDuelLog(wire::Client& coordinator, const v1::Run& run, Context& context) {
  return EachLine(coordinator, run, context.json,
                  [&](const std::string& line) { context.printer->OutRaw(line); });
}

}  // namespace rookery::cli
