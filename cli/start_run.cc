#include "cli/start_run.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/ids.h"
#include "base/rng.h"
#include "base/status.h"
#include "cli/artifacts.h"
#include "cli/default_book.h"
#include "cli/follow.h"
#include "cli/run_text.h"
#include "worker/match/opening_book.h"

namespace rookery::cli {
namespace {

constexpr int64_t kMostBookBytes = int64_t{512} << 20;  // what a coordinator takes
constexpr size_t kRequestIdLength = 20;

// The book's content, every opening of it read once: a fault is told with file and line now, not
// by a worker later.
absl::StatusOr<std::string> ReadBook(const std::string& path, uint64_t max_pairs) {
  ROOKERY_ASSIGN_OR_RETURN(std::string text, ReadFile(path, kMostBookBytes));
  ROOKERY_ASSIGN_OR_RETURN(const auto book, worker::OpeningBook::FromText(text, path));
  for (uint64_t i = 0; i < book->size(); ++i) {
    ROOKERY_RETURN_IF_ERROR(book->At(i).status());
  }
  if (max_pairs > book->size()) {
    return InvalidArgument(
        "{} has {} openings, too few for {} pairs: a repeated opening repeats "
        "the games; take a larger book or fewer pairs",
        path, book->size(), max_pairs);
  }
  return text;
}

absl::StatusOr<std::string> ChooseBook(const RunFlags& flags, Context& context) {
  std::string path = flags.book;
  if (path.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(path, DefaultBook(flags.max_pairs, context));
  }
  absl::StatusOr<std::string> text = ReadBook(path, flags.max_pairs);
  if (text.ok()) return text;
  return Error(text.status().code(), "--book: {}", Message(text.status()));
}

// Uploads what the run needs and asks for it. The request names all but the artifacts.
absl::StatusOr<v1::Run> Ask(wire::Client& coordinator, v1::CreateRunRequest request,
                            const EngineChoice& dev, const EngineChoice& base,
                            const std::string& book) {
  v1::RunSpec& spec = *request.mutable_run();
  ROOKERY_ASSIGN_OR_RETURN(*spec.mutable_dev(), UploadEngine(coordinator, dev));
  ROOKERY_ASSIGN_OR_RETURN(*spec.mutable_base(), UploadEngine(coordinator, base));
  ROOKERY_ASSIGN_OR_RETURN(const v1::Artifact stored, UploadBook(coordinator, book));
  spec.set_book_sha256(stored.sha256());
  return coordinator.CreateRun(request);
}

void FillSpec(const RunFlags& flags, const v1::Limits& limits, v1::RunSpec& spec) {
  spec.set_title(flags.title);
  spec.set_rule_profile(flags.rules);
  *spec.mutable_limits() = limits;
  spec.set_seed(flags.seed);
  spec.set_max_pairs(flags.max_pairs);
  spec.set_max_moves(flags.max_moves);
  spec.set_hash_kib(flags.hash_kib);
}

Exit Report(wire::Client& coordinator, const v1::Run& run, bool watch, Context& context) {
  const std::string id = RunId(run.name());
  if (watch) return FollowAndReport(coordinator, run.name(), context);
  if (context.json) {
    PrintRun(run, context);
  } else {
    context.printer->Out(id);
    context.printer->Say(
        fmt::format("Watch it: rookery --coordinator {} runs watch {}", coordinator.address(), id));
  }
  return Exit::kDone;
}

}  // namespace

Exit StartRun(const RunFlags& flags, v1::RunSpec spec, Context& context) {
  const absl::StatusOr<v1::Limits> limits = ToLimits(flags.limits);
  if (!limits.ok()) return context.FailLocal(limits.status());
  const absl::StatusOr<EngineChoice> dev = ChooseEngine("--dev", flags.dev);
  if (!dev.ok()) return context.FailLocal(dev.status());
  const absl::StatusOr<EngineChoice> base = ChooseEngine("--base", flags.base);
  if (!base.ok()) return context.FailLocal(base.status());
  const auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return context.FailLocal(coordinator.status());
  // Asked first, so that nobody waits for a book to be made only to hear that nobody is there.
  const auto workers = (*coordinator)->ListWorkers();
  if (!workers.ok()) return context.FailRemote(workers.status());
  const absl::StatusOr<std::string> book = ChooseBook(flags, context);
  if (absl::IsCancelled(book.status())) return Exit::kInterrupted;
  if (!book.ok()) return context.FailLocal(book.status());
  FillSpec(flags, *limits, spec);
  Rng rng(context.entropy());
  v1::CreateRunRequest request;
  request.set_request_id(RandomId(rng, kRequestIdLength));
  *request.mutable_run() = std::move(spec);
  const absl::StatusOr<v1::Run> run = Ask(**coordinator, std::move(request), *dev, *base, *book);
  if (!run.ok()) return context.FailRemote(run.status());
  if (workers->workers_size() == 0) {
    context.printer->Say("No worker has joined this coordinator yet; the run waits for one.");
  }
  return Report(**coordinator, *run, flags.watch, context);
}

}  // namespace rookery::cli
