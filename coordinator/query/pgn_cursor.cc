#include "coordinator/query/pgn_cursor.h"

#include <cstdlib>
#include <utility>

#include "base/pairing/pair_plan.h"
#include "base/status.h"
#include "coordinator/query/names.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_tags.h"

namespace rookery::coordinator {
namespace {

constexpr int kNoScoreAbove = 32'000;  // the worker's mark for "the engine said none"

std::string DigestText(std::string_view digest) {
  std::string text;
  for (const char byte : digest) text += fmt::format("{:02x}", static_cast<uint8_t>(byte));
  return text;
}

// Replays the stored moves; a record with an illegal one is cut there and says so.
std::vector<chess::PgnMove> Replay(const chess::Position& opening, const GameRecord& game) {
  std::vector<chess::PgnMove> moves;
  chess::Position position = opening;
  const bool scored = game.scores_cp.size() * 2 == game.moves.size();
  for (size_t ply = 0; ply * 2 + 1 < game.moves.size(); ++ply) {
    const auto low = static_cast<uint8_t>(game.moves[ply * 2]);
    const auto high = static_cast<uint8_t>(game.moves[ply * 2 + 1]);
    const chess::Move move = chess::Move::FromBits(static_cast<uint16_t>(low | high << 8));
    if (!position.IsLegal(move)) {
      if (!moves.empty()) moves.back().comment += " the record breaks off: no legal move follows";
      break;
    }
    position.Play(move);
    chess::PgnMove& shown = moves.emplace_back();
    shown.move = move;
    if (scored && std::abs(game.scores_cp[ply]) <= kNoScoreAbove) {
      shown.comment = chess::ScoreText(game.scores_cp[ply]);
    }
  }
  return moves;
}

std::vector<chess::Move> Moves(const chess::PgnGame& game) {
  std::vector<chess::Move> moves;
  for (const chess::PgnMove& played : game.moves) moves.push_back(played.move);
  return moves;
}

}  // namespace

PgnCursor::PgnCursor(const Parts& parts, std::shared_ptr<const RunView> run, bool after_verdict)
    : parts_(parts), view_(std::move(run)), after_verdict_(after_verdict) {}

absl::StatusOr<std::optional<std::string>> PgnCursor::Next() {
  std::string text;
  while (text.size() < kPieceBytes) {
    if (waiting_.empty()) ROOKERY_RETURN_IF_ERROR(Refill());
    if (waiting_.empty()) break;
    ROOKERY_ASSIGN_OR_RETURN(const std::string pair, PairText(waiting_.front()));
    waiting_.pop_front();
    text += pair;
  }
  if (text.empty()) return std::optional<std::string>();
  return std::optional<std::string>(std::move(text));
}

absl::Status PgnCursor::Refill() {
  if (ended_) return absl::OkStatus();
  if (book_ == nullptr) {
    ROOKERY_ASSIGN_OR_RETURN(book_, parts_.files->OpenBook(view_->run.spec->book_sha256));
  }
  PairQuery query;
  query.run = view_->run.id;
  query.from = next_index_;
  query.count = kPairsAtOnce;
  query.after_verdict = after_verdict_;
  ROOKERY_ASSIGN_OR_RETURN(std::vector<PairRecord> pairs, parts_.store->ReadPairs(query));
  ended_ = pairs.size() < kPairsAtOnce;
  if (!pairs.empty()) next_index_ = pairs.back().result.index + 1;
  for (PairRecord& pair : pairs) waiting_.push_back(std::move(pair));
  return absl::OkStatus();
}

absl::StatusOr<std::string> PgnCursor::PairText(const PairRecord& pair) {
  const Run& run = view_->run;
  const PairPlan plan = PlanPair(run.seed, pair.result.index, book_->size());
  ROOKERY_ASSIGN_OR_RETURN(const chess::Position opening, book_->At(plan.opening));
  std::string text;
  for (int number = 0; number < 2; ++number) {
    const GameRecord& game = number == 0 ? pair.result.first : pair.result.second;
    const std::string& dev = run.spec->dev.name;
    const std::string& base = run.spec->base.name;
    chess::PgnGame pgn;
    pgn.tags = {
        {"Event", run.spec->title.empty() ? fmt::format("run {}", run.id) : run.spec->title},
        {"Site", pair.worker},
        {"Date", absl::FormatTime("%Y.%m.%d", pair.received, absl::UTCTimeZone())},
        {"Round", fmt::format("{}.{}", pair.result.index + 1, number + 1)},
        {"White", number == 0 ? dev : base},
        {"Black", number == 0 ? base : dev},
        {"Run", run.id},
        {"Termination", std::string(chess::TerminationTag(game.end))},
        {"Cause", std::string(Name(game.end))},
        {"PlyCount", fmt::format("{}", game.moves.size() / 2)},
        {"Digest", DigestText(game.digest)},
    };
    if (pair.after_verdict) pgn.tags.emplace_back("AfterVerdict", "yes");
    pgn.start = opening;
    pgn.moves = Replay(opening, game);
    for (auto& tag : openings::PgnTagsOf(classifier_.Classify(opening, Moves(pgn)))) {
      pgn.tags.push_back(std::move(tag));
    }
    pgn.result = game.result;
    text += chess::ToPgn(pgn);
    while (!text.ends_with("\n\n")) text += '\n';
  }
  return text;
}

}  // namespace rookery::coordinator
