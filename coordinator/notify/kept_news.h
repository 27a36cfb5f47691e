// What a notifier remembers from one start of the coordinator to the next: which runs were open,
// so that one that ends meanwhile is news, and of which runs a webhook is still to be told. As text
// without an address or a secret. Pure functions; any thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"
#include "coordinator/notify/webhook.h"

namespace rookery::coordinator {

struct KeptNews {
  std::set<RunId> open;
  std::map<std::string, std::vector<RunId>> waiting;  // by KeyOf; the oldest first

  bool operator==(const KeptNews&) const = default;
};

// The same as long as the webhook's address, format and owner are.
std::string KeyOf(const Webhook& webhook);

std::string ToText(const KeptNews& news);
// Empty text: nothing. InvalidArgument where it isn't what ToText has written.
absl::StatusOr<KeptNews> ParseKeptNews(const std::string& text);

}  // namespace rookery::coordinator
