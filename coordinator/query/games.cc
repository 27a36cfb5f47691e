#include "coordinator/query/games.h"

#include <cstdlib>
#include <utility>

#include "base/status.h"
#include "coordinator/query/names.h"
#include "engine/chess/notation.h"
#include "engine/chess/pgn.h"
#include "engine/chess/pgn_tags.h"

namespace rookery::coordinator {
namespace {

constexpr int kNoScoreAbove = 32'000;      // the worker's mark for "the engine said none"
constexpr uint32_t kNoClock = UINT32_MAX;  // its mark for a mover without a clock

// h:mm:ss.mmm
std::string ClockText(uint32_t ms) {
  return fmt::format("{}:{:02}:{:02}.{:03}", ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60,
                     ms % 1000);
}

// The score first, as our own reader takes it; then what other programs know by these names.
std::string CommentOf(const Ply& ply) {
  std::vector<std::string> words;
  if (ply.score.has_value()) words.push_back(chess::ScoreText(*ply.score));
  if (ply.clock_ms.has_value()) words.push_back(fmt::format("[%clk {}]", ClockText(*ply.clock_ms)));
  if (ply.time_ms.has_value()) words.push_back(fmt::format("[%emt {}]", ClockText(*ply.time_ms)));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string DigestText(std::string_view digest) {
  std::string text;
  for (const char byte : digest) text += fmt::format("{:02x}", static_cast<uint8_t>(byte));
  return text;
}

std::vector<chess::PgnMove> PgnMoves(const openings::Opening& opening, const GameRecord& game) {
  std::vector<chess::PgnMove> moves = openings::BookMoves(opening, true);
  const ReplayedGame replayed = Replay(opening.position, game);
  for (const Ply& ply : replayed.plies) {
    chess::PgnMove& shown = moves.emplace_back();
    shown.move = ply.move;
    shown.comment = CommentOf(ply);
  }
  if (replayed.broken && !moves.empty()) {
    moves.back().comment += " the record breaks off: no legal move follows";
  }
  return moves;
}

// The limits of an engine of its own, or else the run's.
std::string ControlOf(const EngineSpec& engine, const RunSpec& run) {
  const Limits& limits = engine.limits.has_value() ? *engine.limits : run.limits;
  std::vector<chess::ClockPhase> phases;
  for (const ClockPeriod& period : limits.periods) {
    phases.push_back({period.moves, period.base_ms, period.increment_ms});
  }
  if (phases.empty() && limits.base_ms + limits.increment_ms > 0) {
    phases.push_back({0, limits.base_ms, limits.increment_ms});
  }
  return chess::TimeControlText(phases, limits.movetime_ms);
}

}  // namespace

bool IsKnown(const RunView& run, uint64_t index) {
  return run.league == nullptr ||
         PlaceOf(run.run.spec->league->shape(), index).cell < run.league->cells.size();
}

PairIdentity IdentityOf(const RunView& run, uint64_t index, uint64_t book_lines) {
  const RunSpec& spec = *run.run.spec;
  if (!spec.league.has_value() || run.league == nullptr) {
    return {&spec.dev, &spec.base, PlanPair(run.run.seed, index, book_lines)};
  }
  const LeaguePlace place = PlaceOf(spec.league->shape(), index);
  const Seats seats = run.league->cells.at(place.cell).seats;
  return {&spec.league->engines.at(static_cast<size_t>(seats.first)),
          &spec.league->engines.at(static_cast<size_t>(seats.second)),
          PlanLeaguePair(run.run.seed, seats, place.number, book_lines)};
}

absl::StatusOr<openings::Opening> OpeningOf(const RunView& run, const PairPlan& plan,
                                            const openings::Book& book) {
  ROOKERY_ASSIGN_OR_RETURN(const chess::RuleProfile rules,
                           chess::FindRuleProfile(run.run.spec->rule_profile));
  return book.At(plan.opening, rules);
}

ReplayedGame Replay(const chess::Position& opening, const GameRecord& game) {
  ReplayedGame replayed;
  chess::Position position = opening;
  const bool scored = game.scores_cp.size() * 2 == game.moves.size();
  const bool timed = game.times_ms.size() * 2 == game.moves.size();
  const bool clocked = game.clocks_ms.size() * 2 == game.moves.size();
  for (size_t ply = 0; ply * 2 + 1 < game.moves.size(); ++ply) {
    const auto low = static_cast<uint8_t>(game.moves[ply * 2]);
    const auto high = static_cast<uint8_t>(game.moves[ply * 2 + 1]);
    const chess::Move move = chess::Move::FromBits(static_cast<uint16_t>(low | high << 8));
    if (!position.IsLegal(move)) {
      replayed.broken = true;
      break;
    }
    Ply& shown = replayed.plies.emplace_back();
    shown.move = move;
    shown.uci = chess::ToUci(position, move);
    shown.san = chess::ToSan(position, move);
    position.Play(move);
    shown.fen = chess::ToFen(position);
    if (scored && std::abs(game.scores_cp[ply]) <= kNoScoreAbove) {
      shown.score = game.scores_cp[ply];
    }
    if (timed) shown.time_ms = game.times_ms[ply];
    if (clocked && game.clocks_ms[ply] != kNoClock) shown.clock_ms = game.clocks_ms[ply];
  }
  return replayed;
}

std::string GamePgn(const RunView& view, const PairRecord& pair, const openings::Opening& opening,
                    int number, const openings::OpeningClassifier& classifier) {
  const Run& run = view.run;
  const PairIdentity who = IdentityOf(view, pair.result.index, run.book_lines);
  const GameRecord& game = number == 0 ? pair.result.first : pair.result.second;
  const EngineSpec& white = number == 0 ? *who.dev : *who.base;
  const EngineSpec& black = number == 0 ? *who.base : *who.dev;
  chess::PgnGame pgn;
  pgn.tags = {
      {"Event", run.spec->title.empty() ? fmt::format("run {}", run.id) : run.spec->title},
      {"Site", pair.worker},
      {"Date", absl::FormatTime("%Y.%m.%d", pair.received, absl::UTCTimeZone())},
      {"Round", fmt::format("{}.{}", pair.result.index + 1, number + 1)},
      {"White", white.name},
      {"Black", black.name},
      {"Run", run.id},
      {"Termination", std::string(chess::TerminationTag(game.end))},
      {"Cause", std::string(Name(game.end))},
      {"PlyCount", fmt::format("{}", opening.moves.size() + game.moves.size() / 2)},
      {"Digest", DigestText(game.digest)},
  };
  for (auto& tag :
       chess::TimeControlTags(ControlOf(white, *run.spec), ControlOf(black, *run.spec))) {
    pgn.tags.push_back(std::move(tag));
  }
  if (pair.after_verdict) pgn.tags.emplace_back("AfterVerdict", "yes");
  pgn.start = opening.start;
  pgn.moves = PgnMoves(opening, game);
  std::vector<chess::Move> played;
  for (const chess::PgnMove& move : pgn.moves) played.push_back(move.move);
  for (auto& tag : openings::PgnTagsOf(classifier.Classify(opening.start, played))) {
    pgn.tags.push_back(std::move(tag));
  }
  pgn.result = game.result;
  std::string text = chess::ToPgn(pgn);
  while (!text.ends_with("\n\n")) text += '\n';
  return text;
}

}  // namespace rookery::coordinator
