#include "coordinator/query/pgn_cursor.h"

#include <utility>

#include "base/status.h"
#include "coordinator/query/games.h"

namespace rookery::coordinator {
PgnCursor::PgnCursor(const Parts& parts, std::shared_ptr<const RunView> run, bool after_verdict)
    : parts_(parts), view_(std::move(run)), after_verdict_(after_verdict) {}

absl::StatusOr<std::optional<std::string>> PgnCursor::Next() {
  std::string text;
  while (text.size() < kPieceBytes) {
    if (waiting_.empty()) ROOKERY_RETURN_IF_ERROR(Refill());
    if (waiting_.empty()) break;
    if (waiting_.front().has_games) {
      ROOKERY_ASSIGN_OR_RETURN(const std::string pair, PairText(waiting_.front()));
      text += pair;
    }
    waiting_.pop_front();
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
  for (PairRecord& pair : pairs) {
    if (!IsKnown(*view_, pair.result.index)) {
      ended_ = true;
      break;
    }
    waiting_.push_back(std::move(pair));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> PgnCursor::PairText(const PairRecord& pair) {
  const PairPlan plan = IdentityOf(*view_, pair.result.index, book_->size()).plan;
  ROOKERY_ASSIGN_OR_RETURN(const openings::Opening opening, OpeningOf(*view_, plan, *book_));
  return GamePgn(*view_, pair, opening, 0, classifier_) +
         GamePgn(*view_, pair, opening, 1, classifier_);
}

}  // namespace rookery::coordinator
