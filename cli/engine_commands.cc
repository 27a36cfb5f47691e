#include "cli/engine_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/status.h"
#include "cli/command.h"
#include "cli/engine_add.h"
#include "cli/engine_names.h"
#include "worker/player/uci_check.h"
#include "worker/process/child_process.h"

namespace rookery::cli {
namespace {

using worker::CheckOutcome;
using worker::CheckResult;

struct CheckFlags {
  std::string program;
  std::vector<std::string> arguments;
  std::string folder;
};

worker::StartEngine Starter(const CheckFlags& flags, Clock* clock) {
  const worker::ChildCommand command{flags.program, flags.arguments, flags.folder, "", {}};
  return [command, clock]() -> absl::StatusOr<worker::CheckedEngine> {
    auto child = worker::ChildProcess::Start(command, clock);
    if (!child.ok()) return child.status();
    worker::ChildProcess* const process = child->get();
    worker::CheckedEngine engine;
    engine.close_input = [process] { process->CloseInput(); };
    engine.wait_for_end = [process](int64_t deadline_ns) {
      return process->WaitForEnd(deadline_ns);
    };
    engine.lines = *std::move(child);
    return engine;
  };
}

Tone ToneOf(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kPassed:
      return Tone::kGood;
    case CheckOutcome::kFailed:
      return Tone::kBad;
    case CheckOutcome::kAdvised:
      return Tone::kCare;
    case CheckOutcome::kSkipped:
      break;
  }
  return Tone::kFaint;
}

void PrintLine(const CheckResult& result, Context& context) {
  Printer& printer = *context.printer;
  const std::string outcome =
      printer.PaintOut(ToneOf(result.outcome), fmt::format("{:<8}", worker::Name(result.outcome)));
  printer.Out(fmt::format("{} {:<24} {}", outcome, result.name, result.seen));
  const bool told =
      result.outcome == CheckOutcome::kFailed || result.outcome == CheckOutcome::kAdvised;
  if (told) printer.Out(fmt::format("{:<8} {:<24} {}", "", "", result.why));
}

Exit Check(const CheckFlags& flags, Context& context) {
  const worker::StartEngine start = Starter(flags, context.clock);
  const std::vector<CheckResult> results = worker::CheckUciEngine(
      start, context.clock, {},
      [&context](const std::string& what) { context.printer->Say("trying " + what); });
  const auto count = [&](CheckOutcome outcome) {
    return std::count_if(results.begin(), results.end(),
                         [&](const CheckResult& one) { return one.outcome == outcome; });
  };
  const auto failed = count(CheckOutcome::kFailed);
  if (context.json) {
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    for (const CheckResult& one : results) {
      checks.push_back({{"check", one.name},
                        {"outcome", worker::Name(one.outcome)},
                        {"seen", one.seen},
                        {"why", one.why}});
    }
    context.printer->Json({{"engine", flags.program},
                           {"passed", count(CheckOutcome::kPassed)},
                           {"failed", failed},
                           {"advised", count(CheckOutcome::kAdvised)},
                           {"checks", checks}});
  } else {
    for (const CheckResult& one : results) PrintLine(one, context);
    context.printer->Out(fmt::format("{} passed, {} failed, {} advised",
                                     count(CheckOutcome::kPassed), failed,
                                     count(CheckOutcome::kAdvised)));
  }
  return failed == 0 ? Exit::kDone : Exit::kFailed;
}

void AddCheck(CLI::App& engines, Context& context) {
  auto flags = std::make_shared<CheckFlags>();
  CLI::App* command = AddCommand(
      engines, context,
      {"check", "Look whether an engine keeps to the protocol, and say why it matters where not",
       "rookery engines check ./engine\n"
       "rookery engines check gnuchess --arg --uci\n"
       "rookery engines check ./engine --json"},
      [flags, &context] { return Check(*flags, context); });
  command->add_option("engine", flags->program, "Path of the program, or a name in PATH")
      ->required()
      ->type_name("PROGRAM");
  command->add_option("--arg", flags->arguments, "An argument for it; may be given again")
      ->allow_extra_args(false)
      ->type_name("TEXT");
  command->add_option("--dir", flags->folder, "Where it runs; else here")->type_name("DIR");
}

}  // namespace

void AddEngineCommands(CLI::App& app, Context& context) {
  CLI::App* engines =
      AddNoun(app, {"engines", "UCI engines: check them, upload them for the fleet",
                    "rookery engines check ./engine    does it keep to the protocol?\n"
                    "rookery engines add ./stockfish --name sf --option Hash=16"});
  AddCheck(*engines, context);
  AddEngineAdd(*engines, context);
  AddEngineNames(*engines, context);
}

}  // namespace rookery::cli
