// What the dashboard's page asks of the HTTP door beside the figures of runs: what it may offer,
// and refusals that name a field of its form.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

#include "tests/component/http_fixture.h"

namespace rookery::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class HttpPage : public HttpTest {};

TEST_F(HttpPage, DatesTheGameOfALearner) {
  const auto date = [this](const std::string& query) {
    const std::string pgn = Http().Get("/api/v1/play/pgn?moves=e2e4" + query)->body;
    const size_t tag = pgn.find("[Date ");
    return tag == std::string::npos ? "none" : pgn.substr(tag + 7, 10);
  };
  EXPECT_EQ(date("&date=2026.11.30"), "2026.11.30");
  EXPECT_EQ(date(""), "????.??.??");
}

TEST_F(HttpPage, NamesWhatIsWrongWithTheGameOfALearner) {
  for (const char* query : {"date=yesterday", "date=2026.13.40", "date=2026.11.32", "side=x"}) {
    const auto answer = Http().Get(std::string("/api/v1/play/pgn?moves=e2e4&") + query);
    EXPECT_EQ(answer->status, 400) << query;
    EXPECT_THAT(answer->body, HasSubstr(std::string(query).substr(0, 4) + ": '")) << query;
  }
}

TEST_F(HttpPage, SaysWhatMayBeWrittenHere) {
  const json me = GetJson("/api/v1/me");
  EXPECT_EQ(me["role"], nullptr);
  EXPECT_EQ(me["why_not"], "");
  for (const char* right : {"create_run", "approve", "take_out", "test_webhooks"}) {
    EXPECT_EQ(me["may"][right], true) << right;
  }
  // A name that a stranger points at this machine may write nothing.
  const httplib::Result strange = Http().Get("/api/v1/me", {{"Host", "stranger.example"}});
  ASSERT_TRUE(strange);
  EXPECT_EQ(json::parse(strange->body)["may"]["create_run"], false);
  EXPECT_THAT(strange->body, HasSubstr("is not a name of this machine's loopback address"));
}

TEST_F(HttpPage, TellsTheFieldOfANumberThatFitsNowhere) {
  for (const char* pairs : {"1e30", "99999999999999999999"}) {
    const std::string body = fmt::format(R"({{"run": {{"maxPairs": "{}"}}}})", pairs);
    const json error =
        json::parse(Http().Post("/api/v1/runs", body, "application/json")->body)["error"];
    EXPECT_EQ(error["fields"][0]["field"], "max_pairs") << error;
    EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("is not a whole number from 0 to"));
    const std::string plan = std::string("/api/v1/plan?max_pairs=") + pairs;
    EXPECT_THAT(GetJson(plan, 400)["error"]["message"].get<std::string>(),
                HasSubstr("is not a whole number from 0 to 10000000"));
  }
}

}  // namespace
}  // namespace rookery::testing
