#include "cli/harvest.h"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/status.h"
#include "cli/streamed_file.h"
#include "engine/chess/pgn.h"
#include "engine/params/weights.h"
#include "tuner/fit/text_format.h"

namespace rookery::cli {
namespace {

constexpr double kMostPawns = 300;

struct Count {
  uint64_t games = 0;
  uint64_t unfinished = 0;
  uint64_t broken = 0;
  uint64_t positions = 0;
};

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
              fmt::format("{}:{}:{}: {}", path, error.line, error.column, error.message));
          return true;
        });
    return status;
  }

  const Count& count() const { return count_; }

 private:
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
  Count count_;
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

absl::Status RunHarvest(const HarvestFlags& flags, Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(StreamedFile out, StreamedFile::Create(flags.out));
  Harvester harvester(flags, context, &out);
  std::atomic<bool> stop = false;
  const Interrupt::Listener listener(context.interrupt, [&stop] { stop = true; });
  for (const std::string& path : flags.files) {
    ROOKERY_RETURN_IF_ERROR(harvester.ReadFile(path, stop));
  }
  const Count& count = harvester.count();
  if (count.positions == 0) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "no calm position was found in {} games ({} unfinished, {} broken); nothing is "
                 "written",
                 count.games, count.unfinished, count.broken);
  }
  ROOKERY_RETURN_IF_ERROR(out.Commit());
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
