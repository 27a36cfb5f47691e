#include "cli/fastchess_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "coordinator/stats/elo_scale.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/standing_order.h"

namespace rookery::cli {
namespace {

constexpr std::string_view kRule = "--------------------------------------------------\n";

// The observed law on its own, without the regularisation of coordinator/stats: the figures that
// fastchess gives. Where they aren't finite, scores are kept inside (0, 1).
struct Figures {
  double elo = 0;
  double elo_error = 0;
  double nelo = 0;
  double nelo_error = 0;
  double los = 0.5;
};

// `values` points a game of each cell; `games_each` of an observation.
template <typename Counts>
Figures FiguresOf(const Counts& counts, double games_each) {
  Figures figures;
  const auto total = static_cast<double>(stats::Total(counts));
  if (total == 0) return figures;
  const double step = 1.0 / static_cast<double>(counts.size() - 1);
  double mean = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    mean += static_cast<double>(counts[i]) / total * step * static_cast<double>(i);
  }
  double variance = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const double distance = step * static_cast<double>(i) - mean;
    variance += static_cast<double>(counts[i]) / total * distance * distance;
  }
  const double error = stats::kZ95 * std::sqrt(variance / total);
  figures.elo = stats::ScoreToEloClamped(mean);
  figures.elo_error =
      (stats::ScoreToEloClamped(mean + error) - stats::ScoreToEloClamped(mean - error)) / 2;
  if (variance == 0) {
    figures.los = mean > 0.5 ? 1 : mean < 0.5 ? 0 : 0.5;
    return figures;
  }
  const double per_score = stats::kNormalizedPerT / std::sqrt(games_each * variance);
  figures.nelo = (mean - 0.5) * per_score;
  figures.nelo_error = error * per_score;
  figures.los = stats::NormalCdf((mean - 0.5) / std::sqrt(variance / total));
  return figures;
}

Figures FiguresOf(const MatchSpec& spec, const MeetingScore& meeting) {
  return spec.pairs ? FiguresOf(meeting.pairs, 2) : FiguresOf(meeting.games, 1);
}

// Games that the statistics rest on.
const stats::Trinomial& GamesOf(const MatchSpec& spec, const MeetingScore& meeting) {
  return spec.pairs ? meeting.paired : meeting.games;
}

double Ratio(double above, double below) { return above == 0 ? 0 : above / below; }

double DrawShare(const MatchSpec& spec, const MeetingScore& meeting) {
  if (spec.pairs) {
    return Ratio(static_cast<double>(meeting.pairs[2]),
                 static_cast<double>(stats::Total(meeting.pairs)));
  }
  return Ratio(static_cast<double>(meeting.games[1]),
               static_cast<double>(stats::Total(meeting.games)));
}

std::string PentaText(const MeetingScore& meeting) {
  return fmt::format("[{}]", fmt::join(meeting.pairs, ", "));
}

std::string LimitText(const worker::SideLimits& limits) {
  if (limits.clock.enabled()) {
    const worker::Period& period = limits.clock.periods.front();
    const double increment = static_cast<double>(period.increment_ms) / 1000;
    return fmt::format("{}{}{}", period.moves > 0 ? fmt::format("{}/", period.moves) : "",
                       static_cast<double>(period.base_ms) / 1000,
                       increment > 0 ? fmt::format("+{:.2g}", increment) : "");
  }
  if (limits.per_move.movetime_ms > 0) {
    return fmt::format("{}/move", static_cast<double>(limits.per_move.movetime_ms) / 1000);
  }
  if (limits.per_move.depth > 0) return fmt::format("{} plies", limits.per_move.depth);
  return fmt::format("{} nodes", limits.per_move.nodes);
}

std::string Both(const std::string& first, const std::string& second) {
  return first == second ? first : fmt::format("{} - {}", first, second);
}

std::string OptionText(const std::string& value, std::string_view unit) {
  return value.empty() ? "NULL" : fmt::format("{}{}", value, unit);
}

std::string MatchupLine(const MatchView& view, size_t first, size_t second) {
  const EngineFacts& a = view.engines[first];
  const EngineFacts& b = view.engines[second];
  const std::string& book = view.spec.openings.file;
  return fmt::format(
      "Results of {} vs {} ({}, {}, {}{}):", a.name, b.name,
      Both(LimitText(view.spec.engines[first].limits), LimitText(view.spec.engines[second].limits)),
      Both(OptionText(a.threads, "t"), OptionText(b.threads, "t")),
      Both(OptionText(a.hash, "MB"), OptionText(b.hash, "MB")),
      book.empty() ? "" : ", " + book.substr(book.find_last_of('/') + 1));
}

