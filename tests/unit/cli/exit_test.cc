#include "cli/exit.h"

#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

TEST(Exit, TellsScriptsWhatKindOfFailureItWas) {
  EXPECT_EQ(ExitForRemote(absl::UnavailableError("")), Exit::kUnreachable);
  EXPECT_EQ(ExitForRemote(absl::DeadlineExceededError("")), Exit::kUnreachable);
  EXPECT_EQ(ExitForRemote(absl::PermissionDeniedError("")), Exit::kNotAllowed);
  EXPECT_EQ(ExitForRemote(absl::UnauthenticatedError("")), Exit::kNotAllowed);
  EXPECT_EQ(ExitForRemote(absl::InvalidArgumentError("")), Exit::kUsage);
  EXPECT_EQ(ExitForRemote(absl::NotFoundError("")), Exit::kFailed);
  EXPECT_EQ(ExitForLocal(absl::NotFoundError("")), Exit::kUsage);
  EXPECT_EQ(ExitForLocal(absl::UnavailableError("")), Exit::kFailed);
  EXPECT_EQ(static_cast<int>(Exit::kUndecided), 3);
}

}  // namespace
}  // namespace rookery::cli
