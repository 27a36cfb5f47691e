#include "cli/match_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/rating_text.h"
#include "coordinator/stats/elo_text.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/report.h"
#include "coordinator/stats/standing_order.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using worker::TournamentGame;

const std::string& NameOf(const MatchView& view, int engine) {
  return view.engines[static_cast<size_t>(engine)].name;
}

stats::Report ReportOf(const MatchSpec& spec, const MeetingScore& meeting) {
  return spec.pairs && stats::Total(meeting.pairs) > 0 ? stats::FixedReport(meeting.pairs)
                                                       : stats::FixedReport(meeting.games);
}

ordered_json OrNull(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json EndsJson(const std::map<GameEnd, int64_t>& ends) {
  ordered_json json = ordered_json::object();
  for (const auto& [end, count] : ends) json[std::string(Name(end))] = count;
  return json;
}

// By engine, of those that did anything wrong that lost no game.
ordered_json FaultsJson(const MatchView& view) {
  ordered_json json = ordered_json::object();
  for (size_t i = 0; i < view.engines.size(); ++i) {
    for (const auto& [fault, count] : view.score.EndsOf(static_cast<int>(i)).faults) {
      json[view.engines[i].name][std::string(worker::Name(fault))] = count;
    }
  }
  return json;
}

ordered_json MeetingJson(const MatchSpec& spec, const MeetingScore& meeting) {
  ordered_json json = {{"games", stats::Total(meeting.games)},
                       {"wins", meeting.games[2]},
                       {"losses", meeting.games[0]},
                       {"draws", meeting.games[1]},
                       {"score", meeting.Share()},
                       {"pentanomial", meeting.pairs}};
  const stats::Report report = ReportOf(spec, meeting);
  if (report.elo) {
    json["elo"] = OrNull(stats::KnownElo(report.elo->value));
    json["elo_low"] = OrNull(stats::KnownElo(report.elo->low));
    json["elo_high"] = OrNull(stats::KnownElo(report.elo->high));
  }
  return json;
}

std::string MeetingText(const MatchView& view, int first, int second) {
  const MeetingScore meeting = view.score.Between(first, second);
  std::string text =
      fmt::format("Score of {} vs {}: {} - {} - {}  [{:.3f}] {}\n", NameOf(view, first),
                  NameOf(view, second), meeting.games[2], meeting.games[0], meeting.games[1],
                  meeting.Share(), stats::Total(meeting.games));
  const stats::Report report = ReportOf(view.spec, meeting);
  if (report.elo) {
    const std::string elo = stats::EloText(*report.elo);
    text += fmt::format("Elo {}, pairs {}\n", elo.empty() ? "not known yet" : elo,
                        fmt::join(meeting.pairs, ","));
  }
  return text;
}

// Points of the row's engine against the column's, of so many games.
std::string Crosstable(const MatchView& view, const std::vector<Standing>& standings) {
  std::string text = fmt::format("{:>3} {:<24}", "", "");
  for (size_t i = 0; i < standings.size(); ++i) text += fmt::format(" {:>11}", i + 1);
  text += '\n';
  for (size_t row = 0; row < standings.size(); ++row) {
    text += fmt::format("{:>3} {:<24}", row + 1, NameOf(view, standings[row].engine));
    for (const Standing& column : standings) {
      const MeetingScore meeting = view.score.Between(standings[row].engine, column.engine);
      const int64_t games = stats::Total(meeting.games);
      const double points = meeting.Share() * static_cast<double>(games);
      text += games == 0 ? fmt::format(" {:>11}", "-")
                         : fmt::format(" {:>11}", fmt::format("{:.1f}/{}", points, games));
    }
    text += '\n';
  }
  return text;
}

std::string RatingText(const stats::PlayerRating& row) {
  if (!row.rating) return "n/a";
  return fmt::format("{}{:+.1f}", BoundSign(stats::Name(row.status)), *row.rating);
}

std::string StandingsText(const MatchView& view) {
  const std::vector<Standing> standings = Standings(view.score);
  std::string text = fmt::format("{:>3} {:<24} {:>10} {:>7} {:>7} {:>7} {:>7}\n", "#", "engine",
                                 "Elo", "+/-", "games", "points", "score");
  std::string notes;
  for (size_t i = 0; i < standings.size(); ++i) {
    const Standing& one = standings[i];
    const double share = one.games == 0 ? 0 : 100 * one.points / static_cast<double>(one.games);
    text += fmt::format("{:>3} {:<24} {:>10} {:>7} {:>7} {:>7.1f} {:>6.1f}%\n", i + 1,
                        NameOf(view, one.engine), RatingText(one.rating),
                        one.rating.sd ? fmt::format("{:.1f}", stats::kZ95 * *one.rating.sd) : "n/a",
                        one.games, one.points, share);
    if (const std::string_view why = WhyUnrated(one.rating); !why.empty()) {
      notes += fmt::format("  {}: {}\n", NameOf(view, one.engine), why);
    }
  }
  return text + notes + Crosstable(view, standings);
}

std::string EndsText(const MatchView& view) {
  std::string text;
  for (const auto& [end, count] : view.score.ends()) {
    text += fmt::format("  {}: {}\n", Name(end), count);
  }
  for (size_t i = 0; i < view.engines.size(); ++i) {
    const EngineEnds& ends = view.score.EndsOf(static_cast<int>(i));
    for (const auto& [fault, count] : ends.faults) {
      text += fmt::format("  {} {}: {} time{}\n", view.engines[i].name, worker::Text(fault), count,
                          count == 1 ? "" : "s");
    }
    if (ends.timeouts + ends.crashes + ends.illegal == 0) continue;
    text += fmt::format("  {}: lost {} on time, {} by crash or stall, {} by illegal moves\n",
                        view.engines[i].name, ends.timeouts, ends.crashes, ends.illegal);
  }
  return text;
}

std::string SprtText(const MatchView& view) {
  const auto sprt = stats::Sprt::Create(*view.spec.sprt);
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) [{:.2f}, {:.2f}]\n",
                     MatchLlr(view.spec, view.score), sprt->lower(), sprt->upper(),
                     view.spec.sprt->elo0, view.spec.sprt->elo1);
}

