// `rookery rate`: a rating list from the results in PGN files.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <set>

#include "absl/strings/ascii.h"
#include "base/status.h"
#include "cli/calc.h"
#include "cli/calc_text.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "cli/rate_input.h"
#include "cli/rating_text.h"
#include "coordinator/stats/grades.h"
#include "coordinator/stats/normal.h"
#include "coordinator/stats/ratings.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using stats::ErrorKind;
using stats::PlayerStatus;

constexpr size_t kMostInMatrix = 64;

struct RateFlags {
  std::vector<std::string> files;
  std::string model = "bt";
  std::vector<std::string> anchors;        // NAME=RATING
  std::vector<std::string> loose_anchors;  // NAME=RATING:SD
  std::vector<std::string> superiority;
  std::string relative_to;
  double mean = 0;
  double prior_draws = 0;
  std::optional<double> white_advantage;
  std::optional<double> draw_elo;
};

struct List {
  RateInput input;
  stats::RatingTable table;
  std::vector<uint32_t> order;   // by rating, best first; those without one last
  std::vector<uint32_t> matrix;  // players of the superiority matrix
  std::vector<uint32_t> anchored;
};

absl::StatusOr<uint32_t> PlayerNamed(const std::vector<std::string>& names, std::string_view field,
                                     const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return InvalidArgument("{}: no player '{}' in these games", field, name);
  }
  return static_cast<uint32_t>(found - names.begin());
}

// Whatever the locale, and nothing but plain decimals.
absl::StatusOr<double> ParseNumber(std::string_view field, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) {
    return value;
  }
  return InvalidArgument("{}: '{}' is not a number", field, text);
}

absl::StatusOr<stats::Anchor> ParseAnchor(const std::vector<std::string>& names,
                                          const std::string& text) {
  const size_t equals = text.rfind('=');
  if (equals == std::string::npos) {
    return InvalidArgument("anchor: '{}' must be NAME=RATING", text);
  }
  stats::Anchor anchor;
  ROOKERY_ASSIGN_OR_RETURN(anchor.player, PlayerNamed(names, "anchor", text.substr(0, equals)));
  ROOKERY_ASSIGN_OR_RETURN(anchor.rating, ParseNumber("anchor", text.substr(equals + 1)));
  return anchor;
}

absl::StatusOr<stats::LooseAnchor> ParseLooseAnchor(const std::vector<std::string>& names,
                                                    const std::string& text) {
  const size_t equals = text.rfind('=');
  const size_t colon = text.rfind(':');
  if (equals == std::string::npos || colon == std::string::npos || colon < equals) {
    return InvalidArgument("loose_anchor: '{}' must be NAME=RATING:SPREAD", text);
  }
  stats::LooseAnchor anchor;
  ROOKERY_ASSIGN_OR_RETURN(anchor.player,
                           PlayerNamed(names, "loose_anchor", text.substr(0, equals)));
  ROOKERY_ASSIGN_OR_RETURN(
      anchor.rating, ParseNumber("loose_anchor", text.substr(equals + 1, colon - equals - 1)));
  ROOKERY_ASSIGN_OR_RETURN(anchor.sd, ParseNumber("loose_anchor", text.substr(colon + 1)));
  return anchor;
}

absl::StatusOr<stats::RatingOptions> OptionsOf(const RateFlags& flags,
                                               const std::vector<std::string>& names) {
  stats::RatingOptions options;
  if (flags.model == "davidson") options.model = stats::RatingModel::kDavidson;
  if (flags.model == "rao-kupper") options.model = stats::RatingModel::kRaoKupper;
  options.mean = flags.mean;
  options.prior_draws = flags.prior_draws;
  options.white_advantage = flags.white_advantage;
  options.draw_elo = flags.draw_elo;
  if (flags.draw_elo && options.model != stats::RatingModel::kRaoKupper) {
    return InvalidArgument("draw_elo: the model {} has none; leave it out or take rao-kupper",
                           flags.model);
  }
  std::set<uint32_t> anchored;
  const auto once = [&](std::string_view field, uint32_t player) {
    if (anchored.insert(player).second) return absl::OkStatus();
    return InvalidArgument("{}: '{}' has an anchor already; one for each player", field,
                           names[player]);
  };
  for (const std::string& text : flags.anchors) {
    ROOKERY_ASSIGN_OR_RETURN(const stats::Anchor anchor, ParseAnchor(names, text));
    ROOKERY_RETURN_IF_ERROR(once("anchor", anchor.player));
    options.anchors.push_back(anchor);
  }
  for (const std::string& text : flags.loose_anchors) {
    ROOKERY_ASSIGN_OR_RETURN(const stats::LooseAnchor anchor, ParseLooseAnchor(names, text));
    ROOKERY_RETURN_IF_ERROR(once("loose_anchor", anchor.player));
    options.loose_anchors.push_back(anchor);
  }
  if (!flags.relative_to.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(options.errors_relative_to,
                             PlayerNamed(names, "relative_to", flags.relative_to));
  }
  for (const std::string& name : flags.superiority) {
    ROOKERY_ASSIGN_OR_RETURN(const uint32_t player, PlayerNamed(names, "superiority", name));
    options.compared.push_back(player);
  }
  return options;
}

