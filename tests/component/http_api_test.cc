#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "coordinator/stats/elo_text.h"
#include "tests/component/http_fixture.h"
#include "tests/component/scripted_worker.h"
#include "tests/support/wait_until.h"

namespace rookery::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class HttpApi : public HttpTest {
 protected:
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

// Where the model of Elo ends, JSON has no number.
void ExpectElo(const json& shown, double elo) {
  const std::optional<double> known = stats::KnownElo(elo);
  EXPECT_EQ(shown, known ? json(*known) : json(nullptr));
}

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
  ExpectElo(shown["elo"], progress.elo());
  ExpectElo(shown["elo_low"], progress.elo_low());
  EXPECT_EQ(shown["nelo"], progress.nelo());
  EXPECT_EQ(shown["los"], progress.los());
  EXPECT_EQ(shown["seed"], "42");
  EXPECT_EQ(shown["sprt"]["model"], "normalized");
  EXPECT_EQ(shown["ends"]["resignation"], progress.games());
  ExpectElo(shown["always_valid_low"], progress.always_valid_low());
  EXPECT_EQ(shown["stop_upper"], progress.stop_upper());
  ASSERT_EQ(shown["plan"].size(), 3u);
  EXPECT_EQ(shown["plan"][1]["expected_pairs"], run.detail().plan(1).expected_pairs());
  EXPECT_GT(run.detail().plan(1).undecided(), 0);
  EXPECT_EQ(shown["plan"][1]["undecided"], run.detail().plan(1).undecided());
  EXPECT_EQ(shown["comparison"]["workers"][0]["pentanomial"][4], progress.pentanomial().ww());
  EXPECT_EQ(run.detail().comparison().workers(0).pentanomial().ww(), progress.pentanomial().ww());
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
  EXPECT_EQ(GetJson("/runsx", 404)["error"]["code"], "NOT_FOUND");
  EXPECT_EQ(GetJson("/runs/a%22b", 404)["error"]["code"], "NOT_FOUND");
  const httplib::Result view = Http().Get("/runs/abc/games");
  EXPECT_EQ(view->status, 302);
  EXPECT_EQ(view->get_header_value("Location"), "/#/runs/abc/games");
  const httplib::Result put = Http().Put("/api/v1/runs", "{}", "application/json");
  ASSERT_TRUE(put);
  EXPECT_EQ(put->status, 405);
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

// How many connections may wait on the listening socket of that port, which is this process's own.
int WaitingAllowed(int port) {
  for (int fd = 3; fd < 4096; ++fd) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    int listening = 0;
    socklen_t flag = sizeof listening;
    if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &flag) != 0 || listening == 0 ||
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
        ntohs(address.sin_port) != port) {
      continue;
    }
    tcp_info info{};  // of a listening socket: how many wait and how many may
    socklen_t length = sizeof info;
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
    return static_cast<int>(info.tcpi_sacked);
  }
  return -1;
}

// A crowd that comes at once is not made to try again after a second, and after three.
TEST_F(HttpApi, LetsAsManyConnectAtOnceAsMayListen) {
  const std::string address = coordinator_->http_address();
  const int port = std::stoi(address.substr(address.rfind(':') + 1));
  EXPECT_GE(WaitingAllowed(port), 256);
}

TEST_F(HttpApi, StreamsTheGames) {
  const std::string id = RunWithPairs();
  const httplib::Result pgn = Http().Get("/api/v1/runs/" + id + "/pgn");
  ASSERT_TRUE(pgn);
  EXPECT_EQ(pgn->status, 200);
  EXPECT_THAT(pgn->body, HasSubstr("[Termination \"normal\"]"));
  EXPECT_THAT(pgn->get_header_value("Content-Disposition"), HasSubstr(id + ".pgn"));
}

TEST_F(HttpApi, MakesARunOfTheSameMessageAsOverGrpc) {
  const v1::CreateRunRequest request = TestRequest("by hand");
  std::string body;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(request, &body).ok());
  const httplib::Result made = Http().Post("/api/v1/runs", body, "application/json");
  ASSERT_TRUE(made);
  ASSERT_EQ(made->status, 201) << made->body;
  const std::string id = json::parse(made->body)["run"];
  EXPECT_EQ(Get(id).title(), "stronger king");
  // The same request again is the same run, by whichever door.
  EXPECT_EQ(json::parse(Http().Post("/api/v1/runs", body, "application/json")->body)["run"], id);
  EXPECT_EQ(Create(request).name(), "runs/" + id);
}

