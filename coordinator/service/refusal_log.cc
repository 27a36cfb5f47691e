#include "coordinator/service/refusal_log.h"

#include <optional>

#include "base/log.h"

namespace rookery::coordinator {

void RefusalLog::Note(const Refusal& refusal) {
  std::optional<uint64_t> others;
  {
    MutexLock lock(&mutex_);
    others = meter_.Take(clock_->Now());
  }
  if (!others.has_value()) return;
  spdlog::warn("refused method={} from={} others={} error=\"{}\"", refusal.method, refusal.from,
               *others, refusal.why);
  (void)post_(NoteRefusal{refusal, *others});
}

}  // namespace rookery::coordinator
