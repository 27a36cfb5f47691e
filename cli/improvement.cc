#include "cli/improvement.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "cli/data_fleet.h"
#include "cli/data_run.h"
#include "cli/fit_post.h"
#include "cli/fit_run.h"
#include "cli/follow.h"
#include "cli/harvest.h"
#include "cli/run_text.h"
#include "cli/start_run.h"
#include "cli/tune_space.h"
#include "coordinator/stats/sprt.h"
#include "engine/params/weights.h"
#include "proto/wire/bounds.h"
#include "tuner/optim/planner.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;

// Of a file that CheckRuns could open.
std::string HashOf(const std::string& path) {
  const absl::StatusOr<FileIdentity> identity = IdentityOfFile(path);
  return identity.ok() ? identity->sha256 : "";
}

ordered_json OrNull(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

// How files of positions are read, where that isn't as ever: what was begun before there were such
// words goes on. Not whether faulty lines are left out: it is said after they were found.
ordered_json ReadingOf(const FitDataFlags& data) {
  const FitDataFlags usual;
  ordered_json json = ordered_json::object();
  if (data.format != usual.format) json["format"] = data.format;
  if (data.view != usual.view) json["view"] = data.view;
  if (data.resolve) json["resolve"] = true;
  if (data.test_share != usual.test_share) json["test_share"] = data.test_share;
  return json;
}

// All that decides what comes of it: files by their content, so that what goes on is what was
// begun.
ordered_json SettingsOf(const ImproveFlags& flags, const params::Weights& start,
                        const std::string& book) {
  const LimitFlags& limits = flags.run.limits;
  const BoundFlags& bounds = flags.run.bounds;
  std::vector<std::string> groups = flags.groups;
  std::sort(groups.begin(), groups.end());
  std::vector<std::string> data;
  for (const std::string& file : flags.data.files) data.push_back(HashOf(file));
  ordered_json settings = {{"groups", groups},
                           {"parameters", flags.names},
                           {"start", params::Identity(start)},
                           {"budget", flags.games},
                           {"data", data},
                           {"data_nodes", flags.data_nodes},
                           {"data_seed", flags.data_seed},
                           {"data_on", flags.data_on_host ? "host" : "fleet"},
                           {"slots", flags.slots},
                           {"nodes", limits.nodes},
                           {"depth", limits.depth},
                           {"movetime", limits.movetime_ms},
                           {"tc", limits.time_control},
                           {"book", Sha256Hex(book)},
                           {"hash", flags.run.hash_kib},
                           {"seed", flags.run.seed},
                           {"elo0", OrNull(bounds.elo0)},
                           {"elo1", OrNull(bounds.elo1)},
                           {"alpha", OrNull(bounds.alpha)},
                           {"beta", OrNull(bounds.beta)},
                           {"model", bounds.model},
                           {"expected_gain", flags.expected_gain}};
  const ordered_json reading = ReadingOf(flags.data);
  if (!reading.empty()) settings["data_reading"] = reading;
  return settings;
}

// What both runs will be asked for, before anything is played.
absl::Status CheckRuns(const ImproveFlags& flags) {
  RunFlags test = flags.run;
  test.title += test.title.empty() ? "" : ": verification";
  ROOKERY_ASSIGN_OR_RETURN(v1::RunSpec spec, SpecOf(test, v1::RUN_KIND_TEST, nullptr));
  stats::SprtBounds bounds{.elo0 = spec.sprt().elo0(),
                           .elo1 = spec.sprt().elo1(),
                           .alpha = spec.sprt().alpha(),
                           .beta = spec.sprt().beta()};
  ROOKERY_RETURN_IF_ERROR(stats::Sprt::Create(bounds).status());
  if (test.title.size() > wire::kMaxTitle) {
    return InvalidArgument("--title: {} bytes with what is added to it; at most {}",
                           test.title.size(), wire::kMaxTitle);
  }
  for (const std::string& file : flags.data.files) {
    if (!std::ifstream(file)) return InvalidArgument("--data: {} can't be opened", file);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Improvement::Choose() {
  ROOKERY_ASSIGN_OR_RETURN(const optim::Space space,
                           ChooseSpace({flags_.groups, flags_.names, "", false}, story_.before));
  for (const optim::Parameter& p : space) {
    const int index = *params::FindParameter(p.name);
    // Terms have phases. What shapes the evaluation beside them has none, and positions say no more
    // of it than of the search: games tune both.
    const bool term = params::Table()[static_cast<size_t>(index)].phase != params::Phase::kNone;
    (term ? chosen_.fitted : chosen_.tuned).push_back(p.name);
  }
  return absl::OkStatus();
}

absl::Status Improvement::Begin() {
  ROOKERY_ASSIGN_OR_RETURN(story_.before, params::LoadWeights(flags_.start));
  story_.after = story_.before;
  story_.start = flags_.start;
  ROOKERY_RETURN_IF_ERROR(Choose());
  ROOKERY_RETURN_IF_ERROR(CheckRuns(flags_));
  budget_ =
      ShareBudget(flags_.games, {.makes_data = !chosen_.fitted.empty() && flags_.data.files.empty(),
                                 .tunes = !chosen_.tuned.empty()});
  return absl::OkStatus();
}

absl::Status Improvement::SayPlan() const {
  const auto part = [](uint64_t games, const char* what) {
    return games == 0 ? std::string() : fmt::format("{} games {}, ", games, what);
  };
  context_.printer->Say(fmt::format(
      "Plan: {}{}at most {} games to verify; {} weights by a fit, {} parameters by games.",
      part(budget_.data, "of self-play for the fit"), part(budget_.tune, "to tune"), budget_.verify,
      chosen_.fitted.size(), chosen_.tuned.size()));
  nlohmann::ordered_json json = {{"data_games", budget_.data},
                                 {"tune_games", budget_.tune},
                                 {"most_verify_games", budget_.verify},
                                 {"fitted_weights", chosen_.fitted.size()},
                                 {"tuned_parameters", chosen_.tuned.size()}};
  if (budget_.tune > 0) {
    optim::PlanInput input;
    input.parameters = static_cast<int>(chosen_.tuned.size());
    input.games = static_cast<double>(budget_.tune);
    input.distance = flags_.expected_gain;
    ROOKERY_ASSIGN_OR_RETURN(const optim::Plan plan, optim::MakePlan(input));
    context_.printer->Say(
        fmt::format("Tune: if the optimum is {:g} Elo away, {:+.1f} Elo are expected, and noise "
                    "costs about {:.1f}.",
                    flags_.expected_gain, plan.expected_gain, plan.noise_floor));
    if (!plan.warning.empty()) context_.printer->Say("Warning: " + plan.warning + ".");
    json["expected_gain"] = plan.expected_gain;
    json["noise_floor"] = plan.noise_floor;
    json["warning"] = plan.warning;
  }
  if (flags_.plan_only && context_.json) context_.printer->Json(json);
  return absl::OkStatus();
}

Exit Improvement::MakeData() {
  story_.data = fmt::format("{}", fmt::join(flags_.data.files, ", "));
  if (chosen_.fitted.empty() || !flags_.data.files.empty()) return Exit::kDone;
  DataRecipe recipe;
  recipe.seed = flags_.data_seed;
  recipe.games = budget_.data;
  recipe.nodes = flags_.data_nodes;
  recipe.slots = flags_.slots;
  recipe.weights = story_.before;
  if (!flags_.data_on_host) return MakeDataOnFleet(recipe);
  const absl::Status made = MakeDataHere(recipe);
  return made.ok() ? Exit::kDone : Fail(made);
}

absl::Status Improvement::MakeDataHere(const DataRecipe& recipe) {
  ROOKERY_ASSIGN_OR_RETURN(const GeneratedData made,
                           GenerateFile(recipe, state_->Path("data.epd"), context_));
  story_.data = fmt::format("{} positions of {} games of self-play at {} nodes a move, seed {}",
                            made.positions, recipe.games, recipe.nodes, recipe.seed);
  return absl::OkStatus();
}

Exit Improvement::MakeDataOnFleet(const DataRecipe& recipe) {
  RunFlags match;
  if (state_->Run("data").empty()) {
    const absl::StatusOr<std::string> openings = DataOpenings(recipe, context_);
    if (!openings.ok()) return Fail(openings.status());
    match = DataMatch(recipe, flags_.start, *openings);
  } else {
    match.dev = match.base = flags_.start;
  }
  match.title = TitleOf("data");
  Exit exit = Exit::kDone;
  const std::optional<v1::Run> run = Play("data", match, v1::RUN_KIND_MATCH, &exit);
  if (!run) return exit;
  const absl::StatusOr<HarvestCount> count =
      HarvestTo({.runs = {run->name()}, .out = state_->Path("data.epd")}, context_);
  if (!count.ok()) return Fail(count.status());
  story_.data = fmt::format("{} positions of {} games of self-play at {} nodes a move, run {}",
                            count->positions, count->games, recipe.nodes, RunId(run->name()));
  return Exit::kDone;
}

absl::Status Improvement::Fit() {
  if (chosen_.fitted.empty()) return absl::OkStatus();
  FitFlags fit;
  fit.data = flags_.data;
  if (fit.data.files.empty()) fit.data.files = {state_->Path("data.epd")};
  fit.start = flags_.start;
  fit.names = chosen_.fitted;
  fit.threads = flags_.slots;
  ROOKERY_ASSIGN_OR_RETURN(story_.fit, RunFit(fit, context_));
  story_.after = story_.fit->report.weights;
  Post(fit);
  return WriteWeights("fitted.toml");
}

// For people alone, so that nothing depends on it; the same fit again, after an interruption, is
// the one that is there.
void Improvement::Post(const FitFlags& fit) const {
  const auto coordinator = OpenCoordinator(context_);
  absl::Status status = coordinator.status();
  if (status.ok()) {
    const FitWords words = {TitleOf("fit"), story_.data};
    status = PostFit(**coordinator, PostOf(*story_.fit, fit, words), context_).status();
  }
  if (!status.ok()) {
    context_.printer->Say("Warning: the coordinator doesn't show the fit: " + Message(status));
  }
}

std::string Improvement::TitleOf(const char* part) const {
  return (flags_.run.title.empty() ? "improve" : flags_.run.title) + ": " + part;
}

std::vector<std::string> Improvement::NeverSeen() const {
  std::vector<std::string> names;
  if (!story_.fit) return names;
  for (const fit::FittedWeight& one : story_.fit->report.fitted) {
    if (one.note != fit::Note::kNeverSeen) continue;
    names.emplace_back(params::Table()[static_cast<size_t>(one.scalar)].name);
  }
  return names;
}

absl::Status Improvement::ChooseOpenings() {
  RunFlags all = flags_.run;
  all.max_pairs = (budget_.tune + budget_.verify) / 2;
  ROOKERY_ASSIGN_OR_RETURN(const std::string book, ChooseBook(all, context_));
  book_ = book;
  openings_ = Split(book, budget_.tune / 2);
  openings_.rest = Split(openings_.rest, budget_.verify / 2).tune;
  if (!openings_.rest.empty()) return absl::OkStatus();
  return InvalidArgument(
      "--book: its openings are used up by the tune's {} pairs; the verification needs {} others",
      budget_.tune / 2, budget_.verify / 2);
}

absl::Status Improvement::CheckSame(const RunFlags& asked, const v1::Run& run,
                                    v1::RunKind kind) const {
  ROOKERY_ASSIGN_OR_RETURN(const params::Weights dev, params::LoadWeights(asked.dev));
  ROOKERY_ASSIGN_OR_RETURN(const params::Weights base, params::LoadWeights(asked.base));
  if (run.kind() == kind && run.spec().dev().weights_sha256() == params::Identity(dev) &&
      run.spec().base().weights_sha256() == params::Identity(base)) {
    return absl::OkStatus();
  }
  return InvalidArgument(
      "--out: run {} of {} plays other weights than those that it has come to; give another folder",
      RunId(run.name()), flags_.out);
}

std::optional<v1::Run> Improvement::Play(const std::string& part, const RunFlags& run,
                                         v1::RunKind kind, Exit* exit) {
  std::string name = state_->Run(part);
  std::unique_ptr<wire::Client> coordinator;
  if (name.empty()) {
    std::optional<StartedRun> started = MakeRun(run, kind, context_, exit);
    if (!started) return std::nullopt;
    name = started->run.name();
    coordinator = std::move(started->coordinator);
    if (const absl::Status kept = state_->SetRun(part, name); !kept.ok()) {
      *exit = context_.FailLocal(kept);
      return std::nullopt;
    }
  } else {
    context_.printer->Say(fmt::format("Goes on with run {}.", RunId(name)));
    auto opened = OpenCoordinator(context_);
    if (!opened.ok()) {
      *exit = context_.FailRemote(opened.status());
      return std::nullopt;
    }
    coordinator = *std::move(opened);
  }
  const absl::StatusOr<v1::Run> ended = FollowRun(*coordinator, name, context_);
  if (ended.ok()) {
    const absl::Status same = CheckSame(run, *ended, kind);
    if (same.ok()) return *ended;
    *exit = context_.FailLocal(same);
    return std::nullopt;
  }
  if (absl::IsCancelled(ended.status())) {
    context_.printer->Say(fmt::format(
        "Run {} goes on at the coordinator; the same command waits for it again.", RunId(name)));
    *exit = Exit::kInterrupted;
  } else {
    *exit = context_.FailRemote(ended.status());
  }
  return std::nullopt;
}

Exit Improvement::Tune() {
  if (chosen_.tuned.empty()) return Exit::kDone;
  const std::string start = state_->Path("start-of-tune.toml");
  if (const absl::Status wrote = WriteWeights("start-of-tune.toml"); !wrote.ok())
    return Fail(wrote);
  std::vector<std::string> names = chosen_.tuned;
  const std::vector<std::string> never = NeverSeen();
  names.insert(names.end(), never.begin(), never.end());
  const absl::StatusOr<optim::Space> space = ChooseSpace({{}, names, ""}, story_.after);
  if (!space.ok()) return Fail(space.status());
  RunFlags run = flags_.run;
  run.dev = run.base = start;
  run.max_pairs = budget_.tune / 2;
  run.book_text = openings_.tune;
  run.bounds = {};
  run.title = TitleOf("tune");
  run.tune = TuneSpecOf(v1::TUNE_METHOD_REGRESSION, flags_.expected_gain, *space);
  Exit exit = Exit::kDone;
  story_.tune = Play("tune", run, v1::RUN_KIND_TUNE, &exit);
  if (!story_.tune) return exit;
  if (story_.tune->state() != v1::RUN_STATE_FINISHED) {
    context_.printer->Say(
        fmt::format("The tune {} was {} before its end; give --out another folder.",
                    RunId(story_.tune->name()), StateText(story_.tune->state())));
    return Exit::kUndecided;
  }
  const absl::StatusOr<params::Weights> tuned = TunedWeights(*story_.tune, story_.after);
  if (!tuned.ok()) return Fail(tuned.status());
  story_.after = *tuned;
  return Exit::kDone;
}

Exit Improvement::Verify() {
  if (!Changed()) return Exit::kUndecided;
  if (const absl::Status wrote = WriteWeights("candidate.toml"); !wrote.ok()) return Fail(wrote);
  RunFlags run = flags_.run;
  run.dev = state_->Path("candidate.toml");
  run.base = flags_.start;
  run.book_text = openings_.rest;
  run.max_pairs = 0;  // as many as there are openings
  run.title = TitleOf("verification");
  Exit exit = Exit::kDone;
  story_.verification = Play("verification", run, v1::RUN_KIND_TEST, &exit);
  return story_.verification ? ExitOfRun(*story_.verification) : exit;
}

absl::Status Improvement::WriteWeights(const std::string& file) const {
  return WriteFileAtomically(state_->Path(file), params::CanonicalText(story_.after));
}

absl::Status Improvement::Report() const {
  for (const auto& [file, picture] : ReportPictures(story_)) {
    ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(state_->Path(file), picture));
  }
  return WriteFileAtomically(state_->Path("report.md"), ReportText(story_));
}

Exit Improvement::Finish(Exit verdict) const {
  const bool accepted = verdict == Exit::kDone;
  if (accepted) {
    if (const absl::Status wrote = WriteWeights("improved.toml"); !wrote.ok()) return Fail(wrote);
  }
  std::error_code error;
  if (!accepted) std::filesystem::remove(state_->Path("improved.toml"), error);
  if (const absl::Status wrote = Report(); !wrote.ok()) return Fail(wrote);
  const std::string weights = accepted ? state_->Path("improved.toml") : "";
  if (context_.json) {
    const auto id = [](const std::optional<v1::Run>& run) {
      return run ? ordered_json(RunId(run->name())) : ordered_json(nullptr);
    };
    ordered_json json;
    json["verdict"] = story_.verification ? VerdictText(story_.verification->progress().verdict())
                                          : std::string("undecided");
    json["weights"] = accepted ? ordered_json(weights) : ordered_json(nullptr);
    json["report"] = state_->Path("report.md");
    json["tune"] = id(story_.tune);
    json["verification"] = id(story_.verification);
    json["changes"] = ordered_json::array();
    for (const Change& change : ChangesOf(story_)) {
      json["changes"].push_back({{"name", change.name},
                                 {"before", change.before},
                                 {"after", change.after},
                                 {"by", change.by}});
    }
    context_.printer->Json(json);
    return verdict;
  }
  if (story_.verification) PrintRun(*story_.verification, context_);
  context_.printer->Say(accepted ? fmt::format("The new weights are in {}.", weights)
                        : Changed()
                            ? std::string("Not shown to be better: no new weights were written.")
                            : std::string("Every value is what it was at the start."));
  context_.printer->Say(fmt::format("The report is in {}.", state_->Path("report.md")));
  return verdict;
}

Exit Improvement::Work() {
  if (const absl::Status begun = Begin(); !begun.ok()) return Fail(begun);
  if (const absl::Status planned = SayPlan(); !planned.ok()) return Fail(planned);
  if (flags_.plan_only) return Exit::kDone;
  const auto coordinator = OpenCoordinator(context_);  // nobody plays for data in vain
  if (!coordinator.ok()) return context_.FailRemote(coordinator.status());
  if (const auto workers = (*coordinator)->ListWorkers(); !workers.ok()) {
    return context_.FailRemote(workers.status());
  }
  if (const absl::Status ready = ChooseOpenings(); !ready.ok()) return Fail(ready);
  const ordered_json settings = SettingsOf(flags_, story_.before, book_);
  absl::StatusOr<ImproveState> state = ImproveState::Open(flags_.out, settings);
  if (!state.ok()) return Fail(state.status());
  state_ = *std::move(state);
  for (const auto& [name, value] : settings.items()) {
    story_.settings.push_back(fmt::format("{}: {}", name, value.dump()));
  }
  if (const Exit made = MakeData(); made != Exit::kDone) return made;
  if (const absl::Status fitted = Fit(); !fitted.ok()) return Fail(fitted);
  if (const Exit tuned = Tune(); tuned != Exit::kDone) return tuned;
  const Exit verdict = Verify();
  if (Changed() && !story_.verification) return verdict;  // it didn't come to an end
  return Finish(verdict);
}

}  // namespace rookery::cli
