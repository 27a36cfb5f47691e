#include "cli/start_run.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "base/status.h"
#include "cli/artifacts.h"
#include "cli/default_book.h"
#include "cli/follow.h"
#include "cli/run_book.h"
#include "cli/run_text.h"
#include "cli/test_plan.h"
#include "engine/openings/book.h"
#include "engine/openings/chess960.h"

namespace rookery::cli {
namespace {

constexpr size_t kRequestIdLength = 20;

// One side: what the flag names, uploaded; or, where it names nothing, what the spec has already.
absl::Status SetEngine(wire::Client& coordinator, const std::optional<EngineChoice>& choice,
                       v1::EngineSpec& engine) {
  if (!choice.has_value()) return absl::OkStatus();
  ROOKERY_ASSIGN_OR_RETURN(v1::EngineSpec chosen, UploadEngine(coordinator, *choice));
  if (engine.has_limits()) *chosen.mutable_limits() = engine.limits();
  engine = std::move(chosen);
  return absl::OkStatus();
}

struct Wish {
  v1::RunSpec spec;  // with engines and book where a run is cloned
  std::optional<EngineChoice> dev;
  std::optional<EngineChoice> base;
  struct Participant {
    EngineChoice choice;
    std::optional<v1::Limits> limits;  // of its own
  };
  std::vector<Participant> participants;  // of a league, which has neither
  std::optional<std::string> book;        // its text
};

// Uploads what the run needs and asks for it.
absl::StatusOr<v1::Run> Ask(wire::Client& coordinator, Wish wish, const RunFlags& flags,
                            std::string request_id) {
  v1::RunSpec& spec = wish.spec;
  for (const Wish::Participant& one : wish.participants) {
    v1::EngineSpec& engine = *spec.mutable_league()->add_engines();
    ROOKERY_ASSIGN_OR_RETURN(engine, UploadEngine(coordinator, one.choice));
    if (one.limits.has_value()) *engine.mutable_limits() = *one.limits;
  }
  if (spec.kind() != v1::RUN_KIND_LEAGUE) {
    ROOKERY_RETURN_IF_ERROR(SetEngine(coordinator, wish.dev, *spec.mutable_dev()));
    ROOKERY_RETURN_IF_ERROR(SetEngine(coordinator, wish.base, *spec.mutable_base()));
  }
  if (!flags.share.dev_version.empty()) spec.mutable_dev()->set_version(flags.share.dev_version);
  if (!flags.share.dev_commit.empty()) spec.mutable_dev()->set_commit(flags.share.dev_commit);
  if (wish.book.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(const v1::Artifact stored, UploadBook(coordinator, *wish.book));
    spec.set_book_sha256(stored.sha256());
  }
  v1::CreateRunRequest request;
  request.set_request_id(std::move(request_id));
  *request.mutable_run() = std::move(spec);
  return coordinator.CreateRun(request);
}

// The sides that the flags name. A clone keeps those that they don't.
absl::Status ChooseEngines(const RunFlags& flags, const FindManifest& find, Wish& wish) {
  for (const RunFlags::Participant& one : flags.participants) {
    ROOKERY_ASSIGN_OR_RETURN(EngineChoice choice, ChooseEngine({"--engine", one.weights}, find));
    if (!one.name.empty()) choice.name = one.name;
    wish.participants.push_back({std::move(choice), std::nullopt});
    if (one.limits.empty()) continue;
    ROOKERY_ASSIGN_OR_RETURN(wish.participants.back().limits,
                             OwnLimits("--engine-limit", one.limits));
  }
  if (flags.league.has_value()) return absl::OkStatus();  // which has no sides
  const bool clone = !flags.like.empty();
  if (!clone || !flags.dev.empty()) {
    if (flags.dev.empty()) {
      return InvalidArgument("--dev is missing: the weights in question; or clone a run: --like");
    }
    ROOKERY_ASSIGN_OR_RETURN(wish.dev, ChooseEngine({"--dev", flags.dev, flags.dev_options}, find));
  }
  if (!clone || !flags.base.empty()) {
    const std::string base = flags.base.empty() ? "default" : flags.base;
    ROOKERY_ASSIGN_OR_RETURN(wish.base, ChooseEngine({"--base", base, flags.base_options}, find));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::RunSpec> ChooseSpec(wire::Client& coordinator, const RunFlags& flags,
                                       v1::RunKind kind) {
  if (flags.like.empty()) return SpecOf(flags, kind, nullptr);
  ROOKERY_ASSIGN_OR_RETURN(const v1::Run like, coordinator.GetRun(flags.like));
  return SpecOf(flags, kind, &like.spec());
}

// Where the test ends without a verdict. A book that can't be read is refused elsewhere.
int64_t MostPairs(const Wish& wish) {
  if (wish.spec.max_pairs() > 0) return static_cast<int64_t>(wish.spec.max_pairs());
  if (!wish.book.has_value()) return stats::kMostCount;
  const auto book = openings::Book::FromText(*wish.book, "the book");
  return book.ok() ? static_cast<int64_t>((*book)->size()) : stats::kMostCount;
}

// What a test will cost, on stderr and as JSON; null for a match.
nlohmann::ordered_json SayPlan(wire::Client& coordinator, const Wish& wish,
                               const v1::ListWorkersResponse& workers, double watts,
                               Context& context) {
  const v1::RunSpec& spec = wish.spec;
  if (spec.kind() != v1::RUN_KIND_TEST) return nullptr;
  const bool logistic = spec.sprt().model() == v1::ELO_MODEL_LOGISTIC;
  const absl::StatusOr<stats::Sprt> sprt = stats::Sprt::Create(
      {.elo0 = spec.sprt().elo0(),
       .elo1 = spec.sprt().elo1(),
       .alpha = spec.sprt().alpha(),
       .beta = spec.sprt().beta(),
       .model = logistic ? stats::EloModel::kLogistic : stats::EloModel::kNormalized});
  if (!sprt.ok()) return nullptr;
  PlanBasis basis = FindBasis(coordinator, spec);
  basis.watts = watts;
  TakeWorkers(workers, spec, basis);
  const TestPlan plan = MakeTestPlan(*sprt, basis, MostPairs(wish));
  for (const std::string& line : PlanLines(plan)) context.printer->Say(line);
  return PlanJson(plan);
}

Exit Report(const StartedRun& started, bool watch, Context& context) {
  wire::Client& coordinator = *started.coordinator;
  const v1::Run& run = started.run;
  const std::string id = RunId(run.name());
  if (watch) return FollowAndReport(coordinator, run.name(), started.planned, context);
  if (context.json) {
    PrintRun(run, context, started.planned);
  } else {
    context.printer->Out(id);
    context.printer->Say(
        fmt::format("Watch it: rookery --coordinator {} runs watch {}", coordinator.address(), id));
  }
  return Exit::kDone;
}

}  // namespace

absl::StatusOr<std::string> ChooseBook(const RunFlags& flags, Context& context) {
  if (!flags.book_text.empty()) return flags.book_text;
  std::string path = flags.book;
  if (path.empty() && flags.chess960) return openings::Chess960Book();
  if (path.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(path, DefaultBook(flags.max_pairs, context));
  }
  absl::StatusOr<std::string> text =
      ReadRunBook({path, flags.book_plies, flags.max_pairs, flags.rules, flags.chess960}, context);
  if (text.ok()) return text;
  return Error(text.status().code(), "--book: {}", Message(text.status()));
}

std::optional<StartedRun> MakeRun(const RunFlags& flags, v1::RunKind kind, Context& context,
                                  Exit* exit) {
  const auto local = [&](const absl::Status& status) {
    *exit = context.FailLocal(status);
    return std::nullopt;
  };
  const auto remote = [&](const absl::Status& status) {
    *exit = context.FailRemote(status);
    return std::nullopt;
  };
  if (flags.like.empty()) {  // what is wrong with the flags is told before anyone is asked
    const absl::StatusOr<v1::RunSpec> spec = SpecOf(flags, kind, nullptr);
    if (!spec.ok()) return local(spec.status());
  }
  auto coordinator = OpenCoordinator(context);
  if (!coordinator.ok()) return remote(coordinator.status());
  Wish wish;
  const absl::Status chosen = ChooseEngines(flags, ManifestsOf(**coordinator), wish);
  if (ExitForRemote(chosen) == Exit::kUnreachable || absl::IsUnauthenticated(chosen)) {
    return remote(chosen);
  }
  if (!chosen.ok()) return local(chosen);
  // Asked first, so that nobody waits for a book to be made only to hear that nobody is there.
  const auto workers = (*coordinator)->ListWorkers();
  if (!workers.ok()) return remote(workers.status());
  absl::StatusOr<v1::RunSpec> spec = ChooseSpec(**coordinator, flags, kind);
  if (!spec.ok()) return remote(spec.status());
  wish.spec = *std::move(spec);
  if (flags.tune.has_value()) *wish.spec.mutable_tune() = *flags.tune;
  for (const auto& choice : {wish.dev, wish.base}) {
    if (choice.has_value()) AddNeeds(*choice, !flags.share.unconfined, wish.spec);
  }
  for (const Wish::Participant& one : wish.participants) {
    AddNeeds(one.choice, !flags.share.unconfined, wish.spec);
  }
  if (flags.league.has_value()) {
    *wish.spec.mutable_league() = *flags.league;
    wish.spec.clear_max_pairs();  // it follows from the format
  }
  if (flags.like.empty() || !flags.book.empty()) {
    absl::StatusOr<std::string> book = ChooseBook(flags, context);
    if (absl::IsCancelled(book.status())) {
      *exit = Exit::kInterrupted;
      return std::nullopt;
    }
    if (!book.ok()) return local(book.status());
    wish.book = *std::move(book);
  }
  nlohmann::ordered_json planned = SayPlan(**coordinator, wish, *workers, flags.watts, context);
  Rng rng(context.entropy());
  const absl::StatusOr<v1::Run> run =
      Ask(**coordinator, std::move(wish), flags, RandomId(rng, kRequestIdLength));
  if (!run.ok()) return remote(run.status());
  if (workers->workers_size() == 0) {
    context.printer->Say("No worker has joined this coordinator yet; the run waits for one.");
  }
  return StartedRun{*std::move(coordinator), *run, std::move(planned)};
}

Exit StartRun(const RunFlags& flags, v1::RunKind kind, Context& context) {
  Exit exit = Exit::kDone;
  const std::optional<StartedRun> started = MakeRun(flags, kind, context, &exit);
  if (!started.has_value()) return exit;
  return Report(*started, flags.watch, context);
}

}  // namespace rookery::cli