TEST_F(HttpApi, TakesAWorkerOutOfPlayAndBack) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const auto post = [this](const std::string& path, const std::string& body) {
    const httplib::Result answer = Http().Post("/api/v1/workers/" + path, body, "application/json");
    return answer ? answer->status : 0;
  };
  EXPECT_EQ(post("w1/quarantine", R"({"reason": "overheats"})"), 200);
  EXPECT_THAT(worker.Ask(1).no_work().reason(), HasSubstr("in quarantine: overheats"));
  EXPECT_EQ(post("w1/lift", "{}"), 200);
  EXPECT_EQ(post("w1/quarantine", R"({"reason": "host is needed", "drain": true})"), 200);
  EXPECT_THAT(worker.Ask(1).no_work().reason(), HasSubstr("drained: host is needed"));
  EXPECT_TRUE(GetJson("/api/v1/workers/speeds")["nodes_per_second"].is_object());
  EXPECT_EQ(post("w1/quarantine", "{}"), 400);  // why?
  EXPECT_EQ(post("w1/quarantine", "no json"), 400);
  EXPECT_EQ(post("nobody/quarantine", R"({"reason": "x"})"), 404);
  EXPECT_EQ(post("nobody/lift", "{}"), 404);
}

TEST_F(HttpApi, TellsEveryFaultOfARunThatIsAskedFor) {
  const httplib::Result refused = Http().Post("/api/v1/runs", "{}", "application/json");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 400);
  EXPECT_THAT(refused->body, HasSubstr("request_id"));
  EXPECT_EQ(Http().Post("/api/v1/runs", "{\"nonsense\": 1}", "application/json")->status, 400);
  EXPECT_EQ(Http().Post("/api/v1/runs", "{}", "text/plain")->status, 400);
  const httplib::Headers foreign{{"Origin", "http://elsewhere.example"}};
  EXPECT_EQ(Http().Post("/api/v1/runs", foreign, "{}", "application/json")->status, 403);
}

TEST_F(HttpApi, KeepsWeightsThatWereWrittenDown) {
  const httplib::Result kept =
      Http().Post("/api/v1/weights", R"({"text": "\"mat_pawn.mg\" = 91\n"})", "application/json");
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->status, 201) << kept->body;
  const std::string sha256 = json::parse(kept->body)["sha256"];
  EXPECT_EQ(sha256, Upload(v1::ARTIFACT_KIND_WEIGHTS, "\"mat_pawn.mg\" = 91\n"));
  const json all = GetJson("/api/v1/artifacts");
  EXPECT_THAT(all.dump(), HasSubstr(sha256));
  const httplib::Result broken =
      Http().Post("/api/v1/weights", R"({"text": "nothing = 1"})", "application/json");
  EXPECT_EQ(broken->status, 400);
}

TEST_F(HttpApi, PlansATestAsTheCalculatorDoes) {
  const json plan = GetJson("/api/v1/plan?elo0=0&elo1=5&games_per_second=10");
  ASSERT_EQ(plan["points"].size(), 5u);
  EXPECT_NEAR(plan["points"][0]["pass_probability"], 0.05, 1e-9);
  EXPECT_NEAR(plan["points"][4]["pass_probability"], 0.95, 1e-9);
  const double pairs = plan["points"][2]["expected_pairs"];
  EXPECT_NEAR(plan["points"][2]["expected_hours"], 2 * pairs / 10 / 3600, 1e-9);
  const json capped = GetJson("/api/v1/plan?elo0=0&elo1=5&max_pairs=500")["points"][4];
  EXPECT_GT(capped["undecided"], 0.9);
  EXPECT_LT(capped["pass_probability"], 0.1);
  EXPECT_LE(capped["expected_pairs"], 500);
  EXPECT_EQ(capped["pairs_95"], 500);
  EXPECT_EQ(GetJson("/api/v1/plan?elo0=5&elo1=0", 400)["error"]["code"], "INVALID_ARGUMENT");
  EXPECT_EQ(GetJson("/api/v1/plan?elo0=nan", 400)["error"]["code"], "INVALID_ARGUMENT");
}

std::string PlanOf(const std::string& limits, const std::string& more = "") {
  return "/api/v1/plan?elo0=0&elo1=5&limits=" + httplib::detail::encode_query_param(limits) + more;
}

