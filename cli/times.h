// Times of the wire as people read them. Pure; any thread.
#pragma once

#include <google/protobuf/timestamp.pb.h>

#include <string>

namespace rookery::cli {

// "2026-11-29 21:47:03Z"; "-" if it isn't set.
std::string TimeText(const google::protobuf::Timestamp& time);
// RFC 3339 in UTC with milliseconds, for JSON.
std::string IsoTime(const google::protobuf::Timestamp& time);

}  // namespace rookery::cli
