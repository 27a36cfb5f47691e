#include "coordinator/notify/webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

RunNews News() {
  RunNews news;
  news.run = "run0000001";
  news.kind = "test";
  news.title = "stronger king";
  news.state = "finished";
  news.verdict = "accepted";
  news.summary = "400 games, Elo +12.0 [+1.0, +23.0]";
  news.link = "http://127.0.0.1:7780/#/runs/run0000001";
  news.owner = "ann";
  news.commit = "0123456789abcdef0123456789abcdef01234567";
  return news;
}

Webhook Of(WebhookFormat format) { return {format, "https://example.org/hook", "", "token"}; }

json BodyOf(WebhookFormat format, const RunNews& news) {
  return json::parse(PostingOf(Of(format), news)->body);
}

TEST(Hmac, EqualsTheReferenceValues) {
  // RFC 4231, test cases 2 and 6.
  EXPECT_EQ(HmacSha256Hex("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(HmacSha256Hex(std::string(131, '\xaa'),
                          "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Webhook, SignsTheGenericBody) {
  Webhook webhook = Of(WebhookFormat::kGeneric);
  webhook.secret = "key";
  const Posting posting = *PostingOf(webhook, News());
  EXPECT_THAT(posting.headers,
              ::testing::Contains(std::pair<std::string, std::string>(
                  "X-Rookery-Signature", "sha256=" + HmacSha256Hex("key", posting.body))));
  EXPECT_EQ(json::parse(posting.body)["verdict"], "accepted");
}

TEST(Webhook, CallsNobodyOnDiscordAndNoLinksOnSlack) {
  RunNews news = News();
  news.title = "@everyone <http://evil.example|click> & more";
  EXPECT_EQ(BodyOf(WebhookFormat::kDiscord, news)["allowed_mentions"]["parse"], json::array());
  EXPECT_THAT(BodyOf(WebhookFormat::kSlack, news)["text"].get<std::string>(),
              HasSubstr("&lt;http://evil.example|click&gt; &amp; more"));
}

TEST(Webhook, SetsTheStatusOfACommit) {
  const Posting posting = *PostingOf(Of(WebhookFormat::kGithub), News());
  EXPECT_EQ(posting.url, "https://example.org/hook/statuses/" + News().commit);
  EXPECT_EQ(json::parse(posting.body)["state"], "success");
  RunNews news = News();
  news.verdict = "rejected";
  EXPECT_EQ(BodyOf(WebhookFormat::kGithub, news)["state"], "failure");
  news.verdict = "undecided";
  EXPECT_EQ(BodyOf(WebhookFormat::kGithub, news)["state"], "error");
}

TEST(Webhook, HasNoStatusWithoutACommit) {
  RunNews news = News();
  for (const char* commit : {"", "main", "../../user"}) {
    news.commit = commit;
    EXPECT_FALSE(PostingOf(Of(WebhookFormat::kGithub), news).has_value()) << commit;
  }
}

TEST(Webhook, TellsOwnersOfTheirOwnRunsAlone) {
  Webhook webhook = Of(WebhookFormat::kGeneric);
  webhook.owner = "bob";
  EXPECT_FALSE(PostingOf(webhook, News()).has_value());
  webhook.owner = "ann";
  EXPECT_TRUE(PostingOf(webhook, News()).has_value());
}

TEST(Webhook, ShowsNothingOfAnAddressButItsHost) {
  EXPECT_EQ(PublicPart("https://discord.com/api/webhooks/1/secret"), "https://discord.com");
  EXPECT_EQ(PublicPart("http://127.0.0.1:99?x=1"), "http://127.0.0.1:99");
  EXPECT_EQ(PublicPart("ftp://example.org/"), "");
  EXPECT_EQ(PublicPart("https://"), "");
  EXPECT_EQ(PublicPart("https://user:password@example.org/"), "");
}

TEST(ParseWebhooks, ReadsEachFormat) {
  const auto webhooks = ParseWebhooks(R"({"webhooks": [
    {"format": "generic", "url": "https://a.example/x", "secret": "s", "owner": "ann"},
    {"format": "github", "url": "https://api.github.com/repos/a/b", "token": "t"}]})");
  ASSERT_TRUE(webhooks.ok()) << webhooks.status();
  ASSERT_EQ(webhooks->size(), 2u);
  EXPECT_EQ((*webhooks)[0].owner, "ann");
  EXPECT_EQ((*webhooks)[1].format, WebhookFormat::kGithub);
}

TEST(ParseWebhooks, NamesTheFault) {
  const auto fault = [](const char* text) { return Message(ParseWebhooks(text).status()); };
  EXPECT_THAT(fault("nonsense"), HasSubstr("webhooks"));
  EXPECT_THAT(fault(R"({"webhooks": [{"format": "pigeon"}]})"), HasSubstr("pigeon"));
  EXPECT_THAT(fault(R"({"webhooks": [{"format": "slack", "url": "x"}]})"), HasSubstr("[0].url"));
  EXPECT_THAT(fault(R"({"webhooks": [{"format": "github", "url": "https://a"}]})"),
              HasSubstr("[0].token"));
  EXPECT_THAT(fault(R"({"webhooks": [{"format": "slack", "url": "https://a", "secrt": "s"}]})"),
              HasSubstr("[0].secrt: is unknown; there are format, url, secret"));
  EXPECT_THAT(fault(R"({"webhooks": [{"format": "slack", "url": "https://a", "secret": 5}]})"),
              HasSubstr("[0].secret: must be a text"));
  for (const char* url : {"http://x:99999/", "http://x:0/", "http://x:/", "http://[::1]:y"}) {
    const std::string text =
        std::string(R"({"webhooks": [{"format": "slack", "url": ")") + url + R"("}]})";
    EXPECT_THAT(fault(text.c_str()), HasSubstr("[0].url")) << url;
  }
  for (const char* url : {"http://x:80/", "http://[::1]/", "http://[::1]:9/", "https://x"}) {
    const std::string text =
        std::string(R"({"webhooks": [{"format": "slack", "url": ")") + url + R"("}]})";
    EXPECT_EQ(fault(text.c_str()), "") << url;
  }
}

}  // namespace
}  // namespace rookery::coordinator