absl::Status ReadFiles(const RateFlags& flags, RateInput& input) {
  for (const std::string& name : flags.files) {
    std::ifstream file(name);
    if (!file || std::filesystem::is_directory(name)) {
      return Error(absl::StatusCode::kNotFound,
                   "{}: cannot be read; give a PGN file or a .csv of results", name);
    }
    const std::string lower = absl::AsciiStrToLower(name);
    const bool results = std::string_view(lower).ends_with(".csv");
    ROOKERY_RETURN_IF_ERROR(results ? input.ReadResults(file, name) : input.Read(file, name));
  }
  if (input.games() > 0) return absl::OkStatus();
  std::string why;
  if (input.unfinished() > 0) why += fmt::format(", {} without a result", input.unfinished());
  if (input.broken() > 0) {
    why += fmt::format(", {} that could not be read ({})", input.broken(),
                       fmt::join(input.faults(), "; "));
  }
  return InvalidArgument(
      "{}: no finished game{}; give PGN files, or results in files that end in .csv",
      fmt::join(flags.files, ", "), why);
}

absl::StatusOr<List> Work(const RateFlags& flags) {
  List list;
  ROOKERY_RETURN_IF_ERROR(ReadFiles(flags, list.input));
  const std::vector<std::string>& names = list.input.names();
  if (flags.superiority.size() > kMostInMatrix) {
    return InvalidArgument("superiority: {} players; at most {}", flags.superiority.size(),
                           kMostInMatrix);
  }
  ROOKERY_ASSIGN_OR_RETURN(const stats::RatingOptions options, OptionsOf(flags, names));
  list.matrix = options.compared;
  for (const stats::Anchor& anchor : options.anchors) list.anchored.push_back(anchor.player);
  for (const stats::LooseAnchor& anchor : options.loose_anchors) {
    list.anchored.push_back(anchor.player);
  }
  ROOKERY_ASSIGN_OR_RETURN(list.table, stats::FitRatings(list.input.Input(), options));
  list.order.resize(names.size());
  std::iota(list.order.begin(), list.order.end(), 0);
  // Who won every game against others without a rating comes first all the same.
  const auto key = [&](uint32_t player) {
    const stats::PlayerRating& row = list.table.players[player];
    const double unrated = row.status == PlayerStatus::kOnlyWon ? INFINITY : -INFINITY;
    return row.rating.value_or(unrated);
  };
  std::sort(list.order.begin(), list.order.end(),
            [&](uint32_t a, uint32_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; });
  return list;
}

std::string_view ErrorName(ErrorKind kind) {
  if (kind == ErrorKind::kExact) return "exact";
  return kind == ErrorKind::kProbed ? "probed" : "none";
}

ordered_json PlayerJson(const List& list, uint32_t player) {
  const stats::PlayerRating& row = list.table.players[player];
  ordered_json object;
  object["name"] = list.input.names()[player];
  object["rating"] = NumberOrNull(row.rating);
  object["error"] = row.sd ? ordered_json(stats::kZ95 * *row.sd) : ordered_json(nullptr);
  object["games"] = row.games;
  object["points"] = row.points;
  object["score"] = row.games > 0 ? ordered_json(row.points / row.games) : ordered_json(nullptr);
  object["status"] = stats::Name(row.status);
  object["group"] = row.group + 1;
  const int64_t points = list.input.grade_points()[player];
  const std::optional<int> grade = stats::GradeOf(points);
  const bool graded = list.input.graded();
  object["grade"] = graded && grade ? ordered_json(*grade) : ordered_json(nullptr);
  object["grade_points"] = graded ? ordered_json(points) : ordered_json(nullptr);
  object["grade_settled"] = graded && row.games >= static_cast<double>(stats::kSettledGames);
  return object;
}