std::string TwoEngines(const MatchView& view, int first, int second) {
  const MeetingScore meeting = view.score.Between(first, second);
  const Figures figures = FiguresOf(view.spec, meeting);
  const stats::Trinomial& games = GamesOf(view.spec, meeting);
  const int64_t total = stats::Total(games);
  const double points = static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
  std::string text = MatchupLine(view, static_cast<size_t>(first), static_cast<size_t>(second));
  text += fmt::format("\nElo: {:.2f} +/- {:.2f}, nElo: {:.2f} +/- {:.2f}\n", figures.elo,
                      figures.elo_error, figures.nelo, figures.nelo_error);
  text += fmt::format("LOS: {:.2f} %, DrawRatio: {:.2f} %", 100 * figures.los,
                      100 * DrawShare(view.spec, meeting));
  if (view.spec.pairs) {
    text += fmt::format(", PairsRatio: {:.2f}",
                        Ratio(static_cast<double>(meeting.pairs[3] + meeting.pairs[4]),
                              static_cast<double>(meeting.pairs[0] + meeting.pairs[1])));
  }
  text += fmt::format("\nGames: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1f} ({:.2f} %)\n",
                      total, games[2], games[0], games[1], points,
                      100 * Ratio(points, static_cast<double>(total)));
  if (view.spec.pairs) {
    text += fmt::format(
        "Ptnml(0-2): {}, WL/DD Ratio: {:.2f}\n", PentaText(meeting),
        Ratio(static_cast<double>(meeting.split_pairs), static_cast<double>(meeting.drawn_pairs)));
  }
  return text;
}

std::string ManyEngines(const MatchView& view) {
  struct Row {
    size_t engine;
    MeetingScore all;
    Figures figures;
  };
  std::vector<Row> rows;
  size_t width = 25;
  for (size_t i = 0; i < view.engines.size(); ++i) {
    const MeetingScore all = view.score.Of(static_cast<int>(i));
    rows.push_back({i, all, FiguresOf(view.spec, all)});
    width = std::max(width, view.engines[i].name.size());
  }
  const auto key = [&](const Row& row) {
    const stats::Trinomial& games = GamesOf(view.spec, row.all);
    return stats::StandingKey{static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2,
                              static_cast<double>(stats::Total(games)), row.figures.elo,
                              static_cast<int>(row.engine)};
  };
  std::sort(rows.begin(), rows.end(),
            [&](const Row& a, const Row& b) { return stats::StandsBefore(key(a), key(b)); });
  std::string text =
      fmt::format("{:<4} {:<{}} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}", "Rank", "Name",
                  width, "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw");
  text += view.spec.pairs ? fmt::format(" {:>20}\n", "Ptnml(0-2)") : "\n";
  int rank = 0;
  for (const Row& row : rows) {
    const stats::Trinomial& games = GamesOf(view.spec, row.all);
    const auto total = static_cast<double>(stats::Total(games));
    const double points = static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
    text += fmt::format(
        "{:>4} {:<{}} {:>10.2f} {:>10.2f} {:>10.2f} {:>10.2f} {:>10} {:>9.1f}% {:>9.1f}%", ++rank,
        view.engines[row.engine].name, width, row.figures.elo, row.figures.elo_error,
        row.figures.nelo, row.figures.nelo_error, stats::Total(games), 100 * Ratio(points, total),
        100 * DrawShare(view.spec, row.all));
    text += view.spec.pairs ? fmt::format(" {:>20}\n", PentaText(row.all)) : "\n";
  }
  return text;
}

}  // namespace

std::string FastchessReason(const worker::PlayedGame& game, FastchessOutput output) {
  const chess::RuleProfile rules;  // the counts of that runner's profile are the default's
  if (output == FastchessOutput::kCutechess) return worker::ResultReason(game, rules);
  if (game.end == GameEnd::kAdjudicatedLength) return "Draw by adjudication";
  std::string reason = worker::ResultReason(game, rules);
  if (game.end == GameEnd::kTime) {
    reason += fmt::format(" ({}ms overrun)", std::max<int64_t>(0, game.overrun_us) / 1000);
  }
  return reason;
}

std::string FastchessRating(const MatchView& view, FastchessOutput output, int first, int second) {
  if (view.engines.size() > 2) return ManyEngines(view);
  if (output == FastchessOutput::kFastchess) return TwoEngines(view, first, second);
  const MeetingScore meeting = view.score.Between(first, second);
  const Figures figures = FiguresOf(view.spec, meeting);
  return fmt::format("Elo difference: {:.2f} +/- {:.2f}, LOS: {:.2f} %, DrawRatio: {:.2f} %\n",
                     figures.elo, figures.elo_error, 100 * figures.los,
                     100 * DrawShare(view.spec, meeting));
}

std::string FastchessSprt(const MatchView& view, FastchessOutput output) {
  if (!view.spec.sprt) return "";
  const auto bounds = SprtLimits(*view.spec.sprt);
  const double llr = MatchLlr(view.spec, view.score);
  const double percent = 100 * (llr >= 0 ? llr / bounds.second : -llr / bounds.first);
  if (output == FastchessOutput::kFastchess) {
    return fmt::format("LLR: {:.2f} ({:.1f}%) ({:.2f}, {:.2f}) [{:.2f}, {:.2f}]\n", llr, percent,
                       bounds.first, bounds.second, view.spec.sprt->elo0, view.spec.sprt->elo1);
  }
  const std::string_view verdict = llr >= bounds.second  ? " - H1 was accepted"
                                   : llr <= bounds.first ? " - H0 was accepted"
                                                         : "";
  return fmt::format("SPRT: llr {:.2f} ({:.1f}%), lbound {:.2f}, ubound {:.2f}{}\n", llr,
                     std::abs(percent), bounds.first, bounds.second, verdict);
}