TEST_F(HttpApi, PlansHoursByTheLimitsThatAreAskedFor) {
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  ASSERT_TRUE(WaitUntil([&] { return GetJson("/api/v1/overview")["slots"] > 0; }));
  const double slots = GetJson("/api/v1/overview")["slots"];
  const std::string periods =
      R"({"periods": [{"moves": 40, "base_ms": 60000}, {"moves": 20, "base_ms": 30000}]})";
  const json plan = GetJson(PlanOf(periods));
  EXPECT_EQ(plan["from_run"], nullptr);
  EXPECT_EQ(plan["from_limits"], true);
  EXPECT_EQ(plan["seconds_per_game"], 180);
  EXPECT_EQ(plan["slots"], slots);
  const json& middle = plan["points"][2];
  const double games = 2 * middle["expected_pairs"].get<double>();
  EXPECT_NEAR(middle["core_hours"], games * 180 / 3600, 1e-6);
  EXPECT_NEAR(middle["expected_hours"], games * 180 / 3600 / slots, 1e-6);
  const json match = GetJson(PlanOf(periods, "&pairs=100"))["match"];
  EXPECT_EQ(match["games"], 200);
  EXPECT_EQ(match["core_hours"], 10);
  EXPECT_NEAR(match["expected_hours"], 10 / slots, 1e-9);
  // Odds: the base thinks a tenth of a second a move.
  const json odds = GetJson(PlanOf(periods, "&base_limits=%7B%22movetime_ms%22%3A100%7D"));
  EXPECT_EQ(odds["seconds_per_game"], 96);
  EXPECT_EQ(GetJson(PlanOf(R"({"depth": 8})"))["points"][0]["expected_hours"], nullptr);
  const json wrong = GetJson(PlanOf(R"({"periods": [{"moves": -4}]})"), 400);
  EXPECT_EQ(wrong["error"]["fields"][0]["field"], "limits.periods[0].moves");
}

TEST_F(HttpApi, PlansAsTheNewestLikeRunWent) {
  v1::CreateRunRequest request = TestRequest("like");
  request.mutable_run()->mutable_base()->mutable_limits()->set_nodes(100);
  const std::string id = Create(request).name().substr(5);
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  for (int lease_number = 0; lease_number < 30; ++lease_number) {
    const v1::Lease lease = worker.AskForLease(4);
    std::vector<v1::PairResult> pairs;
    for (const uint64_t index : lease.pair_indices()) {
      v1::PairResult& pair = pairs.emplace_back(WonPair(index));
      if (index % 2 == 1) {  // lost: else the test is over too soon
        pair.mutable_first()->set_result(v1::GAME_RESULT_BLACK_WINS);
        pair.mutable_second()->set_result(v1::GAME_RESULT_WHITE_WINS);
      }
      pair.mutable_first()->set_elapsed_ms(3000);
      pair.mutable_second()->set_elapsed_ms(3000);
    }
    worker.Report(lease, 1, pairs);
    if (Get(id).progress().pairs() >= 20) break;
  }
  ASSERT_GE(Get(id).progress().pairs(), 20u);
  const json plan = GetJson(PlanOf(R"({"nodes": 1000})", "&base_limits=%7B%22nodes%22%3A100%7D"));
  EXPECT_EQ(plan["from_run"], id);
  EXPECT_EQ(plan["from_limits"], false);
  EXPECT_EQ(plan["seconds_per_game"], 3);
  EXPECT_EQ(plan["draw_ratio"], nullptr);
  EXPECT_EQ(GetJson(PlanOf(R"({"nodes": 1000})"))["from_run"], nullptr);  // not at odds
}