ordered_json MatrixJson(const List& list) {
  ordered_json rows = ordered_json::array();
  for (const uint32_t a : list.matrix) {
    ordered_json row = ordered_json::array();
    for (const uint32_t b : list.matrix) row.push_back(NumberOrNull(list.table.Superiority(a, b)));
    rows.push_back(row);
  }
  return rows;
}

ordered_json ToJson(const List& list, const RateFlags& flags) {
  const stats::RatingTable& table = list.table;
  ordered_json object;
  object["model"] = flags.model;
  object["games"] = list.input.games();
  object["pairs"] = list.input.pairs();
  object["unfinished"] = list.input.unfinished();
  object["broken"] = list.input.broken();
  object["groups"] = table.groups;
  object["white_advantage"] = table.white_advantage;
  object["white_advantage_error"] = table.white_advantage_sd
                                        ? ordered_json(stats::kZ95 * *table.white_advantage_sd)
                                        : ordered_json(nullptr);
  object["white_advantage_held"] = table.white_advantage_held;
  object["draw_parameter_held"] = table.draw_parameter_held;
  object["draw_rate_equal"] = table.draw_rate_equal;
  object["draw_elo"] = NumberOrNull(table.draw_elo);
  object["draw_nu"] = NumberOrNull(table.draw_nu);
  object["log_likelihood"] = table.log_likelihood;
  object["errors"] = ErrorName(table.errors);
  object["error_scatter"] = table.error_scatter;
  object["errors_relative_to"] =
      flags.relative_to.empty() ? ordered_json(nullptr) : ordered_json(flags.relative_to);
  object["players"] = ordered_json::array();
  for (const uint32_t player : list.order) object["players"].push_back(PlayerJson(list, player));
  object["superiority_players"] = flags.superiority;
  object["superiority"] = MatrixJson(list);
  return object;
}

std::string RatingText(const stats::PlayerRating& row) {
  if (!row.rating) return "n/a";
  return fmt::format("{}{}", BoundSign(stats::Name(row.status)), Fixed(*row.rating, 1));
}

// "12", "12?" before it counts as settled, "-" below the ladder's first rung.
std::string GradeText(int64_t points, double games) {
  const std::optional<int> grade = stats::GradeOf(points);
  if (!grade) return "-";
  return fmt::format("{}{}", *grade, games < static_cast<double>(stats::kSettledGames) ? "?" : "");
}

void PrintTable(const List& list, Printer& printer) {
  std::vector<std::vector<std::string>> rows = {
      {"#", "Player", "Rating", "+-", "Points", "Games", "Score", "Group", "Grade"}};
  int rank = 0;
  for (const uint32_t player : list.order) {
    const stats::PlayerRating& row = list.table.players[player];
    rows.push_back(
        {fmt::format("{}", ++rank), Printable(list.input.names()[player]), RatingText(row),
         row.sd ? fmt::format("{:.1f}", stats::kZ95 * *row.sd) : "n/a",
         fmt::format("{:.1f}", row.points), fmt::format("{:.0f}", row.games),
         row.games > 0 ? fmt::format("{:.1f} %", 100 * row.points / row.games) : "n/a",
         fmt::format("{}", row.group + 1),
         list.input.graded() ? GradeText(list.input.grade_points()[player], row.games) : "-"});
  }
  printer.Table(rows);
}

void PrintMatrix(const List& list, Printer& printer) {
  if (list.matrix.empty()) return;
  std::vector<std::vector<std::string>> rows = {{"P(row > column)"}};
  for (const uint32_t player : list.matrix)
    rows[0].push_back(Printable(list.input.names()[player]));
  for (const uint32_t a : list.matrix) {
    rows.push_back({Printable(list.input.names()[a])});
    for (const uint32_t b : list.matrix) {
      rows.back().push_back(a == b ? "-" : PercentText(list.table.Superiority(a, b)));
    }
  }
  printer.Out("");
  printer.Table(rows);
}

