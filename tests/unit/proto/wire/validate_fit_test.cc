#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

v1::PostFitRequest Good() {
  v1::PostFitRequest request;
  request.set_title("a fit");
  v1::FitReport& report = *request.mutable_report();
  report.mutable_train()->set_positions(100);
  report.mutable_train()->set_games(10);
  report.add_passes()->set_train(0.5);
  v1::FittedWeight& weight = *report.add_weights();
  weight.set_name("mat_pawn.mg");
  weight.set_group("material");
  weight.set_move_in_errors(-3);
  report.set_start_weights_sha256(std::string(64, 'a'));
  report.set_fitted_weights_sha256(std::string(64, 'b'));
  return request;
}

TEST(ValidateFit, TakesAReport) { EXPECT_EQ(Message(Validate(Good())), ""); }

TEST(ValidateFit, NamesEachFaultWithItsField) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::pair<std::function<void(v1::PostFitRequest&)>, const char*> faults[] = {
      {[](auto& r) { r.clear_report(); }, "report: is missing"},
      {[](auto& r) { r.set_title(std::string(kMaxTitle + 1, 'x')); }, "title: "},
      {[](auto& r) { r.mutable_report()->mutable_train()->set_games(101); },
       "report.train.games: 101 is not in 0 to 100"},
      {[=](auto& r) { r.mutable_report()->mutable_test()->set_log_loss_after(nan); },
       "report.test.log_loss_after: nan is no finite number from 0 on"},
      {[](auto& r) { r.mutable_report()->mutable_passes(0)->set_train(-1); },
       "report.passes[0].train: -1"},
      {[=](auto& r) { r.mutable_report()->mutable_passes(0)->set_test(infinity); },
       "report.passes[0].test: inf"},
      {[](auto& r) { r.mutable_report()->clear_weights(); }, "report.weights: 0 given; 1 to 2000"},
      {[](auto& r) { r.mutable_report()->mutable_weights(0)->set_name("mat pawn"); },
       "report.weights[0].name: 'mat pawn' is no name"},
      {[](auto& r) { r.mutable_report()->mutable_weights(0)->set_group(""); },
       "report.weights[0].group: '' is no name"},
      {[=](auto& r) { r.mutable_report()->mutable_weights(0)->set_move_in_errors(infinity); },
       "report.weights[0].move_in_errors: inf is no finite number"},
      {[](auto& r) { r.mutable_report()->mutable_weights(0)->set_error(-1); },
       "report.weights[0].error: -1"},
      {[](auto& r) {
         r.mutable_report()->mutable_weights(0)->set_note(static_cast<v1::FitNote>(9));
       },
       "report.weights[0].note: 9 is unknown"},
      {[](auto& r) { r.mutable_report()->set_data("a\nb"); }, "report.data: 'a?b' has control"},
      {[](auto& r) { r.mutable_report()->set_start("a\nb"); }, "report.start: "},
      {[](auto& r) { r.mutable_report()->clear_fitted_weights_sha256(); },
       "report.fitted_weights_sha256: '' is not a SHA-256"},
      {[](auto& r) { r.mutable_report()->set_result_share(1.5); },
       "report.result_share: 1.5 is not in 0 to 1"},
      {[=](auto& r) { r.mutable_report()->set_k(nan); }, "report.k: nan"}};
  for (const auto& [spoil, said] : faults) {
    v1::PostFitRequest request = Good();
    spoil(request);
    EXPECT_THAT(Message(Validate(request)), HasSubstr(said));
  }
}

TEST(ValidateFit, BoundsItsLists) {
  v1::PostFitRequest request = Good();
  for (int i = 0; i < kMaxFitPasses; ++i) request.mutable_report()->add_passes();
  EXPECT_THAT(Message(Validate(request)), HasSubstr("report.passes: 61 given; at most 60"));
  request = Good();
  for (int i = 0; i < kMaxFitWeights; ++i) {
    *request.mutable_report()->add_weights() = request.report().weights(0);
  }
  EXPECT_THAT(Message(Validate(request)), HasSubstr("report.weights: 2001 given; 1 to 2000"));
}

TEST(ValidateFit, WantsTheNameOfAFit) {
  v1::GetFitRequest request;
  request.set_name("fits/0123abcd");
  EXPECT_TRUE(Validate(request).ok());
  request.set_name("runs/0123abcd");
  EXPECT_THAT(Message(Validate(request)), HasSubstr("fits/ID"));
}

}  // namespace
}  // namespace rookery::wire
