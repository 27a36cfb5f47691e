#include "coordinator/notify/notifier.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/status.h"
#include "coordinator/query/names.h"
#include "coordinator/stats/elo_text.h"

namespace rookery::coordinator {
namespace {

std::string Summary(const RunFigures& figures) {
  const Run& run = figures.run();
  std::string text = fmt::format("{} games", 2 * run.totals.prefix);  // never one
  if (const auto& elo = figures.report.elo; elo.has_value()) {
    const std::string known = stats::EloText(*elo);
    if (!known.empty()) text += ", Elo " + known;
  }
  if (figures.report.llr.has_value() && figures.lower.has_value() && figures.upper.has_value()) {
    text += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", *figures.report.llr, *figures.lower,
                        *figures.upper);
  }
  if (!run.message.empty()) text += ": " + run.message;
  return text;
}

std::string Players(const RunSpec& spec) {
  if (!spec.league.has_value()) return fmt::format("{} against {}", spec.dev.name, spec.base.name);
  return fmt::format("a league of {} engines", spec.league->engines.size());
}

std::vector<std::string> KeysOf(const std::vector<Webhook>& webhooks) {
  std::vector<std::string> keys;
  for (const Webhook& webhook : webhooks) keys.push_back(KeyOf(webhook));
  return keys;
}

bool Holds(const KeptNews& news, const std::string& key, const RunId& run) {
  const auto found = news.waiting.find(key);
  return found != news.waiting.end() &&
         std::find(found->second.begin(), found->second.end(), run) != found->second.end();
}

}  // namespace

RunNews NewsOf(const RunFigures& figures, const std::string& page) {
  const Run& run = figures.run();
  RunNews news;
  news.run = run.id;
  news.kind = Name(run.spec->kind);
  news.title = run.spec->title.empty() ? Players(*run.spec) : run.spec->title;
  news.state = Name(run.state);
  news.verdict = Name(figures.verdict);
  news.summary = Summary(figures);
  news.link = fmt::format("{}#/runs/{}", page, run.id);
  news.owner = run.spec->owner;
  news.commit = run.spec->dev.commit;
  return news;
}

Notifier::Notifier(Parts parts)
    : parts_(std::move(parts)),
      keys_(KeysOf(parts_.webhooks)),
      kept_(parts_.kept),
      queue_(parts_.webhooks.size()) {
  absl::StatusOr<KeptNews> before = ParseKeptNews(parts_.kept);
  if (!before.ok()) spdlog::warn("webhooks are not told of the past: {}", Message(before.status()));
  if (before.ok()) before_ = *std::move(before);
  const size_t threads = std::min(parts_.webhooks.size(), kMostThreads);
  for (size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Main(); });
}

void Notifier::OnViewChanged() {
  if (parts_.webhooks.empty()) return;
  const std::shared_ptr<const CoordinatorView> view = parts_.reads->View();
  {
    MutexLock lock(&mutex_);
    // The newest run comes first in a view, and is told last.
    for (auto run = view->runs.rbegin(); run != view->runs.rend(); ++run) NoteRun(*run);
    started_ = true;
    before_ = {};
  }
  Keep();
  changed_.notify_all();
}

void Notifier::NoteRun(const std::shared_ptr<const RunView>& run) {
  const RunId& id = run->run.id;
  if (IsOpen(run->run.state)) {
    open_.insert(id);
    return;
  }
  open_.erase(id);
  if (!ended_.insert(id).second) return;
  const bool ends_now = started_ || before_.open.contains(id);
  std::optional<RunNews> news;  // its figures cost something
  for (size_t webhook = 0; webhook < keys_.size(); ++webhook) {
    if (!ends_now && !Holds(before_, keys_[webhook], id)) continue;
    if (!news.has_value()) news = NewsOf(*parts_.reads->FiguresOf(run), parts_.page);
    Tell(webhook, *news);
  }
}

