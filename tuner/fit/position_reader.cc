#include "tuner/fit/position_reader.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>

#include "base/rng.h"
#include "base/status.h"
#include "tuner/fit/binary_format.h"
#include "tuner/fit/monty_binpack.h"
#include "tuner/fit/stockfish_binpack.h"

namespace rookery::fit {
namespace {

// Room for the games of one file; keys of different files never meet.
constexpr int kGameBits = 40;

class Reader {
 public:
  Reader(const ReadOptions& options, const OnPosition& on_position)
      : options_(options), on_position_(on_position) {}

  absl::Status ReadFile(const std::string& path, uint64_t number) {
    if (std::filesystem::is_directory(path)) {
      return InvalidArgument("{}: it is a folder; name the files in it", path);
    }
    std::ifstream input(path, std::ios::binary);
    if (!input) return Error(absl::StatusCode::kNotFound, "{}: it can't be opened", path);
    path_ = path;
    file_ = number + 1;
    line_ = 0;
    switch (options_.format) {
      case Format::kText:
        return ReadLines(input);
      case Format::kBullet:
      case Format::kMarlin:
        return ReadRecords(input);
      case Format::kViri:
        return ReadGames(input);
      case Format::kStockfish:
        return ReadSource(StockfishBinpack(input));
      case Format::kMontyValue:
        return ReadSource(MontyBinpack(input, MontyKind::kValue));
      case Format::kMontyPolicy:
        return ReadSource(MontyBinpack(input, MontyKind::kPolicy));
    }
    return InvalidArgument("format {} is unknown", static_cast<int>(options_.format));
  }

  absl::StatusOr<ReadSummary> Finish() {
    if (!faults_.empty()) return FaultList();
    return std::move(summary_);
  }

 private:
  absl::Status ReadLines(std::istream& input) {
    std::array<char, kMostLineBytes + 1> buffer;
    for (;;) {
      input.getline(buffer.data(), buffer.size());
      const auto read = static_cast<size_t>(input.gcount());
      if (read == 0 && !input) return absl::OkStatus();
      ++line_;
      if (input.fail() && !input.eof()) {
        input.clear();
        input.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
        ROOKERY_RETURN_IF_ERROR(
            Fault(InvalidArgument("a line of more than {} characters", kMostLineBytes)));
        continue;
      }
      const absl::StatusOr<std::optional<TextLine>> line =
          ParseTextLine(buffer.data(), options_.view);
      if (!line.ok()) {
        ROOKERY_RETURN_IF_ERROR(Fault(line.status()));
      } else if (line->has_value()) {
        ROOKERY_RETURN_IF_ERROR(Pass((*line)->labelled, (*line)->has_game));
      }
    }
  }

  absl::Status ReadRecords(std::istream& input) {
    std::array<uint8_t, kRecordBytes> record;
    for (;;) {
      input.read(reinterpret_cast<char*>(record.data()), kRecordBytes);
      if (input.gcount() == 0) return absl::OkStatus();
      ++line_;
      if (static_cast<size_t>(input.gcount()) < kRecordBytes) {
        return Fault(InvalidArgument("a record of {} bytes at the end; {} are needed",
                                     input.gcount(), kRecordBytes));
      }
      const absl::StatusOr<LabelledPosition> found = options_.format == Format::kBullet
                                                         ? ParseBulletRecord(record)
                                                         : ParseMarlinRecord(record);
      ROOKERY_RETURN_IF_ERROR(found.ok() ? Pass(*found, false) : Fault(found.status()));
    }
  }

  absl::Status ReadGames(std::istream& input) {
    std::array<uint8_t, kRecordBytes> record;
    for (;;) {
      input.read(reinterpret_cast<char*>(record.data()), kRecordBytes);
      if (input.gcount() == 0) return absl::OkStatus();
      ++line_;
      if (static_cast<size_t>(input.gcount()) < kRecordBytes) return Fault(Torn());
      absl::StatusOr<LabelledPosition> found = ParseMarlinRecord(record);
      const absl::Status faulty = found.status();
      ROOKERY_RETURN_IF_ERROR(ReadMoves(input, found.ok() ? &*found : nullptr));
      if (!faulty.ok()) ROOKERY_RETURN_IF_ERROR(Fault(faulty));
    }
  }

