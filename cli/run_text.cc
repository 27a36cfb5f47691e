#include "cli/run_text.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/pairing/outcome.h"
#include "base/plural.h"
#include "cli/league_text.h"
#include "cli/tune_text.h"
#include "coordinator/stats/elo_text.h"
#include "engine/chess/rule_profile.h"

namespace rookery::cli {
namespace {

// 12345678 as "12,345,678".
std::string Grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string Seconds(int64_t milliseconds) {
  return fmt::format("{:g}", static_cast<double>(milliseconds) / 1000);
}

std::string ShortHash(const std::string& sha256) { return sha256.substr(0, 12); }

std::string EngineText(const v1::EngineSpec& engine) {
  std::string text = engine.name();
  if (!engine.version().empty()) text += " " + engine.version();
  text += fmt::format(" (weights {}", ShortHash(engine.weights_sha256()));
  if (!engine.commit().empty()) text += ", commit " + engine.commit();
  if (engine.has_limits()) text += ", at " + LimitsText(engine.limits());
  return text + ")";
}

std::string Headline(const v1::Run& run) {
  if (run.state() == v1::RUN_STATE_FAILED) return "failed: " + run.message();
  if (run.kind() != v1::RUN_KIND_TEST) return StateText(run.state());
  std::string text = VerdictText(run.progress().verdict());
  if (run.state() != v1::RUN_STATE_FINISHED) text += ", " + StateText(run.state());
  return text;
}

std::string EndsText(const v1::Run& run) {
  std::vector<std::string> parts;
  for (const v1::GameEndCount& count : run.progress().ends()) {
    const auto end = GameEndFromNumber(count.end());
    parts.push_back(fmt::format("{} {}", end ? Name(*end) : "unknown", Grouped(count.games())));
    const bool fault = run.kind() != v1::RUN_KIND_LEAGUE && end && IsForfeit(*end);
    if (fault) parts.back() += fmt::format(" ({} of them lost by dev)", count.dev_lost());
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Empty if every game was a new one.
std::string RepeatedText(uint64_t games) {
  if (games == 0) return "";
  return fmt::format("{} {} an earlier game of the run", Grouped(games),
                     games == 1 ? "game equals" : "games equal");
}

// Empty by the default's rules, which need no mention.
std::string UnratedRules(const std::string& profile) {
  return chess::IsRated(profile) ? "" : profile + " (not rated)";
}

}  // namespace

std::string RunId(std::string_view name) {
  constexpr std::string_view kCollection = "runs/";
  if (name.starts_with(kCollection)) name.remove_prefix(kCollection.size());
  return std::string(name);
}

std::string VerdictText(v1::Verdict verdict) {
  switch (verdict) {
    case v1::VERDICT_ACCEPTED:
      return "accepted";
    case v1::VERDICT_REJECTED:
      return "rejected";
    default:
      return "undecided";
  }
}

std::string StateText(v1::RunState state) {
  switch (state) {
    case v1::RUN_STATE_ACTIVE:
      return "active";
    case v1::RUN_STATE_PAUSED:
      return "paused";
    case v1::RUN_STATE_FINISHED:
      return "finished";
    case v1::RUN_STATE_STOPPED:
      return "stopped";
    case v1::RUN_STATE_FAILED:
      return "failed";
    case v1::RUN_STATE_WAITING:
      return "waiting";
    default:
      return "unknown";
  }
}

std::string KindText(v1::RunKind kind) {
  switch (kind) {
    case v1::RUN_KIND_MATCH:
      return "match";
    case v1::RUN_KIND_LEAGUE:
      return "league";
    case v1::RUN_KIND_TUNE:
      return "tune";
    default:
      return "test";
  }
}

std::string ModelText(v1::EloModel model) {
  return model == v1::ELO_MODEL_LOGISTIC ? "logistic" : "normalized";
}

std::string LimitsText(const v1::Limits& limits) {
  std::vector<std::string> parts;
  if (limits.nodes() != 0) parts.push_back(fmt::format("{} nodes a move", limits.nodes()));
  if (limits.depth() != 0) parts.push_back(fmt::format("depth {}", limits.depth()));
  if (limits.movetime_ms() != 0) parts.push_back(fmt::format("{} ms a move", limits.movetime_ms()));
  if (limits.base_ms() != 0 || limits.increment_ms() != 0) {
    parts.push_back(
        fmt::format("{}+{} s", Seconds(limits.base_ms()), Seconds(limits.increment_ms())));
  }
  std::vector<std::string> periods;
  for (const v1::ClockPeriod& period : limits.periods()) {
    std::string text = period.moves() == 0 ? "" : fmt::format("{}/", period.moves());
    text += Seconds(period.base_ms());
    if (period.increment_ms() != 0) text += "+" + Seconds(period.increment_ms());
    periods.push_back(std::move(text));
  }
  if (!periods.empty()) parts.push_back(fmt::format("{} s", fmt::join(periods, ",")));
  if (limits.margin_ms() != 0) parts.push_back(fmt::format("{} ms margin", limits.margin_ms()));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string EloText(const v1::Progress& progress) {
  const std::string text =
      stats::EloText({progress.elo(), progress.elo_low(), progress.elo_high()});
  return progress.elo_known() && !text.empty() ? text : "not known yet";
}

std::string AnyTimeText(const v1::Progress& progress) {
  const std::string range =
      stats::EloRange(progress.always_valid_low(), progress.always_valid_high());
  if (range.empty()) return "not known yet";
  return fmt::format("Elo {}{}", range.front() == '[' ? "in " : "", range);
}

std::string ListedElo(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  if (run.kind() == v1::RUN_KIND_TUNE) {
    return run.tune().has_forecast() ? fmt::format("{:+.1f}", run.tune().gain()) : "-";
  }
  const bool known = progress.elo_known() && stats::KnownElo(progress.elo()).has_value();
  return known ? fmt::format("{:+.1f}", progress.elo()) : "-";
}

// Of pairs: won by lost, and how many are level. Empty without pairs.
std::string PairsRatioText(const v1::Progress& progress) {
  if (progress.pairs() == 0) return "";
  const std::string ratio =
      progress.has_pairs_ratio()
          ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", progress.pairs_ratio(),
                        progress.pairs_ratio_low(), progress.pairs_ratio_high())
          : "none lost";
  return fmt::format("{}, draw ratio {:.1f} %", ratio, 100 * progress.draw_ratio());
}

std::string PentanomialText(const v1::Pentanomial& counts) {
  return fmt::format("LL {}, LD {}, DD {}, WD {}, WW {}", counts.ll(), counts.ld(), counts.dd(),
                     counts.wd(), counts.ww());
}

bool HasEnded(const v1::Run& run) {
  return run.state() == v1::RUN_STATE_FINISHED || run.state() == v1::RUN_STATE_STOPPED ||
         run.state() == v1::RUN_STATE_FAILED;
}

Exit ExitOfRun(const v1::Run& run) {
  if (run.state() == v1::RUN_STATE_FAILED) return Exit::kFailed;
  switch (run.progress().verdict()) {
    case v1::VERDICT_ACCEPTED:
      return Exit::kDone;
    case v1::VERDICT_REJECTED:
      return Exit::kFailed;
    default:
      break;
  }
  const bool complete = run.kind() != v1::RUN_KIND_TEST && run.state() == v1::RUN_STATE_FINISHED;
  return complete ? Exit::kDone : Exit::kUndecided;
}

std::string ResultBlock(const v1::Run& run) {
  const v1::Progress& progress = run.progress();
  const bool is_test = run.kind() == v1::RUN_KIND_TEST;
  std::string text = fmt::format("Rookery {}: {}\n", KindText(run.kind()), Headline(run));
  const auto line = [&text](std::string_view label, const std::string& value) {
    if (!value.empty()) text += fmt::format("{:<13}{}\n", label, value);
  };
  line("Title:", run.title());
  const bool league = run.kind() == v1::RUN_KIND_LEAGUE;
  if (league) {
    line("League:", LeagueText(run.spec().league()));
  } else {
    line("Dev:", EngineText(run.spec().dev()));
    line("Base:", EngineText(run.spec().base()));
  }
  line("Limits:",
       LimitsText(run.spec().limits()) +
           (run.spec().threads() > 1 ? fmt::format(", {} threads", run.spec().threads()) : "") +
           (run.spec().reference_nps() > 0
                ? fmt::format(", times scaled to {} nodes/s",
                              Grouped(static_cast<uint64_t>(run.spec().reference_nps())))
                : ""));
  line("Variant:", run.spec().chess960() ? "Chess960" : "");
  line("Rules:", UnratedRules(run.spec().rule_profile()));
  line("Difference:", run.spec().link());
  if (is_test) {
    const v1::SprtBounds& sprt = run.spec().sprt();
    line("SPRT:", fmt::format("{} Elo [{:g}, {:g}], alpha {:g}, beta {:g}", ModelText(sprt.model()),
                              sprt.elo0(), sprt.elo1(), sprt.alpha(), sprt.beta()));
    line("LLR:", fmt::format("{:.2f} ({:.2f}, {:.2f})", progress.llr(), progress.lower(),
                             progress.upper()));
  }
  if (run.kind() == v1::RUN_KIND_TUNE) return text + TuneBlock(run);
  if (!league) {
    const std::string elo = EloText(progress);
    line("Elo:", elo + (elo.find_first_of("+-") == std::string::npos ? "" : " (95 %)"));
  }
  if (progress.elo_known()) {
    line("nElo, LOS:", fmt::format("{:+.1f}, {:.1f} %", progress.nelo(), 100 * progress.los()));
  }
  line("Games:", fmt::format("{} ({} {})", Grouped(2 * progress.pairs()), Grouped(progress.pairs()),
                             progress.pairs() == 1 ? "pair" : "pairs"));
  if (!league) line("Pentanomial:", PentanomialText(progress.pentanomial()));
  if (!league) line("Pairs ratio:", PairsRatioText(progress));
  line("Ends:", EndsText(run));
  line("Repeated:", RepeatedText(progress.repeated_games()));
  line("Void:", progress.pairs_void() == 0
                    ? ""
                    : Counted(progress.pairs_void(), "pair") + " of workers in quarantine");
  if (progress.contested() > 0) {
    line("Contested:", fmt::format("{} that the verdict counts {} void now",
                                   Counted(progress.contested(), "pair"),
                                   progress.contested() == 1 ? "is" : "are"));
  }
  if (const uint64_t audits = progress.audits_agreed() + progress.audits_disagreed(); audits > 0) {
    line("Audits:", fmt::format("{} played again elsewhere, {} of them differently",
                                Counted(audits, "pair"), progress.audits_disagreed()));
  }
  line("Seed:", std::to_string(run.seed()));
  line("Book:", ShortHash(run.spec().book_sha256()));
  line("Run:", RunId(run.name()));
  if (league) text += "\n" + LeagueTableText(run);
  text.pop_back();
  return text;
}

}  // namespace rookery::cli
