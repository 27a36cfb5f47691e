// Rating lists from results: three models, anchors, a prior, errors from the joint covariance.
// Pure functions; any thread.
//
// kScoreLogistic: the expected score is logistic in the difference (Bradley and Terry; draws count
// as half a win, which leaves ratings alone and makes errors smaller). kDavidson and kRaoKupper
// give draws a law of their own; their ratings lie on other scales (a difference of 167 on the
// first is 332 by Davidson at 50 % draws), so lists of different models are never mixed.
// Sources: Davidson (1970); Rao and Kupper (1967); White (1982) for the sandwich.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::stats {

// Games of two players with these colours; counts by White's result. Fractions are allowed.
struct Meeting {
  uint32_t white = 0;
  uint32_t black = 0;
  double losses = 0;
  double draws = 0;
  double wins = 0;
};

// Pairs of games from one opening with colours exchanged, by the points that `first` made:
// counts[in its game with White][in its game with Black], each loss, draw, win. They must be in the
// meetings too; here they only say how far the games of a pair depend on each other.
struct PairedMeeting {
  uint32_t first = 0;
  uint32_t second = 0;
  double counts[3][3] = {};
};

enum class RatingModel { kScoreLogistic, kDavidson, kRaoKupper };

struct Anchor {
  uint32_t player = 0;
  double rating = 0;
};

// A rating that results may move: known from elsewhere as a normal law with that spread.
struct LooseAnchor {
  uint32_t player = 0;
  double rating = 0;
  double sd = 0;  // 0.01 to 1000
};

struct RatingInput {
  size_t players = 0;
  std::vector<Meeting> meetings;  // in any order; the same two may appear again
  std::vector<PairedMeeting> pairs;
};

struct RatingOptions {
  RatingModel model = RatingModel::kScoreLogistic;
  double mean = 0;                   // of the ratings, where no anchor says otherwise
  std::vector<Anchor> anchors = {};  // ratings that stay as they are
  std::vector<LooseAnchor> loose_anchors = {};
  double prior_draws = 0;  // virtual draws for each player, spread over its opponents
  std::optional<double> white_advantage = std::nullopt;  // Elo; fitted if not given
  std::optional<double> draw_elo = std::nullopt;         // kRaoKupper's delta; fitted if not given
  // Whose difference to the others the standard errors are of, instead of the group's mean.
  std::optional<uint32_t> errors_relative_to = std::nullopt;
  // Players whose joint covariance is wanted exactly however large the pool; at most kMostCompared.
  std::vector<uint32_t> compared = {};
};
inline constexpr size_t kMostCompared = 256;

enum class PlayerStatus {
  kRated,
  kOnlyWon,   // no rating is high enough: `rating` is the one for half a point less
  kOnlyLost,  // likewise, for half a point more
  kApart,     // connected to the rated only by results that all point one way
  kUnplayed,
};
std::string_view Name(PlayerStatus status);  // "rated", "only_won" ...

struct PlayerRating {
  PlayerStatus status = PlayerStatus::kUnplayed;
  uint32_t group = 0;            // players of different groups never met, nor did their opponents
  std::optional<double> rating;  // Elo; of kOnlyWon and kOnlyLost only a bound
  // Standard error relative to the mean of its group's rated players, or to the anchors, or to the
  // player asked for (then none in other groups).
  std::optional<double> sd;
  double games = 0;
  double points = 0;
};

// How standard errors were found.
enum class ErrorKind {
  kNone,
  kExact,   // from the inverse matrix
  kProbed,  // from random probes of it, each sd known within error_scatter: beyond kExactPlayers
};
inline constexpr size_t kExactPlayers = 1500;
inline constexpr size_t kMostPlayers = 100'000;

struct RatingTable {
  std::vector<PlayerRating> players;
  size_t groups = 0;
  double white_advantage = 0;
  std::optional<double> white_advantage_sd;
  // The games leave the advantage open (White wins them all, say), so it was held at 0.
  bool white_advantage_held = false;
  // The games leave the draw parameter open (the stronger side never lost, or all was drawn), so it
  // was held where equals draw as often as these games were drawn.
  bool draw_parameter_held = false;
  std::optional<double> draw_elo;  // kRaoKupper
  std::optional<double> draw_nu;   // kDavidson
  double draw_rate_equal = 0;      // of two equals (without the white advantage)
  double log_likelihood = 0;
  ErrorKind errors = ErrorKind::kNone;
  double error_scatter = 0;  // with kProbed: the standard error of each sd, as a share of it
  // Joint covariance of the ratings of `covered`, ascending, row by row: with kExact of all rated
  // players, with kProbed of those that were compared.
  std::vector<uint32_t> covered;
  std::vector<double> covariance;

  // The standard error of a difference, and P(a is stronger than b); none unless both are covered
  // and of one group.
  std::optional<double> SdBetween(uint32_t a, uint32_t b) const;
  std::optional<double> Superiority(uint32_t a, uint32_t b) const;
};

// InvalidArgument for players out of range, somebody against itself, negative or infinite counts,
// too many players, an anchor named twice, options that are off their scale, or results that no
// finite parameters fit best. `seed` is for
// probes.
absl::StatusOr<RatingTable> FitRatings(const RatingInput& input, const RatingOptions& options,
                                       uint64_t seed = 1);

}  // namespace rookery::stats
