#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <thread>

#include "base/pairing/pair_plan.h"
#include "engine/chess/pgn.h"
#include "proto/wire/status.h"
#include "tests/component/coordinator_fixture.h"
#include "tests/component/scripted_worker.h"

namespace rookery::testing {
namespace {

using ::testing::HasSubstr;

using RunApi = CoordinatorTest;

TEST_F(RunApi, GivesTheSameRunForTheSameRequestId) {
  const v1::CreateRunRequest request = TestRequest("once");
  const v1::Run first = Create(request);
  EXPECT_EQ(Create(request).name(), first.name());
  v1::CreateRunRequest other = request;
  other.set_request_id("twice");
  EXPECT_NE(Create(other).name(), first.name());
}

TEST_F(RunApi, NamesEveryFaultOfARequestAtOnce) {
  v1::CreateRunRequest request = TestRequest("");
  request.mutable_run()->mutable_sprt()->set_elo1(-3);
  request.mutable_run()->set_book_sha256("book.epd");
  request.mutable_run()->mutable_limits()->set_nodes(-1);
  const absl::Status status = client_->CreateRun(request).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  const std::string message(status.message());
  EXPECT_THAT(message, HasSubstr("request_id: is empty"));
  EXPECT_THAT(message, HasSubstr("run.sprt.elo1: -3 is not above elo0, which is 0"));
  EXPECT_THAT(message, HasSubstr("run.book_sha256: 'book.epd' is not a SHA-256 identity"));
  EXPECT_THAT(message, HasSubstr("run.limits.nodes: -1 is not in 0 to"));
  EXPECT_EQ(wire::ReasonOf(status), "INVALID_FIELDS");
}

TEST_F(RunApi, RefusesARunWhoseArtifactsAreNotThere) {
  v1::CreateRunRequest request = TestRequest("one");
  request.mutable_run()->set_book_sha256(std::string(64, 'a'));
  const absl::Status status = client_->CreateRun(request).status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("aaaa"));
}

TEST_F(RunApi, PausesEditsCommentsAndTellsWhoDidIt) {
  v1::CreateRunRequest request = TestRequest("one");
  request.mutable_run()->add_tags("pruning");
  request.mutable_run()->set_owner("ada");
  const v1::Run run = Create(request);
  auto bob = *wire::Client::Create({.address = coordinator_->grpc_address(), .user = "bob"});
  ASSERT_EQ(bob->PauseRun(run.name())->state(), v1::RUN_STATE_PAUSED);
  v1::EditRunRequest edit;
  edit.set_name(run.name());
  edit.set_priority(2);
  edit.mutable_tags()->add_tags("pruning");
  edit.mutable_tags()->add_tags("ltc");
  const auto edited = bob->EditRun(edit);
  ASSERT_TRUE(edited.ok()) << edited.status();
  EXPECT_EQ(edited->spec().priority(), 2);
  EXPECT_EQ(edited->spec().tags_size(), 2);
  EXPECT_EQ(edited->spec().owner(), "ada");
  ASSERT_TRUE(bob->CommentRun(run.name(), "looks good").ok());
  ASSERT_TRUE(bob->StopRun(run.name(), "enough").ok());
  EXPECT_EQ(bob->ResumeRun(run.name()).status().code(), absl::StatusCode::kFailedPrecondition);
  const auto events = bob->ListRunEvents(run.name());
  ASSERT_TRUE(events.ok()) << events.status();
  std::string kinds;
  for (const v1::RunEvent& event : events->events()) kinds += event.kind() + ":" + event.by() + " ";
  EXPECT_EQ(kinds, "created: paused:bob edited:bob comment:bob stopped:bob ");
}

TEST_F(RunApi, ListsRunsByTagOwnerAndState) {
  v1::CreateRunRequest request = TestRequest("one");
  request.mutable_run()->add_tags("pruning");
  request.mutable_run()->set_owner("ada");
  const v1::Run mine = Create(request);
  request.set_request_id("two");
  request.mutable_run()->clear_tags();
  request.mutable_run()->set_owner("bob");
  Create(request);
  const auto count = [&](const std::string& tag, const std::string& owner, v1::RunState state) {
    v1::ListRunsRequest list;
    list.set_tag(tag);
    list.set_owner(owner);
    list.set_state(state);
    return client_->ListRuns(list)->runs_size();
  };
  EXPECT_EQ(count("", "", v1::RUN_STATE_UNSPECIFIED), 2);
  EXPECT_EQ(count("pruning", "", v1::RUN_STATE_UNSPECIFIED), 1);
  EXPECT_EQ(count("pruning", "bob", v1::RUN_STATE_UNSPECIFIED), 0);
  EXPECT_EQ(count("", "bob", v1::RUN_STATE_ACTIVE), 1);
  EXPECT_EQ(count("", "", v1::RUN_STATE_PAUSED), 0);
}

TEST_F(RunApi, ExplainsAChoiceAndPutsAWorkerInQuarantine) {
  const v1::Run run = Create(TestRequest("one"));
  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  const auto why = client_->ExplainRun(run.name(), "w1");
  ASSERT_TRUE(why.ok()) << why.status();
  EXPECT_THAT(*why, HasSubstr("yes, if it asked now"));
  EXPECT_EQ(client_->ExplainRun(run.name(), "nobody").status().code(), absl::StatusCode::kNotFound);
  ASSERT_TRUE(client_->SetQuarantine("w1", "overheats").ok());
  const v1::CoordinatorMessage answer = worker.Ask(4);
  ASSERT_TRUE(answer.has_no_work());
  EXPECT_THAT(answer.no_work().reason(), HasSubstr("in quarantine: overheats"));
  ASSERT_TRUE(client_->SetQuarantine("w1", "").ok());
  EXPECT_TRUE(worker.Ask(4).has_lease());
  const absl::StatusOr<v1::Worker> drained =
      client_->SetQuarantine("w1", "its host is needed", true);
  ASSERT_TRUE(drained.ok()) << drained.status();
  EXPECT_EQ(drained->drained(), "its host is needed");
  EXPECT_EQ(drained->quarantine(), "");
  EXPECT_THAT(worker.Ask(4).no_work().reason(), HasSubstr("drained: its host is needed"));
}

TEST_F(RunApi, RefusesRulesThatItDoesNotKnowAndNamesThose) {
  v1::CreateRunRequest request = TestRequest("one");
  request.mutable_run()->set_rule_profile("bughouse");
  const absl::Status status = client_->CreateRun(request).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("run.rule_profile"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("engine"));
}

TEST_F(RunApi, RefusesMorePairsThanTheBookHasOpenings) {
  v1::CreateRunRequest request = TestRequest("one", 10);
  request.mutable_run()->set_max_pairs(11);
  EXPECT_EQ(client_->CreateRun(request).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(RunApi, SaysThatARunIsUnknown) {
  const absl::Status status = client_->GetRun("nothing").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(wire::ReasonOf(status), "RUN_UNKNOWN");
  EXPECT_EQ(client_->StopRun("nothing", "").status().code(), absl::StatusCode::kNotFound);
  const auto watch = client_->WatchRun("nothing", [](const v1::Run&) { return true; });
  EXPECT_EQ(watch.code(), absl::StatusCode::kNotFound);
}

TEST_F(RunApi, ListsRunsNewestFirstInPages) {
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) names.push_back(Create(TestRequest(std::to_string(i))).name());
  v1::ListRunsRequest request;
  request.set_page_size(2);
  std::vector<std::string> seen;
  do {
    const auto page = client_->ListRuns(request);
    ASSERT_TRUE(page.ok()) << page.status();
    ASSERT_LE(page->runs_size(), 2);
    for (const v1::Run& run : page->runs()) seen.push_back(run.name());
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  EXPECT_EQ(seen, std::vector<std::string>(names.rbegin(), names.rend()));
  request.set_page_token("forged");
  EXPECT_EQ(client_->ListRuns(request).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(RunApi, ShowsAStopToWatchersAndEndsTheirStream) {
  const v1::Run run = Create(TestRequest("one"));
  std::vector<v1::Run> seen;
  const absl::Status watched = client_->WatchRun(run.name(), [&](const v1::Run& now) {
    if (seen.empty()) {
      const auto stopped = client_->StopRun(run.name(), "enough");
      EXPECT_EQ(stopped->state(), v1::RUN_STATE_STOPPED);
    }
    seen.push_back(now);
    return true;
  });
  EXPECT_TRUE(watched.ok()) << watched;
  ASSERT_GE(seen.size(), 2u);
  EXPECT_EQ(seen.front().state(), v1::RUN_STATE_ACTIVE);
  EXPECT_EQ(seen.back().state(), v1::RUN_STATE_STOPPED);
  EXPECT_THAT(seen.back().message(), HasSubstr("enough"));
}

TEST(UnreachableCoordinator, IsNamedAfterABoundedNumberOfTries) {
  wire::ClientOptions options;
  options.address = "127.0.0.1:1";  // nobody listens below 1024 here
  options.deadline = absl::Seconds(20);
  const auto client = *wire::Client::Create(options);
  const absl::Status status = client->GetRun("x").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("coordinator 127.0.0.1:1 can't be reached"));
}

TEST_F(RunApi, EndsAWatchThatIsCancelled) {
  const v1::Run run = Create(TestRequest("one"));
  std::thread canceller;
  const absl::Status status = client_->WatchRun(run.name(), [&](const v1::Run&) {
    if (!canceller.joinable()) canceller = std::thread([&] { client_->Cancel(); });
    return true;
  });
  canceller.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
}

class Artifacts : public CoordinatorTest {};

TEST_F(Artifacts, StoresWeightsInCanonicalFormUnderTheirIdentity) {
  const std::string text = "# mine\n\"mat_pawn.mg\" = 90\n";
  const auto stored = client_->UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, text);
  ASSERT_TRUE(stored.ok()) << stored.status();
  const auto weights = params::ParseWeights(text, "w");
  ASSERT_TRUE(weights.ok());
  EXPECT_EQ(stored->sha256(), params::Identity(*weights));
  EXPECT_EQ(client_->DownloadArtifact(stored->sha256(), 1 << 20).value(),
            params::CanonicalText(*weights));
  EXPECT_TRUE(client_->GetArtifact(stored->sha256()).ok());
}

TEST_F(Artifacts, RefusesBrokenWeightsWithTheirErrors) {
  const auto stored = client_->UploadArtifact(v1::ARTIFACT_KIND_WEIGHTS, "nonsense = 3\n");
  EXPECT_EQ(stored.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(stored.status().message()), HasSubstr("nonsense"));
  EXPECT_EQ(wire::ReasonOf(stored.status()), "ARTIFACT_BROKEN");
}

TEST_F(Artifacts, RefusesABookWithABrokenLineAndNamesIt) {
  const std::string book = RandomBook(3, 1) + "this is no position\n";
  const auto stored = client_->UploadArtifact(v1::ARTIFACT_KIND_BOOK, book);
  EXPECT_EQ(stored.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(stored.status().message()), HasSubstr("book:4: FEN pieces 'this'"));
}

TEST_F(Artifacts, MovesABookOfManyPiecesUnchanged) {
  const std::string book = RandomBook(20'000, 3);
  ASSERT_GT(book.size(), size_t{1} << 20);
  const auto stored = client_->UploadArtifact(v1::ARTIFACT_KIND_BOOK, book);
  ASSERT_TRUE(stored.ok()) << stored.status();
  EXPECT_EQ(stored->lines(), 20'000u);
  EXPECT_EQ(client_->DownloadArtifact(stored->sha256(), 1 << 30).value(), book);
  // A second time nothing is sent: the answer comes from what is known.
  EXPECT_EQ(client_->UploadArtifact(v1::ARTIFACT_KIND_BOOK, book)->lines(), 20'000u);
}

TEST_F(Artifacts, SaysThatAnArtifactIsUnknown) {
  const std::string nothing(64, '0');
  EXPECT_EQ(client_->GetArtifact(nothing).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(client_->DownloadArtifact(nothing, 100).status().code(), absl::StatusCode::kNotFound);
}

class PgnExport : public CoordinatorTest {};

TEST_F(PgnExport, WritesEveryGameInPairOrderWithItsOpeningAndCause) {
  constexpr int kPairs = 12;
  const std::string book = RandomBook(50, 9);
  v1::CreateRunRequest request = TestRequest("match");
  request.mutable_run()->set_kind(v1::RUN_KIND_MATCH);
  request.mutable_run()->clear_sprt();
  request.mutable_run()->set_book_sha256(Upload(v1::ARTIFACT_KIND_BOOK, book));
  request.mutable_run()->set_max_pairs(kPairs);
  const v1::Run run = Create(request);
  std::vector<std::string> fens;
  std::istringstream lines(book);
  for (std::string line; std::getline(lines, line);) fens.push_back(line);

  ScriptedWorker worker(coordinator_->grpc_address(), "w1");
  worker.SayHello();
  for (int counted = 0; counted < kPairs;) {
    const v1::Lease lease = worker.AskForLease(kPairs);
    std::vector<v1::PairResult> pairs;
    for (const uint64_t index : lease.pair_indices()) {
      const PairPlan plan = PlanPair(lease.plan().run_seed(), index, fens.size());
      v1::PairResult& pair = pairs.emplace_back();
      pair.set_pair_index(index);
      *pair.mutable_first() = RandomGame(fens[plan.opening], plan.seed_first);
      *pair.mutable_second() = RandomGame(fens[plan.opening], plan.seed_second);
    }
    counted += worker.Report(lease, 1, pairs).counted();
  }
  std::string text;
  const absl::Status exported = client_->ExportPgn(run.name(), false, [&](std::string_view part) {
    text += part;
    return absl::OkStatus();
  });
  ASSERT_TRUE(exported.ok()) << exported;
  std::istringstream pgn(text);
  int games = 0;
  chess::ReadPgn(
      pgn,
      [&](const chess::PgnGame& game) {
        const uint64_t index = static_cast<uint64_t>(games) / 2;
        const PairPlan plan = PlanPair(42, index, fens.size());
        EXPECT_EQ(chess::ToFen(game.start), fens[plan.opening]);
        chess::Game replay(game.start);
        for (const chess::PgnMove& move : game.moves) replay.Play(move.move);
        EXPECT_TRUE(replay.End().has_value());
        EXPECT_EQ(game.result, replay.End()->result);
        ++games;
        return true;
      },
      [&](const chess::PgnError& error) {
        ADD_FAILURE() << error.line << ": " << error.message;
        return true;
      });
  EXPECT_EQ(games, 2 * kPairs);
  EXPECT_THAT(text, HasSubstr("[Round \"12.2\"]"));
  EXPECT_THAT(text, HasSubstr("[White \"dev\"]"));
}

}  // namespace
}  // namespace rookery::testing
