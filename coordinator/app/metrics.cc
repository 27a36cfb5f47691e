#include "coordinator/app/metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <utility>
#include <vector>

#include "coordinator/core/run_actions.h"
#include "coordinator/query/names.h"

namespace rookery::coordinator {
namespace {

using prometheus::MetricType;
using Labels = std::vector<prometheus::ClientMetric::Label>;

constexpr double kNanosPerSecond = 1e9;

// Builds families one after the other.
class Builder {
 public:
  void Family(MetricType type, const std::string& name, const std::string& help) {
    families_.push_back({name, help, type, {}});
  }
  void Add(double value, Labels labels = {}) {
    prometheus::ClientMetric metric;
    metric.label = std::move(labels);
    if (families_.back().type == MetricType::Counter) {
      metric.counter.value = value;
    } else {
      metric.gauge.value = value;
    }
    families_.back().metric.push_back(std::move(metric));
  }
  void Counter(const std::string& name, const std::string& help, double value) {
    Family(MetricType::Counter, name, help);
    Add(value);
  }
  void Gauge(const std::string& name, const std::string& help, double value) {
    Family(MetricType::Gauge, name, help);
    Add(value);
  }
  std::string Text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  std::vector<prometheus::MetricFamily> families_;
};

Labels Label(const std::string& name, std::string_view value) {
  return {{name, std::string(value)}};
}

void AddRuns(Builder& out, const CoordinatorView& view) {
  // Every value of a label is there from the start, so that rates begin at nought.
  std::map<RunState, double> states;
  std::map<stats::Verdict, double> verdicts;
  std::map<GameEnd, double> ends;
  RunTotals sum;
  for (const RunState state : kRunStates) states[state] = 0;
  for (const auto verdict : {stats::Verdict::kAccepted, stats::Verdict::kRejected}) {
    verdicts[verdict] = 0;
  }
  for (int number = 1; GameEndFromNumber(number).has_value(); ++number) {
    ends[*GameEndFromNumber(number)] = 0;
  }
  for (const std::shared_ptr<const RunView>& run : view.runs) {
    const RunTotals& totals = run->run.totals;
    states[run->run.state] += 1;
    if (totals.verdict != stats::Verdict::kUndecided) verdicts[totals.verdict] += 1;
    for (const auto& [end, games] : totals.ends) ends[end] += static_cast<double>(games);
    sum.counted += totals.counted;
    sum.after_verdict += totals.after_verdict;
    sum.duplicates += totals.duplicates;
    sum.repeated_games += totals.repeated_games;
  }
  out.Family(MetricType::Gauge, "rookery_runs", "Runs by state.");
  for (const auto& [state, count] : states) out.Add(count, Label("state", Name(state)));
  out.Family(MetricType::Counter, "rookery_decisions_total", "Verdicts of tests.");
  for (const auto& [verdict, count] : verdicts) out.Add(count, Label("verdict", Name(verdict)));
  out.Family(MetricType::Counter, "rookery_games_total",
             "Games in runs' totals, by how they ended.");
  for (const auto& [end, games] : ends) out.Add(games, Label("end", Name(end)));
  out.Counter("rookery_pairs_total", "Pairs in the ledger that are not void.",
              static_cast<double>(sum.counted));
  out.Counter("rookery_pairs_after_verdict_total",
              "Pairs that came after their run had ended, kept and in no total.",
              static_cast<double>(sum.after_verdict));
  out.Counter("rookery_pair_duplicates_total", "Pairs reported again after they had been counted.",
              static_cast<double>(sum.duplicates));
  out.Counter("rookery_repeated_games_total",
              "Games with the same moves as an earlier game of their run.",
              static_cast<double>(sum.repeated_games));
}

void AddWorkers(Builder& out, const CoordinatorView& view, const Overview& totals) {
  std::map<WorkerPhase, double> phases{
      {WorkerPhase::kIdle, 0}, {WorkerPhase::kPlaying, 0}, {WorkerPhase::kAway, 0}};
  for (const auto& worker : *view.workers) phases[worker->phase] += 1;
  out.Family(MetricType::Gauge, "rookery_workers", "Known workers by state.");
  for (const auto& [phase, count] : phases) out.Add(count, Label("state", Name(phase)));
  out.Gauge("rookery_worker_slots", "Slots of connected workers.",
            static_cast<double>(totals.slots));
  out.Gauge("rookery_pairs_lent", "Pairs in live leases of open runs.",
            static_cast<double>(totals.pairs_lent));
}

void AddLoop(Builder& out, const CoreLoop& loop) {
  const LoopMetrics& metrics = loop.metrics();
  const auto count = [](const std::atomic<uint64_t>& value) {
    return static_cast<double>(value.load(std::memory_order_relaxed));
  };
  out.Gauge("rookery_loop_up", "1 while the core's loop runs.", loop.status().ok() ? 1 : 0);
  out.Gauge("rookery_loop_queue_events", "Events that wait for the core.",
            static_cast<double>(loop.queue_size()));
  out.Counter("rookery_loop_events_total", "Events that the core has taken.",
              count(metrics.events));
  out.Counter("rookery_loop_refused_events_total", "Events refused because the queue was full.",
              count(metrics.refused_full));
  out.Counter("rookery_loop_step_seconds_total", "Time spent in the core.",
              count(metrics.step_nanos) / kNanosPerSecond);
  out.Counter("rookery_store_commits_total", "Transactions committed.", count(metrics.commits));
  out.Counter("rookery_store_rows_total", "Writes within them.", count(metrics.rows));
  out.Counter("rookery_store_commit_seconds_total", "Time spent in commits.",
              count(metrics.commit_nanos) / kNanosPerSecond);
  out.Counter("rookery_store_reloads_total", "Times the core was loaded again after a fault.",
              count(metrics.reloads));
}

void AddEdge(Builder& out, const MetricSources& sources) {
  const EdgeCounters& edge = *sources.edge;
  const auto count = [](const std::atomic<uint64_t>& value) {
    return static_cast<double>(value.load(std::memory_order_relaxed));
  };
  out.Counter("rookery_grpc_calls_total", "Calls of people and programs.", count(edge.calls));
  out.Counter("rookery_grpc_call_failures_total", "Of those, the ones that ended in an error.",
              count(edge.calls_failed));
  out.Gauge("rookery_grpc_waiting_calls", "Calls that wait for a commit.",
            static_cast<double>(sources.router->waiting_calls()));
  out.Gauge("rookery_grpc_watchers", "Open streams of runs.",
            static_cast<double>(edge.watchers.load(std::memory_order_relaxed)));
  out.Gauge("rookery_link_sessions", "Workers' open streams.",
            static_cast<double>(sources.router->sessions()));
  out.Counter("rookery_link_sessions_opened_total", "Workers' streams that said something.",
              count(edge.sessions_opened));
  out.Counter("rookery_link_sessions_refused_total", "Of those, the ones with a hello refused.",
              count(edge.sessions_refused));
  out.Family(MetricType::Counter, "rookery_link_messages_total", "Messages on workers' streams.");
  out.Add(count(edge.messages_in), Label("direction", "in"));
  out.Add(count(edge.messages_out), Label("direction", "out"));
  out.Counter("rookery_link_messages_refused_total", "Workers' messages that were not well formed.",
              count(edge.messages_refused));
  out.Counter("rookery_link_outbox_overflows_total",
              "Streams closed because the worker didn't read.", count(edge.outbox_overflows));
  out.Counter("rookery_link_queue_full_total", "Workers' messages met by a full queue.",
              count(edge.queue_full));
  out.Family(MetricType::Counter, "rookery_artifact_bytes_total", "Content of artifacts moved.");
  out.Add(count(edge.upload_bytes), Label("direction", "in"));
  out.Add(count(edge.download_bytes), Label("direction", "out"));
  out.Gauge("rookery_http_event_listeners", "Listeners of server-sent events.",
            static_cast<double>(sources.http_listeners));
}

void AddWebhooks(Builder& out, const NotifyCounters& webhooks) {
  const auto count = [](const std::atomic<uint64_t>& value) {
    return static_cast<double>(value.load());
  };
  out.Family(MetricType::Counter, "rookery_webhook_postings_total",
             "Ended runs of which a webhook was told, or never will be.");
  out.Add(count(webhooks.taken), Label("outcome", "taken"));
  out.Add(count(webhooks.given_up), Label("outcome", "given-up"));
  out.Gauge("rookery_webhook_postings_waiting",
            "Ended runs of which webhooks are still to be told.", count(webhooks.waiting));
}

}  // namespace

std::string MetricsText(const MetricSources& sources) {
  const std::shared_ptr<const CoordinatorView> view = sources.reads->View();
  Builder out;
  out.Family(MetricType::Gauge, "rookery_build_info", "1, with the version as a label.");
  out.Add(1, Label("version", sources.version));
  AddRuns(out, *view);
  AddWorkers(out, *view, sources.reads->Totals());
  AddLoop(out, *sources.loop);
  AddEdge(out, sources);
  AddWebhooks(out, *sources.notify);
  return out.Text();
}

}  // namespace rookery::coordinator
