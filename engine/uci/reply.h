// What an engine says back (UCI, April 2006), as text and as values, in both directions: the
// embedded engine writes them, the match runner reads those of other engines.
// Pure functions; any thread. Text comes from outside: a fault is an InvalidArgument.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"

namespace rookery::uci {

struct IdReply {
  std::string key;  // "name" or "author"
  std::string value;
};
struct UciOkReply {};
struct ReadyOkReply {};
struct BestMoveReply {
  std::string move;  // "0000" or "(none)" where there is none
  std::string ponder;
};
struct InfoReply {
  std::optional<int64_t> depth;
  std::optional<int64_t> selective_depth;
  std::optional<int64_t> multipv;
  std::optional<int64_t> score_cp;    // at most one of these two
  std::optional<int64_t> score_mate;  // moves; negative: the engine is being mated
  bool lower_bound = false;
  bool upper_bound = false;
  std::optional<int64_t> nodes;
  std::optional<int64_t> nodes_per_second;
  std::optional<int64_t> hash_permill;
  std::optional<int64_t> table_hits;
  std::optional<int64_t> time_ms;
  std::vector<std::string> line;
  std::string text;  // "info string ..."
};
struct OptionReply {
  std::string name;
  std::string type;  // check, spin, combo, button, string
  std::string default_value;
  std::optional<int64_t> min;
  std::optional<int64_t> max;
  std::vector<std::string> choices;
};
// A line that is none of these; engines print all sorts of things.
struct OtherReply {
  std::string text;
};

using Reply = std::variant<IdReply, UciOkReply, ReadyOkReply, BestMoveReply, InfoReply, OptionReply,
                           OtherReply>;

absl::StatusOr<Reply> ParseReply(std::string_view line);
std::string FormatReply(const Reply& reply);

}  // namespace rookery::uci
