#include "coordinator/query/read_model.h"
#include "coordinator/stats/independent_pairs.h"

#include <algorithm>
#include <utility>

#include "base/engine_manifest.h"
#include "base/pairing/pair_plan.h"
#include "base/status.h"
#include "coordinator/core/limits.h"
#include "engine/chess/notation.h"
#include "engine/chess/rule_profile.h"

namespace rookery::coordinator {
namespace {

constexpr int kLargestPage = 1000;
constexpr size_t kMostEvents = 1000;
constexpr absl::Duration kToday = absl::Hours(24);
constexpr size_t kDuelsAtOnce = 500;
constexpr size_t kIdShown = 80;  // of what a caller sent

}  // namespace

ReadModel::ReadModel(ViewSource source, const Parts& parts)
    : source_(std::move(source)),
      parts_(parts),
      history_(parts.store),
      tune_history_(parts.store, parts.candidates) {}

absl::StatusOr<std::shared_ptr<const RunView>> ReadModel::Find(std::string_view id) const {
  const std::shared_ptr<const CoordinatorView> view = source_();
  const auto found = view->run_by_id.find(std::string(id));
  if (found != view->run_by_id.end()) return found->second;
  return Error(absl::StatusCode::kNotFound,
               "run '{}' is unknown; 'rookery runs list' shows those that there are",
               id.substr(0, kIdShown));
}

absl::StatusOr<std::shared_ptr<const Fit>> ReadModel::FindFit(std::string_view id) const {
  const std::shared_ptr<const FitList> fits = Fits();
  const auto found =
      std::find_if(fits->begin(), fits->end(), [id](const auto& fit) { return fit->id == id; });
  if (found != fits->end()) return *found;
  return Error(absl::StatusCode::kNotFound,
               "fit '{}' is unknown; 'rookery fits list' shows the newest {}, which are kept",
               id.substr(0, kIdShown), limits::kMaxFits);
}

absl::StatusOr<FiguresPtr> ReadModel::Run(std::string_view id) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const RunView> view, Find(id));
  return FiguresOf(view);
}

FiguresPtr ReadModel::FiguresOf(const std::shared_ptr<const RunView>& view) {
  FiguresPtr before;
  {
    MutexLock lock(&mutex_);
    const auto found = figures_.find(view->run.id);
    if (found != figures_.end()) before = found->second;
  }
  // By the view itself, not by its revision: that begins anew when the core is loaded again.
  if (before != nullptr && before->view == view) return before;
  // Outside the lock: two threads may compute the same figures, which is harmless.
  FiguresPtr figures = std::make_shared<const RunFigures>(ComputeFigures(view, before.get()));
  MutexLock lock(&mutex_);
  figures_[view->run.id] = figures;
  return figures;
}

bool RunFilter::Matches(const coordinator::Run& run) const {
  const std::vector<std::string>& tags = run.spec->tags;
  return (tag.empty() || std::find(tags.begin(), tags.end(), tag) != tags.end()) &&
         (owner.empty() || run.spec->owner == owner) && (!state.has_value() || run.state == *state);
}

absl::StatusOr<RunPage> ReadModel::Runs(int page_size, std::string_view page_token,
                                        const RunFilter& filter) {
  const std::shared_ptr<const CoordinatorView> view = source_();
  const auto size = static_cast<size_t>(std::clamp(page_size, 1, kLargestPage));
  auto from = view->runs.begin();
  if (!page_token.empty()) {
    // The token is the id of the last run of the page before.
    from = std::find_if(from, view->runs.end(),
                        [&](const auto& run) { return run->run.id == page_token; });
    if (from == view->runs.end()) {
      return InvalidArgument("page_token: '{}' is not one that this coordinator gave",
                             page_token.substr(0, kIdShown));
    }
    ++from;
  }
  RunPage page;
  for (; from != view->runs.end() && page.runs.size() < size; ++from) {
    if (filter.Matches((*from)->run)) page.runs.push_back(FiguresOf(*from));
  }
  from = std::find_if(from, view->runs.end(),
                      [&](const auto& run) { return filter.Matches(run->run); });
  if (from != view->runs.end()) page.next_page_token = page.runs.back()->run().id;
  return page;
}

std::shared_ptr<const WorkerViews> ReadModel::Workers() const { return source_()->workers; }