std::string_view VerdictName(stats::Verdict verdict) {
  if (verdict == stats::Verdict::kUndecided) return "undecided";
  return verdict == stats::Verdict::kAccepted ? "accepted" : "rejected";
}

std::string_view EndName(MatchEnd end) {
  switch (end) {
    case MatchEnd::kComplete:
      return "complete";
    case MatchEnd::kDecided:
      return "decided";
    case MatchEnd::kInterrupted:
      return "interrupted";
    case MatchEnd::kFailed:
      return "failed";
  }
  return "";
}

ordered_json GameJson(const MatchView& view, const ScheduledGame& game) {
  return {{"game", game.id + 1},
          {"of", view.schedule.total()},
          {"round", game.round + 1},
          {"white", NameOf(view, game.white())},
          {"black", NameOf(view, game.black())}};
}

}  // namespace

std::vector<Standing> Standings(const MatchScore& score) {
  stats::RatingInput input;
  input.players = score.engines();
  for (size_t a = 0; a < score.engines(); ++a) {
    for (size_t b = a + 1; b < score.engines(); ++b) {
      const auto games = score.Between(static_cast<int>(a), static_cast<int>(b)).games;
      if (stats::Total(games) == 0) continue;
      input.meetings.push_back({static_cast<uint32_t>(a), static_cast<uint32_t>(b),
                                static_cast<double>(games[0]), static_cast<double>(games[1]),
                                static_cast<double>(games[2])});
    }
  }
  // Colours are exchanged, so there is no advantage of White to fit.
  const auto table = stats::FitRatings(input, {.white_advantage = 0.0});
  std::vector<Standing> standings;
  for (size_t i = 0; i < score.engines(); ++i) {
    const MeetingScore all = score.Of(static_cast<int>(i));
    Standing one;
    one.engine = static_cast<int>(i);
    one.games = stats::Total(all.games);
    one.points = all.Share() * static_cast<double>(one.games);
    if (table.ok()) one.rating = table->players[i];
    standings.push_back(one);
  }
  const auto key = [](const Standing& one) {
    return stats::StandingKey{one.points, static_cast<double>(one.games), one.rating.rating,
                              one.engine};
  };
  std::sort(standings.begin(), standings.end(), [&](const Standing& a, const Standing& b) {
    return stats::StandsBefore(key(a), key(b));
  });
  return standings;
}

ordered_json ReportJson(const MatchView& view) {
  ordered_json names = ordered_json::array();
  for (const EngineFacts& engine : view.engines) names.push_back(engine.name);
  ordered_json json = {{"engines", names}};
  if (view.engines.size() == 2) json.update(MeetingJson(view.spec, view.score.Between(0, 1)));
  json["ends"] = EndsJson(view.score.ends());
  json["faults"] = FaultsJson(view);
  json["rules"] = view.spec.rules;
  json["rated"] = chess::IsRated(view.spec.rules);
  if (view.spec.sprt) json["llr"] = MatchLlr(view.spec, view.score);
  if (view.engines.size() == 2) return json;
  json["games"] = view.score.games();
  for (const Standing& one : Standings(view.score)) {
    ordered_json row = {{"engine", NameOf(view, one.engine)},
                        {"elo", OrNull(one.rating.rating)},
                        {"elo_sd", OrNull(one.rating.sd)},
                        {"status", stats::Name(one.rating.status)},
                        {"games", one.games},
                        {"points", one.points},
                        {"ends", EndsJson(view.score.EndsOf(one.engine).all)}};
    if (const std::string_view why = WhyUnrated(one.rating); !why.empty()) row["why"] = why;
    json["standings"].push_back(std::move(row));
  }
  for (int a = 0; a < static_cast<int>(view.engines.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(view.engines.size()); ++b) {
      const MeetingScore meeting = view.score.Between(a, b);
      if (stats::Total(meeting.games) == 0) continue;
      ordered_json row = {{"first", NameOf(view, a)}, {"second", NameOf(view, b)}};
      row.update(MeetingJson(view.spec, meeting));
      json["meetings"].push_back(std::move(row));
    }
  }
  if (view.schedule.winner() >= 0) json["winner"] = NameOf(view, view.schedule.winner());
  return json;
}

