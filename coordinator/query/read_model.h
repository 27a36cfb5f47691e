// All reads of people and programs: from the view that the loop published and from the store.
// Service and web translate what this returns; neither computes a figure.
// Any thread. Run, Runs, Workers and Totals only read memory; Pgn, Pairs, Detail and Events
// read the disk.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "coordinator/core/view.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/query/figures.h"
#include "coordinator/query/games.h"
#include "coordinator/query/history.h"
#include "coordinator/query/live_games.h"
#include "coordinator/query/outlook.h"
#include "coordinator/query/pgn_cursor.h"
#include "coordinator/query/run_detail.h"
#include "coordinator/query/speed_log.h"
#include "coordinator/query/tune_history.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

using FiguresPtr = std::shared_ptr<const RunFigures>;

struct RunPage {
  std::vector<FiguresPtr> runs;  // newest first
  std::string next_page_token;   // empty on the last page
};

// Which runs a list shows; what is empty or not set doesn't matter.
struct RunFilter {
  std::string tag = {};
  std::string owner = {};
  std::optional<RunState> state = {};

  bool Matches(const coordinator::Run& run) const;
};

// The coordinator as a whole.
struct Overview {
  absl::Time at;
  uint64_t runs = 0;
  uint64_t active_runs = 0;
  uint64_t workers = 0;
  uint64_t workers_connected = 0;
  uint64_t slots = 0;  // of the connected ones
  uint64_t pairs_lent = 0;
  double games_per_second = 0;
  uint64_t pairs_total = 0;    // in all runs' totals
  uint64_t decided_today = 0;  // verdicts of the last 24 hours
  uint64_t cores_busy = 0;     // slots that are played on
  Outlook outlook;             // of the active runs
};

class ReadModel {
 public:
  using ViewSource = std::function<std::shared_ptr<const CoordinatorView>()>;
  struct Parts {  // none owned
    Store* store = nullptr;
    ArtifactFiles* files = nullptr;
    const CandidateSource* candidates = nullptr;  // what tunes are told by; may be left out
  };
  ReadModel(ViewSource source, const Parts& parts);

  std::shared_ptr<const CoordinatorView> View() const { return source_(); }

  // NotFound for an unknown id.
  absl::StatusOr<FiguresPtr> Run(std::string_view id);
  // Figures of a run's view; computed once a view.
  FiguresPtr FiguresOf(const std::shared_ptr<const RunView>& view);
  // page_size is clipped to 1..1000; the token is the last page's next_page_token.
  absl::StatusOr<RunPage> Runs(int page_size, std::string_view page_token,
                               const RunFilter& filter = {});
  std::shared_ptr<const WorkerViews> Workers() const;
  // For the change feed: notes how quick the workers are.
  void OnViewChanged() { speeds_.Note(*source_()); }
  Speeds WorkerSpeeds() const { return speeds_.All(); }
  Overview Totals();

  absl::StatusOr<std::unique_ptr<PgnCursor>> Pgn(std::string_view id, bool after_verdict);
  // Pairs from an index on, in index order, at most kMostPairs of them.
  static constexpr size_t kMostPairs = 200;
  absl::StatusOr<std::vector<PairRecord>> Pairs(std::string_view id, uint64_t from, size_t count);
  // NotFound if the pair isn't in the ledger (yet).
  absl::StatusOr<PairGames> PairOf(std::string_view id, uint64_t index);
  // A game that is being played, with the one of its number filled in.
  absl::StatusOr<PairGames> LivePair(std::string_view id, const LiveRecord& record);
  // One of its games, number 0 or 1, as PGN.
  absl::StatusOr<std::string> PgnOf(std::string_view id, uint64_t index, int number);
  absl::StatusOr<RunDetail> Detail(std::string_view id);
  absl::StatusOr<std::vector<RunEvent>> Events(std::string_view id);
  // The audit log, newest first; before: only smaller numbers, 0: from the newest on.
  absl::StatusOr<std::vector<Action>> Actions(uint64_t before, size_t count);
  // InvalidArgument if a game would be over in one of the openings by the run's own rules; by the
  // default ones every book is judged when it comes. Reads the book.
  absl::Status CheckOpenings(const RunSpec& spec);
  // InvalidArgument, naming the side, if a UCI engine declares that it doesn't take an option or
  // value that is set, or can't play the variant: every worker would refuse it.
  absl::Status CheckEngines(const RunSpec& spec) const;
  // Fits that were posted.
  std::shared_ptr<const FitList> Fits() const { return source_()->fits; }
  // NotFound for an unknown id.
  absl::StatusOr<std::shared_ptr<const Fit>> FindFit(std::string_view id) const;
  // A tune's duels from a pair on, some hundreds at a time; empty at the end.
  absl::StatusOr<std::vector<DuelRow>> Duels(std::string_view id, uint64_t from);

 private:
  absl::StatusOr<std::shared_ptr<const RunView>> Find(std::string_view id) const;
  struct FoundPair {
    std::shared_ptr<const RunView> view;
    PairRecord record;
    uint64_t opening;
    openings::Opening start;
  };
  absl::StatusOr<FoundPair> FindPair(std::string_view id, uint64_t index);
  static PairGames WithNames(const FoundPair& found, uint64_t index);
  // Its opening, of a known pair.
  absl::Status FindOpening(uint64_t index, FoundPair* found);

  const ViewSource source_;
  const Parts parts_;
  History history_;
  TuneHistory tune_history_;
  SpeedLog speeds_;
  Mutex mutex_;
  // One entry a run, so bounded by the core's kMaxRuns.
  absl::flat_hash_map<RunId, FiguresPtr> figures_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace rookery::coordinator