// What the page's form sends for clocks of several periods, odds, Chess960 and scaled times.
TEST_F(HttpApi, MakesARunOfEverythingThatTheFormHas) {
  const v1::CreateRunRequest like = TestRequest("like");
  json run = {{"kind", "RUN_KIND_MATCH"},
              {"dev", {{"name", "dev"}, {"weightsSha256", like.run().dev().weights_sha256()}}},
              {"base",
               {{"name", "base"},
                {"weightsSha256", like.run().base().weights_sha256()},
                {"limits", {{"movetimeMs", "100"}, {"marginMs", "20"}}}}},
              {"limits",
               {{"periods", json::array({{{"moves", 40}, {"baseMs", "60000"}},
                                         {{"moves", 20}, {"baseMs", "30000"}}})}}},
              {"chess960", true},
              {"referenceNps", "1000000"},
              {"threads", 2},
              {"maxMoves", 200},
              {"hashKib", 2048},
              {"adjudication", {{"drawMoveNumber", 40}, {"drawMoveCount", 8}}},
              {"needs", {{"memoryMib", "64"}, {"instructionSets", {"avx2"}}}},
              {"maxPairs", "4"},
              {"bookSha256", like.run().book_sha256()}};
  const auto post = [&] {
    const json body = {{"requestId", "form"}, {"run", run}};
    return Http().Post("/api/v1/runs", body.dump(), "application/json");
  };
  const httplib::Result made = post();
  ASSERT_EQ(made->status, 201) << made->body;
  const json shown = GetJson("/api/v1/runs/" + json::parse(made->body)["run"].get<std::string>());
  EXPECT_EQ(shown["limits"]["periods"].size(), 2u);
  EXPECT_EQ(shown["limits"]["periods"][0]["base_ms"], 60000);
  EXPECT_EQ(shown["base"]["limits"], json({{"movetime_ms", 100}, {"margin_ms", 20}}));
  EXPECT_EQ(shown["chess960"], true);
  EXPECT_EQ(shown["reference_nps"], 1'000'000);
  EXPECT_EQ(shown["threads"], 2);
  EXPECT_EQ(shown["max_moves"], 200);
  EXPECT_EQ(shown["hash_kib"], 2048);
  EXPECT_EQ(shown["adjudication"]["draw_move_number"], 40);
  EXPECT_EQ(shown["needs"]["memory_mib"], 64);
  EXPECT_EQ(shown["needs"]["instruction_sets"], json::array({"avx2"}));
}

TEST_F(HttpApi, TellsTheFieldOfEachFaultOfARun) {
  v1::CreateRunRequest request = TestRequest("faulty");
  const auto fields = [&] {
    std::string body;
    EXPECT_TRUE(google::protobuf::util::MessageToJsonString(request, &body).ok());
    const httplib::Result refused = Http().Post("/api/v1/runs", body, "application/json");
    EXPECT_EQ(refused->status, 400) << refused->body;
    const json answer = json::parse(refused->body);
    std::vector<std::string> names;
    for (const json& one : answer["error"]["fields"]) names.push_back(one["field"]);
    return names;
  };
  v1::RunSpec& run = *request.mutable_run();
  run.mutable_limits()->add_periods()->set_moves(40);
  run.mutable_dev()->mutable_limits()->set_depth(-1);
  run.set_reference_nps(-5);
  EXPECT_THAT(fields(),
              ::testing::ElementsAre("dev.limits.depth", "limits.periods[0]", "reference_nps"));
  // What the core alone can say.
  run.mutable_limits()->clear_periods();
  run.mutable_dev()->clear_limits();
  run.set_reference_nps(1'000'000);
  EXPECT_THAT(fields(), ::testing::ElementsAre("reference_nps"));
  run.set_reference_nps(0);
  run.set_max_pairs(1'000'000);
  EXPECT_THAT(fields(), ::testing::ElementsAre("max_pairs"));
  run.set_max_pairs(0);
  run.mutable_sprt()->set_elo1(1e-9);
  EXPECT_THAT(fields(), ::testing::ElementsAre("sprt.elo1"));
}

TEST_F(HttpApi, PlaysAgainstALearner) {
  const httplib::Result answer = Http().Post(
      "/api/v1/play/move", R"({"moves": "e2e4", "level": 3, "seed": 1})", "application/json");
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->status, 200) << answer->body;
  const json table = json::parse(answer->body);
  EXPECT_EQ(table["sans"].size(), 2u);
  EXPECT_EQ(table["end"], nullptr);
  EXPECT_EQ(Http().Post("/api/v1/play/move", R"({"level": 99})", "application/json")->status, 400);
  EXPECT_EQ(Http().Post("/api/v1/play/move", "no json", "application/json")->status, 400);
  EXPECT_EQ(GetJson("/api/v1/play/table?moves=e2e4")["moves"].size(), 20u);
  EXPECT_EQ(GetJson("/api/v1/play/table?moves=e2e5", 400)["error"]["code"], "INVALID_ARGUMENT");
}

// A pair of real games of random moves, reported by a worker; the run's id.
class GamesApi : public HttpApi {
 protected:
  coordinator::Run RunOf(const std::string& id) {
    return coordinator_->View()->run_by_id.at(id)->run;
  }
  std::string RunWithGames() {
    const v1::CreateRunRequest request = TestRequest("games");
    const v1::Run run = Create(request);
    ScriptedWorker worker(coordinator_->grpc_address(), "w1");
    worker.SayHello();
    const v1::Lease lease = worker.AskForLease(3);
    std::vector<v1::PairResult> pairs;
    for (const uint64_t index : lease.pair_indices()) pairs.push_back(GamesOf(index));
    worker.Report(lease, 1, pairs);
    return run.name().substr(5);
  }

