#include "coordinator/notify/notifier.h"

#include <utility>

#include "base/log.h"
#include "base/status.h"
#include "coordinator/query/names.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kFirstRetry = absl::Seconds(1);
constexpr int kRetryFactor = 4;

std::string Summary(const RunFigures& figures) {
  const Run& run = figures.run();
  std::string text = fmt::format("{} games", 2 * run.totals.prefix);
  if (const auto& elo = figures.report.elo; elo.has_value()) {
    text += fmt::format(", Elo {:+.1f} [{:+.1f}, {:+.1f}]", elo->value, elo->low, elo->high);
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

Notifier::Notifier(Parts parts) : parts_(std::move(parts)) {
  if (!parts_.webhooks.empty()) thread_ = std::thread([this] { Main(); });
}

void Notifier::OnViewChanged() {
  if (parts_.webhooks.empty()) return;
  const std::shared_ptr<const CoordinatorView> view = parts_.reads->View();
  {
    MutexLock lock(&mutex_);
    for (const auto& run : view->runs) {
      if (IsOpen(run->run.state) || !ended_.insert(run->run.id).second || !started_) continue;
      const RunNews news = NewsOf(*parts_.reads->FiguresOf(run), parts_.page);
      for (const Webhook& webhook : parts_.webhooks) {
        if (auto posting = PostingOf(webhook, news)) waiting_.push_back(*std::move(posting));
      }
    }
    started_ = true;
    while (waiting_.size() > kMostWaiting) waiting_.pop_front();
  }
  changed_.notify_all();
}

void Notifier::Stop() {
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

absl::Duration Notifier::RetryAfter(int attempts) {
  absl::Duration wait = kFirstRetry;
  for (int attempt = 1; attempt < attempts; ++attempt) wait *= kRetryFactor;
  return wait;
}

void Notifier::Main() {
  for (;;) {
    Posting posting;
    {
      MutexLock lock(&mutex_);
      lock.Wait(changed_,
                [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_ || !waiting_.empty(); });
      if (stopping_) return;
      posting = std::move(waiting_.front());
      waiting_.pop_front();
    }
    Deliver(posting);
  }
}

void Notifier::Deliver(const Posting& posting) {
  for (int attempt = 1; attempt <= kMostAttempts; ++attempt) {
    const absl::Status sent = parts_.send(posting);
    if (sent.ok()) return;
    spdlog::warn("webhook {} attempt={}: {}", PublicPart(posting.url), attempt, Message(sent));
    // What the other side will never take isn't sent again.
    if (absl::IsInvalidArgument(sent) || attempt == kMostAttempts) return;
    if (parts_.pause != nullptr) {
      if (!parts_.pause(RetryAfter(attempt))) return;
      continue;
    }
    MutexLock lock(&mutex_);
    const bool stopped =
        lock.WaitFor(changed_, absl::ToChronoNanoseconds(RetryAfter(attempt)),
                     [this]() ABSL_NO_THREAD_SAFETY_ANALYSIS { return stopping_; });
    if (stopped) return;
  }
}

std::vector<Notifier::Outcome> Notifier::Test() const {
  RunNews news;
  news.test = true;
  news.run = "test";
  news.title = "Rookery";
  news.state = "active";
  news.verdict = "undecided";
  news.summary = "This is a test; nothing has ended.";
  news.link = parts_.page;
  std::vector<Outcome> outcomes;
  for (const Webhook& webhook : parts_.webhooks) {
    Outcome& outcome = outcomes.emplace_back();
    outcome.format = Name(webhook.format);
    outcome.host = PublicPart(webhook.url);
    const std::optional<Posting> posting = PostingOf(webhook, news);
    if (!posting.has_value()) {
      outcome.error = "a status needs a commit; it is set when a run with one ends";
      continue;
    }
    if (const absl::Status sent = parts_.send(*posting); !sent.ok()) outcome.error = Message(sent);
  }
  return outcomes;
}

}  // namespace rookery::coordinator
