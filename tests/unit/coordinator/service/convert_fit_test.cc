#include "coordinator/service/convert_fit.h"

#include <gtest/gtest.h>

#include "proto/wire/validate.h"
#include "tests/support/sample_fit.h"

namespace rookery::coordinator {
namespace {

using testing::SampleFit;

const Fit kFit = {"0123", "a fit", "ann", absl::FromUnixMicros(1'700'000'000'250'000), SampleFit()};

TEST(ConvertFit, BringsAReportAcrossAndBackUnchanged) {
  const v1::Fit sent = ToProto(kFit);
  EXPECT_EQ(FromProto(sent.report()), kFit.report);
  EXPECT_EQ(sent.name(), "fits/0123");
  EXPECT_EQ(sent.owner(), "ann");
  EXPECT_EQ(sent.create_time().nanos(), 250'000'000);
  EXPECT_EQ(sent.weights(), 3u);
  EXPECT_EQ(sent.moved(), 2u);
  v1::PostFitRequest request;
  *request.mutable_report() = sent.report();
  EXPECT_TRUE(wire::Validate(request).ok()) << wire::Validate(request);
}

TEST(ConvertFit, LeavesThePartsThatAreLongOutOfAList) {
  const v1::Fit head = ToHeadProto(kFit);
  EXPECT_EQ(head.report().passes_size() + head.report().weights_size(), 0);
  EXPECT_EQ(head.weights(), 3u);
  FitReport rest = kFit.report;
  rest.passes.clear();
  rest.weights.clear();
  EXPECT_EQ(FromProto(head.report()), rest);
}

}  // namespace
}  // namespace rookery::coordinator