  // Of the run of TestRequest.
  static v1::PairResult GamesOf(uint64_t index) {
    std::vector<std::string> book;
    std::istringstream lines(RandomBook(400, 1));
    for (std::string line; std::getline(lines, line);) book.push_back(line);
    const std::string& fen = book[PlanPair(42, index, book.size()).opening];
    v1::PairResult pair;
    pair.set_pair_index(index);
    *pair.mutable_first() = RandomGame(fen, 2 * index);
    *pair.mutable_second() = RandomGame(fen, 2 * index + 1);
    return pair;
  }
};

TEST_F(GamesApi, GivesAPairWithEveryMoveAndThePositionAfterIt) {
  const std::string id = RunWithGames();
  const json pair = GetJson("/api/v1/runs/" + id + "/games/1");
  EXPECT_EQ(pair["pair"], 1);
  EXPECT_EQ(pair["worker"], "w1");
  ASSERT_EQ(pair["games"].size(), 2u);
  EXPECT_EQ(pair["games"][0]["white"], "dev");
  EXPECT_EQ(pair["games"][1]["white"], "base");
  for (const json& game : pair["games"]) {
    EXPECT_EQ(game["broken"], false);
    ASSERT_EQ(game["moves"].size(), game["plies"]);
    auto position = chess::ParseFen(pair["opening_fen"].get<std::string>());
    ASSERT_TRUE(position.ok());
    for (const json& ply : game["moves"]) {
      const auto move = chess::ParseUci(*position, ply["uci"].get<std::string>());
      ASSERT_TRUE(move.ok()) << ply;
      EXPECT_EQ(ply["san"], chess::ToSan(*position, *move));
      position->Play(*move);
      EXPECT_EQ(ply["fen"], chess::ToFen(*position));
      EXPECT_TRUE(ply["score"].is_number_integer());
    }
  }
}

// Stopped, so that its few pairs are put into a block at once; then none is kept.
TEST_F(GamesApi, GivesGamesInABlockAsBeforeAndSaysWhenTheyAreNoLongerKept) {
  const std::string id = RunWithGames();
  const json before = GetJson("/api/v1/runs/" + id + "/games/1");
  const std::string pgn = Http().Get("/api/v1/runs/" + id + "/pgn?after_verdict=1")->body;
  EXPECT_THAT(pgn, HasSubstr("[%emt 0:00:00.007]"));
  EXPECT_THAT(pgn, HasSubstr("[%clk 0:00:01.000]"));
  ASSERT_TRUE(client_->StopRun(id, "enough").ok());
  ASSERT_TRUE(WaitUntil([&] { return RunOf(id).games.packed_to > 0; }));
  EXPECT_EQ(GetJson("/api/v1/runs/" + id + "/games/1"), before);
  EXPECT_EQ(Http().Get("/api/v1/runs/" + id + "/pgn?after_verdict=1")->body, pgn);
  v1::EditRunRequest edit;
  edit.set_name("runs/" + id);
  edit.mutable_keep_games()->set_none(true);
  ASSERT_TRUE(client_->EditRun(edit).ok());
  ASSERT_TRUE(WaitUntil([&] { return RunOf(id).games.dropped == 3; }));
  const json gone = GetJson("/api/v1/runs/" + id + "/games/1");
  EXPECT_EQ(gone["has_games"], false);
  EXPECT_EQ(gone["games"][0]["result"], before["games"][0]["result"]);
  EXPECT_EQ(gone["games"][1]["end"], before["games"][1]["end"]);
  EXPECT_EQ(gone["games"][0]["plies"], nullptr);
  EXPECT_THAT(GetJson("/api/v1/runs/" + id + "/games/1/1/pgn", 404)["error"]["message"],
              HasSubstr("are no longer kept; what is kept: none"));
  EXPECT_EQ(Http().Get("/api/v1/runs/" + id + "/pgn?after_verdict=1")->body, "");
  const json run = GetJson("/api/v1/runs/" + id);
  EXPECT_EQ(run["keep_games"], "none");
  EXPECT_EQ(run["pairs_without_games"], 3);
  EXPECT_EQ(run["events"].back()["kind"], "games");
  EXPECT_EQ(run["pairs_counted"], 3);
}

