// Posted fits over gRPC and HTTP, on a whole coordinator.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

#include "coordinator/service/convert_fit.h"
#include "proto/wire/status.h"
#include "tests/component/coordinator_fixture.h"
#include "tests/support/sample_fit.h"

namespace rookery::testing {
namespace {

using coordinator::testing::SampleFit;
using ::testing::HasSubstr;

class FitApi : public CoordinatorTest {
 protected:
  absl::StatusOr<v1::Fit> Post(int number, const std::string& title) {
    v1::PostFitRequest request;
    request.set_title(title);
    *request.mutable_report() =
        coordinator::ToProto(coordinator::Fit{"", "", "", {}, SampleFit(number)}).report();
    return client_->PostFit(request);
  }
  nlohmann::json GetJson(const std::string& path, int code = 200) {
    std::string address = coordinator_->http_address();
    address.pop_back();  // the path's slash
    const httplib::Result result = httplib::Client(address).Get(path);
    EXPECT_TRUE(result);
    if (!result) return {};
    EXPECT_EQ(result->status, code) << result->body;
    return nlohmann::json::parse(result->body);
  }
};

TEST_F(FitApi, KeepsListsAndShowsFitsThroughARestart) {
  const auto first = Post(1, "first");
  ASSERT_TRUE(first.ok()) << first.status();
  const auto second = Post(2, "second");
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(Post(1, "again")->title(), "first");
  Restart();
  const auto fits = client_->ListFits();
  ASSERT_TRUE(fits.ok()) << fits.status();
  ASSERT_EQ(fits->fits_size(), 2);
  EXPECT_EQ(fits->fits(0).title(), "second");
  EXPECT_EQ(fits->fits(0).report().weights_size(), 0);
  const auto shown = client_->GetFit(first->name());
  ASSERT_TRUE(shown.ok()) << shown.status();
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(*shown, *first));
  EXPECT_EQ(coordinator::FromProto(shown->report()), SampleFit(1));
}

TEST_F(FitApi, ShowsTheSameOverHttp) {
  const std::string id = Post(1, "first")->name().substr(5);
  ASSERT_TRUE(Post(2, "second").ok());
  const nlohmann::json list = GetJson("/api/v1/fits");
  ASSERT_EQ(list["fits"].size(), 2u);
  EXPECT_EQ(list["fits"][1]["fit"], id);
  EXPECT_FALSE(list["fits"][1].contains("weights"));
  const nlohmann::json fit = GetJson("/api/v1/fits/" + id);
  EXPECT_EQ(fit["title"], "first");
  EXPECT_EQ(fit["weights"][0]["name"], "mat_pawn.mg");
  EXPECT_EQ(GetJson("/api/v1/fits/none", 404)["error"]["code"], "NOT_FOUND");
}

TEST_F(FitApi, SaysWhatIsWrong) {
  const absl::Status unknown = client_->GetFit("0123").status();
  EXPECT_EQ(wire::ReasonOf(unknown), "FIT_UNKNOWN");
  EXPECT_THAT(std::string(unknown.message()), HasSubstr("rookery fits list"));
  const absl::Status empty = client_->PostFit({}).status();
  EXPECT_EQ(empty.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(empty.message()), HasSubstr("report: is missing"));
}

}  // namespace
}  // namespace rookery::testing
