#include "coordinator/notify/webhook.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "absl/strings/numbers.h"
#include "base/sha256.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kHashBlock = 64;
constexpr size_t kGithubDescription = 140;  // GitHub's limit
constexpr std::array kFormats{WebhookFormat::kGeneric, WebhookFormat::kDiscord,
                              WebhookFormat::kSlack, WebhookFormat::kGithub};

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Headline(const RunNews& news) {
  if (news.test) return "Rookery can reach this webhook";
  const std::string what = news.verdict == "undecided" ? news.state : news.verdict;
  return fmt::format("{}: {}", news.title, what);
}

Json GenericBody(const RunNews& news) {
  return {{"event", news.test ? "test" : "run.ended"},
          {"run", news.run},
          {"kind", news.kind},
          {"title", news.title},
          {"state", news.state},
          {"verdict", news.verdict},
          {"summary", news.summary},
          {"link", news.link},
          {"owner", news.owner},
          {"commit", news.commit}};
}

// Discord reads <@...> and @everyone in text; nobody is to be called by a run's title.
Json DiscordBody(const RunNews& news) {
  return {{"content", fmt::format("**{}**\n{}\n{}", Headline(news), news.summary, news.link)},
          {"allowed_mentions", {{"parse", Json::array()}}}};
}

std::string ForSlack(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

Json SlackBody(const RunNews& news) {
  return {{"text", fmt::format("*{}*\n{}\n<{}>", ForSlack(Headline(news)), ForSlack(news.summary),
                               news.link)}};
}

std::string_view GithubState(const RunNews& news) {
  if (news.test) return "pending";
  if (news.verdict == "accepted") return "success";
  if (news.verdict == "rejected") return "failure";
  return news.state == "finished" && news.kind != "test" ? "success" : "error";
}

Json GithubBody(const RunNews& news) {
  return {{"state", GithubState(news)},
          {"context", "rookery"},
          {"description",
           fmt::format("{}; {}", Headline(news), news.summary).substr(0, kGithubDescription)},
          {"target_url", news.link}};
}

bool IsHexId(const std::string& text) {
  return text.size() >= 7 && text.size() <= 64 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

// Of "host", "host:80", "[::1]:80".
bool HasPortOrNone(std::string_view authority) {
  const size_t colon = authority.rfind(':');
  const size_t bracket = authority.rfind(']');
  if (colon == std::string_view::npos) return true;
  if (bracket != std::string_view::npos && colon < bracket) return true;
  int port = 0;
  return absl::SimpleAtoi(ToAbsl(authority.substr(colon + 1)), &port) && port >= 1 && port <= 65535;
}

absl::StatusOr<Webhook> ParseOne(const Json& json, size_t number) {
  const auto text = [&](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!json.is_object()) return InvalidArgument("webhooks[{}]: is no object", number);
  // A key that is misspelt would be left out without a word: no signature, say.
  constexpr std::array<std::string_view, 5> kKeys{"format", "url", "secret", "token", "owner"};
  for (const auto& [key, value] : json.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      return InvalidArgument("webhooks[{}].{}: is unknown; there are {}", number, key.substr(0, 40),
                             fmt::join(kKeys, ", "));
    }
    if (!value.is_string()) {
      return InvalidArgument("webhooks[{}].{}: must be a text in quotes", number, key);
    }
  }
  Webhook webhook;
  webhook.url = text("url");
  webhook.secret = text("secret");
  webhook.token = text("token");
  webhook.owner = text("owner");
  const std::string format = text("format");
  bool known = false;
  for (const WebhookFormat each : kFormats) {
    if (Name(each) != format) continue;
    webhook.format = each;
    known = true;
  }
  if (!known) {
    return InvalidArgument("webhooks[{}].format: '{}' is none of generic, discord, slack, github",
                           number, format.substr(0, 40));
  }
  if (PublicPart(webhook.url).empty()) {
    return InvalidArgument(
        "webhooks[{}].url: must begin with https:// or http:// and a host, with a port of 1 to "
        "65535 if any",
        number);
  }
  if (webhook.format == WebhookFormat::kGithub && webhook.token.empty()) {
    return InvalidArgument("webhooks[{}].token: is missing; GitHub takes no status without",
                           number);
  }
  return webhook;
}

}  // namespace

std::string_view Name(WebhookFormat format) {
  switch (format) {
    case WebhookFormat::kGeneric:
      return "generic";
    case WebhookFormat::kDiscord:
      return "discord";
    case WebhookFormat::kSlack:
      return "slack";
    case WebhookFormat::kGithub:
      return "github";
  }
  return "unknown";
}

std::string PublicPart(const std::string& url) {
  const size_t scheme = url.find("://");
  if (!url.starts_with("https://") && !url.starts_with("http://")) return "";
  const size_t end = url.find_first_of("/?#", scheme + 3);
  const std::string part = url.substr(0, end);
  if (part.size() == scheme + 3 || part.find('@') != std::string::npos) return "";
  return HasPortOrNone(part.substr(scheme + 3)) ? part : "";
}

std::string HmacSha256Hex(std::string_view key, std::string_view bytes) {
  std::array<uint8_t, kHashBlock> block{};
  if (key.size() > kHashBlock) {
    const Sha256Digest digest = Sha256(key);
    std::copy(digest.begin(), digest.end(), block.begin());
  } else {
    std::copy(key.begin(), key.end(), block.begin());
  }
  const auto padded = [&](uint8_t with) {
    std::string pad;
    for (const uint8_t byte : block) pad += static_cast<char>(byte ^ with);
    return pad;
  };
  const Sha256Digest inner = Sha256(padded(0x36) + std::string(bytes));
  return Sha256Hex(padded(0x5c) + std::string(inner.begin(), inner.end()));
}

std::optional<Posting> PostingOf(const Webhook& webhook, const RunNews& news) {
  if (!news.test && !webhook.owner.empty() && webhook.owner != news.owner) return std::nullopt;
  Posting posting{webhook.url, {{"User-Agent", "rookery"}}, ""};
  switch (webhook.format) {
    case WebhookFormat::kGeneric:
      posting.body = Text(GenericBody(news));
      if (!webhook.secret.empty()) {
        posting.headers.emplace_back("X-Rookery-Signature",
                                     "sha256=" + HmacSha256Hex(webhook.secret, posting.body));
      }
      break;
    case WebhookFormat::kDiscord:
      posting.body = Text(DiscordBody(news));
      break;
    case WebhookFormat::kSlack:
      posting.body = Text(SlackBody(news));
      break;
    case WebhookFormat::kGithub:
      if (!IsHexId(news.commit)) return std::nullopt;
      posting.url += (posting.url.ends_with('/') ? "statuses/" : "/statuses/") + news.commit;
      posting.headers.emplace_back("Authorization", "Bearer " + webhook.token);
      posting.headers.emplace_back("Accept", "application/vnd.github+json");
      posting.body = Text(GithubBody(news));
      break;
  }
  return posting;
}

absl::StatusOr<std::vector<Webhook>> ParseWebhooks(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("webhooks") || !parsed["webhooks"].is_array()) {
    return InvalidArgument("no JSON object with a list 'webhooks'");
  }
  const Json& list = parsed["webhooks"];
  if (list.size() > kMostWebhooks) {
    return InvalidArgument("webhooks: {} of them; at most {}", list.size(), kMostWebhooks);
  }
  std::vector<Webhook> webhooks;
  for (size_t number = 0; number < list.size(); ++number) {
    ROOKERY_ASSIGN_OR_RETURN(webhooks.emplace_back(), ParseOne(list[number], number));
  }
  return webhooks;
}

}  // namespace rookery::coordinator
