#include <httplib.h>

#include "base/status.h"
#include "coordinator/notify/notifier.h"

namespace rookery::coordinator {
namespace {

constexpr int kConnectSeconds = 2;  // with the next one, how long a stop may take
constexpr int kAnswerSeconds = 4;

}  // namespace

absl::Status SendOverHttp(const Posting& posting) {
  const std::string host = PublicPart(posting.url);
  std::string path = posting.url.substr(host.size());
  if (path.empty()) path = "/";
  httplib::Client client(host);
  client.set_connection_timeout(kConnectSeconds);
  client.set_read_timeout(kAnswerSeconds);
  client.set_write_timeout(kAnswerSeconds);
  httplib::Headers headers;
  for (const auto& [name, value] : posting.headers) headers.emplace(name, value);
  const httplib::Result answer = client.Post(path, headers, posting.body, "application/json");
  if (!answer) {
    return Error(absl::StatusCode::kUnavailable, "no answer: {}",
                 httplib::to_string(answer.error()));
  }
  if (answer->status >= 200 && answer->status < 300) return absl::OkStatus();
  const bool later = answer->status == 408 || answer->status == 429 || answer->status >= 500;
  return Error(later ? absl::StatusCode::kUnavailable : absl::StatusCode::kInvalidArgument,
               "it answered {}", answer->status);
}

}  // namespace rookery::coordinator
