#include "coordinator/service/json_numbers.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "base/status.h"
#include "proto/wire/violations.h"

namespace rookery::coordinator {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Struct;
using google::protobuf::Value;

template <typename Number>
void CheckNumber(const Value& value, const std::string& path, wire::Violations& found) {
  Number number = 0;
  std::string shown = value.string_value();
  bool whole = false;
  if (value.kind_case() == Value::kNumberValue) {
    const double given = value.number_value();
    shown = fmt::format("{}", given);
    // The greatest numbers of 64 bits are no doubles: what rounds up to them is beyond them.
    whole = given == std::floor(given) &&
            given >= static_cast<double>(std::numeric_limits<Number>::min()) &&
            given < std::ldexp(1.0, std::numeric_limits<Number>::digits);
  } else if (value.kind_case() == Value::kStringValue) {
    const char* const end = shown.data() + shown.size();
    const auto [read, error] = std::from_chars(shown.data(), end, number);
    whole = error == std::errc() && read == end;
  } else {
    return;  // of a wrong kind altogether, which Protobuf says by itself
  }
  if (whole) return;
  found.Add(path, "{} is not a whole number from {} to {}", wire::Quoted(shown),
            std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max());
}

void Walk(const Struct& object, const Descriptor& message, const std::string& path,
          wire::Violations& found);

void CheckValue(const Value& value, const FieldDescriptor& field, const std::string& path,
                wire::Violations& found) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return CheckNumber<int32_t>(value, path, found);
    case FieldDescriptor::CPPTYPE_UINT32:
      return CheckNumber<uint32_t>(value, path, found);
    case FieldDescriptor::CPPTYPE_INT64:
      return CheckNumber<int64_t>(value, path, found);
    case FieldDescriptor::CPPTYPE_UINT64:
      return CheckNumber<uint64_t>(value, path, found);
    case FieldDescriptor::CPPTYPE_MESSAGE:
      if (value.has_struct_value()) {
        Walk(value.struct_value(), *field.message_type(), path + ".", found);
      }
      return;
    default:
      return;
  }
}

void Walk(const Struct& object, const Descriptor& message, const std::string& path,
          wire::Violations& found) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    auto given = object.fields().find(std::string(field.json_name()));
    if (given == object.fields().end()) given = object.fields().find(std::string(field.name()));
    if (given == object.fields().end()) continue;
    const std::string name = path + std::string(field.name());
    if (!field.is_repeated()) {
      CheckValue(given->second, field, name, found);
      continue;
    }
    int index = 0;
    for (const Value& value : given->second.list_value().values()) {
      CheckValue(value, field, fmt::format("{}[{}]", name, index++), found);
    }
  }
}

}  // namespace

absl::Status CheckWholeNumbers(const std::string& json, const Descriptor& message) {
  Struct object;
  if (!google::protobuf::util::JsonStringToMessage(json, &object).ok()) return absl::OkStatus();
  wire::Violations found;
  Walk(object, message, "", found);
  return found.Finish();
}

}  // namespace rookery::coordinator
