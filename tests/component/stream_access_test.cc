// Streams of events end with the token of who listens: they are no way around an expiry.
#include <gmock/gmock.h>
#include <httplib.h>

#include <atomic>
#include <functional>
#include <thread>

#include "tests/component/access_fixture.h"
#include "tests/support/wait_until.h"

namespace rookery::testing {
namespace {

using coordinator::Role;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Duration kLife = absl::Hours(1);

// Somebody who reads a path until the other side ends it, on a thread of its own.
class Listener {
 public:
  Listener(const std::string& url, const std::string& path, const std::string& bearer)
      : http_(url.substr(0, url.size() - 1)), thread_([this, path, bearer] {
          const auto take = [this](const char* data, size_t size) {
            text_.append(data, size);
            hears_ = true;
            return true;
          };
          http_.set_read_timeout(std::chrono::seconds(30));  // longer than between signs of life
          ended_well_ = static_cast<bool>(http_.Get(path, {{"Authorization", bearer}}, take));
          ended_ = true;
        }) {
    EXPECT_TRUE(WaitUntil([this] { return hears_.load(); })) << path;
  }
  ~Listener() {
    http_.stop();
    if (thread_.joinable()) thread_.join();
  }
  // All that it has heard.
  std::string ToTheEnd() {
    EXPECT_TRUE(WaitUntil([this] { return ended_.load(); })) << "the stream goes on";
    http_.stop();
    thread_.join();
    EXPECT_TRUE(ended_well_);
    return text_;
  }

 private:
  httplib::Client http_;
  std::string text_;
  std::atomic<bool> hears_ = false;
  std::atomic<bool> ended_ = false;
  std::atomic<bool> ended_well_ = false;
  std::thread thread_;
};

class StreamAccess : public AccessTest {
 protected:
  void SetUp() override {
    AccessTest::SetUp();
    request_ = TestRequest("one");
    url_ = coordinator_->http_address();
  }
  std::string NewRun() {
    const auto run = Operator().CreateRun(request_);
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? run->name() : "";
  }

  v1::CreateRunRequest request_;
  std::string url_;
};

TEST_F(StreamAccess, EndsWhenTheTokenHasExpired) {
  Listener brief(url_, "/api/v1/events", Give(Role::kViewer, "ann", kLife));
  clock_.Advance(kLife);
  const std::string run = NewRun();
  EXPECT_THAT(brief.ToTheEnd(), Not(HasSubstr(run.substr(5))));
}

TEST_F(StreamAccess, EndsWhenTheTokenWasRevoked) {
  const std::string bearer = Give(Role::kViewer);
  Listener revoked(url_, "/api/v1/events", bearer);
  const std::string id = bearer.substr(7, bearer.find('_') - 7);
  ASSERT_TRUE(Operator().RevokeToken("tokens/" + id).ok());
  const std::string run = NewRun();
  EXPECT_THAT(revoked.ToTheEnd(), Not(HasSubstr(run.substr(5))));
}

TEST_F(StreamAccess, EndsForWhoCameBeforeTokensWereAskedFor) {
  Listener early(url_, "/api/v1/events", "");
  const std::string run = NewRun();  // by the first token's operator
  EXPECT_THAT(early.ToTheEnd(), Not(HasSubstr(run.substr(5))));
}

// Over gRPC, where nothing happens either: the view is published with no news in it too.
TEST_F(StreamAccess, EndsWatchersOverGrpcWithAnErrorThatSaysWhy) {
  const std::string run = NewRun();
  const auto revoked = [this](const std::string& bearer) {
    const std::string id = bearer.substr(7, bearer.find('_') - 7);
    EXPECT_TRUE(Operator().RevokeToken("tokens/" + id).ok());
  };
  const auto expired = [this](const std::string&) { clock_.Advance(kLife); };
  for (const std::function<void(const std::string&)>& ends :
       {std::function<void(const std::string&)>(revoked), {expired}}) {
    const std::string bearer = Give(Role::kViewer, "ann", kLife);
    const auto viewer = As(bearer);
    bool hears = false;
    const absl::Status status = viewer->WatchRun(run, [&](const v1::Run&) {
      if (!hears) ends(bearer);
      hears = true;
      return true;
    });
    EXPECT_TRUE(hears);
    EXPECT_TRUE(absl::IsUnauthenticated(status)) << status;
    EXPECT_THAT(status.message(), HasSubstr("has expired or was revoked"));
  }
}

// Where nothing happens, the next sign of life notices it.
TEST_F(StreamAccess, EndsLiveGamesAndARunsEventsToo) {
  const std::string path = "/api/v1/" + NewRun();
  const std::string bearer = Give(Role::kViewer, "ann", kLife);
  Listener live(url_, path + "/live", bearer);
  Listener events(url_, path + "/events", bearer);
  clock_.Advance(kLife);
  ASSERT_TRUE(Operator().PauseRun(path.substr(8)).ok());
  EXPECT_THAT(events.ToTheEnd(), Not(HasSubstr(R"("state":"paused")")));
  live.ToTheEnd();
}

}  // namespace
}  // namespace rookery::testing
