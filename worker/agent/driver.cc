#include "worker/agent/driver.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/log.h"
#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr size_t kMaxEvents = 16'384;
constexpr size_t kEventsAtOnce = 64;
constexpr absl::Duration kLongestNap = absl::Seconds(60);

}  // namespace

Driver::Driver(Agent* agent, Outbox outbox, Clock* clock)
    : agent_(*agent), outbox_(std::move(outbox)), clock_(*clock), events_(kMaxEvents) {}

bool Driver::Post(Event event) { return events_.TryPush(std::move(event)); }

bool Driver::Run(CoordinatorLink& link, SlotRunner& slots) {
  const auto step = [&](Event event) {
    for (const Effect& effect : agent_.Step(std::move(event), Now())) Carry(effect, link, slots);
  };
  while (!exited_) {
    step(Tick{});
    const absl::Duration nap =
        std::clamp(agent_.next_tick() - Now(), absl::ZeroDuration(), kLongestNap);
    if (exited_) break;
    for (Event& event : events_.PopSome(kEventsAtOnce, absl::ToChronoNanoseconds(nap))) {
      step(std::move(event));
    }
  }
  link.Close();
  return undelivered_ == 0;
}

void Driver::Carry(const Effect& effect, CoordinatorLink& link, SlotRunner& slots) {
  const auto warn = [](const absl::Status& status) {
    if (!status.ok()) spdlog::error("outbox: {}", Message(status));
  };
  if (std::holds_alternative<Connect>(effect)) {
    link.Connect();
  } else if (std::holds_alternative<Disconnect>(effect)) {
    link.Disconnect();
  } else if (const auto* send = std::get_if<Send>(&effect)) {
    link.Send(send->message);
  } else if (const auto* start = std::get_if<StartPair>(&effect)) {
    slots.Start(*start);
  } else if (const auto* stop = std::get_if<StopPairs>(&effect)) {
    slots.StopLease(stop->lease);
  } else if (const auto* store = std::get_if<StoreReport>(&effect)) {
    // A full disk costs the report's safety, not the report: it is still sent.
    warn(outbox_.Store(*store->report));
  } else if (const auto* forget = std::get_if<ForgetReport>(&effect)) {
    warn(outbox_.Forget(forget->lease, forget->sequence));
  } else if (const auto* note = std::get_if<Note>(&effect)) {
    spdlog::log(note->level == NoteLevel::kInfo ? spdlog::level::info : spdlog::level::warn, "{}",
                note->text);
  } else if (const auto* watch = std::get_if<WatchGames>(&effect)) {
    slots.Watch(watch->wish);
  } else if (const auto* exit = std::get_if<Exit>(&effect)) {
    exited_ = true;
    undelivered_ = exit->undelivered;
  }
}

}  // namespace rookery::worker
