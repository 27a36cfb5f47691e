// A run's games as PGN text, piece by piece in pair order, so that an export never holds the run.
// Pairs whose games are no longer kept are left out.
// One thread at a time per cursor; reading touches disk, so not on threads that must not block.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/core/view.h"
#include "coordinator/query/artifact_files.h"
#include "coordinator/store/store.h"
#include "engine/openings/classifier.h"

namespace rookery::coordinator {

class PgnCursor {
 public:
  struct Parts {  // none owned
    Store* store = nullptr;
    ArtifactFiles* files = nullptr;
  };
  PgnCursor(const Parts& parts, std::shared_ptr<const RunView> run, bool after_verdict);

  // The next whole games, about `kPieceBytes` of text; none at the end.
  absl::StatusOr<std::optional<std::string>> Next();

 private:
  static constexpr size_t kPieceBytes = 128 * 1024;
  static constexpr size_t kPairsAtOnce = 100;

  absl::Status Refill();
  absl::StatusOr<std::string> PairText(const PairRecord& pair);

  const Parts parts_;
  const std::shared_ptr<const RunView> view_;
  const bool after_verdict_;
  const openings::OpeningClassifier classifier_;
  std::shared_ptr<const openings::Book> book_;
  std::deque<PairRecord> waiting_;
  uint64_t next_index_ = 0;
  bool ended_ = false;
};

}  // namespace rookery::coordinator
