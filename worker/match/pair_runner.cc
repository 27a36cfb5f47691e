#include "worker/match/pair_runner.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/sha256.h"
#include "base/status.h"
#include "engine/chess/notation.h"

namespace rookery::worker {
namespace {

using chess::Color;

// A time per move isn't a clock that an engine can plan with, so it may be overstepped by this
// much even without a margin; beyond it the move is lost on time.
constexpr int64_t kMovetimeGraceMs = 50;

uint32_t RoundedMs(int64_t us) {
  return static_cast<uint32_t>(std::clamp<int64_t>((us + 500) / 1000, 0, kNoClock - 1));
}

GameResult WinOf(Color side) {
  return side == Color::kWhite ? GameResult::kWhiteWins : GameResult::kBlackWins;
}

// However many a profile forgives: a player that can't stop must not hold the game for ever.
constexpr int kMostIllegalMoves = 10;

// Plays one game; holds what its steps share.
class GameLoop {
 public:
  GameLoop(const GameSeats& seats, const openings::Opening& opening, const GameLimits& limits,
           Clock& clock)
      : players_{seats.white, seats.black},
        sides_{seats.white_limits != nullptr ? *seats.white_limits : limits.each,
               seats.black_limits != nullptr ? *seats.black_limits : limits.each},
        on_move_(seats.on_move),
        number_(seats.number),
        limits_(limits),
        clock_(clock),
        opening_(opening),
        game_(openings::GameFrom(opening, limits.rules)),
        game_clock_({sides_[0].clock, sides_[1].clock}),
        adjudicator_(limits.adjudication) {}

  absl::StatusOr<PlayedGame> Run(const std::atomic<bool>& stop) {
    const int64_t started = clock_.MonotonicNanos();
    verdict_ = adjudicator_.Known(game_.position());
    while (!Ended()) {
      if (stop.load(std::memory_order_relaxed)) return absl::CancelledError("stopped");
      ROOKERY_RETURN_IF_ERROR(PlayMove());
      Tell();
    }
    played_.elapsed_ms = (clock_.MonotonicNanos() - started) / 1'000'000;
    played_.digest = Digest();
    return std::move(played_);
  }

 private:
  void Tell() {
    if (on_move_ == nullptr || !*on_move_) return;
    (*on_move_)({number_, played_.moves, played_, Ended()});
  }

  bool Ended() {
    if (over_) return true;
    if (const auto end = game_.End()) return End(end->end, end->result);
    if (verdict_) return End(verdict_->end, verdict_->result);
    if (limits_.max_moves > 0 && static_cast<int>(played_.moves.size()) >= 2 * limits_.max_moves) {
      return End(GameEnd::kAdjudicatedLength, GameResult::kDraw);
    }
    return false;
  }

  bool End(GameEnd end, GameResult result) {
    played_.end = end;
    played_.result = result;
    return over_ = true;
  }

  const SideLimits& Of(Color side) const { return sides_[static_cast<size_t>(Index(side))]; }

  MoveLimits LimitsOf(Color side) const {
    const Color other = Other(side);
    MoveLimits limits;
    limits.own = Of(side).per_move;
    limits.margin_ms = Of(side).clock.margin_ms;
    if (game_clock_.enabled(side)) {
      limits.own.time_left_ms = game_clock_.LeftMs(side);
      if (refused_us_ > 0) {
        limits.own.time_left_ms =
            std::max<int64_t>(limits.own.time_left_ms - refused_us_ / 1000, 1);
      }
      limits.own.increment_ms = game_clock_.IncrementMs(side);
      limits.own.moves_to_go = game_clock_.MovesToGo(side);
    }
    if (game_clock_.enabled(other)) {
      limits.opponent_time_left_ms = game_clock_.LeftMs(other);
      limits.opponent_increment_ms = game_clock_.IncrementMs(other);
    }
    return limits;
  }