Overview ReadModel::Totals() {
  const std::shared_ptr<const CoordinatorView> view = source_();
  Overview totals;
  totals.at = view->at;
  totals.runs = view->runs.size();
  std::vector<FiguresPtr> active;
  for (const auto& run : view->runs) {
    totals.pairs_total += run->run.totals.prefix;
    if (run->run.totals.verdict != stats::Verdict::kUndecided &&
        view->at - run->run.ended < kToday) {
      ++totals.decided_today;
    }
    if (!IsOpen(run->run.state)) continue;
    if (run->run.state == RunState::kActive) active.push_back(FiguresOf(run));
    totals.games_per_second += run->games_per_second;
    totals.pairs_lent += run->pairs_lent;
  }
  totals.active_runs = active.size();
  totals.outlook = OutlookOf(active);
  totals.cores_busy = CoresBusy(*view);
  totals.workers = view->workers->size();
  for (const auto& worker : *view->workers) {
    if (worker->phase == WorkerPhase::kAway) continue;
    ++totals.workers_connected;
    totals.slots += static_cast<uint64_t>(worker->info.slots);
  }
  return totals;
}

absl::StatusOr<std::unique_ptr<PgnCursor>> ReadModel::Pgn(std::string_view id, bool after_verdict) {
  ROOKERY_ASSIGN_OR_RETURN(std::shared_ptr<const RunView> view, Find(id));
  const PgnCursor::Parts parts{parts_.store, parts_.files};
  return std::make_unique<PgnCursor>(parts, std::move(view), after_verdict);
}

absl::StatusOr<std::vector<PairRecord>> ReadModel::Pairs(std::string_view id, uint64_t from,
                                                         size_t count) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const RunView> view, Find(id));
  PairQuery query;
  query.run = view->run.id;
  query.from = from;
  query.count = std::min(count, kMostPairs);
  query.after_verdict = true;
  return parts_.store->ReadPairs(query);
}

absl::Status ReadModel::FindOpening(uint64_t index, FoundPair* found) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book,
                           parts_.files->OpenBook(found->view->run.spec->book_sha256));
  const PairPlan plan = IdentityOf(*found->view, index, book->size()).plan;
  found->opening = plan.opening;
  ROOKERY_ASSIGN_OR_RETURN(found->start, OpeningOf(*found->view, plan, *book));
  return absl::OkStatus();
}

absl::StatusOr<ReadModel::FoundPair> ReadModel::FindPair(std::string_view id, uint64_t index) {
  ROOKERY_ASSIGN_OR_RETURN(std::shared_ptr<const RunView> view, Find(id));
  ROOKERY_ASSIGN_OR_RETURN(std::vector<PairRecord> pairs, Pairs(id, index, 1));
  if (pairs.empty() || pairs[0].result.index != index || !IsKnown(*view, index)) {
    return Error(absl::StatusCode::kNotFound,
                 "run {} has no games of pair {}; {} pairs are in its ledger", view->run.id, index,
                 view->run.totals.counted);
  }
  FoundPair found{std::move(view), std::move(pairs[0]), 0, {}};
  ROOKERY_RETURN_IF_ERROR(FindOpening(index, &found));
  return found;
}

PairGames ReadModel::WithNames(const FoundPair& found, uint64_t index) {
  PairGames pair;
  pair.opening = found.opening;
  pair.opening_fen = chess::ToFen(found.start.position);
  pair.opening_line = openings::LineText(found.start);
  const PairIdentity who = IdentityOf(*found.view, index, found.view->run.book_lines);
  pair.dev = who.dev->name;
  pair.base = who.base->name;
  return pair;
}

absl::StatusOr<PairGames> ReadModel::PairOf(std::string_view id, uint64_t index) {
  ROOKERY_ASSIGN_OR_RETURN(FoundPair found, FindPair(id, index));
  PairGames pair = WithNames(found, index);
  pair.games = {Replay(found.start.position, found.record.result.first),
                Replay(found.start.position, found.record.result.second)};
  pair.record = std::move(found.record);
  return pair;
}

absl::StatusOr<PairGames> ReadModel::LivePair(std::string_view id, const LiveRecord& record) {
  ROOKERY_ASSIGN_OR_RETURN(std::shared_ptr<const RunView> view, Find(id));
  if (record.pair >= view->run.spec->max_pairs || !IsKnown(*view, record.pair) ||
      (record.number != 1 && record.number != 2)) {
    return Error(absl::StatusCode::kNotFound, "run {} has no pair {}", view->run.id, record.pair);
  }
  FoundPair found{std::move(view), {}, 0, {}};
  ROOKERY_RETURN_IF_ERROR(FindOpening(record.pair, &found));
  PairGames pair = WithNames(found, record.pair);
  pair.games[static_cast<size_t>(record.number - 1)] = Replay(found.start.position, record.game);
  return pair;
}

