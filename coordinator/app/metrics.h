// What Prometheus scrapes, gathered at the moment of the scrape from counters that the parts keep
// anyway. Names and meanings are listed in docs/metrics.md; a test compares the two.
// Any thread.
#pragma once

#include <string>

#include "coordinator/loop/core_loop.h"
#include "coordinator/notify/notifier.h"
#include "coordinator/query/read_model.h"
#include "coordinator/service/edge_counters.h"
#include "coordinator/service/reply_router.h"

namespace rookery::coordinator {

struct MetricSources {  // none owned
  const CoreLoop* loop = nullptr;
  ReadModel* reads = nullptr;
  const ReplyRouter* router = nullptr;
  const EdgeCounters* edge = nullptr;
  const NotifyCounters* notify = nullptr;
  size_t http_listeners = 0;
  std::string version;
};

std::string MetricsText(const MetricSources& sources);

}  // namespace rookery::coordinator