  absl::Status PlayMove() {
    const Color side = game_.position().side();
    const int64_t before = clock_.MonotonicNanos();
    absl::StatusOr<MoveReply> reply =
        players_[static_cast<size_t>(Index(side))]->Think(game_, LimitsOf(side));
    const int64_t measured_us = (clock_.MonotonicNanos() - before) / 1000;
    const int64_t thinking_us =
        refused_us_ +
        (reply.ok() && reply->thinking_us.has_value() ? *reply->thinking_us : measured_us);
    refused_us_ = thinking_us;
    if (!reply.ok()) return OnFailure(side, reply.status(), thinking_us);
    if (!game_.position().IsLegal(reply->move)) {
      return OnFailure(side,
                       InvalidArgument("it answered with the illegal move {}", reply->move.bits()),
                       thinking_us);
    }
    if (!InTime(side, thinking_us)) {
      LoseOnTime(side, thinking_us);
      return absl::OkStatus();
    }
    ROOKERY_CHECK(game_clock_.Charge(side, thinking_us));
    refused_us_ = 0;
    Record(side, *reply, thinking_us);
    game_.Play(reply->move);
    played_.moves.push_back(reply->move);
    verdict_ = adjudicator_.AfterMove(game_.position(), reply->score_cp);
    return absl::OkStatus();
  }

  int64_t AllowedUs(Color side) const {
    return game_clock_.enabled(side) ? game_clock_.left_us(side)
                                     : Of(side).per_move.movetime_ms * 1000;
  }

  bool InTime(Color side, int64_t thinking_us) const {
    if (!game_clock_.Allows(side, thinking_us)) return false;
    const int64_t movetime_ms = Of(side).per_move.movetime_ms;
    const int64_t grace_ms = std::max(Of(side).clock.margin_ms, kMovetimeGraceMs);
    return movetime_ms == 0 || thinking_us <= (movetime_ms + grace_ms) * 1000;
  }

  void Record(Color side, const MoveReply& reply, int64_t thinking_us) {
    const int64_t left = game_clock_.enabled(side) ? game_clock_.left_us(side) : -1;
    played_.records.push_back(
        {reply.score_cp, reply.depth, reply.nodes, thinking_us, left, reply.figures});
    played_.scores_cp.push_back(reply.score_cp.value_or(kNoScore));
    played_.times_ms.push_back(RoundedMs(thinking_us));
    if (game_clock_.enabled(Color::kWhite) || game_clock_.enabled(Color::kBlack)) {
      played_.clocks_ms.push_back(left < 0 ? kNoClock : RoundedMs(left));
    }
    played_.nodes += reply.nodes;
  }

  void LoseOnTime(Color side, int64_t thinking_us) {
    const int64_t allowed_us = AllowedUs(side);
    AddDetail(fmt::format("{} us of thinking, {} us were left", thinking_us, allowed_us));
    played_.overrun_us = thinking_us - allowed_us;
    const auto [end, result] = chess::FlagFall(limits_.rules, game_.position(), side);
    End(end, result);
  }

  // More evidence, after that of illegal moves that were forgiven.
  void AddDetail(std::string_view text) {
    if (!played_.detail.empty()) played_.detail += "; ";
    played_.detail += text == said_last_ ? "the same again" : text;
    said_last_ = text;
    played_.detail.resize(std::min(played_.detail.size(), kMaxDetail));
  }

  int64_t ExtraUs(Color side) const {
    const int seconds = IsBlitz(Of(side).clock) ? limits_.rules.illegal_extra_blitz_seconds
                                                : limits_.rules.illegal_extra_seconds;
    return int64_t{seconds} * 1'000'000;
  }

  // The profile's limit of illegal moves: below it the move is refused and the player asked again.
  // Where several are forgiven, the last one doesn't lose against a side that can't mate (FIDE
  // 7.5.5); where the first one ends the game, it loses. One that is forgiven may give the other
  // side time.
  void CountIllegal(Color side) {
    const int count = ++illegal_moves_[static_cast<size_t>(Index(side))];
    const int limit = limits_.rules.illegal_limit;
    if (count < kMostIllegalMoves && (limit == 0 || count < limit)) {
      game_clock_.Give(Other(side), ExtraUs(Other(side)));
      return;
    }
    const bool wins = limit == 1 || chess::CanMate(game_.position(), Other(side));
    End(GameEnd::kIllegalMove, wins ? WinOf(Other(side)) : GameResult::kDraw);
  }

