#include "coordinator/notify/kept_news.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr size_t kKeyDigits = 16;

}  // namespace

std::string KeyOf(const Webhook& webhook) {
  const std::string who = fmt::format("{} {} {}", Name(webhook.format), webhook.url, webhook.owner);
  return Sha256Hex(who).substr(0, kKeyDigits);
}

std::string ToText(const KeptNews& news) {
  return nlohmann::json{{"open", news.open}, {"waiting", news.waiting}}.dump() + "\n";
}

absl::StatusOr<KeptNews> ParseKeptNews(const std::string& text) {
  if (text.empty()) return KeptNews();
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    KeptNews news;
    json.at("open").get_to(news.open);
    json.at("waiting").get_to(news.waiting);
    return news;
  } catch (const nlohmann::json::exception& error) {
    return InvalidArgument("no list of news: {}", error.what());
  }
}

}  // namespace rookery::coordinator
