// Why a worker would or would not be lent pairs of a run: the same steps as a request for work,
// told instead of taken.
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

std::string Core::State::Explain(const WorkerEntry& worker, const RunEntry& entry) {
  const RunSpec& spec = *entry.run.spec;
  if (!IsOpen(entry.run.state)) return "no: the run has ended";
  if (entry.run.state == RunState::kPaused) return "no: the run is paused";
  if (entry.run.state == RunState::kWaiting) return "no: the run waits for an operator's approval";
  if (worker.session == 0) return "no: the worker is away";
  if (const std::string why = WhyNotNow(worker); !why.empty()) return "no: " + why;
  if (const std::string lacks = policy->Lacks(spec, worker.info); !lacks.empty()) {
    return "never: " + lacks;
  }
  if (Unable(entry, worker.info.id)) return "no: the worker said lately that it can't play it";
  const std::vector<Offer> offers = OffersFor(worker);
  const std::vector<RunDemand> demands = DemandsOf(offers);
  Rng copy = rng;
  const Choice choice = policy->Choose(demands, {&worker.info, worker.last_run}, copy);
  std::string text;
  if (!choice.demand.has_value()) {
    text = fmt::format("no: {}", choice.reason);
  } else if (offers[*choice.demand].entry == &entry) {
    text = fmt::format("yes, if it asked now: {}", choice.reason);
  } else {
    const RunSpec& other = *offers[*choice.demand].entry->run.spec;
    text = other.priority > spec.priority
               ? fmt::format("no: run {} is in the higher priority class {}",
                             offers[*choice.demand].entry->run.id, other.priority)
               : fmt::format("not now: {}", choice.reason);
  }
  bool offered = false;
  for (size_t i = 0; i < offers.size(); ++i) {
    const RunDemand& demand = demands[i];
    offered = offered || offers[i].entry == &entry;
    text += fmt::format(
        "\n{} run {}: class {}, weight {:g}, owner {}, {} pairs to lend, lent lately {:.0f} "
        "slot-seconds (its owner {:.0f})",
        offers[i].entry == &entry ? '*' : ' ', demand.run->id, demand.run->spec->priority,
        demand.run->spec->weight,
        demand.run->spec->owner.empty() ? "nobody" : demand.run->spec->owner, demand.available,
        demand.usage, demand.owner_usage);
  }
  if (!offered) text += "\nall its pairs are lent or counted, and none is overdue";
  return text;
}

void Core::State::On(const ExplainRun& event) {
  const auto run = runs.find(event.run);
  const auto worker = workers.find(event.worker);
  if (run == runs.end() || worker == workers.end()) {
    out->replies.push_back(
        ErrorReply{event.token,
                   Error(absl::StatusCode::kNotFound, "{} '{}' is unknown; see 'rookery {} list'",
                         run == runs.end() ? "run" : "worker",
                         (run == runs.end() ? event.run : event.worker).substr(0, limits::kMaxName),
                         run == runs.end() ? "runs" : "workers")});
    return;
  }
  out->replies.push_back(TextReply{event.token, Explain(worker->second, run->second)});
}

}  // namespace rookery::coordinator
