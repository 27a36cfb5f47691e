#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/status.h"
#include "proto/wire/bounds.h"
#include "proto/wire/validate.h"

namespace rookery::wire {
namespace {

using ::testing::HasSubstr;

v1::PutEngineRequest Named(const std::string& name) {
  v1::PutEngineRequest request;
  request.set_name(name);
  request.set_manifest_sha256(std::string(64, 'a'));
  return request;
}

TEST(ValidateEngine, TakesNamesAsPeopleGiveThem) {
  for (const char* name : {"engines/sf", "engines/stockfish-17.1", "engines/my_engine.v2"}) {
    EXPECT_TRUE(Validate(Named(name)).ok()) << name;
  }
}

TEST(ValidateEngine, RefusesWhatIsNoName) {
  for (const std::string& name :
       {std::string("sf"), std::string("engines/"), std::string("engines/.hidden"),
        std::string("engines/a/b"), std::string("engines/a b"), std::string("engines/a\nb"),
        std::string("engines/\xc3\xa4"), "engines/" + std::string(kMaxEngineId + 1, 'x')}) {
    const std::string said = Message(Validate(Named(name)));
    EXPECT_THAT(said, HasSubstr("is not an engine's name; engines/NAME is needed")) << name;
  }
}

TEST(ValidateEngine, NamesEveryFaultOfARequest) {
  v1::PutEngineRequest put;
  EXPECT_THAT(Message(Validate(put)), HasSubstr("manifest_sha256: '' is not a SHA-256"));
  v1::RenameEngineRequest rename;
  rename.set_name("engines/a");
  EXPECT_THAT(Message(Validate(rename)), HasSubstr("new_name: '' is not an engine's name"));
  v1::ListEnginesRequest list;
  list.set_page_size(-1);
  EXPECT_THAT(Message(Validate(list)), HasSubstr("page_size: -1 is negative"));
}

}  // namespace
}  // namespace rookery::wire
