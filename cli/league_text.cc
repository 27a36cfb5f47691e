#include "cli/league_text.h"

#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "cli/printer.h"
#include "cli/rating_text.h"
#include "cli/run_text.h"

namespace rookery::cli {
namespace {

using Json = nlohmann::ordered_json;

// Engines of a crosstable; a wider one doesn't fit on a screen.
constexpr int kMostInCrosstable = 12;

std::string RatingText(const v1::LeagueRow& row) {
  if (!row.rated()) return "n/a";
  return fmt::format("{}{:+.1f}", BoundSign(row.status()), row.rating());
}

// "12", "12?" before it counts as settled, "-" below the ladder's first rung.
std::string GradeText(const v1::LeagueRow& row) {
  if (row.grade() == 0) return "-";
  return fmt::format("{}{}", row.grade(), row.grade_settled() ? "" : "?");
}

// The row's points against each of the others, in the order of the table.
class Crosstable {
 public:
  explicit Crosstable(const v1::LeagueTable& table) {
    for (const v1::LeagueMeeting& meeting : table.meetings()) {
      const double points =
          static_cast<double>(meeting.wins()) + 0.5 * static_cast<double>(meeting.draws());
      const auto games = static_cast<double>(2 * meeting.pairs());
      cells_[{meeting.first(), meeting.second()}] = {points, games};
      cells_[{meeting.second(), meeting.first()}] = {games - points, games};
    }
  }
  std::string Text(int engine, int opponent) const {
    if (engine == opponent) return "*";
    const auto found = cells_.find({engine, opponent});
    if (found == cells_.end()) return "";
    return fmt::format("{:g}/{:g}", found->second.first, found->second.second);
  }

 private:
  std::map<std::pair<int, int>, std::pair<double, double>> cells_;
};

Json RowJson(const v1::LeagueRow& row) {
  return {{"rank", row.rank()},
          {"engine", row.engine()},
          {"name", row.name()},
          {"rating", row.rated() ? Json(row.rating()) : Json(nullptr)},
          {"error", row.has_error() ? Json(row.error()) : Json(nullptr)},
          {"status", row.status()},
          {"games", row.games()},
          {"wins", row.wins()},
          {"draws", row.draws()},
          {"losses", row.losses()},
          {"points", row.points()},
          {"grade", row.grade() != 0 ? Json(row.grade()) : Json(nullptr)},
          {"grade_points", row.grade_points()},
          {"grade_settled", row.grade_settled()},
          {"forfeits", row.forfeits()}};
}

}  // namespace

std::string FormatText(v1::LeagueFormat format) {
  switch (format) {
    case v1::LEAGUE_FORMAT_GAUNTLET:
      return "gauntlet";
    case v1::LEAGUE_FORMAT_SWISS:
      return "swiss";
    default:
      return "round-robin";
  }
}

std::string PlayersText(const v1::RunSpec& spec) {
  if (spec.kind() == v1::RUN_KIND_LEAGUE) {
    return fmt::format("{} of {} engines", FormatText(spec.league().format()),
                       spec.league().engines_size());
  }
  return fmt::format("{} against {}", spec.dev().name(), spec.base().name());
}

std::string LeagueText(const v1::LeagueSpec& league) {
  std::string text =
      fmt::format("{} of {} engines, {} {} of each two that meet", FormatText(league.format()),
                  league.engines_size(), league.pairs(), league.pairs() == 1 ? "pair" : "pairs");
  if (league.rounds() > 0) {
    text += fmt::format(", {} {}", league.rounds(), league.rounds() == 1 ? "round" : "rounds");
  }
  if (league.seeds() > 1) text += fmt::format(", {} seeds", league.seeds());
  return text;
}

std::string LeagueTableText(const v1::Run& run) {
  const v1::LeagueTable& table = run.league();
  const bool crosstable = table.rows_size() <= kMostInCrosstable;
  std::vector<std::vector<std::string>> rows = {
      {"#", "Engine", "Elo", "+-", "Points", "Games", "Grade", "Forfeits"}};
  if (crosstable) {
    for (const v1::LeagueRow& row : table.rows()) {
      rows[0].push_back(fmt::format("{}", row.rank()));
    }
  }
  const Crosstable cells(table);
  for (const v1::LeagueRow& row : table.rows()) {
    rows.push_back({fmt::format("{}", row.rank()), row.name(), RatingText(row),
                    row.has_error() ? fmt::format("{:.1f}", row.error()) : "n/a",
                    fmt::format("{:.1f}", row.points()), fmt::format("{}", row.games()),
                    GradeText(row), fmt::format("{}", row.forfeits())});
    if (!crosstable) continue;
    for (const v1::LeagueRow& other : table.rows()) {
      rows.back().push_back(cells.Text(row.engine(), other.engine()));
    }
  }
  std::string text;
  for (const std::string& line : TableLines(rows)) text += line + '\n';
  return text;
}

std::string LeagueLine(const v1::Run& run) {
  std::string text;
  if (run.league().round() > 0) text = fmt::format("round {}, ", run.league().round());
  if (run.league().rows_size() == 0 || !run.league().rows(0).rated()) return text + "no table yet";
  const v1::LeagueRow& first = run.league().rows(0);
  text += fmt::format("{} leads with {} Elo", first.name(), RatingText(first));
  if (first.has_error()) text += fmt::format(" +- {:.1f}", first.error());
  return text;
}

namespace {

Json SuperiorityJson(const v1::LeagueTable& table) {
  Json matrix = Json::array();
  const int rows = table.rows_size();
  if (rows == 0 || table.superiority_size() != rows * rows) return matrix;
  for (int row = 0; row < rows; ++row) {
    Json line = Json::array();
    for (int column = 0; column < rows; ++column) {
      const double share = table.superiority(row * rows + column);
      line.push_back(share < 0 ? Json(nullptr) : Json(share));
    }
    matrix.push_back(std::move(line));
  }
  return matrix;
}

}  // namespace

nlohmann::ordered_json LeagueJson(const v1::Run& run) {
  const v1::LeagueSpec& spec = run.spec().league();
  Json json;
  json["format"] = FormatText(spec.format());
  json["pairs"] = spec.pairs();
  json["rounds"] = spec.rounds();
  json["seeds"] = spec.seeds();
  json["round"] = run.league().round();
  json["white_advantage"] = run.league().white_advantage();
  json["engines"] = Json::array();
  for (const v1::EngineSpec& engine : spec.engines()) json["engines"].push_back(EngineJson(engine));
  json["table"] = Json::array();
  for (const v1::LeagueRow& row : run.league().rows()) json["table"].push_back(RowJson(row));
  json["superiority"] = SuperiorityJson(run.league());
  json["meetings"] = Json::array();
  for (const v1::LeagueMeeting& meeting : run.league().meetings()) {
    json["meetings"].push_back({{"first", meeting.first()},
                                {"second", meeting.second()},
                                {"pairs", meeting.pairs()},
                                {"wins", meeting.wins()},
                                {"draws", meeting.draws()},
                                {"losses", meeting.losses()}});
  }
  return json;
}

}  // namespace rookery::cli
