#include "cli/fastchess_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "absl/time/time.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/fastchess_arguments.h"
#include "cli/fastchess_output.h"
#include "cli/game_log.h"
#include "cli/match_files.h"
#include "cli/match_run.h"

namespace rookery::cli {
namespace {

constexpr std::string_view kVersion = "fastchess alpha 1.8.2";  // whose options and words these are

constexpr int kMostMatchesInFolder = 512;  // without names of their own for their logs

constexpr const char* kExamples =
    "rookery fastchess -engine cmd=./a name=A -engine cmd=./b name=B -each tc=8+0.08 \\\n"
    "    -rounds 100 -repeat -concurrency 2 -openings file=book.epd format=epd order=random\n"
    "rookery fastchess -config file=config.json     goes on where it was interrupted\n"
    "rookery fastchess -help                        the options that are taken";

FastchessWorld WorldOf(const Context& context) {
  return {static_cast<int>(std::max(1u, std::thread::hardware_concurrency())),
          absl::FormatTime("%Y%m%d_%H%M%S", context.clock->Now(), absl::LocalTimeZone())};
}

void PrintHelp(Context& context) {
  std::string text = "fastchess's options that are taken:\n";
  for (const std::string& name : FastchessOptions()) text += fmt::format("  -{}\n", name);
  text += "Refused:\n";
  for (const auto& [name, why] : RefusedFastchessOptions()) {
    text += fmt::format("  -{}: {}\n", name, why);
  }
  context.printer->OutRaw(text);
}

// The match that a log was begun with.
absl::StatusOr<FastchessMatch> Resume(const std::string& log, const FastchessWorld& world) {
  ROOKERY_ASSIGN_OR_RETURN(const LogHeader header, GameLog::ReadHeader(log));
  ROOKERY_ASSIGN_OR_RETURN(FastchessMatch match, ParseFastchess(header.arguments, world));
  match.spec.log = log;
  return match;
}

std::vector<std::string> WithSeed(std::vector<std::string> arguments, const FastchessMatch& match) {
  if (!match.seeded) {
    arguments.insert(arguments.end(), {"-srand", fmt::format("{}", match.spec.seed)});
  }
  return arguments;
}

// OpenBench's worker begins several matches in one folder and names no log: "config.json", or
// "config-2.json" ... where another match writes that one now.
std::string OtherLog(const std::string& usual, int number) {
  const std::string stem = usual.substr(0, usual.rfind('.'));
  return fmt::format("{}-{}{}", stem, number, usual.substr(stem.size()));
}

absl::Status Run(const std::vector<std::string>& arguments, FastchessMatch& match,
                 Context& context) {
  const bool resumed = !match.resume.empty() && !match.discard;
  if (resumed) {
    ROOKERY_ASSIGN_OR_RETURN(match, Resume(match.resume, WorldOf(context)));
  }
  std::vector<FileUse> files = FilesOf(match.spec);
  if (!match.message_log.path.empty()) {
    files.push_back({"the log of messages", match.message_log.path, true});
  }
  ROOKERY_RETURN_IF_ERROR(CheckFilesDiffer(files));
  if (!resumed) {
    if (!match.seeded) match.spec.seed = context.entropy();
    match.spec.log_anew = true;  // as fastchess does: over the last match's record
  }
  GameFile messages;
  if (!match.message_log.path.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(
        messages, GameFile::Open(match.message_log.path, match.message_log.append ? -1 : 0));
  }
  FastchessPrinter printer(match, &context, std::move(messages));
  for (const std::string& note : match.notes) printer.OnWarning(note);
  const std::string usual = match.spec.log;
  for (int number = 2;; ++number) {
    const absl::Status status = RunMatch(match.spec, WithSeed(arguments, match), printer, context);
    const bool taken = absl::IsFailedPrecondition(status) && !resumed && !match.named_log &&
                       GameLog::IsBeingWritten(match.spec.log);
    if (!taken || number > kMostMatchesInFolder) return status;
    match.spec.log = OtherLog(usual, number);
    printer.OnWarning(fmt::format("another match writes {}; this one's log of games is {}", usual,
                                  match.spec.log));
  }
}

}  // namespace

void AddFastchessCommand(CLI::App& app, Context& context) {
  AddCommand(app, context,
             {"fastchess", "Play a match on this machine by fastchess's own arguments", kExamples},
             [&context] { return RunFastchess({}, context); });
}

Exit RunFastchess(const std::vector<std::string>& arguments, Context& context) {
  absl::StatusOr<FastchessMatch> match = ParseFastchess(arguments, WorldOf(context));
  if (!match.ok()) {
    context.printer->Error(Message(match.status()));
    return Exit::kFailed;
  }
  if (match->version) {
    context.printer->Out(fmt::format("{} ({})", kVersion, context.version));
    return Exit::kDone;
  }
  if (match->help) {
    PrintHelp(context);
    return Exit::kDone;
  }
  const int64_t begun = context.clock->MonotonicNanos();
  const absl::Status status = Run(arguments, *match, context);
  if (!status.ok() && !absl::IsCancelled(status)) {
    context.printer->Error(Message(status));
    return Exit::kFailed;
  }
  const int64_t seconds = (context.clock->MonotonicNanos() - begun) / 1'000'000'000;
  context.printer->Out("Finished match");
  context.printer->Out(fmt::format("Total Time: {:02}:{:02}:{:02} (hours:minutes:seconds)\n",
                                   seconds / 3600, seconds / 60 % 60, seconds % 60));
  return status.ok() ? Exit::kDone : Exit::kFailed;
}

}  // namespace rookery::cli
