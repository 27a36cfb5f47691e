// A whole coordinator on loopback ports over a memory store that outlives it, with a client.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "coordinator/app/coordinator.h"
#include "engine/params/weights.h"
#include "proto/wire/client.h"
#include "tests/component/random_games.h"
#include "tests/support/forward_clock.h"

namespace rookery::testing {

class CoordinatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    data_ = fmt::format("{}/{}.{}.{}", ::testing::TempDir(), info->test_suite_name(), info->name(),
                        ::getpid());
    Start();
  }
  void TearDown() override {
    client_.reset();
    coordinator_.reset();
    std::filesystem::remove_all(data_);
  }

  void Start() {
    coordinator::CoordinatorOptions options;
    options.data = data_;
    options.version = "test";
    options.look_at_games = absl::Milliseconds(50);
    options.loop.tick = absl::Milliseconds(20);
    options.loop.publish_workers_every = absl::Milliseconds(20);
    auto made = coordinator::Coordinator::StartOver(store_.get(), options, &clock_, Rng(7));
    ASSERT_TRUE(made.ok()) << made.status();
    coordinator_ = *std::move(made);
    wire::ClientOptions to;
    to.address = coordinator_->grpc_address();
    client_ = *wire::Client::Create(to);
  }
  // Ends the coordinator and starts another over what was stored.
  void Restart() {
    coordinator_.reset();
    Start();
  }

  std::string Upload(v1::ArtifactKind kind, const std::string& content) {
    const auto artifact = client_->UploadArtifact(kind, content);
    EXPECT_TRUE(artifact.ok()) << artifact.status();
    return artifact.ok() ? artifact->sha256() : "";
  }
  v1::CreateRunRequest TestRequest(const std::string& request_id, int book_lines = 400) {
    v1::CreateRunRequest request;
    request.set_request_id(request_id);
    v1::RunSpec& run = *request.mutable_run();
    run.set_kind(v1::RUN_KIND_TEST);
    run.set_title("stronger king");
    run.mutable_dev()->set_name("dev");
    run.mutable_dev()->set_weights_sha256(Upload(v1::ARTIFACT_KIND_WEIGHTS, ""));
    run.mutable_base()->set_name("base");
    run.mutable_base()->set_weights_sha256(
        Upload(v1::ARTIFACT_KIND_WEIGHTS, "\"mat_pawn.mg\" = 90\n"));
    run.mutable_limits()->set_nodes(1000);
    run.mutable_sprt()->set_elo0(0);
    run.mutable_sprt()->set_elo1(20);
    run.mutable_sprt()->set_alpha(0.05);
    run.mutable_sprt()->set_beta(0.05);
    run.set_book_sha256(Upload(v1::ARTIFACT_KIND_BOOK, RandomBook(book_lines, 1)));
    run.set_seed(42);
    return request;
  }
  v1::Run Create(const v1::CreateRunRequest& request) {
    const auto run = client_->CreateRun(request);
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? *run : v1::Run();
  }
  v1::Run Get(const std::string& name) {
    const auto run = client_->GetRun(name);
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? *run : v1::Run();
  }

  std::string data_;
  ForwardClock clock_;
  std::unique_ptr<coordinator::Store> store_ = coordinator::MakeMemoryStore();
  std::unique_ptr<coordinator::Coordinator> coordinator_;
  std::unique_ptr<wire::Client> client_;
};

}  // namespace rookery::testing
