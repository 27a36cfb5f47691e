#include "cli/run_flags.h"

#include <algorithm>
#include <string>

#include "base/status.h"
#include "cli/core_hours.h"
#include "cli/option_checks.h"
#include "cli/presets.h"
#include "cli/run_text.h"
#include "cli/whole_number.h"
#include "coordinator/stats/sprt.h"
#include "proto/wire/keep_games.h"

namespace rookery::cli {
namespace {

bool AnyLimit(const LimitFlags& limits) {
  return limits.nodes != 0 || limits.depth != 0 || limits.movetime_ms != 0 ||
         !limits.time_control.empty();
}

absl::Status CheckBounds(const v1::SprtBounds& sprt) {
  const bool logistic = sprt.model() == v1::ELO_MODEL_LOGISTIC;
  return stats::Sprt::Create({sprt.elo0(), sprt.elo1(), sprt.alpha(), sprt.beta(),
                              logistic ? stats::EloModel::kLogistic : stats::EloModel::kNormalized})
      .status();
}

void Override(const BoundFlags& flags, v1::SprtBounds& sprt) {
  if (flags.elo0) sprt.set_elo0(*flags.elo0);
  if (flags.elo1) sprt.set_elo1(*flags.elo1);
  if (flags.alpha) sprt.set_alpha(*flags.alpha);
  if (flags.beta) sprt.set_beta(*flags.beta);
  if (!flags.model.empty()) {
    sprt.set_model(flags.model == "logistic" ? v1::ELO_MODEL_LOGISTIC : v1::ELO_MODEL_NORMALIZED);
  }
}

void Override(const ShareFlags& flags, v1::RunSpec& spec) {
  spec.set_owner(flags.owner);
  if (flags.priority) spec.set_priority(*flags.priority);
  if (flags.weight) spec.set_weight(*flags.weight);
  if (!flags.tags.empty()) {
    spec.clear_tags();
    spec.mutable_tags()->Add(flags.tags.begin(), flags.tags.end());
  }
  if (flags.max_core_hours) {
    spec.set_max_core_seconds(CoreSeconds(*flags.max_core_hours));
  }
  if (flags.threads) spec.set_threads(*flags.threads);
  if (flags.audit_share) spec.set_audit_share(*flags.audit_share);
  if (!flags.link.empty()) spec.set_link(flags.link);
  if (!flags.keep_games.empty())
    *spec.mutable_keep_games() = *wire::ParseKeepGames(flags.keep_games);
}

v1::RunSpec Defaults(v1::RunKind kind) {
  v1::RunSpec spec;
  spec.set_kind(kind);
  if (kind != v1::RUN_KIND_TEST) return spec;
  const stats::SprtBounds usual;
  v1::SprtBounds& sprt = *spec.mutable_sprt();
  sprt.set_elo0(usual.elo0);
  sprt.set_elo1(usual.elo1);
  sprt.set_alpha(usual.alpha);
  sprt.set_beta(usual.beta);
  sprt.set_model(v1::ELO_MODEL_NORMALIZED);
  return spec;
}

// A copy of a verification tests something else than the tune's result: the tune's page must not
// take it for its verdict.
void DropVerifiedTunes(v1::RunSpec& spec) {
  auto& tags = *spec.mutable_tags();
  tags.erase(std::remove_if(tags.begin(), tags.end(),
                            [](const std::string& tag) { return tag.starts_with(kVerifiesTag); }),
             tags.end());
}

}  // namespace

void AddGameOptions(CLI::App& command, RunFlags& flags, const std::string& book) {
  AddLimitOptions(command, flags.limits);
  command.add_option("--book,--openings", flags.book, book)->type_name("FILE");
  AddSeedOption(command, flags.seed);
  command.add_option("--title", flags.title, "For people")->type_name("TEXT");
  command
      .add_option("--hash", flags.hash_kib, "Each engine's hash table in KiB; 1024 if not given")
      ->type_name("KIB")
      ->check(WholeNumber(64, 1 << 20));
}

CLI::Option* AddLikeOption(CLI::App& command, RunFlags& flags) {
  return command
      .add_option("--like", flags.like,
                  "Clone a run: what isn't given here is as it was there, with new openings")
      ->type_name("RUN");
}

void AddBoundOptions(CLI::App& command, BoundFlags& flags) {
  const stats::SprtBounds usual;
  const auto add = [&](const char* name, std::optional<double>& value, double fallback,
                       const char* text) {
    command.add_option(name, value, fmt::format("{}; {:g} if not given", text, fallback))
        ->type_name("ELO")
        ->group("SPRT");
  };
  add("--elo0", flags.elo0, usual.elo0, "Rejected if it is no better than this");
  add("--elo1", flags.elo1, usual.elo1, "Accepted if it is at least as good as this");
  add("--alpha", flags.alpha, usual.alpha, "Chance of accepting what is only elo0");
  add("--beta", flags.beta, usual.beta, "Chance of rejecting what is elo1");
  command
      .add_option("--model", flags.model, "Which Elo the bounds are in; normalized if not given")
      ->check(CLI::IsMember({"normalized", "logistic"}))
      ->group("SPRT");
}

void AddShareOptions(CLI::App& command, ShareFlags& flags) {
  command.add_option("--owner", flags.owner, "Whose run it is; you if not given")
      ->type_name("NAME")
      ->group(kShareGroup);
  command
      .add_option("--priority", flags.priority,
                  "Its class: nothing of a lower one is played while a higher one has pairs; 0 if "
                  "not given")
      ->check(CLI::Range(-100, 100))
      ->group(kShareGroup);
  command.add_option("--weight", flags.weight, "Its share among your runs of that class")
      ->check(DecimalNumber(0.01, 100.0))
      ->group(kShareGroup);
  command.add_option("--tag", flags.tags, "A word to find it by; may be repeated")
      ->allow_extra_args(false)
      ->type_name("TAG")
      ->group(kShareGroup);
  command.add_option("--max-core-hours", flags.max_core_hours, "End undecided at this cost")
      ->check(CoreHours(CoreHours::Zero::kRefused))
      ->type_name("HOURS")
      ->group(kShareGroup);
  command.add_option("--threads", flags.threads, "Of each engine; 1 if not given")
      ->check(CLI::Range(1, 512))
      ->group(kShareGroup);
  command
      .add_option("--audit", flags.audit_share,
                  "Share of the pairs that another worker plays again, 0 to 1; for fixed nodes or "
                  "depth")
      ->check(DecimalNumber(0.0, 1.0))
      ->type_name("SHARE")
      ->group(kShareGroup);
  command
      .add_option("--keep-games", flags.keep_games,
                  "Which games stay on the coordinator: all, none, the newest pairs (1000), those "
                  "of the last days (30d), both (1000,30d); results stay in any case")
      ->check(KeepGamesWord())
      ->type_name("WHICH")
      ->group(kShareGroup);
  command.add_option("--link", flags.link, "Where the difference is shown")
      ->type_name("URL")
      ->group(kShareGroup);
  command
      .add_flag("--unconfined", flags.unconfined,
                "Play UCI engines also on workers without a sandbox, whose owners permit it")
      ->group(kShareGroup);
  command.add_option("--dev-version", flags.dev_version, "Dev's version, for people")
      ->type_name("TEXT")
      ->group(kShareGroup);
  command.add_option("--dev-commit", flags.dev_commit, "Dev's commit, for people")
      ->type_name("TEXT")
      ->group(kShareGroup);
}

absl::StatusOr<v1::RunSpec> SpecOf(const RunFlags& flags, v1::RunKind kind,
                                   const v1::RunSpec* like) {
  v1::RunSpec spec = like != nullptr ? *like : Defaults(kind);
  if (spec.kind() != kind) {
    const std::string there = KindText(spec.kind());
    return InvalidArgument("--like: run {} is a {}; clone it with 'rookery {} --like'", flags.like,
                           there, there);
  }
  if (like != nullptr) {
    spec.clear_owner();  // whoever asks for it again
    DropVerifiedTunes(spec);
  }
  if (spec.has_league()) spec.clear_max_pairs();  // it follows from the format
  if (!flags.preset.empty()) ROOKERY_RETURN_IF_ERROR(ApplyPreset(flags.preset, spec));
  if (!flags.follow_up.empty()) ROOKERY_RETURN_IF_ERROR(ApplyFollowUp(flags.follow_up, spec));
  if (AnyLimit(flags.limits) || (like == nullptr && flags.preset.empty())) {
    ROOKERY_ASSIGN_OR_RETURN(*spec.mutable_limits(), ToLimits(flags.limits));
  }
  if (kind == v1::RUN_KIND_TEST) {
    Override(flags.bounds, *spec.mutable_sprt());
    ROOKERY_RETURN_IF_ERROR(CheckBounds(spec.sprt()));
  }
  Override(flags.share, spec);
  if (flags.chess960) spec.set_chess960(true);
  if (flags.reference_nps != 0) spec.set_reference_nps(flags.reference_nps);
  if (!flags.dev_limits.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(*spec.mutable_dev()->mutable_limits(),
                             OwnLimits("--dev-limit", flags.dev_limits));
  }
  if (!flags.base_limits.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(*spec.mutable_base()->mutable_limits(),
                             OwnLimits("--base-limit", flags.base_limits));
  }
  if (!flags.title.empty()) spec.set_title(flags.title);
  if (!flags.rules.empty()) spec.set_rule_profile(flags.rules);
  spec.set_seed(flags.seed);
  if (flags.max_pairs != 0) spec.set_max_pairs(flags.max_pairs);
  if (flags.max_moves != 0) spec.set_max_moves(flags.max_moves);
  if (flags.hash_kib != 0) spec.set_hash_kib(flags.hash_kib);
  if (flags.decide_every != 0) spec.set_decide_every(flags.decide_every);
  return spec;
}

}  // namespace rookery::cli
