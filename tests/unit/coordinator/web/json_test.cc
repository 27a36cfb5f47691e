#include "coordinator/web/json.h"

#include <gtest/gtest.h>

#include "tests/support/view_builders.h"

namespace rookery::coordinator {
namespace {

using testing::MatchSpec;
using testing::TestSpec;
using testing::ViewOf;

TEST(Json, OfARunHasEveryFieldOfTheDocument) {
  const Json json = ToJson(ComputeFigures(ViewOf(TestSpec(), "abc")));
  for (const char* field : {"run",
                            "kind",
                            "state",
                            "title",
                            "verdict",
                            "llr",
                            "lower",
                            "upper",
                            "pairs",
                            "pentanomial",
                            "games",
                            "score",
                            "elo",
                            "elo_low",
                            "elo_high",
                            "nelo",
                            "nelo_low",
                            "nelo_high",
                            "los",
                            "draw_ratio",
                            "draw_ratio_low",
                            "draw_ratio_high",
                            "pairs_ratio",
                            "pairs_ratio_low",
                            "pairs_ratio_high",
                            "stop_lower",
                            "stop_upper",
                            "always_valid_low",
                            "always_valid_high",
                            "forecast",
                            "max_pairs",
                            "pairs_counted",
                            "pairs_after_verdict",
                            "pairs_lent",
                            "ends",
                            "repeated_games",
                            "games_per_second",
                            "workers",
                            "created",
                            "ended",
                            "dev",
                            "base",
                            "limits",
                            "rules",
                            "rated",
                            "max_moves",
                            "hash_kib",
                            "decide_every",
                            "audit_share",
                            "adjudication",
                            "needs",
                            "sprt",
                            "book",
                            "seed",
                            "message"}) {
    EXPECT_TRUE(json.contains(field)) << field;
  }
  EXPECT_EQ(json["run"], "abc");
  EXPECT_EQ(json["pentanomial"].size(), 5u);
  EXPECT_EQ(json["created"], "2023-11-14T22:13:20.000Z");
  EXPECT_TRUE(json["ended"].is_null());
  EXPECT_TRUE(json["elo"].is_null());
}

TEST(Json, OfAMatchHasNullsWhereATestHasBounds) {
  const Json json = ToJson(ComputeFigures(ViewOf(MatchSpec(10))));
  EXPECT_TRUE(json["llr"].is_null());
  EXPECT_TRUE(json["upper"].is_null());
  EXPECT_TRUE(json["sprt"].is_null());
  EXPECT_EQ(json["verdict"], "undecided");
}

TEST(Json, SurvivesTextThatIsNotUtf8) {
  RunSpec spec = TestSpec();
  spec.title = "broken \xff\xfe";
  EXPECT_NE(Dump(ToJson(ComputeFigures(ViewOf(spec)))).find("broken"), std::string::npos);
}

TEST(Json, GivesEachErrorItsHttpCode) {
  // Somebody else has that request id: the caller draws another one.
  EXPECT_EQ(HttpCode(absl::AlreadyExistsError("")), 409);
  EXPECT_EQ(HttpCode(absl::InvalidArgumentError("")), 400);
  EXPECT_EQ(HttpCode(absl::NotFoundError("")), 404);
  EXPECT_EQ(HttpCode(absl::UnimplementedError("")), 405);
  EXPECT_EQ(HttpCode(absl::FailedPreconditionError("")), 409);
  EXPECT_EQ(HttpCode(absl::ResourceExhaustedError("")), 429);
  EXPECT_EQ(HttpCode(absl::UnavailableError("")), 503);
  EXPECT_EQ(HttpCode(absl::DataLossError("")), 500);
  EXPECT_EQ(ErrorBody(absl::NotFoundError("no run")),
            R"({"error":{"code":"NOT_FOUND","message":"no run"}})");
}

}  // namespace
}  // namespace rookery::coordinator
