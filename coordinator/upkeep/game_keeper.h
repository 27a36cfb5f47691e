// Looks after stored games beside the loop: puts those of consecutive pairs into blocks, and lets
// go of those that their run keeps no longer. It reads what the store holds, works it out on the
// caller's thread, and posts StoreGames; the commit is the loop's, so nothing is lost between. What
// it can't do now it does in a later pass.
//
// Games that are evidence stay whatever the run says: those that an engine lost by a fault of its
// own, those over which two workers disagreed, and all of a run with void rows.
//
// One thread. The parts aren't owned.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/core/events.h"
#include "coordinator/core/view.h"
#include "coordinator/games/game_block.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

struct GameKeeperOptions {
  uint64_t pairs_per_block = 64;
  size_t blocks_per_pass = 32;  // packed or thinned
  size_t reads_per_pass = 200;  // of the store
  // What was posted and isn't seen in the view after so long was lost; it is done again.
  absl::Duration patience = absl::Seconds(30);
  absl::Duration look_every = absl::Minutes(10);  // whether games have become too old
  absl::Duration tell_every = absl::Hours(1);     // a run's event of what was dropped
};

class GameKeeper {
 public:
  struct Parts {
    Store* store = nullptr;
    ArtifactFiles* files = nullptr;
    std::function<std::shared_ptr<const CoordinatorView>()> view;
    std::function<bool(Event)> post;  // false: not now
  };
  explicit GameKeeper(Parts parts, GameKeeperOptions options = {})
      : parts_(std::move(parts)), options_(options) {}

  // A bounded piece of what is to be done; how many blocks it has posted. An error ends the pass;
  // the next one goes on with the run after.
  absl::StatusOr<size_t> Pass(absl::Time now);

 private:
  // How far a run has come, by what was posted: the view is a commit behind.
  struct Marks {
    uint64_t packed_to = 0;
    uint64_t dropped_to = 0;
    absl::Time posted = absl::InfinitePast();
    uint64_t untold = 0;  // pairs dropped since the last event
    absl::Time told = absl::InfinitePast();
    absl::Time look_again = absl::InfinitePast();  // at the age of games
    bool finished = false;                         // the run has ended and nothing was left to pack
  };

  Marks& MarksOf(const RunView& run, absl::Time now);
  // True: a block was posted, and there may be more.
  absl::StatusOr<bool> Pack(const RunView& run, Marks* marks, absl::Time now);
  absl::StatusOr<bool> Thin(const RunView& run, Marks* marks, absl::Time now);
  bool MayThin(const RunView& run, const Marks& marks, absl::Time now) const;
  // Whether the block that begins there is beyond the number that the run keeps.
  bool TooMany(const RunView& run, uint64_t first) const;
  absl::StatusOr<std::optional<uint64_t>> NextPair(const RunView& run, uint64_t first);
  absl::StatusOr<std::vector<PairRecord>> Read(const RunView& run, uint64_t first,
                                               PairQuery::Games games);
  // Which of them stay whatever the run says.
  absl::StatusOr<std::set<uint64_t>> EvidenceIn(const RunView& run,
                                                const std::vector<PairRecord>& pairs);
  absl::StatusOr<std::string> BlockOf(const RunView& run, const std::vector<PairRecord>& pairs);
  bool Post(const RunView& run, Marks* marks, StoreGames event, absl::Time now);

  const Parts parts_;
  const GameKeeperOptions options_;
  std::map<RunId, Marks> marks_;  // bounded by the core's kMaxRuns
  RunId last_;                    // with which the last pass ended
  size_t reads_ = 0;              // of this pass
};

}  // namespace rookery::coordinator