void Notifier::Tell(size_t webhook, const RunNews& news) {
  std::optional<Posting> posting = PostingOf(parts_.webhooks[webhook], news);
  if (!posting.has_value()) return;
  const std::optional<RunId> lost = queue_.Add(webhook, {news.run, *std::move(posting)}, Now());
  parts_.counters->waiting = queue_.waiting();
  if (!lost.has_value()) return;
  ++parts_.counters->given_up;
  spdlog::warn("webhook {} is never told of run {}: {} others wait for it",
               PublicPart(parts_.webhooks[webhook].url), *lost, DeliveryQueue::kMostWaiting);
}

void Notifier::Keep() {
  MutexLock one(&keeping_);
  KeptNews news;
  {
    MutexLock lock(&mutex_);
    news.open = open_;
    for (size_t webhook = 0; webhook < keys_.size(); ++webhook) {
      std::vector<RunId> waiting = queue_.Waiting(webhook);
      if (!waiting.empty()) news.waiting[keys_[webhook]] = std::move(waiting);
    }
  }
  std::string text = ToText(news);
  if (text == kept_) return;
  parts_.keep(text);
  kept_ = std::move(text);
}

void Notifier::Stop() {
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Notifier::Main() {
  for (;;) {
    while (DeliverOne()) {
    }
    MutexLock lock(&mutex_);
    const auto ready = [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
      return stopping_ || queue_.NextDue() <= Now();
    };
    const absl::Duration wait = queue_.NextDue() - Now();
    if (wait == absl::InfiniteDuration()) {
      lock.Wait(changed_, [&]() ABSL_NO_THREAD_SAFETY_ANALYSIS {
        return stopping_ || queue_.NextDue() != absl::InfiniteFuture();
      });
    } else {
      lock.WaitFor(changed_, absl::ToChronoNanoseconds(wait), ready);
    }
    if (stopping_) return;
  }
}

bool Notifier::DeliverOne() {
  std::optional<DeliveryQueue::Job> job;
  {
    MutexLock lock(&mutex_);
    if (stopping_) return false;
    job = queue_.Take(Now());
  }
  if (!job.has_value()) return false;
  const absl::Status sent = parts_.send(job->posting);
  Delivery delivery = Delivery::kTaken;
  if (!sent.ok()) {
    delivery = absl::IsInvalidArgument(sent) ? Delivery::kNever : Delivery::kLater;
    spdlog::warn("webhook {} attempt={}: {}", PublicPart(job->posting.url), job->attempt,
                 Message(sent));
  }
  {
    MutexLock lock(&mutex_);
    const bool given_up = !queue_.Done(*job, delivery, Now());
    if (delivery == Delivery::kTaken) ++parts_.counters->taken;
    if (given_up) ++parts_.counters->given_up;
    parts_.counters->waiting = queue_.waiting();
  }
  Keep();
  changed_.notify_all();  // another thread may have nothing to wait for but this webhook's next
  return true;
}

Notifier::Outcome Notifier::TestOne(const Webhook& webhook) const {
  RunNews news;
  news.test = true;
  news.run = "test";
  news.title = "Rookery";
  news.state = "active";
  news.verdict = "undecided";
  news.summary = "This is a test; nothing has ended.";
  news.link = parts_.page;
  Outcome outcome{std::string(Name(webhook.format)), PublicPart(webhook.url), ""};
  const std::optional<Posting> posting = PostingOf(webhook, news);
  if (!posting.has_value()) {
    outcome.error = "a status needs a commit; it is set when a run with one ends";
    return outcome;
  }
  if (const absl::Status sent = parts_.send(*posting); !sent.ok()) outcome.error = Message(sent);
  return outcome;
}

std::vector<Notifier::Outcome> Notifier::Test() const {
  std::vector<Outcome> outcomes(parts_.webhooks.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < outcomes.size(); i = next++) {
      outcomes[i] = TestOne(parts_.webhooks[i]);
    }
  };
  std::vector<std::thread> threads;
  for (size_t i = 0; i < std::min(outcomes.size(), kMostThreads); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return outcomes;
}

}  // namespace rookery::coordinator
