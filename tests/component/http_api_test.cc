#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/component/coordinator_fixture.h"
#include "tests/component/scripted_worker.h"

namespace rookery::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class HttpApi : public CoordinatorTest {
 protected:
  httplib::Client Http() {
    std::string address = coordinator_->http_address();
    address.pop_back();  // the path's slash
    return httplib::Client(address);
  }
  json GetJson(const std::string& path, int code = 200) {
    const httplib::Result result = Http().Get(path);
    EXPECT_TRUE(result);
    if (!result) return {};
    EXPECT_EQ(result->status, code) << result->body;
    return json::parse(result->body);
  }
  // A run with a few pairs, as the API names it.
  std::string RunWithPairs() {
    const v1::Run run = Create(TestRequest("one"));
    ScriptedWorker worker(coordinator_->grpc_address(), "w1");
    worker.SayHello();
    const v1::Lease lease = worker.AskForLease(4);
    std::vector<v1::PairResult> pairs;
    for (const uint64_t index : lease.pair_indices()) pairs.push_back(WonPair(index));
    worker.Report(lease, 1, pairs);
    return run.name().substr(5);
  }
};

TEST_F(HttpApi, ShowsTheSameFiguresAsGrpc) {
  const std::string id = RunWithPairs();
  const json shown = GetJson("/api/v1/runs/" + id);
  const v1::Run run = Get(id);
  const v1::Progress& progress = run.progress();
  EXPECT_EQ(shown["run"], id);
  EXPECT_EQ(shown["kind"], "test");
  EXPECT_EQ(shown["state"], "active");
  EXPECT_EQ(shown["verdict"], "undecided");
  EXPECT_EQ(shown["pairs"], progress.pairs());
  EXPECT_EQ(shown["pentanomial"][4], progress.pentanomial().ww());
  EXPECT_EQ(shown["llr"], progress.llr());
  EXPECT_EQ(shown["lower"], progress.lower());
  EXPECT_EQ(shown["upper"], progress.upper());
  EXPECT_EQ(shown["elo"], progress.elo());
  EXPECT_EQ(shown["elo_low"], progress.elo_low());
  EXPECT_EQ(shown["nelo"], progress.nelo());
  EXPECT_EQ(shown["los"], progress.los());
  EXPECT_EQ(shown["seed"], "42");
  EXPECT_EQ(shown["sprt"]["model"], "normalized");
  EXPECT_EQ(shown["ends"]["resignation"], progress.games());
  ASSERT_FALSE(shown["history"].empty());
  EXPECT_EQ(shown["history"].back()["pairs"], progress.pairs());
  EXPECT_EQ(shown["history"].back()["llr"], progress.llr());
  EXPECT_EQ(GetJson("/api/v1/runs")["runs"][0]["run"], id);
}

TEST_F(HttpApi, AnswersErrorsWithTrueCodes) {
  EXPECT_EQ(GetJson("/api/v1/runs/nothing", 404)["error"]["code"], "NOT_FOUND");
  EXPECT_EQ(GetJson("/api/v1/runs/nothing/pgn", 404)["error"]["code"], "NOT_FOUND");
  EXPECT_EQ(GetJson("/api/v1/runs?page_size=x", 400)["error"]["code"], "INVALID_ARGUMENT");
  EXPECT_EQ(GetJson("/no/such/page", 404)["error"]["code"], "NOT_FOUND");
  const httplib::Result posted = Http().Post("/api/v1/runs", "{}", "application/json");
  ASSERT_TRUE(posted);
  EXPECT_EQ(posted->status, 405);
}

TEST_F(HttpApi, ServesThePageUnderAStrictPolicy) {
  const httplib::Result page = Http().Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->get_header_value("Content-Type"), HasSubstr("text/html"));
  EXPECT_THAT(page->get_header_value("Content-Security-Policy"), HasSubstr("default-src 'none'"));
  EXPECT_THAT(page->body, HasSubstr("<html"));
  EXPECT_EQ(Http().Get("/healthz")->body, "ok\n");
}

TEST_F(HttpApi, CountsInMetricsWhatHappened) {
  RunWithPairs();
  const std::string text = Http().Get("/metrics")->body;
  EXPECT_THAT(text, HasSubstr("rookery_runs{state=\"active\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("rookery_games_total{end=\"checkmate\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("rookery_loop_up 1\n"));
  EXPECT_THAT(text, HasSubstr("rookery_link_sessions_opened_total 1\n"));
}

// Names that stand after `before` and up to `after` on lines of the text.
std::set<std::string> NamesBetween(const std::string& text, const std::string& before, char after) {
  std::set<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(before)) continue;
    names.insert(line.substr(before.size(), line.find(after, before.size()) - before.size()));
  }
  return names;
}

TEST_F(HttpApi, ListsEveryMetricInTheDocumentAndNoOther) {
  std::ifstream file(std::string(ROOKERY_TEST_DATA) + "/../../docs/metrics.md");
  std::ostringstream document;
  document << file.rdbuf();
  EXPECT_EQ(NamesBetween(Http().Get("/metrics")->body, "# TYPE ", ' '),
            NamesBetween(document.str(), "| `", '`'));
}

TEST_F(HttpApi, StreamsARunUntilItHasEnded) {
  const std::string id = RunWithPairs();
  std::string text;
  std::atomic<bool> stopped{false};
  const httplib::Result result =
      Http().Get("/api/v1/runs/" + id + "/events", [&](const char* data, size_t size) {
        text.append(data, size);
        if (!stopped.exchange(true)) static_cast<void>(client_->StopRun(id, "enough"));
        return true;
      });
  ASSERT_TRUE(result);
  EXPECT_EQ(result->get_header_value("Content-Type"), "text/event-stream");
  EXPECT_THAT(text, HasSubstr("event: run\ndata: {"));
  EXPECT_THAT(text, HasSubstr("\"state\":\"stopped\""));
}

TEST_F(HttpApi, LetsGoOfListenersWhenTheCoordinatorStops) {
  std::atomic<bool> heard{false};
  std::thread listener([&] {
    httplib::Client http = Http();
    http.Get("/api/v1/events", [&](const char*, size_t) {
      heard = true;
      return true;
    });
  });
  while (!heard) std::this_thread::yield();
  coordinator_->Shutdown();
  listener.join();
}

TEST_F(HttpApi, StreamsTheGames) {
  const std::string id = RunWithPairs();
  const httplib::Result pgn = Http().Get("/api/v1/runs/" + id + "/pgn");
  ASSERT_TRUE(pgn);
  EXPECT_EQ(pgn->status, 200);
  EXPECT_THAT(pgn->body, HasSubstr("[Termination \"normal\"]"));
  EXPECT_THAT(pgn->get_header_value("Content-Disposition"), HasSubstr(id + ".pgn"));
}

}  // namespace
}  // namespace rookery::testing
