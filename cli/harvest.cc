#include "cli/harvest.h"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

#include "base/status.h"
#include "cli/follow.h"
#include "cli/match_files.h"
#include "cli/streamed_file.h"
#include "engine/chess/pgn.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "tuner/fit/text_format.h"

namespace rookery::cli {
namespace {

constexpr double kMostPawns = 300;

double ResultOf(GameResult result) {
  return result == GameResult::kWhiteWins ? 1.0 : result == GameResult::kDraw ? 0.5 : 0.0;
}

class Harvester {
 public:
  Harvester(const HarvestFlags& flags, Context& context, StreamedFile* out)
      : flags_(flags), context_(context), out_(out), finder_(params::Weights(), context.clock) {}

  absl::Status ReadFile(const std::string& path, const std::atomic<bool>& stop) {
    std::ifstream input(path, std::ios::binary);
    if (!input) return Error(absl::StatusCode::kNotFound, "{}: it can't be opened", path);
    return Read(input, path, stop);
  }

  absl::Status ReadRun(wire::Client& coordinator, const std::string& run,
                       const std::atomic<bool>& stop) {
    PgnPieces pieces;
    const auto read = [&](const std::string& games) {
      std::istringstream input(games);
      return Read(input, "run " + run, stop);
    };
    absl::Status ours;  // what went wrong here, not at the coordinator
    const absl::Status status =
        coordinator.ExportPgn(run, /*after_verdict=*/true, [&](std::string_view text) {
          const absl::StatusOr<std::string> whole = pieces.Add(text);
          return ours = whole.ok() ? read(*whole) : whole.status();
        });
    ROOKERY_RETURN_IF_ERROR(ours);
    if (!status.ok()) return absl::Status(status.code(), RemoteFault(status));
    return read(pieces.Rest());
  }

  const HarvestCount& count() const { return count_; }

 private:
  absl::Status Read(std::istream& input, const std::string& name, const std::atomic<bool>& stop) {
    absl::Status status;
    chess::ReadPgn(
        input,
        [&](const chess::PgnGame& game) {
          status = stop ? absl::CancelledError("interrupted") : Take(game);
          return status.ok();
        },
        [&](const chess::PgnError& error) {
          ++count_.broken;
          context_.printer->Error(
              fmt::format("{}:{}:{}: {}", name, error.line, error.column, error.message));
          return true;
        });
    return status;
  }

  absl::Status Take(const chess::PgnGame& game) {
    if (!game.result) {
      ++count_.unfinished;
      return absl::OkStatus();
    }
    fit::GameRecord record;
    record.start = game.start;
    record.result = ResultOf(*game.result);
    record.number = count_.games++;
    for (const chess::PgnMove& move : game.moves) {
      record.moves.push_back(move.move);
      record.scores_cp.push_back(ScoreOfComment(move.comment));
    }
    return fit::Harvest(record, flags_.options, finder_,
                        [this](const fit::LabelledPosition& found, int ply) {
                          ++count_.positions;
                          return out_->Append(fit::ToTextLine(found, ply) + "\n");
                        });
  }

  const HarvestFlags& flags_;
  Context& context_;
  StreamedFile* out_;
  fit::QuietFinder finder_;
  HarvestCount count_;
};

}  // namespace

std::optional<int> ScoreOfComment(std::string_view comment) {
  std::string_view word = comment.substr(0, comment.find_first_of("/ "));
  if (word.starts_with('+')) word.remove_prefix(1);
  double pawns = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), pawns);
  const bool whole = error == std::errc() && end == word.data() + word.size() && !word.empty();
  if (!whole || !(std::abs(pawns) <= kMostPawns)) return std::nullopt;
  return static_cast<int>(std::lround(pawns * 100));
}

absl::StatusOr<std::string> PgnPieces::Add(std::string_view text) {
  held_ += text;
  // What is behind the last game's first line may be the half of a game.
  const size_t last = held_.rfind("\n[Event ");
  if (last == std::string::npos) {
    if (held_.size() <= kMostHeld) return std::string();
    return Error(absl::StatusCode::kDataLoss,
                 "the coordinator sent {} bytes without a game in them", held_.size());
  }
  std::string whole = held_.substr(0, last + 1);
  held_.erase(0, last + 1);
  return whole;
}

absl::StatusOr<HarvestCount> HarvestTo(const HarvestFlags& flags, Context& context) {
  std::vector<FileUse> files = {{"--out", flags.out, true}};
  for (const std::string& file : flags.files) files.push_back({"the games", file});
  ROOKERY_RETURN_IF_ERROR(CheckFilesDiffer(files));
  ROOKERY_ASSIGN_OR_RETURN(StreamedFile out, StreamedFile::Create(flags.out));
  Harvester harvester(flags, context, &out);
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&stop] { stop = true; });
  for (const std::string& path : flags.files) {
    ROOKERY_RETURN_IF_ERROR(harvester.ReadFile(path, stop));
  }
  if (!flags.runs.empty()) {
    const auto coordinator = OpenCoordinator(context);
    ROOKERY_RETURN_IF_ERROR(coordinator.status());
    for (const std::string& run : flags.runs) {
      ROOKERY_RETURN_IF_ERROR(harvester.ReadRun(**coordinator, run, stop));
    }
  }
  const HarvestCount& count = harvester.count();
  if (count.positions == 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "no calm position was found in {} games ({} unfinished, {} broken); nothing is "
                 "written",
                 count.games, count.unfinished, count.broken);
  }
  ROOKERY_RETURN_IF_ERROR(out.Commit());
  return count;
}

absl::Status RunHarvest(const HarvestFlags& flags, Context& context) {
  if (flags.files.empty() && flags.runs.empty()) {
    return InvalidArgument("give PGN files, or --run with a run's id");
  }
  std::error_code error;
  if (std::filesystem::is_regular_file(flags.out, error) &&
      std::filesystem::file_size(flags.out, error) > 0) {
    return InvalidArgument("--out: {} is there already; name another file, or remove it",
                           flags.out);
  }
  ROOKERY_ASSIGN_OR_RETURN(const HarvestCount count, HarvestTo(flags, context));
  if (context.json) {
    context.printer->Json({{"file", flags.out},
                           {"games", count.games},
                           {"unfinished", count.unfinished},
                           {"broken", count.broken},
                           {"positions", count.positions}});
  } else {
    context.printer->Say(fmt::format("{}: {} positions of {} games ({} unfinished, {} broken)",
                                     flags.out, count.positions, count.games, count.unfinished,
                                     count.broken));
  }
  return absl::OkStatus();
}

}  // namespace rookery::cli