  // A player's failure ends the game with its cause; only Cancelled and what isn't the player's
  // doing is passed on.
  absl::Status OnFailure(Color side, const absl::Status& status, int64_t thinking_us) {
    AddDetail(fmt::format("{} at {}: {}", players_[static_cast<size_t>(Index(side))]->name(),
                          chess::ToFen(game_.position()), Message(status)));
    switch (status.code()) {
      case absl::StatusCode::kInvalidArgument:
        // A flag that fell before the move arrived goes first.
        if (!InTime(side, thinking_us) && limits_.rules.order == chess::EndOrder::kRules) {
          LoseOnTime(side, thinking_us);
        } else {
          CountIllegal(side);
        }
        return absl::OkStatus();
      case absl::StatusCode::kUnavailable:
        End(GameEnd::kCrash, WinOf(Other(side)));
        return absl::OkStatus();
      case absl::StatusCode::kAborted:
        End(GameEnd::kStall, WinOf(Other(side)));
        return absl::OkStatus();
      case absl::StatusCode::kDeadlineExceeded:
        if (game_clock_.enabled(side) || Of(side).per_move.movetime_ms > 0) {
          LoseOnTime(side, thinking_us);
        } else {
          End(GameEnd::kStall, WinOf(Other(side)));
        }
        return absl::OkStatus();
      default:
        return status;
    }
  }

  std::string Digest() const {
    const Sha256Digest digest =
        Sha256(fmt::format("{}\n", chess::ToFen(opening_.position)) + PackMoves(played_.moves));
    return std::string(digest.begin(), digest.end());
  }

  std::array<Player*, 2> players_;
  const std::array<SideLimits, 2> sides_;
  const OnMove* const on_move_;
  const int number_;
  const GameLimits& limits_;
  Clock& clock_;
  const openings::Opening& opening_;
  chess::Game game_;
  GameClock game_clock_;
  Adjudicator adjudicator_;
  std::optional<chess::RuleEnd> verdict_;
  std::array<int, 2> illegal_moves_ = {0, 0};
  std::string said_last_;   // of what went wrong
  int64_t refused_us_ = 0;  // this turn's thinking that led to refused moves
  PlayedGame played_;
  bool over_ = false;
};

}  // namespace

absl::StatusOr<PlayedGame> PlayGame(const GameSeats& seats, const openings::Opening& opening,
                                    const GameLimits& limits, Clock& clock,
                                    const std::atomic<bool>& stop) {
  ROOKERY_RETURN_IF_ERROR(seats.white->NewGame(seats.seed));
  ROOKERY_RETURN_IF_ERROR(seats.black->NewGame(seats.seed));
  return GameLoop(seats, opening, limits, clock).Run(stop);
}

absl::StatusOr<PlayedPair> PlayPair(const PairSetup& setup, const GameLimits& limits, Clock& clock,
                                    const std::atomic<bool>& stop) {
  PlayedPair pair;
  pair.pair_index = setup.pair_index;
  const OnMove* const told = &setup.on_move;
  const SideLimits* const dev = setup.dev_limits;
  const SideLimits* const base = setup.base_limits;
  const GameSeats first{setup.dev, setup.base, setup.plan.seed_first, dev, base, told, 1};
  const GameSeats second{setup.base, setup.dev, setup.plan.seed_second, base, dev, told, 2};
  ROOKERY_ASSIGN_OR_RETURN(pair.first, PlayGame(first, setup.opening, limits, clock, stop));
  ROOKERY_ASSIGN_OR_RETURN(pair.second, PlayGame(second, setup.opening, limits, clock, stop));
  return pair;
}

}  // namespace rookery::worker
