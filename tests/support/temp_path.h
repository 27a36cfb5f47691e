// A path of the running test's own in gtest's temporary folder: ctest runs many tests of one binary
// at once, and several checkouts may be tested on one machine.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace rookery::testing {

inline std::string TempPath(std::string_view name) {
  const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string own =
      fmt::format("rookery.{}.{}.{}.{}", info->test_suite_name(), info->name(), ::getpid(), name);
  std::replace(own.begin(), own.end(), '/', '-');
  return ::testing::TempDir() + own;
}

}  // namespace rookery::testing
