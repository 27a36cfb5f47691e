#include "coordinator/loop/coalesce.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace rookery::coordinator {

std::vector<Write> Coalesce(std::vector<Write> writes) {
  // The first place matters: rows that refer to a run come after it.
  absl::flat_hash_map<std::string, size_t> run_at;
  absl::flat_hash_map<std::string, size_t> worker_at;
  absl::flat_hash_map<std::string, size_t> tune_at;
  std::vector<Write> kept;
  kept.reserve(writes.size());
  for (Write& write : writes) {
    absl::flat_hash_map<std::string, size_t>* places = nullptr;
    const std::string* key = nullptr;
    if (const auto* run = std::get_if<PutRun>(&write)) {
      places = &run_at;
      key = &run->run.id;
    } else if (const auto* worker = std::get_if<PutWorker>(&write)) {
      places = &worker_at;
      key = &worker->worker.id;
    } else if (const auto* tune = std::get_if<PutTune>(&write)) {
      places = &tune_at;
      key = &tune->run;
    }
    if (places != nullptr) {
      const auto [place, is_new] = places->try_emplace(*key, kept.size());
      if (!is_new) {
        kept[place->second] = std::move(write);
        continue;
      }
    }
    kept.push_back(std::move(write));
  }
  return kept;
}

}  // namespace rookery::coordinator
