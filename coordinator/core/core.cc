#include "coordinator/core/core.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/core/action_text.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

// What a call made: its id is in the answer.
std::string TargetIn(const std::vector<Reply>& replies) {
  for (const Reply& reply : replies) {
    if (const auto* run = std::get_if<RunReply>(&reply)) return "runs/" + run->run;
    if (const auto* token = std::get_if<TextReply>(&reply)) return "tokens/" + token->text;
  }
  return "";
}

// Calls that somebody had no right to make; nothing for other answers.
const absl::Status* RefusalIn(const std::vector<Reply>& replies) {
  if (replies.empty()) return nullptr;
  const auto* error = std::get_if<ErrorReply>(&replies.back());
  if (error == nullptr) return nullptr;
  const bool refused =
      absl::IsPermissionDenied(error->status) || absl::IsUnauthenticated(error->status);
  return refused ? &error->status : nullptr;
}

}  // namespace

Core::Core(std::unique_ptr<State> state) : state_(std::move(state)) {}
Core::Core(Core&&) noexcept = default;
Core& Core::operator=(Core&&) noexcept = default;
Core::~Core() = default;

Core Core::Load(LoadedState state, const CoreOptions& options, const SchedulingPolicy* policy,
                Rng rng, absl::Time now) {
  auto inside = std::make_unique<State>();
  inside->options = options;
  inside->tokens = TokenBook(options.max_tokens);
  inside->policy = policy;
  inside->rng = rng;
  inside->now = now;
  inside->Restore(std::move(state));
  return Core(std::move(inside));
}

// A call is answered only if its token still lives, and is recorded if it changed something.
template <typename Which>
void Core::State::Handle(const Which& which) {
  if constexpr (requires { which.token + which.access.token.size(); }) {
    const size_t before = out->writes.size();
    if (const absl::Status live = CheckAccess(which.access); live.ok()) {
      On(which);
    } else {
      out->replies.push_back(ErrorReply{which.token, live});
    }
    const bool by_itself = which.token == 0 && which.access.token.empty();
    if (by_itself) return;
    ActionText text = Describe(which);
    if (const absl::Status* refused = RefusalIn(out->replies); refused != nullptr) {
      On(NoteRefusal{{which.by, which.access.token, text.target.empty() ? text.kind : text.target,
                      which.access.from, fmt::format("{}: {}", text.kind, Message(*refused))}});
      return;
    }
    if (out->writes.size() == before) return;
    if (text.target.empty()) text.target = TargetIn(out->replies);
    Record({0, now, which.by, which.access.token, which.access.from, std::move(text.kind),
            std::move(text.target), std::move(text.text)});
  } else {
    On(which);
  }
}

void Core::State::Record(Action action) {
  out->writes.push_back(AddAction{std::move(action), options.keep_actions});
}

void Core::State::On(const NoteRefusal& event) {
  const std::optional<uint64_t> others = refusals.Take(now, event.others + 1);
  if (!others.has_value()) return;
  const Refusal& refusal = event.refusal;
  std::string text = refusal.why.substr(0, limits::kMaxReason);
  if (*others > 0) text += fmt::format(" (and {} others since the last row)", *others);
  Record({0, now, refusal.by, refusal.token.substr(0, limits::kMaxName), refusal.from, "refused",
          refusal.method, std::move(text)});
}

Effects Core::Step(const Event& event, absl::Time now) {
  Effects effects;
  state_->out = &effects;
  state_->now = now;
  std::visit([this](const auto& which) { state_->Handle(which); }, event);
  state_->out = nullptr;
  return effects;
}

std::vector<RunId> Core::TakeChangedRuns() {
  std::vector<RunId> changed(state_->changed.begin(), state_->changed.end());
  state_->changed.clear();
  return changed;
}

const Run* Core::FindRun(const RunId& id) const {
  const auto found = state_->runs.find(id);
  return found == state_->runs.end() ? nullptr : &found->second.run;
}

RunView Core::ViewRun(const RunId& id, absl::Time now) const {
  const auto found = state_->runs.find(id);
  ROOKERY_CHECK(found != state_->runs.end());
  const RunEntry& entry = found->second;
  RunView view;
  view.run = entry.run;
  view.revision = entry.revision;
  view.pairs_lent = entry.pairs_lent;
  view.workers = static_cast<int>(entry.workers.size());
  view.games_per_second = entry.games.PerSecond(now);
  view.tune = entry.figures;
  if (entry.league.has_value()) view.league = entry.league->table();
  return view;
}

std::vector<RunId> Core::RunIds() const { return {state_->order.rbegin(), state_->order.rend()}; }

std::vector<RunId> Core::OpenRuns() const { return {state_->open.begin(), state_->open.end()}; }

const TokenBook& Core::tokens() const { return state_->tokens; }

uint64_t Core::marks_revision() const { return state_->marks_revision; }

uint64_t Core::tokens_revision() const { return state_->tokens_revision; }

const EngineNames& Core::engines() const { return state_->engine_names; }

uint64_t Core::engines_revision() const { return state_->engines_revision; }

const FitList& Core::fits() const { return state_->fits; }

uint64_t Core::fits_revision() const { return state_->fits_revision; }

size_t Core::artifact_count() const { return state_->artifacts.size(); }

std::vector<WorkerView> Core::TakeChangedWorkers() {
  std::vector<WorkerView> views;
  views.reserve(state_->changed_workers.size());
  for (WorkerEntry* worker : state_->changed_workers) {
    worker->changed = false;
    views.push_back(state_->View(*worker));
  }
  state_->changed_workers.clear();
  return views;
}

std::vector<WorkerView> Core::ViewWorkers() const {
  std::vector<WorkerView> views;
  for (const auto& [id, worker] : state_->workers) views.push_back(state_->View(worker));
  return views;
}

std::vector<ArtifactInfo> Core::Artifacts() const {
  std::vector<ArtifactInfo> artifacts;
  artifacts.reserve(state_->artifacts.size());
  for (const auto& [sha256, artifact] : state_->artifacts) artifacts.push_back(artifact);
  return artifacts;
}

void Core::AddRepeatedGames(const RunId& run, uint64_t games) {
  const auto found = state_->runs.find(run);
  ROOKERY_CHECK(found != state_->runs.end());
  found->second.run.totals.repeated_games += games;
}

std::vector<Lease> Core::LiveLeases() const {
  std::vector<Lease> live;
  for (const auto& [id, held] : state_->leases.all()) {
    if (held.lease.state == LeaseState::kLive) live.push_back(held.lease);
  }
  return live;
}

}  // namespace rookery::coordinator
