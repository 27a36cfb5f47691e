#include "cli/times.h"

#include "absl/time/time.h"

namespace rookery::cli {
namespace {

std::string Formatted(const char* format, const google::protobuf::Timestamp& time) {
  const absl::Time value = absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
  return absl::FormatTime(format, value, absl::UTCTimeZone());
}

}  // namespace

std::string TimeText(const google::protobuf::Timestamp& time) {
  return time.seconds() == 0 ? "-" : Formatted("%Y-%m-%d %H:%M:%SZ", time);
}

std::string IsoTime(const google::protobuf::Timestamp& time) {
  return Formatted("%Y-%m-%dT%H:%M:%E3SZ", time);
}

}  // namespace rookery::cli
