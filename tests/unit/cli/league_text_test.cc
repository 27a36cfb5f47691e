#include "cli/league_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run_text.h"

namespace rookery::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

v1::Run League() {
  v1::Run run;
  run.set_name("runs/k3v9x0ab12");
  run.set_kind(v1::RUN_KIND_LEAGUE);
  run.set_state(v1::RUN_STATE_FINISHED);
  v1::RunSpec& spec = *run.mutable_spec();
  spec.set_kind(v1::RUN_KIND_LEAGUE);
  spec.mutable_limits()->set_nodes(500);
  v1::LeagueSpec& league = *spec.mutable_league();
  league.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  league.set_pairs(4);
  league.set_seeds(1);
  for (const char* name : {"flat", "deep"}) league.add_engines()->set_name(name);
  v1::LeagueRow& first = *run.mutable_league()->add_rows();
  first.set_engine(1);
  first.set_rank(1);
  first.set_name("deep");
  first.set_rated(true);
  first.set_rating(35.25);
  first.set_has_error(true);
  first.set_error(20.1);
  first.set_status("rated");
  first.set_games(8);
  first.set_points(5.5);
  first.set_grade(29);
  first.set_grade_points(250);
  v1::LeagueRow& second = *run.mutable_league()->add_rows();
  second.set_engine(0);
  second.set_rank(2);
  second.set_name("flat");
  second.set_rated(true);
  second.set_rating(-35.25);
  second.set_status("only_lost");
  second.set_games(8);
  second.set_points(2.5);
  second.set_forfeits(3);
  v1::LeagueMeeting& meeting = *run.mutable_league()->add_meetings();
  meeting.set_first(0);
  meeting.set_second(1);
  meeting.set_pairs(4);
  meeting.set_wins(1);
  meeting.set_draws(3);
  meeting.set_losses(4);
  return run;
}

TEST(LeagueTableText, ShowsRatingsGradesAndTheCrosstable) {
  EXPECT_EQ(LeagueTableText(League()),
            "#  Engine  Elo       +-    Points  Games  Grade  Forfeits  1      2\n"
            "1  deep    +35.2     20.1  5.5     8      29?    0         *      5.5/8\n"
            "2  flat    <= -35.2  n/a   2.5     8      -      3         2.5/8  *\n");
}

TEST(LeagueText, SpeaksOfOnePairAsOfOne) {
  v1::LeagueSpec league;
  league.set_format(v1::LEAGUE_FORMAT_SWISS);
  league.set_pairs(1);
  league.set_rounds(1);
  EXPECT_THAT(LeagueText(league), HasSubstr("1 pair of each two that meet, 1 round"));
}

TEST(LeagueTableText, EndsTheBlockToPaste) {
  const std::string block = ResultBlock(League());
  EXPECT_THAT(block, HasSubstr("Rookery league: finished\n"));
  EXPECT_THAT(block, HasSubstr("round-robin of 2 engines, 4 pairs of each two that meet"));
  EXPECT_THAT(block, Not(HasSubstr("Pentanomial")));
  EXPECT_THAT(block, HasSubstr("\n\n#  Engine"));
  EXPECT_EQ(ExitOfRun(League()), Exit::kDone);
}

TEST(LeagueJson, HasTheFieldsThatScriptsRelyOn) {
  const nlohmann::ordered_json json = RunJson(League());
  EXPECT_TRUE(json["dev"].is_null());
  EXPECT_EQ(json["league"]["format"], "round-robin");
  EXPECT_EQ(json["league"]["engines"][1]["name"], "deep");
  EXPECT_EQ(json["league"]["table"][0]["rating"], 35.25);
  EXPECT_EQ(json["league"]["table"][0]["grade"], 29);
  EXPECT_TRUE(json["league"]["table"][1]["error"].is_null());
  EXPECT_TRUE(json["league"]["table"][1]["grade"].is_null());
  EXPECT_EQ(json["league"]["meetings"][0]["losses"], 4);
}

TEST(LeagueLine, SaysWhoLeads) {
  EXPECT_EQ(LeagueLine(League()), "deep leads with +35.2 Elo +- 20.1");
  EXPECT_EQ(LeagueLine(v1::Run()), "no table yet");
}

TEST(PlayersText, NamesTheTwoOrCountsTheMany) {
  EXPECT_EQ(PlayersText(League().spec()), "round-robin of 2 engines");
  v1::RunSpec spec;
  spec.mutable_dev()->set_name("a");
  spec.mutable_base()->set_name("b");
  EXPECT_EQ(PlayersText(spec), "a against b");
}

}  // namespace
}  // namespace rookery::cli
