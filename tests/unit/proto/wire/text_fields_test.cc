#include "proto/wire/text_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/status.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::wire {
namespace {

TEST(TextFields, TakesUtf8AndBytesOfAnyKind) {
  v1::CreateRunRequest request;
  request.mutable_run()->set_title("\u4e2d\u56fd");
  EXPECT_TRUE(CheckTextFields(request).ok());
}

TEST(TextFields, NamesEveryFieldThatIsNotUtf8ByItsPath) {
  v1::CreateRunRequest request;
  request.mutable_run()->set_title("caf\xe9");
  request.mutable_run()->add_tags("fine");
  request.mutable_run()->add_tags("\xff");
  const absl::Status status = CheckTextFields(request);
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(Message(status),
            "run.title: is not UTF-8 text; write it in UTF-8\n"
            "run.tags[1]: is not UTF-8 text; write it in UTF-8");
}

}  // namespace
}  // namespace rookery::wire