void FastchessPrinter::OnStart(const MatchView& view, const ScheduledGame& game) {
  context_.printer->Out(fmt::format("Started game {} of {} ({} vs {})", game.id + 1,
                                    view.schedule.total(),
                                    view.engines[static_cast<size_t>(game.white())].name,
                                    view.engines[static_cast<size_t>(game.black())].name));
}

bool FastchessPrinter::RatingIsDue(const MatchView& view, const ScheduledGame& game) const {
  if (view.score.games() == static_cast<int64_t>(view.schedule.total())) return true;
  if (match_.rating_interval == 0) return false;
  if (!view.spec.pairs) {
    return static_cast<uint64_t>(view.score.games()) % match_.rating_interval == 0;
  }
  return (game.pair + 1) % match_.rating_interval == 0 && view.score.PairIsComplete(game.pair);
}

void FastchessPrinter::OnGame(const MatchView& view, const worker::TournamentGame& game) {
  const ScheduledGame& plan = game.plan;
  context_.printer->Out(fmt::format("Finished game {} ({} vs {}): {} {{{}}}", plan.id + 1,
                                    view.engines[static_cast<size_t>(plan.white())].name,
                                    view.engines[static_cast<size_t>(plan.black())].name,
                                    ResultText(game.played.result),
                                    FastchessReason(game.played, match_.output)));
  if (!game.played.detail.empty()) OnWarning(game.played.detail);
  const bool all = view.score.games() == static_cast<int64_t>(view.schedule.total());
  const bool score_due = match_.score_interval > 0 &&
                         static_cast<uint64_t>(view.score.games()) % match_.score_interval == 0;
  if (score_due || all) Score(view, plan.first, plan.second);
  if (RatingIsDue(view, plan)) Interval(view, plan.first, plan.second);
}

void FastchessPrinter::Score(const MatchView& view, int first, int second) {
  if (match_.output != FastchessOutput::kCutechess) return;
  const MeetingScore meeting = view.score.Between(first, second);
  context_.printer->Out(fmt::format(
      "Score of {} vs {}: {} - {} - {}  [{:.3f}] {}", view.engines[static_cast<size_t>(first)].name,
      view.engines[static_cast<size_t>(second)].name, meeting.games[2], meeting.games[0],
      meeting.games[1], meeting.Share(), stats::Total(meeting.games)));
}

void FastchessPrinter::Interval(const MatchView& view, int first, int second) {
  const std::string body =
      FastchessRating(view, match_.output, first, second) + FastchessSprt(view, match_.output);
  const bool ruled = match_.output == FastchessOutput::kFastchess;
  context_.printer->OutRaw(ruled ? fmt::format("{}{}{}", kRule, body, kRule) : body);
}

void FastchessPrinter::OnWarning(const std::string& warning) {
  const std::string line = fmt::format("Warning; {}", warning);
  context_.printer->Out(line);
  static_cast<void>(messages_.Append(line + "\n"));
}

void FastchessPrinter::OnPgnChecksum(const std::string& path, uint32_t crc32) {
  context_.printer->Out(fmt::format("File {} has CRC32: {:#x}", path, crc32));
}

void FastchessPrinter::OnVerdict(const MatchView& view, stats::Verdict verdict) {
  Score(view, 0, 1);
  Interval(view, 0, 1);
  context_.printer->Out(match_.output == FastchessOutput::kCutechess
                            ? "Tournament finished"
                            : fmt::format("SPRT ([{:.2f}, {:.2f}]) completed - {} was accepted",
                                          view.spec.sprt->elo0, view.spec.sprt->elo1,
                                          verdict == stats::Verdict::kAccepted ? "H1" : "H0"));
}

void FastchessPrinter::OnEnd(const MatchView& view, MatchEnd end) {
  std::string faults;
  for (size_t i = 0; i < view.engines.size(); ++i) {
    const EngineEnds& ends = view.score.EndsOf(static_cast<int>(i));
    if (ends.timeouts + ends.crashes == 0) continue;
    faults += fmt::format("Player: {}\n  Timeouts: {}\n  Crashed: {}\n", view.engines[i].name,
                          ends.timeouts, ends.crashes);
  }
  if (!faults.empty() && match_.output == FastchessOutput::kFastchess) {
    context_.printer->OutRaw("\n" + faults + "\n");
  }
  if (end == MatchEnd::kInterrupted || end == MatchEnd::kFailed) {
    context_.printer->Out(
        fmt::format("Tournament was interrupted. To resume the tournament, run: rookery fastchess "
                    "-config file={}",
                    view.spec.log));
  }
}

}  // namespace rookery::cli
