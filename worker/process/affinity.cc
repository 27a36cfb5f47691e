#include "worker/process/affinity.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr int kMaxNodes = 1024;

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

int NumberIn(const std::string& path) {
  const std::string text = FirstLine(path);
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<int> ProcessorNumber(std::string_view text) {
  int number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && stop == text.data() + text.size();
  if (!whole || number < 0 || number >= CPU_SETSIZE) return std::nullopt;
  return number;
}

std::map<int, int> NodesOfProcessors(const std::string& root) {
  std::map<int, int> nodes;
  for (int node = 0; node < kMaxNodes; ++node) {
    const auto ids =
        ParseProcessorList(FirstLine(fmt::format("{}/node/node{}/cpulist", root, node)));
    if (!ids.ok()) break;
    for (const int id : *ids) nodes[id] = node;
  }
  return nodes;
}

// The first of each core's twins, by node.
std::map<int, std::vector<int>> CoresByNode(const std::vector<Processor>& processors) {
  std::set<std::pair<int, int>> seen;
  std::map<int, std::vector<int>> nodes;
  for (const Processor& one : processors) {
    if (seen.insert({one.package, one.core}).second) nodes[one.node].push_back(one.id);
  }
  return nodes;
}

absl::Status TooFew(const AffinityWish& wish, size_t have, std::string_view what) {
  return Error(absl::StatusCode::kResourceExhausted,
               "{} games at once with {} threads each want {} {}, and {} are here", wish.games,
               wish.threads, wish.games * wish.threads, what, have);
}

}  // namespace

absl::StatusOr<std::vector<Processor>> ReadProcessors(const std::string& root) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    return Error(absl::StatusCode::kUnavailable, "reading the processors: {}",
                 std::strerror(errno));
  }
  const std::map<int, int> nodes = NodesOfProcessors(root);
  std::vector<Processor> processors;
  for (int id = 0; id < CPU_SETSIZE; ++id) {
    if (!CPU_ISSET(static_cast<size_t>(id), &allowed)) continue;
    const std::string topology = fmt::format("{}/cpu/cpu{}/topology/", root, id);
    const auto node = nodes.find(id);
    const std::string core = FirstLine(topology + "core_id");
    processors.push_back({id, NumberIn(topology + "physical_package_id"),
                          core.empty() ? id : NumberIn(topology + "core_id"),
                          node == nodes.end() ? 0 : node->second});
  }
  return processors;
}

absl::StatusOr<std::vector<int>> ParseProcessorList(std::string_view text) {
  std::vector<int> ids;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const size_t dash = part.find('-');
    const auto low = ProcessorNumber(part.substr(0, dash));
    const auto high = dash == std::string_view::npos ? low : ProcessorNumber(part.substr(dash + 1));
    if (!low || !high || *high < *low) {
      return InvalidArgument("'{}' is no list of processors; write 0,2-5", text);
    }
    for (int id = *low; id <= *high; ++id) ids.push_back(id);
  }
  if (ids.empty()) return InvalidArgument("the list of processors is empty");
  return ids;
}

absl::StatusOr<std::vector<std::vector<int>>> PlanAffinity(const std::vector<Processor>& processors,
                                                           const AffinityWish& wish) {
  const auto games = static_cast<size_t>(wish.games);
  const auto threads = static_cast<size_t>(wish.threads);
  std::vector<std::vector<int>> plan;
  std::map<int, std::vector<int>> nodes;
  if (wish.only.empty()) {
    nodes = CoresByNode(processors);
  } else {
    nodes[0] = wish.only;
  }
  std::vector<int> left_over;  // of nodes that hold no further game
  for (const auto& [node, cores] : nodes) {
    size_t at = 0;
    for (; at + threads <= cores.size() && plan.size() < games; at += threads) {
      const auto begin = cores.begin() + static_cast<std::ptrdiff_t>(at);
      plan.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(threads));
    }
    left_over.insert(left_over.end(), cores.begin() + static_cast<std::ptrdiff_t>(at), cores.end());
  }
  for (size_t at = 0; at + threads <= left_over.size() && plan.size() < games; at += threads) {
    const auto begin = left_over.begin() + static_cast<std::ptrdiff_t>(at);
    plan.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(threads));
  }
  if (plan.size() == games) return plan;
  size_t have = 0;
  for (const auto& [node, cores] : nodes) have += cores.size();
  return TooFew(wish, have, wish.only.empty() ? "physical cores" : "processors");
}

absl::Status BindThread(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int id : processors) CPU_SET(static_cast<size_t>(id), &set);
  if (::sched_setaffinity(0, sizeof set, &set) == 0) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "binding to processors {}: {}",
               fmt::join(processors, ","), std::strerror(errno));
}

}  // namespace rookery::worker
