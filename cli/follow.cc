#include "cli/follow.h"

#include <optional>

#include "base/status.h"
#include "cli/progress_view.h"
#include "cli/run_text.h"
#include "cli/trust_config.h"
#include "proto/wire/bounds.h"

namespace rookery::cli {
namespace {

constexpr absl::Duration kRetryEvery = absl::Seconds(1);

absl::Status Interrupted() { return absl::CancelledError("interrupted"); }

// Errors after which the same question may be answered later.
bool MayRecover(const absl::Status& status) {
  return status.code() == absl::StatusCode::kUnavailable ||
         status.code() == absl::StatusCode::kDeadlineExceeded ||
         status.code() == absl::StatusCode::kResourceExhausted ||
         // A stream without a message: the coordinator went away in an orderly way.
         status.ok();
}

// Metadata of a call carries ASCII alone.
std::string PrintableUser(std::string name) {
  std::replace_if(name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name.substr(0, wire::kMaxUser);
}

// Why no worker plays the run, while none does: what the last one said that couldn't play it, or
// else why none of those that are connected ever will. Asked for with each news of the run until
// there is something, then every five seconds at most, since it may change.
class Unable {
 public:
  Unable(wire::Client* coordinator, Clock* clock) : coordinator_(*coordinator), clock_(*clock) {}

  std::string Newest(const v1::Run& run) {
    if (HasEnded(run) || run.progress().workers() > 0) return text_ = "";
    const int64_t now = clock_.MonotonicNanos();
    if (!text_.empty() && asked_ns_ && now - *asked_ns_ < kAskEveryNanos) return text_;
    asked_ns_ = now;
    const auto events = coordinator_.ListRunEvents(run.name());
    if (!events.ok()) return text_;
    text_.clear();
    for (const v1::RunEvent& event : events->events()) {
      if (event.kind() == "unable") text_ = "one says: " + event.text();
    }
    if (text_.empty()) text_ = WhyNever(run);
    return text_;
  }

 private:
  // Empty if one of those that are connected may play it, if not just now.
  std::string WhyNever(const v1::Run& run) const {
    const auto workers = coordinator_.ListWorkers();
    if (!workers.ok()) return "";
    std::string first;
    int asked = 0;
    for (const v1::Worker& worker : workers->workers()) {
      if (worker.state() == "away") continue;
      const auto why = coordinator_.ExplainRun(run.name(), worker.name());
      if (!why.ok() || !why->starts_with("never") || ++asked > kMostAsked) return "";
      if (first.empty()) {
        first = fmt::format("of {}: {}", worker.label(), why->substr(0, why->find('\n')));
      }
    }
    return first;
  }

  static constexpr int kMostAsked = 20;  // beyond, some worker will do
  static constexpr int64_t kAskEveryNanos = 5'000'000'000;

  wire::Client& coordinator_;
  Clock& clock_;
  std::optional<int64_t> asked_ns_;
  std::string text_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<wire::Client>> OpenCoordinator(const Context& context) {
  ROOKERY_ASSIGN_OR_RETURN(const std::string address,
                           ResolveCoordinator(context.coordinator_flag, context.environment));
  const std::string user =
      context.environment("ROOKERY_USER").value_or(context.environment("USER").value_or(""));
  ROOKERY_ASSIGN_OR_RETURN(const wire::TrustSources sources,
                           ResolveTrustSources(address, context.environment));
  ROOKERY_ASSIGN_OR_RETURN(wire::Credentials credentials, wire::ResolveTrust(sources));
  return wire::Client::Create(
      {.address = address, .user = PrintableUser(user), .credentials = std::move(credentials)});
}

absl::StatusOr<v1::Run> FollowRun(wire::Client& coordinator, const std::string& name,
                                  Context& context) {
  ProgressView view(context.printer, context.clock);
  const Interrupt::Listener listener(context.interrupt, [&coordinator] { coordinator.Cancel(); });
  Unable unable(&coordinator, context.clock);
  std::optional<v1::Run> seen;
  int64_t last_seen = context.clock->MonotonicNanos();
  bool lost = false;
  for (;;) {
    const absl::Status status = coordinator.WatchRun(name, [&](const v1::Run& run) {
      if (lost) view.Say("The coordinator is back.");
      lost = false;
      last_seen = context.clock->MonotonicNanos();
      seen = run;
      view.Show(run, unable.Newest(run));
      return !HasEnded(run);
    });
    if (context.interrupt->requested()) {
      view.Finish();
      return Interrupted();
    }
    if (seen && HasEnded(*seen)) {
      view.Finish();
      return *seen;
    }
    const absl::Duration silence = absl::Nanoseconds(context.clock->MonotonicNanos() - last_seen);
    if (!seen || !MayRecover(status) || silence > kPatience) {
      view.Finish();
      return status.ok() ? absl::UnavailableError("the coordinator ended the stream") : status;
    }
    if (!lost) view.Say("The coordinator went away; trying again until it is back.");
    lost = true;
    if (context.interrupt->WaitFor(kRetryEvery)) {
      view.Finish();
      return Interrupted();
    }
  }
}

void PrintRun(const v1::Run& run, Context& context, const nlohmann::ordered_json& planned) {
  if (context.json) {
    nlohmann::ordered_json json = RunJson(run);
    if (!planned.is_null()) json["planned"] = planned;
    context.printer->Json(json);
  } else {
    context.printer->Out(ResultBlock(run));
  }
}

Exit FollowAndReport(wire::Client& coordinator, const std::string& name, Context& context) {
  return FollowAndReport(coordinator, name, nullptr, context);
}

Exit FollowAndReport(wire::Client& coordinator, const std::string& name,
                     const nlohmann::ordered_json& planned, Context& context) {
  const absl::StatusOr<v1::Run> run = FollowRun(coordinator, name, context);
  if (run.ok()) {
    PrintRun(*run, context, planned);
    return ExitOfRun(*run);
  }
  const std::string again = fmt::format(
      "The run goes on at the coordinator. Watch it again: rookery --coordinator {} runs watch {}",
      coordinator.address(), RunId(name));
  if (run.status().code() == absl::StatusCode::kCancelled) {
    context.printer->Say(again);
    return Exit::kInterrupted;
  }
  const Exit exit = context.FailRemote(run.status());
  if (exit == Exit::kUnreachable) context.printer->Say(again);
  return exit;
}

}  // namespace rookery::cli