  // The moves behind a game's first position; none given: they are skipped.
  absl::Status ReadMoves(std::istream& input, LabelledPosition* game) {
    std::array<uint8_t, kViriMoveBytes> bytes;
    for (int ply = 0;; ++ply) {
      input.read(reinterpret_cast<char*>(bytes.data()), kViriMoveBytes);
      if (static_cast<size_t>(input.gcount()) < kViriMoveBytes) return Fault(Torn());
      if (bytes == decltype(bytes){}) return absl::OkStatus();
      if (ply == kMostGamePlies) {
        ROOKERY_RETURN_IF_ERROR(
            Fault(InvalidArgument("more than {} moves without an end", kMostGamePlies)));
        game = nullptr;
      }
      if (game == nullptr) continue;
      const absl::StatusOr<ViriMove> played = ParseViriMove(bytes, game->position);
      if (!played.ok()) {
        ROOKERY_RETURN_IF_ERROR(
            Fault(InvalidArgument("move {}: {}", ply + 1, Message(played.status()))));
        game = nullptr;
        continue;
      }
      game->score_cp = played->score_cp;
      game->game = line_;
      ROOKERY_RETURN_IF_ERROR(Pass(*game, true));
      game->position.Play(played->move);
    }
  }

  // What knows its own games and the places of its faults.
  template <typename Source>
  absl::Status ReadSource(Source source) {
    for (;;) {
      const absl::StatusOr<std::optional<LabelledPosition>> found = source.Next();
      line_ = source.game();
      if (!found.ok()) {
        ROOKERY_RETURN_IF_ERROR(Fault(found.status()));
      } else if (found->has_value()) {
        ROOKERY_RETURN_IF_ERROR(Pass(**found, true));
      } else {
        summary_.withheld += source.withheld();
        return absl::OkStatus();
      }
    }
  }

  static absl::Status Torn() { return InvalidArgument("the file ends within a game"); }

  absl::Status Pass(LabelledPosition labelled, bool has_game) {
    const uint64_t game = has_game ? labelled.game : line_ / kBlock;
    labelled.game = Mix64((file_ << kGameBits) ^ game);
    summary_.games_known = summary_.games_known && has_game;
    ++summary_.positions;
    return on_position_(labelled);
  }

  absl::Status Fault(const absl::Status& status) {
    ++summary_.faulty;
    const std::string text = fmt::format("{}:{}: {}", path_, line_, Message(status));
    if (summary_.first_fault.empty()) summary_.first_fault = text;
    if (options_.skip_faulty) return absl::OkStatus();
    faults_ += (faults_.empty() ? "" : "\n") + text;
    return summary_.faulty < kMostFaults ? absl::OkStatus() : FaultList();
  }

  absl::Status FaultList() const {
    return InvalidArgument("{}\n{} faulty lines{}; mend them, or leave them out by --skip-faulty",
                           faults_, summary_.faulty,
                           summary_.faulty < kMostFaults ? "" : ", reading ended there");
  }

  const ReadOptions& options_;
  const OnPosition& on_position_;
  std::string path_;
  uint64_t file_ = 0;
  uint64_t line_ = 0;
  std::string faults_;
  ReadSummary summary_;
};

}  // namespace

absl::StatusOr<ReadSummary> ReadPositions(const std::vector<std::string>& files,
                                          const ReadOptions& options,
                                          const OnPosition& on_position) {
  if (files.empty() || files.size() > kMostFiles) {
    return InvalidArgument("{} files of positions; give 1 to {}", files.size(), kMostFiles);
  }
  Reader reader(options, on_position);
  for (size_t i = 0; i < files.size(); ++i) {
    ROOKERY_RETURN_IF_ERROR(reader.ReadFile(files[i], i));
  }
  return reader.Finish();
}

}  // namespace rookery::fit