// What a reader of the list must know, on stderr.
void Explain(const List& list, Printer& printer) {
  for (const std::string& fault : list.input.faults()) printer.Say(fault);
  if (list.input.broken() > 0) {
    printer.Say(fmt::format("{} broken games were left out", list.input.broken()));
  }
  if (list.table.groups > 1) {
    printer.Say(
        fmt::format("{} groups never met: ratings compare within a group alone, and each without "
                    "an anchor has the same mean",
                    list.table.groups));
  }
  if (list.table.white_advantage_held) {
    printer.Say(
        "the white advantage can't be told from these games: ratings explain as much (who met had "
        "the same colours in every game, say), or the colour explains results without limit (White "
        "won them all); it is held at 0. --white-advantage ELO, or with the model bt --prior 2, "
        "gives another value");
  }
  if (list.table.draw_parameter_held) {
    printer.Say(
        "how much equals draw can't be told from these games: the stronger side never lost, or all "
        "was drawn; the share of draws is taken as theirs. --draw-elo ELO of rao-kupper gives "
        "another value");
  }
  for (const uint32_t player : list.anchored) {
    if (list.table.players[player].status == PlayerStatus::kRated) continue;
    printer.Say(fmt::format(
        "the anchor of {} is left out: it can't be rated with the others (see below), so it holds "
        "nobody; --prior 1 or more brings it in",
        Printable(list.input.names()[player])));
  }
  if (list.table.errors == ErrorKind::kProbed) {
    printer.Say(fmt::format("errors are estimates, each known within {:.0f} % or so",
                            100 * list.table.error_scatter));
  }
  for (const uint32_t player : list.order) {
    const stats::PlayerRating& row = list.table.players[player];
    const std::string_view why = WhyUnrated(row);
    if (why.empty() || row.status == PlayerStatus::kUnplayed) continue;
    printer.Say(
        fmt::format("{} {}; --prior gives a value", Printable(list.input.names()[player]), why));
  }
}

Exit Run(const RateFlags& flags, Context& context) {
  const absl::StatusOr<List> list = Work(flags);
  if (!list.ok()) return context.FailLocal(list.status());
  Explain(*list, *context.printer);
  if (context.json) {
    context.printer->Json(ToJson(*list, flags));
    return Exit::kDone;
  }
  PrintTable(*list, *context.printer);
  context.printer->Out(
      fmt::format("White advantage {} +- {}, draws between equals {:.1f} %, {} games, model {}",
                  Fixed(list->table.white_advantage, 1),
                  list->table.white_advantage_sd
                      ? fmt::format("{:.1f}", stats::kZ95 * *list->table.white_advantage_sd)
                      : "n/a",
                  100 * list->table.draw_rate_equal, list->input.games(), flags.model));
  PrintMatrix(*list, *context.printer);
  return Exit::kDone;
}

}  // namespace

void AddRateCommand(CLI::App& app, Context& context) {
  const auto flags = std::make_shared<RateFlags>();
  CLI::App* command =
      AddCommand(app, context,
                 {.name = "rate",
                  .summary = "A rating list from PGN files, or from results in .csv files",
                  .examples = "rookery rate games.pgn\n"
                              "rookery rate games.pgn --anchor 'Old one=2800' --model davidson\n"
                              "rookery rate a.pgn b.pgn --superiority new,old --json\n"
                              "rookery rate results.csv"},
                 [flags, &context] { return Run(*flags, context); });
  command->add_option("files", flags->files, "PGN files; .csv: white,black,wins,draws,losses")
      ->required()
      ->type_name("FILE...");
  command->add_option("--model", flags->model, "How draws are seen; scales differ")
      ->check(CLI::IsMember({"bt", "davidson", "rao-kupper"}))
      ->capture_default_str();
  command->add_option("--anchor", flags->anchors, "A rating that stays; may be repeated")
      ->type_name("NAME=RATING");
  command
      ->add_option("--loose-anchor", flags->loose_anchors,
                   "A rating known from elsewhere within that standard deviation; may be repeated")
      ->type_name("NAME=RATING:SD");
  command
      ->add_option("--relative-to", flags->relative_to,
                   "Whose difference the errors are of, instead of the pool's mean")
      ->type_name("NAME");
  command->add_option("--mean", flags->mean, "Of each group without an anchor")
      ->capture_default_str();
  command->add_option("--prior", flags->prior_draws, "Virtual draws of each player")
      ->capture_default_str();
  command->add_option("--white-advantage", flags->white_advantage, "Elo; fitted if not given");
  command->add_option("--draw-elo", flags->draw_elo, "Of rao-kupper; fitted if not given");
  command->add_option("--superiority", flags->superiority, "Players to compare one by one")
      ->delimiter(',')
      ->type_name("NAME,...");
  RefuseEmptyValues(*command);
}

}  // namespace rookery::cli
