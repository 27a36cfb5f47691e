#include "coordinator/web/fit_routes.h"

#include <gtest/gtest.h>

#include "tests/support/sample_fit.h"

namespace rookery::coordinator {
namespace {

const Fit kFit = {"0123", "a fit", "ann", absl::FromUnixSeconds(1'700'000'000),
                  testing::SampleFit()};

TEST(FitJson, TellsEveryWeightWithWhatIsNotKnownAsNull) {
  const Json json = ToJson(kFit);
  EXPECT_EQ(json["fit"], "0123");
  EXPECT_EQ(json["created"], "2023-11-14T22:13:20.000Z");
  EXPECT_EQ(json["train"]["positions"], 900);
  EXPECT_EQ(json["test"]["log_loss_after"], 0.6);
  EXPECT_EQ(json["losses"][0]["test"], 0.62);
  EXPECT_TRUE(json["losses"][1]["test"].is_null());
  ASSERT_EQ(json["weights"].size(), 3u);
  EXPECT_EQ(json["weights"][0]["move_in_errors"], -3.2);
  EXPECT_EQ(json["weights"][0]["note"], "");
  EXPECT_TRUE(json["weights"][1]["move_in_errors"].is_null());
  EXPECT_EQ(json["weights"][1]["note"], "at bound");
  EXPECT_EQ(json["weights"][2]["note"], "never seen");
}

TEST(FitJson, IsShortInAList) {
  const Json json = HeadJson(kFit);
  EXPECT_FALSE(json.contains("weights"));
  EXPECT_FALSE(json.contains("losses"));
  EXPECT_EQ(json["weights_fitted"], 3);
  EXPECT_EQ(json["weights_moved"], 2);
  EXPECT_EQ(json["games_known"], true);
}

}  // namespace
}  // namespace rookery::coordinator
