#include "coordinator/stats/ratings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/status.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/rating_errors.h"
#include "coordinator/stats/rating_graph.h"
#include "coordinator/stats/rating_solver.h"
#include "coordinator/stats/rating_spread.h"
#include "coordinator/stats/root.h"
#include "coordinator/stats/white_advantage.h"

namespace rookery::stats {
namespace {

constexpr double kMostRating = 100'000;
constexpr double kMostAnchorSd = 1000;  // beyond, it says next to nothing and drowns the others

absl::Status CheckMeeting(const Meeting& m, size_t players) {
  if (m.white >= players || m.black >= players) {
    return InvalidArgument("meeting: player {} or {}, but there are {}", m.white, m.black, players);
  }
  if (m.white == m.black) return InvalidArgument("meeting: player {} against itself", m.white);
  for (const double count : {m.losses, m.draws, m.wins}) {
    if (!(count >= 0 && count <= 1e12)) {
      return InvalidArgument("meeting: a count of {}; counts lie within 0 and 1e12", count);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckLooseAnchors(const RatingInput& input, const RatingOptions& options,
                               std::vector<bool>& anchored) {
  for (const LooseAnchor& anchor : options.loose_anchors) {
    if (anchor.player >= input.players) {
      return InvalidArgument("loose_anchor: player {}, but there are {}", anchor.player,
                             input.players);
    }
    if (anchored[anchor.player]) {
      return InvalidArgument("loose_anchor: player {} is anchored already", anchor.player);
    }
    anchored[anchor.player] = true;
    if (!(std::abs(anchor.rating) <= kMostRating)) {
      return InvalidArgument("loose_anchor: {} must lie within -{} and {}", anchor.rating,
                             kMostRating, kMostRating);
    }
    if (!(anchor.sd >= 0.01 && anchor.sd <= kMostAnchorSd)) {
      return InvalidArgument("loose_anchor: a spread of {}; it lies within 0.01 and {}", anchor.sd,
                             kMostAnchorSd);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckWanted(const RatingInput& input, const RatingOptions& options) {
  if (options.errors_relative_to && *options.errors_relative_to >= input.players) {
    return InvalidArgument("errors_relative_to: player {}, but there are {}",
                           *options.errors_relative_to, input.players);
  }
  if (options.compared.size() > kMostCompared) {
    return InvalidArgument("compared: {} players; at most {}", options.compared.size(),
                           kMostCompared);
  }
  for (const uint32_t player : options.compared) {
    if (player < input.players) continue;
    return InvalidArgument("compared: player {}, but there are {}", player, input.players);
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const RatingInput& input, const RatingOptions& options) {
  std::vector<bool> anchored(input.players, false);
  for (const Anchor& anchor : options.anchors) {
    if (anchor.player >= input.players) {
      return InvalidArgument("anchor: player {}, but there are {}", anchor.player, input.players);
    }
    if (anchored[anchor.player]) {
      return InvalidArgument("anchor: player {} is named twice", anchor.player);
    }
    anchored[anchor.player] = true;
    if (!(std::abs(anchor.rating) <= kMostRating)) {
      return InvalidArgument("anchor: {} must lie within -{} and {}", anchor.rating, kMostRating,
                             kMostRating);
    }
  }
  ROOKERY_RETURN_IF_ERROR(CheckLooseAnchors(input, options, anchored));
  ROOKERY_RETURN_IF_ERROR(CheckWanted(input, options));
  if (!(std::abs(options.mean) <= kMostRating)) {
    return InvalidArgument("mean: {} must lie within -{} and {}", options.mean, kMostRating,
                           kMostRating);
  }
  if (!(options.prior_draws >= 0 && options.prior_draws <= 1e6)) {
    return InvalidArgument("prior: {} draws must lie within 0 and 1e6", options.prior_draws);
  }
  if (options.white_advantage && !(std::abs(*options.white_advantage) <= 2000)) {
    return InvalidArgument("white_advantage: {} must lie within -2000 and 2000",
                           *options.white_advantage);
  }
  if (options.draw_elo && !(*options.draw_elo > 0 && *options.draw_elo <= 5000)) {
    return InvalidArgument("draw_elo: {} must be above 0 and at most 5000", *options.draw_elo);
  }
  return absl::OkStatus();
}

absl::Status Check(const RatingInput& input, const RatingOptions& options) {
  if (input.players > kMostPlayers) {
    return InvalidArgument("players: {}; at most {}", input.players, kMostPlayers);
  }
  for (const Meeting& m : input.meetings) {
    ROOKERY_RETURN_IF_ERROR(CheckMeeting(m, input.players));
  }
  for (const PairedMeeting& pair : input.pairs) {
    if (pair.first >= input.players || pair.second >= input.players || pair.first == pair.second) {
      return InvalidArgument("pairs: players {} and {} of {}", pair.first, pair.second,
                             input.players);
    }
    for (const auto& row : pair.counts) {
      for (const double count : row) {
        if (count >= 0 && count <= 1e12) continue;
        return InvalidArgument("pairs: a count of {}; counts lie within 0 and 1e12", count);
      }
    }
  }
  return CheckOptions(input, options);
}

// Virtual draws: each player gives half of `draws` to its opponents by the share of its games,
// one half with each colour; so a player takes part in `draws` on the whole.
std::vector<Meeting> WithPrior(const RatingInput& input, double draws) {
  std::vector<Meeting> meetings = input.meetings;
  if (draws == 0) return meetings;
  std::vector<double> games(input.players, 0);
  for (const Meeting& m : input.meetings) {
    games[m.white] += m.losses + m.draws + m.wins;
    games[m.black] += m.losses + m.draws + m.wins;
  }
  for (const Meeting& m : input.meetings) {
    const double count = m.losses + m.draws + m.wins;
    if (count <= 0) continue;
    const double share = draws / 4 * count * (1 / games[m.white] + 1 / games[m.black]);
    meetings.push_back({.white = m.white, .black = m.black, .draws = share});
    meetings.push_back({.white = m.black, .black = m.white, .draws = share});
  }
  return meetings;
}

// Anchored players lie on one scale without having met, if at least one of the anchors is loose:
// the prior is a result of its own. For the graph alone.
void ConnectAnchors(const RatingOptions& options, std::vector<Meeting>& meetings) {
  if (options.loose_anchors.empty()) return;
  const uint32_t first = options.loose_anchors.front().player;
  for (const LooseAnchor& anchor : options.loose_anchors) {
    if (anchor.player != first) {
      meetings.push_back({.white = first, .black = anchor.player, .draws = 1});
    }
  }
  for (const Anchor& anchor : options.anchors) {
    meetings.push_back({.white = first, .black = anchor.player, .draws = 1});
  }
}

// The draw parameter at which equals draw as often as these games were drawn, one game more and
// half of it a draw.
double UsualDrawParameter(const RatingProblem& problem) {
  double draws = 0.5;
  double games = 1;
  for (const Meeting& m : problem.meetings()) {
    draws += m.draws;
    games += m.losses + m.draws + m.wins;
  }
  const double share = draws / games;
  return problem.model() == RatingModel::kDavidson ? std::log(2 * share / (1 - share))
                                                   : 2 * std::atanh(share);
}

// Where all games or none are draws the likelihood has no maximum in the draw parameter. Without
// draws it is held near the end that it would run to, which is the model without draws.
void HoldDrawParameter(RatingProblem& problem, bool& held) {
  if (!problem.free[problem.draw_index()]) return;
  double draws = 0;
  double decisive = 0;
  for (const Meeting& m : problem.meetings()) {
    draws += m.draws;
    decisive += m.losses + m.wins;
  }
  if (draws > 0 && decisive > 0) return;
  problem.free[problem.draw_index()] = 0;
  const bool davidson = problem.model() == RatingModel::kDavidson;
  constexpr double kNoDraws[] = {1e-9, -30};  // delta, ln nu
  held = draws > 0;
  problem.at[problem.draw_index()] = held ? UsualDrawParameter(problem) : kNoDraws[davidson];
}

void FindLooseGroups(const RatingGraph& graph, RatingProblem& problem) {
  std::vector<char> anchored(graph.groups, 0);
  std::vector<std::vector<uint32_t>> groups(graph.groups);
  for (const Pull& pull : problem.pulls) anchored[graph.players[pull.coordinate].group] = 1;
  for (uint32_t i = 0; i < graph.players.size(); ++i) {
    const PlayerPlace& place = graph.players[i];
    if (place.status != PlayerStatus::kRated) continue;
    if (!problem.free[i]) anchored[place.group] = 1;
    groups[place.group].push_back(i);
  }
  for (size_t group = 0; group < groups.size(); ++group) {
    if (!anchored[group]) problem.loose.push_back(std::move(groups[group]));
  }
}

RatingProblem MakeProblem(const RatingOptions& options, const RatingGraph& graph,
                          const std::vector<Meeting>& meetings, bool& draw_held) {
  std::vector<Meeting> seen;
  const auto rated = [&](uint32_t player) {
    return graph.players[player].status == PlayerStatus::kRated;
  };
  for (const Meeting& m : meetings) {
    if (rated(m.white) && rated(m.black)) seen.push_back(m);
  }
  RatingProblem problem(options.model, graph.players.size(), std::move(seen));
  for (size_t i = 0; i < graph.players.size(); ++i) {
    if (!rated(static_cast<uint32_t>(i))) problem.free[i] = 0;
  }
  for (const Anchor& anchor : options.anchors) {
    problem.at[anchor.player] = anchor.rating / kEloPerNatural;
    problem.free[anchor.player] = 0;
  }
  for (const LooseAnchor& anchor : options.loose_anchors) {
    if (!rated(anchor.player)) continue;
    const double sd = anchor.sd / kEloPerNatural;
    problem.pulls.push_back({.coordinate = anchor.player,
                             .towards = anchor.rating / kEloPerNatural,
                             .precision = 1 / (sd * sd)});
  }
  if (options.white_advantage) {
    problem.at[problem.white_index()] = *options.white_advantage / kEloPerNatural;
    problem.free[problem.white_index()] = 0;
  }
  if (options.draw_elo && options.model == RatingModel::kRaoKupper) {
    problem.at[problem.draw_index()] = *options.draw_elo / kEloPerNatural;
    problem.free[problem.draw_index()] = 0;
  }
  HoldDrawParameter(problem, draw_held);
  FindLooseGroups(graph, problem);
  return problem;
}

// Moves each group without an anchor so that its rated players have the wanted mean.
void PlaceLooseGroups(double mean, RatingProblem& problem) {
  problem.Centre(problem.at);
  for (const std::vector<uint32_t>& group : problem.loose) {
    for (const uint32_t player : group) problem.at[player] += mean / kEloPerNatural;
  }
}

// The rating of somebody who won (or lost) every game against the rated, had one of the results
// been a draw.
std::optional<double> BoundOf(uint32_t player, bool won, const RatingProblem& problem,
                              const std::vector<Meeting>& games) {
  std::vector<Meeting> against;
  bool softened = false;
  for (Meeting m : games) {
    const bool white = m.white == player;
    double& decisive = white == won ? m.wins : m.losses;
    if (!softened && decisive > 0) {
      const double one = std::min(decisive, 1.0);
      decisive -= one;
      m.draws += one;
      softened = true;
    }
    against.push_back(m);
  }
  if (!softened) return std::nullopt;
  const auto pull = [&](double rating) {
    double sum = 0;
    for (const Meeting& m : against) {
      const bool white = m.white == player;
      const double x = problem.at[problem.white_index()] +
                       (white ? rating - problem.at[m.black] : problem.at[m.white] - rating);
      const double slope = TermsOf(problem.model(), m, x, problem.at[problem.draw_index()]).slope_x;
      sum += white ? slope : -slope;
    }
    return sum;
  };
  constexpr double kWide = 200;
  const double at_low = pull(-kWide);
  const double at_high = pull(kWide);
  if (!(at_low > 0 && at_high < 0)) return std::nullopt;
  return kEloPerNatural * FindRoot(pull, {-kWide, at_low}, {kWide, at_high}, 1e-10);
}

void AddBounds(const std::vector<Meeting>& meetings, const RatingProblem& problem,
               RatingTable& table) {
  const auto outside = [&](uint32_t player) {
    const PlayerStatus status = table.players[player].status;
    return status == PlayerStatus::kOnlyWon || status == PlayerStatus::kOnlyLost;
  };
  const auto rated = [&](uint32_t player) {
    return table.players[player].status == PlayerStatus::kRated;
  };
  std::map<uint32_t, std::vector<Meeting>> games;
  for (const Meeting& m : meetings) {
    if (outside(m.white) && rated(m.black)) games[m.white].push_back(m);
    if (outside(m.black) && rated(m.white)) games[m.black].push_back(m);
  }
  for (const auto& [player, against] : games) {
    PlayerRating& row = table.players[player];
    row.rating = BoundOf(player, row.status == PlayerStatus::kOnlyWon, problem, against);
  }
}

void Tally(const RatingInput& input, RatingTable& table) {
  for (const Meeting& m : input.meetings) {
    const double games = m.losses + m.draws + m.wins;
    table.players[m.white].games += games;
    table.players[m.black].games += games;
    table.players[m.white].points += m.wins + m.draws / 2;
    table.players[m.black].points += m.losses + m.draws / 2;
  }
}

void AddNuisance(const RatingProblem& problem, const RatingInput& input, RatingTable& table) {
  const double draw = problem.at[problem.draw_index()];
  table.white_advantage = problem.at[problem.white_index()] * kEloPerNatural;
  if (problem.model() == RatingModel::kDavidson) {
    table.draw_nu = std::exp(draw);
    table.draw_rate_equal = *table.draw_nu / (2 + *table.draw_nu);
  } else if (problem.model() == RatingModel::kRaoKupper) {
    table.draw_elo = draw * kEloPerNatural;
    table.draw_rate_equal = std::tanh(draw / 2);
  } else {
    table.draw_rate_equal = FitDrawRate(problem, input);
  }
  table.log_likelihood = problem.LogLikelihood();
}

void AddErrors(RatingErrors errors, const RatingProblem& problem, RatingTable& table) {
  table.errors = errors.kind;
  if (errors.probes > 0) table.error_scatter = 1 / std::sqrt(2.0 * errors.probes);
  for (size_t i = 0; i < table.players.size(); ++i) {
    if (table.players[i].status != PlayerStatus::kRated) continue;
    if (errors.sd[i] >= 0) {
      table.players[i].sd = errors.sd[i];
    }
  }
  if (errors.kind != ErrorKind::kNone && problem.free[problem.white_index()]) {
    table.white_advantage_sd = errors.white_sd;
  }
  table.covered = std::move(errors.covered);
  table.covariance = std::move(errors.covariance);
}

// Whether the games say what that parameter is. Where White (or the stronger side) never lost, it
// and the ratings grow together without end, and the fit stops where the likelihood is all but
// flat.
bool Tells(const RatingProblem& problem, size_t parameter) {
  constexpr double kMostVariance = 25;  // natural units; one upset in any number of games: 2
  if (!problem.free[parameter]) return true;
  RatingVector unit(problem.size(), 0);
  unit[parameter] = 1;
  return problem.Solve(unit, 1e-8)[parameter] < kMostVariance;
}

// The most likely ratings with all that is free; false if there are none, or not all of it is told.
bool SettleFree(RatingProblem& problem) {
  constexpr double kMostAdvantage = 2000 / kEloPerNatural;
  const bool settled = problem.Maximise() >= 0;
  if (!settled || !std::isfinite(problem.LogLikelihood())) return false;
  if (!(std::abs(problem.at[problem.white_index()]) <= kMostAdvantage)) return false;
  problem.Linearise();
  return Tells(problem, problem.white_index()) && Tells(problem, problem.draw_index());
}

// The fit, with as little held as will do: the draw parameter at the games' own share, White's
// advantage at nothing where ratings can do the same or no advantage is large enough, or both.
absl::Status Settle(RatingProblem& problem, RatingTable& table) {
  const size_t white = problem.white_index();
  const size_t draw = problem.draw_index();
  if (problem.free[white] && RatingsCanStandForWhitesAdvantage(problem)) {
    table.white_advantage_held = true;
    problem.free[white] = 0;
  }
  const RatingProblem start = problem;
  for (const bool hold_white : {false, true}) {
    for (const bool hold_draw : {false, true}) {
      if ((hold_white && !start.free[white]) || (hold_draw && !start.free[draw])) continue;
      problem = start;
      if (hold_white) problem.free[white] = 0;
      if (hold_draw) {
        problem.free[draw] = 0;
        problem.at[draw] = UsualDrawParameter(problem);
      }
      if (!SettleFree(problem)) continue;
      table.white_advantage_held |= hold_white;
      table.draw_parameter_held |= hold_draw;
      return absl::OkStatus();
    }
  }
  return InvalidArgument(
      "ratings: no finite ratings fit best: these games are too few, or too one-sided, for that "
      "many parameters; hold the white advantage and the draw parameter, or give a prior of 1 or "
      "more virtual draws");
}

}  // namespace

std::string_view Name(PlayerStatus status) {
  switch (status) {
    case PlayerStatus::kRated:
      return "rated";
    case PlayerStatus::kOnlyWon:
      return "only_won";
    case PlayerStatus::kOnlyLost:
      return "only_lost";
    case PlayerStatus::kApart:
      return "apart";
    case PlayerStatus::kUnplayed:
      break;
  }
  return "unplayed";
}

absl::StatusOr<RatingTable> FitRatings(const RatingInput& input, const RatingOptions& options,
                                       uint64_t seed) {
  ROOKERY_RETURN_IF_ERROR(Check(input, options));
  const std::vector<Meeting> meetings = WithPrior(input, options.prior_draws);
  RatingInput connected = input;
  connected.meetings = meetings;
  ConnectAnchors(options, connected.meetings);
  const RatingGraph graph = PlacePlayers(connected);
  RatingTable table;
  RatingProblem problem = MakeProblem(options, graph, meetings, table.draw_parameter_held);
  ROOKERY_RETURN_IF_ERROR(Settle(problem, table));
  PlaceLooseGroups(options.mean, problem);
  table.groups = graph.groups;
  table.players.resize(input.players);
  for (size_t i = 0; i < input.players; ++i) {
    table.players[i].status = graph.players[i].status;
    table.players[i].group = graph.players[i].group;
    if (graph.players[i].status == PlayerStatus::kRated) {
      table.players[i].rating = problem.at[i] * kEloPerNatural;
    }
  }
  Tally(input, table);
  AddBounds(meetings, problem, table);
  AddNuisance(problem, input, table);
  AddErrors(FindErrors(problem, {input, options, table.players, seed}), problem, table);
  return table;
}

std::optional<double> RatingTable::SdBetween(uint32_t a, uint32_t b) const {
  const auto place = [&](uint32_t player) {
    return std::lower_bound(covered.begin(), covered.end(), player);
  };
  const auto at_a = place(a);
  const auto at_b = place(b);
  const bool known = a < players.size() && b < players.size() && at_a != covered.end() &&
                     at_b != covered.end() && *at_a == a && *at_b == b;
  if (!known || players[a].group != players[b].group) return std::nullopt;
  const size_t i = static_cast<size_t>(at_a - covered.begin());
  const size_t j = static_cast<size_t>(at_b - covered.begin());
  const size_t n = covered.size();
  const double variance = covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j];
  return std::sqrt(std::max(0.0, variance));
}

std::optional<double> RatingTable::Superiority(uint32_t a, uint32_t b) const {
  const std::optional<double> sd = SdBetween(a, b);
  if (!sd || *sd <= 0) return std::nullopt;
  return NormalCdf((*players[a].rating - *players[b].rating) / *sd);
}

}  // namespace rookery::stats
