#include "coordinator/notify/kept_news.h"

#include <gtest/gtest.h>

namespace rookery::coordinator {
namespace {

TEST(KeptNews, IsReadAsItWasWritten) {
  const KeptNews news{{"a", "b"}, {{"0123", {"c", "d"}}, {"4567", {"c"}}}};
  EXPECT_EQ(*ParseKeptNews(ToText(news)), news);
  EXPECT_EQ(*ParseKeptNews(ToText({})), KeptNews());
  EXPECT_EQ(*ParseKeptNews(""), KeptNews());
}

TEST(KeptNews, RefusesAnotherText) {
  for (const char* text : {"nonsense", "[]", "{}", R"({"open": 1, "waiting": {}})",
                           R"({"open": [], "waiting": {"k": [1]}})"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ParseKeptNews(text).status())) << text;
  }
}

TEST(KeptNews, NamesAWebhookWithoutItsSecrets) {
  const Webhook one{WebhookFormat::kDiscord, "https://discord.com/api/webhooks/1/secret", "", ""};
  Webhook other = one;
  other.url += "2";
  EXPECT_EQ(KeyOf(one), KeyOf(one));
  EXPECT_NE(KeyOf(one), KeyOf(other));
  EXPECT_EQ(KeyOf(one).find("secret"), std::string::npos);
}

}  // namespace
}  // namespace rookery::coordinator
