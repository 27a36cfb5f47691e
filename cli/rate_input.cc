#include "cli/rate_input.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "base/status.h"
#include "coordinator/stats/grades.h"
#include "engine/chess/pgn.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostGames = 100'000'000;
constexpr size_t kMostFaults = 5;

std::string Tag(const chess::PgnGame& game, const std::string& name) {
  for (const auto& [tag, value] : game.tags) {
    if (tag == name) return value;
  }
  return "";
}

constexpr size_t kMostLine = 1000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct ResultLine {
  std::string white;
  std::string black;
  std::array<int64_t, 3> counts{};  // wins, draws, losses of White
};

absl::StatusOr<ResultLine> ParseResult(std::string_view line) {
  constexpr std::array<const char*, 3> kNames = {"wins", "draws", "losses"};
  if (line.find('"') != std::string_view::npos) {
    return InvalidArgument("a quotation mark; names stand as they are, without commas");
  }
  std::vector<std::string> fields = absl::StrSplit(ToAbsl(line), ',');
  for (std::string& field : fields) absl::StripAsciiWhitespace(&field);
  if (fields.size() != 5) return InvalidArgument("{} fields; 5 are needed", fields.size());
  ResultLine result{.white = fields[0], .black = fields[1]};
  if (result.white.empty()) return InvalidArgument("white: is empty");
  if (result.black.empty()) return InvalidArgument("black: is empty");
  if (result.white == result.black) {
    return InvalidArgument("black: '{}' against itself", result.black);
  }
  for (size_t i = 0; i < kNames.size(); ++i) {
    const std::string& text = fields[i + 2];
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, result.counts[i]);
    if (error != std::errc() || stop != end || text.empty() || result.counts[i] < 0 ||
        result.counts[i] > kMostGames) {
      return InvalidArgument("{}: '{}' must be a whole number from 0 to {}", kNames[i], text,
                             kMostGames);
    }
  }
  return result;
}

// The position that the game began from, and the moves that runners mark as their book's; empty
// where neither is told.
std::string OpeningKey(const chess::PgnGame& game) {
  std::string key = Tag(game, "FEN");
  for (const chess::PgnMove& move : game.moves) {
    if (!std::string_view(move.comment).starts_with("book")) break;
    key += fmt::format(" {}", move.move.bits());
  }
  return key;
}

}  // namespace

uint32_t RateInput::PlayerOf(const std::string& name) {
  const auto [found, fresh] = index_.try_emplace(name, static_cast<uint32_t>(names_.size()));
  if (fresh) {
    names_.push_back(name);
    grade_points_.push_back(0);
  }
  return found->second;
}

// Games next to each other, between the same two with colours exchanged, from the same given
// opening or of the same round, are a pair.
void RateInput::Count(const Seen& game) {
  ++games_;
  stats::Meeting& meeting = meetings_[{game.white, game.black}];
  meeting.white = game.white;
  meeting.black = game.black;
  (game.points == 0 ? meeting.losses : game.points == 1 ? meeting.draws : meeting.wins) += 1;
  const stats::GradePoints after =
      stats::AfterGame({.first = grade_points_[game.white], .second = grade_points_[game.black]},
                       static_cast<stats::GameScore>(game.points));
  grade_points_[game.white] = after.first;
  grade_points_[game.black] = after.second;
  const bool completes = before_ && !game.opening.empty() && before_->opening == game.opening &&
                         before_->white == game.black && before_->black == game.white;
  if (!completes) {
    before_ = game;
    return;
  }
  // `first` is the player with the smaller number, so that both orders meet in one row.
  const Seen& one = before_->white < before_->black ? *before_ : game;
  const Seen& other = before_->white < before_->black ? game : *before_;
  stats::PairedMeeting& pair = paired_[{one.white, one.black}];
  pair.first = one.white;
  pair.second = one.black;
  pair.counts[one.points][2 - other.points] += 1;
  ++pairs_;
  before_.reset();
}

absl::Status RateInput::Read(std::istream& pgn, const std::string& name) {
  absl::Status status;
  const auto on_game = [&](const chess::PgnGame& game) {
    if (!game.result) {
      ++unfinished_;
      return true;
    }
    Seen seen;
    seen.points = *game.result == GameResult::kWhiteWins   ? 2
                  : *game.result == GameResult::kBlackWins ? 0
                                                           : 1;
    const std::string white = Tag(game, "White");
    const std::string black = Tag(game, "Black");
    if (white.empty() || black.empty() || white == black) {
      ++broken_;
      if (faults_.size() < kMostFaults) {
        faults_.push_back(white == black && !white.empty()
                              ? fmt::format("{}: a game of '{}' against itself", name, white)
                              : fmt::format("{}: a game without the tag White or Black", name));
      }
      return true;
    }
    seen.white = PlayerOf(white);
    seen.black = PlayerOf(black);
    const std::string round = Tag(game, "Round");
    seen.opening = OpeningKey(game);
    if (seen.opening.empty() && round != "?" && round != "-") seen.opening = round;
    Count(seen);
    if (names_.size() <= stats::kMostPlayers && games_ <= kMostGames) return true;
    status = InvalidArgument("{}: more than {} players or {} games; rate in parts", name,
                             stats::kMostPlayers, kMostGames);
    return false;
  };
  const auto on_error = [&](const chess::PgnError& error) {
    ++broken_;
    if (faults_.size() < kMostFaults) {
      faults_.push_back(fmt::format("{}:{}:{}: {}", name, error.line, error.column, error.message));
    }
    return true;
  };
  chess::ReadPgn(pgn, on_game, on_error);
  return status;
}

absl::Status RateInput::ReadResults(std::istream& csv, const std::string& name) {
  graded_ = false;
  std::string line;
  int64_t number = 0;
  const auto refuse = [&](std::string_view what) {
    return InvalidArgument("{}:{}: {}", name, number, what);
  };
  while (std::getline(csv, line)) {
    ++number;
    if (line.size() > kMostLine) return refuse("the line is longer than any result");
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (number == 1) {
      if (line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
      line.erase(std::remove(line.begin(), line.end(), ' '), line.end());
      if (line != kResultsHeader) return refuse(fmt::format("must be '{}'", kResultsHeader));
      continue;
    }
    if (line.empty()) continue;
    const absl::StatusOr<ResultLine> result = ParseResult(line);
    if (!result.ok()) return refuse(std::string(result.status().message()));
    const uint32_t white = PlayerOf(result->white);
    const uint32_t black = PlayerOf(result->black);
    stats::Meeting& meeting = meetings_[{white, black}];
    meeting.white = white;
    meeting.black = black;
    meeting.wins += static_cast<double>(result->counts[0]);
    meeting.draws += static_cast<double>(result->counts[1]);
    meeting.losses += static_cast<double>(result->counts[2]);
    games_ += result->counts[0] + result->counts[1] + result->counts[2];
    if (names_.size() > stats::kMostPlayers || games_ > kMostGames) {
      return InvalidArgument("{}: more than {} players or {} games; rate in parts", name,
                             stats::kMostPlayers, kMostGames);
    }
  }
  if (number == 0)
    return InvalidArgument("{}: is empty; its first line must be '{}'", name, kResultsHeader);
  return absl::OkStatus();
}

stats::RatingInput RateInput::Input() const {
  stats::RatingInput input;
  input.players = names_.size();
  for (const auto& [key, meeting] : meetings_) input.meetings.push_back(meeting);
  for (const auto& [key, pair] : paired_) input.pairs.push_back(pair);
  return input;
}

}  // namespace rookery::cli