std::string ReportText(const MatchView& view) {
  std::string text = view.engines.size() == 2 ? MeetingText(view, 0, 1) : StandingsText(view);
  if (view.spec.sprt) text += SprtText(view);
  text += EndsText(view);
  if (view.schedule.winner() >= 0) {
    text += fmt::format("Winner: {}\n", NameOf(view, view.schedule.winner()));
  }
  if (!chess::IsRated(view.spec.rules)) {
    text += fmt::format("Rules: {} (not rated)\n", view.spec.rules);
  }
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void TextMatchPrinter::OnBegin(const MatchView& view, int64_t resumed) {
  if (resumed == 0) return;
  context_.printer->Say(fmt::format("{}: goes on after {} games", view.spec.log, resumed));
}

void TextMatchPrinter::OnGame(const MatchView& view, const TournamentGame& game) {
  context_.printer->Say(fmt::format("Finished game {} ({} vs {}): {} {{{}}}", game.plan.id + 1,
                                    NameOf(view, game.plan.white()),
                                    NameOf(view, game.plan.black()), ResultText(game.played.result),
                                    worker::ResultReason(game.played, view.rules)));
  if (!game.played.detail.empty()) context_.printer->Say("  " + game.played.detail);
}

void TextMatchPrinter::OnWarning(const std::string& warning) {
  context_.printer->Say("warning: " + warning);
}

void TextMatchPrinter::OnVerdict(const MatchView& view, stats::Verdict verdict) {
  context_.printer->Say(fmt::format("{} is {}", view.engines[0].name, VerdictName(verdict)));
}

void TextMatchPrinter::OnEnd(const MatchView& view, MatchEnd end) {
  context_.printer->Out(ReportText(view));
  if (end == MatchEnd::kInterrupted && !view.spec.log.empty()) {
    context_.printer->Say("the same command goes on from here");
  }
}

void JsonMatchPrinter::OnBegin(const MatchView& view, int64_t resumed) {
  context_.printer->Json({{"event", "begin"},
                          {"games", view.schedule.total()},
                          {"format", Name(view.spec.schedule.format)},
                          {"seed", view.spec.seed},
                          {"resumed", resumed}});
}

void JsonMatchPrinter::OnStart(const MatchView& view, const ScheduledGame& game) {
  ordered_json json = {{"event", "start"}};
  json.update(GameJson(view, game));
  context_.printer->Json(json);
}

void JsonMatchPrinter::OnGame(const MatchView& view, const TournamentGame& game) {
  ordered_json json = {{"event", "game"}};
  json.update(GameJson(view, game.plan));
  json["result"] = ResultText(game.played.result);
  json["end"] = Name(game.played.end);
  json["plies"] = game.played.moves.size();
  json["elapsed_ms"] = game.played.elapsed_ms;
  if (!game.played.detail.empty()) json["detail"] = game.played.detail;
  context_.printer->Json(json);
}

void JsonMatchPrinter::OnWarning(const std::string& warning) {
  context_.printer->Json({{"event", "warning"}, {"text", warning}});
}

void JsonMatchPrinter::OnFault(const MatchView& view, int engine, const worker::PlayerNote& note) {
  context_.printer->Json({{"event", "warning"},
                          {"engine", NameOf(view, engine)},
                          {"kind", worker::Name(note.fault)},
                          {"text", note.evidence}});
}

void JsonMatchPrinter::OnVerdict(const MatchView& view, stats::Verdict verdict) {
  context_.printer->Json({{"event", "verdict"},
                          {"verdict", VerdictName(verdict)},
                          {"llr", MatchLlr(view.spec, view.score)}});
}

void JsonMatchPrinter::OnEnd(const MatchView& view, MatchEnd end) {
  ordered_json json = {{"event", "end"}, {"state", EndName(end)}};
  json.update(ReportJson(view));
  context_.printer->Json(json);
}

}  // namespace rookery::cli
