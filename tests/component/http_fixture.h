// A coordinator's HTTP door for tests. One thread.
#pragma once

#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/component/coordinator_fixture.h"

namespace rookery::testing {

class HttpTest : public CoordinatorTest {
 protected:
  httplib::Client Http() {
    std::string address = coordinator_->http_address();
    address.pop_back();  // the path's slash
    return httplib::Client(address);
  }
  nlohmann::json GetJson(const std::string& path, int code = 200) {
    const httplib::Result result = Http().Get(path);
    EXPECT_TRUE(result);
    if (!result) return {};
    EXPECT_EQ(result->status, code) << result->body;
    return nlohmann::json::parse(result->body);
  }
};

}  // namespace rookery::testing
