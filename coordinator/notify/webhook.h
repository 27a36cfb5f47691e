// Webhooks: who is told that a run has ended, and in which words. A webhook is read from a file, a
// posting is what goes out over HTTP. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::coordinator {

enum class WebhookFormat { kGeneric, kDiscord, kSlack, kGithub };

struct Webhook {
  WebhookFormat format = WebhookFormat::kGeneric;
  std::string url;         // http(s)://host[:port]/path; GitHub: of the repository's API
  std::string secret;      // signs the body; generic only, may be empty
  std::string token;       // GitHub: may set statuses
  std::string owner = {};  // of runs; empty: everybody's
};
inline constexpr size_t kMostWebhooks = 100;

// What there is to tell, from the read model's figures.
struct RunNews {
  std::string run;
  std::string kind;
  std::string title;
  std::string state;
  std::string verdict;  // "undecided" in a match
  std::string summary;  // one line with Elo and games
  std::string link;     // of its page
  std::string owner;
  std::string commit;  // of the tested side; may be empty
  bool test = false;   // somebody pressed the button, nothing has ended
};

struct Posting {
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// None where the webhook has nothing to say about it: another owner's run, GitHub without a commit.
std::optional<Posting> PostingOf(const Webhook& webhook, const RunNews& news);

// {"webhooks": [{"format": "discord", "url": "https://..."}, ...]}; secrets are in the file, so the
// file must not be readable by others. InvalidArgument names the entry and the field.
absl::StatusOr<std::vector<Webhook>> ParseWebhooks(const std::string& json);

std::string_view Name(WebhookFormat format);
// Without path and query, which may hold secrets: "https://discord.com".
std::string PublicPart(const std::string& url);

// RFC 2104 with SHA-256, as hexadecimal digits.
std::string HmacSha256Hex(std::string_view key, std::string_view bytes);

}  // namespace rookery::coordinator
