#include "engine/openings/lint.h"

#include <algorithm>
#include <cstdlib>

#include "absl/container/flat_hash_map.h"
#include "base/pairing/pair_plan.h"
#include "base/status.h"
#include "engine/chess/game.h"
#include "engine/chess/notation.h"

namespace rookery::openings {
namespace {

constexpr uint64_t kProgressEvery = 1024;
constexpr int kMostFaultsSaid = 5;
constexpr uint64_t kSampleKey = 1;  // the sample is the same whenever the book is

class Pass {
 public:
  Pass(const Book& book, const LintOptions& options) : book_(book), options_(options) {
    report_.openings = book.size();
    first_.reserve(book.size());
  }

  LintReport Run() {
    for (uint64_t i = 0; i < book_.size() && !stopped_; ++i) {
      Tell(i);
      Look(i);
    }
    report_.distinct = first_.size();
    if (options_.judge) JudgeSample();
    return report_;
  }

 private:
  void Tell(uint64_t done) {
    if (done % kProgressEvery != 0 || !options_.on_progress) return;
    stopped_ = stopped_ || !options_.on_progress(done);
  }

  void Report(FaultKind kind, uint64_t index, std::string text) {
    uint64_t* const counts[] = {&report_.broken, &report_.ended, &report_.repeated,
                                &report_.transposed, &report_.uneven};
    ++*counts[static_cast<size_t>(kind)];
    if (options_.on_fault) {
      stopped_ = stopped_ || !options_.on_fault({kind, index, std::move(text)});
    }
  }

  void Look(uint64_t index) {
    absl::StatusOr<Opening> opening = book_.Read(index);
    if (!opening.ok()) return Report(FaultKind::kBroken, index, Message(opening.status()));
    LeaveAMove(*opening, options_.rules);
    CountPlies(static_cast<int>(opening->moves.size()), index);
    if (opening->position.side() == chess::Color::kWhite) ++report_.white_to_move;
    if (const absl::Status moves = CheckOperations(*opening); !moves.ok()) {
      Report(FaultKind::kBroken, index, fmt::format("{}: {}", book_.Where(index), Message(moves)));
    }
    const absl::Status goes_on = book_.CheckGoesOn(index, *opening, options_.rules);
    if (!goes_on.ok()) {
      Report(FaultKind::kEnded, index, Message(goes_on));
    }
    // The key leaves the counters out.
    const auto [place, fresh] = first_.emplace(opening->position.key(), index);
    if (!fresh) SayAgain(index, place->second, *opening);
  }

  void CountPlies(int plies, uint64_t index) {
    if (book_.format() == BookFormat::kEpd) return;
    report_.fewest_plies = index == 0 ? plies : std::min(report_.fewest_plies, plies);
    report_.most_plies = std::max(report_.most_plies, plies);
  }

  void SayAgain(uint64_t index, uint64_t earlier, const Opening& opening) {
    const absl::StatusOr<Opening> first = book_.Read(earlier);
    const bool other_moves = first.ok() && first->moves != opening.moves;
    Report(other_moves ? FaultKind::kTransposed : FaultKind::kRepeated, index,
           fmt::format("{}: the same position as {}{}; each may stand in a book once",
                       book_.Where(index), book_.Where(earlier),
                       other_moves ? ", by other moves" : ""));
  }

  // Moves that EPD operations name must be legal too.
  static absl::Status CheckOperations(const Opening& opening) {
    for (const chess::EpdOperation& operation : opening.operations) {
      const std::string& code = operation.opcode;
      if (code != "bm" && code != "am" && code != "pv" && code != "pm" && code != "sm") continue;
      ROOKERY_RETURN_IF_ERROR(chess::EpdMoves(opening.position, operation).status());
    }
    return absl::OkStatus();
  }

  void JudgeSample() {
    const bool all = options_.sample == 0 || options_.sample >= book_.size();
    std::vector<uint64_t> chosen(all ? book_.size() : options_.sample);
    for (uint64_t i = 0; i < chosen.size(); ++i) {
      chosen[i] = all ? i : PermuteIndex(kSampleKey, i, book_.size());
    }
    std::sort(chosen.begin(), chosen.end());
    for (uint64_t i = 0; i < chosen.size() && !stopped_; ++i) {
      Tell(book_.size() + i);
      Judge(chosen[i]);
    }
  }

  void Judge(uint64_t index) {
    const absl::StatusOr<Opening> opening = book_.At(index, options_.rules);
    if (!opening.ok()) return;
    ++report_.judged;
    const int score = options_.judge(opening->position);
    if (std::abs(score) <= options_.most_score_cp) return;
    Report(FaultKind::kUneven, index,
           fmt::format("{}: uneven, {:+.2f} for White where {:.2f} is allowed", book_.Where(index),
                       score / 100.0, options_.most_score_cp / 100.0));
  }

  const Book& book_;
  const LintOptions& options_;
  LintReport report_;
  absl::flat_hash_map<uint64_t, uint32_t> first_;  // a position's key -> its first opening
  bool stopped_ = false;
};

}  // namespace

std::string_view Name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kBroken:
      return "broken";
    case FaultKind::kEnded:
      return "ended";
    case FaultKind::kRepeated:
      return "repeated";
    case FaultKind::kTransposed:
      return "transposed";
    case FaultKind::kUneven:
      break;
  }
  return "uneven";
}

LintReport Lint(const Book& book, const LintOptions& options) { return Pass(book, options).Run(); }

absl::Status CheckBook(const Book& book, const chess::RuleProfile& rules) {
  std::string faults;
  int count = 0;
  LintOptions options;
  options.rules = rules;
  options.on_fault = [&](const BookFault& fault) {
    faults += fmt::format("{}{}", count == 0 ? "" : "\n", fault.text);
    return ++count < kMostFaultsSaid;
  };
  Lint(book, options);
  return count == 0 ? absl::OkStatus() : absl::InvalidArgumentError(faults);
}

}  // namespace rookery::openings