absl::StatusOr<std::string> ReadModel::PgnOf(std::string_view id, uint64_t index, int number) {
  ROOKERY_ASSIGN_OR_RETURN(const FoundPair found, FindPair(id, index));
  if (!found.record.has_games) {
    return Error(absl::StatusCode::kNotFound,
                 "the games of pair {} of run {} are no longer kept; what is kept: {}", index,
                 found.view->run.id, KeepText(found.view->run.spec->keep_games));
  }
  return GamePgn(*found.view, found.record, found.start, number, openings::OpeningClassifier());
}

absl::StatusOr<RunDetail> ReadModel::Detail(std::string_view id) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const RunView> view, Find(id));
  RunDetail detail;
  ROOKERY_ASSIGN_OR_RETURN(const std::vector<RunEvent> events,
                           parts_.store->ReadRunEvents(view->run.id, kMostEvents));
  for (const RunEvent& event : events) {
    if (event.kind == "fault") detail.faults.push_back(event.text);
  }
  if (view->run.spec->league.has_value()) {  // its table says all that there is to say
    detail.seconds_per_game = SecondsPerGame(view->run.totals);
    return detail;
  }
  ROOKERY_ASSIGN_OR_RETURN(LedgerReading reading, history_.Of(*view));
  detail.pairs = reading.pairs;
  detail.history = std::move(reading.points);
  detail.comparison = CompareByWorker(reading.by_worker, *Workers());
  detail.seconds_per_game = SecondsPerGame(view->run.totals);
  detail.plan = PlanOf(*view->run.spec, view->run.totals.pentanomial, detail.seconds_per_game);
  if (!view->run.spec->tune.has_value() && stats::Total(view->run.totals.pentanomial) > 0) {
    detail.pentanomial_expected = stats::IndependentPairs(view->run.totals.pentanomial);
  }
  if (view->run.spec->tune.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(detail.forecasts, tune_history_.Of(*view));
  }
  return detail;
}

absl::Status ReadModel::CheckOpenings(const RunSpec& spec) {
  if (chess::IsRated(spec.rule_profile) || !parts_.files->Has(spec.book_sha256)) {
    return absl::OkStatus();
  }
  ROOKERY_ASSIGN_OR_RETURN(const chess::RuleProfile rules,
                           chess::FindRuleProfile(spec.rule_profile));
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const openings::Book> book,
                           parts_.files->OpenBook(spec.book_sha256));
  for (uint64_t i = 0; i < book->size(); ++i) {
    const absl::Status begins = book->At(i, rules).status();
    if (begins.ok()) continue;
    return InvalidArgument("run.rule_profile '{}': opening {} of the book: {}", spec.rule_profile,
                           i + 1, Message(begins));
  }
  return absl::OkStatus();
}

absl::Status ReadModel::CheckEngines(const RunSpec& spec) const {
  size_t number = 0;
  for (const EngineSpec* player : spec.Players()) {
    const std::string field = spec.league.has_value() ? fmt::format("league.engines[{}]", number)
                              : number == 0           ? "dev"
                                                      : "base";
    ++number;
    if (!parts_.files->Has(player->weights_sha256)) continue;  // said elsewhere
    ROOKERY_ASSIGN_OR_RETURN(const std::string text,
                             parts_.files->Read(player->weights_sha256, 0, kMaxManifestBytes));
    if (!IsManifest(text)) continue;
    ROOKERY_ASSIGN_OR_RETURN(const EngineManifest manifest, ParseManifest(text));
    const absl::Status taken = CheckOptions(manifest, spec.chess960);
    if (!taken.ok()) return InvalidArgument("run.{}: {}", field, Message(taken));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<RunEvent>> ReadModel::Events(std::string_view id) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const RunView> view, Find(id));
  return parts_.store->ReadRunEvents(view->run.id, kMostEvents);
}

absl::StatusOr<std::vector<Action>> ReadModel::Actions(uint64_t before, size_t count) {
  return parts_.store->ReadActions(before, count);
}

absl::StatusOr<std::vector<DuelRow>> ReadModel::Duels(std::string_view id, uint64_t from) {
  ROOKERY_ASSIGN_OR_RETURN(const std::shared_ptr<const RunView> view, Find(id));
  return parts_.store->ReadDuels(view->run.id, from, kDuelsAtOnce);
}

}  // namespace rookery::coordinator