TEST_F(GamesApi, GivesPairsInPages) {
  const std::string id = RunWithGames();
  const json first = GetJson("/api/v1/runs/" + id + "/games?page_size=2");
  ASSERT_EQ(first["pairs"].size(), 2u);
  EXPECT_EQ(first["next_from"], 2);
  EXPECT_FALSE(first["pairs"][0]["games"][0].contains("moves"));
  const json last = GetJson("/api/v1/runs/" + id + "/games?from=2");
  ASSERT_EQ(last["pairs"].size(), 1u);
  EXPECT_EQ(last["next_from"], nullptr);
}

TEST_F(GamesApi, GivesOneGameAsTheExportHasIt) {
  const std::string id = RunWithGames();
  const std::string all = Http().Get("/api/v1/runs/" + id + "/pgn")->body;
  const httplib::Result one = Http().Get("/api/v1/runs/" + id + "/games/2/2/pgn");
  ASSERT_TRUE(one);
  EXPECT_THAT(one->body, HasSubstr("[Round \"3.2\"]"));
  EXPECT_THAT(all, HasSubstr(one->body));
}

// A worker is asked as soon as somebody watches, and what it sends is shown at once; nothing of it
// goes into the ledger.
TEST_F(GamesApi, ShowsGamesByMoveWhileSomebodyWatches) {
  const v1::Run run = Create(TestRequest("live"));
  const std::string id = run.name().substr(5);
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const v1::Lease lease = worker.AskForLease(2);
  std::string seen;
  std::atomic<bool> shown = false;
  std::thread watcher([&] {
    Http().Get("/api/v1/runs/" + id + "/live", [&](const char* data, size_t size) {
      seen.append(data, size);
      const size_t at = seen.find("event: games\ndata: ");
      shown = at != std::string::npos && seen.find("\n\n", at) != std::string::npos;
      return !shown;
    });
  });
  const v1::CoordinatorMessage asked = worker.Receive();
  ASSERT_TRUE(asked.has_watch_games()) << asked.ShortDebugString();
  EXPECT_EQ(asked.watch_games().run(), run.name());
  EXPECT_GT(asked.watch_games().seconds(), 0);
  const v1::PairResult pair = GamesOf(1);
  v1::WorkerMessage message;
  message.mutable_live_games()->set_run(run.name());
  v1::LiveGame& live = *message.mutable_live_games()->add_games();
  live.set_pair_index(1);
  live.set_number(2);
  live.set_moves(pair.second().moves().substr(0, 6));
  for (const int score : {10, -20, 30}) {
    live.add_scores_cp(score);
    live.add_clocks_ms(1000);
  }
  live.set_over(true);
  live.set_result(v1::GAME_RESULT_BLACK_WINS);
  live.set_end(v1::GAME_END_TIME);
  worker.Send(message);
  EXPECT_TRUE(WaitUntil([&] { return shown.load(); }));
  if (!shown) coordinator_->Shutdown();
  watcher.join();
  const size_t at = seen.find("data: ") + 6;
  const json games = json::parse(seen.substr(at, seen.find("\n\n", at) - at))["games"];
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0]["pair"], 1);
  EXPECT_EQ(games[0]["white"], "base");
  EXPECT_EQ(games[0]["worker"], "w1");
  EXPECT_EQ(games[0]["result"], "0-1");
  EXPECT_EQ(games[0]["end"], "time");
  ASSERT_EQ(games[0]["moves"].size(), 3u);
  EXPECT_EQ(games[0]["moves"][2]["score"], 30);
  EXPECT_EQ(games[0]["moves"][0]["clock_ms"], 1000);
  EXPECT_NE(games[0]["fen"], games[0]["opening_fen"]);
  EXPECT_EQ(Get(id).progress().pairs_counted(), 0u);
}

TEST_F(GamesApi, SaysThatAPairIsNotThere) {
  const std::string id = RunWithGames();
  EXPECT_EQ(GetJson("/api/v1/runs/" + id + "/games/77", 404)["error"]["code"], "NOT_FOUND");
  EXPECT_EQ(GetJson("/api/v1/runs/" + id + "/games?from=-1", 400)["error"]["code"],
            "INVALID_ARGUMENT");
  EXPECT_EQ(GetJson("/api/v1/runs/nothing/games", 404)["error"]["code"], "NOT_FOUND");
}

}  // namespace
}  // namespace rookery::testing
