// What the HTTP library refuses by itself has the body that docs/api.md promises of every error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/component/http_fixture.h"

namespace rookery::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class HttpRefusal : public HttpTest {};

TEST_F(HttpRefusal, SaysWhatWasWrong) {
  const auto expect = [](const httplib::Result& answer, int code, const std::string& word) {
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, code);
    EXPECT_THAT(answer->get_header_value("Content-Type"), HasSubstr("application/json"));
    const json body = json::parse(answer->body, nullptr, false);
    ASSERT_TRUE(body.is_object()) << answer->body;
    EXPECT_THAT(body["error"]["message"], HasSubstr(word));
    EXPECT_NE(body["error"]["code"], "");
  };
  expect(Http().Post("/api/v1/weights", std::string(70'000, 'x'), "application/json"), 413,
         "at most 65536 bytes");
  expect(Http().Get("/api/v1/runs?tag=" + std::string(9'000, 'a')), 414, "at most 8192 bytes");
  expect(Http().Get("/api/v1/workers", {{"Range", "bytes=x"}}), 416, "Range");
  expect(Http().Get("/api/v1/runs/nosuch"), 404, "run 'nosuch' is unknown");  // ours stays
}

}  // namespace
}  // namespace rookery::testing
