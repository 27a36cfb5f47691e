#include "coordinator/service/json_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::coordinator {
namespace {

using testing::HasSubstr;

std::string Fault(const std::string& json) {
  return Message(CheckWholeNumbers(json, *v1::CreateRunRequest::descriptor()));
}

TEST(JsonNumbers, NamesTheFieldTheValueAndWhatFitsIn) {
  constexpr char kAllowed[] = "is not a whole number from 0 to 18446744073709551615";
  for (const char* value : {"\"1e30\"", "\"99999999999999999999\"", "\"-1\"", "\"\"", "\"1.5\""}) {
    const std::string fault = Fault(std::string(R"({"run": {"maxPairs": )") + value + "}}");
    EXPECT_THAT(fault, HasSubstr("run.max_pairs: '")) << value;
    EXPECT_THAT(fault, HasSubstr(kAllowed)) << value;
  }
  EXPECT_THAT(Fault(R"({"run": {"max_pairs": 1e30}})"), HasSubstr("run.max_pairs: '1e+30' is not"));
  EXPECT_THAT(Fault(R"({"run": {"dev": {"limits": {"periods": [{}, {"baseMs": "1e99"}]}}}})"),
              HasSubstr("run.dev.limits.periods[1].base_ms: '1e99' is not"));
  EXPECT_THAT(Fault(R"({"run": {"maxMoves": 3000000000}})"), HasSubstr("to 2147483647"));
}

TEST(JsonNumbers, TakesWhatFitsInAndWhatIsNoNumberOfTheMessage) {
  EXPECT_EQ(Fault(R"({"run": {"seed": "18446744073709551615", "maxPairs": 5, "maxMoves": -1}})"),
            "");
  EXPECT_EQ(Fault(R"({"run": {"sprt": {"elo1": 1e30}, "nothing": 1e30, "title": "1e30"}})"), "");
  EXPECT_EQ(Fault("[1e30]"), "");
  EXPECT_EQ(Fault("no JSON"), "");
}

}  // namespace
}  // namespace rookery::coordinator
