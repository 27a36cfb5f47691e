#include "proto/wire/text_fields.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>
#include <vector>

#include "base/utf8.h"
#include "proto/wire/violations.h"

namespace rookery::wire {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

void Walk(const Message& message, const std::string& path, Violations& violations);

// One value of a field; index -1 if it isn't repeated.
void CheckValue(const Message& message, const FieldDescriptor& field, int index,
                const std::string& path, Violations& violations) {
  const Reflection& reflection = *message.GetReflection();
  const bool repeated = index >= 0;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    Walk(repeated ? reflection.GetRepeatedMessage(message, &field, index)
                  : reflection.GetMessage(message, &field),
         path + ".", violations);
  } else if (field.type() == FieldDescriptor::TYPE_STRING) {
    const std::string value = repeated ? reflection.GetRepeatedString(message, &field, index)
                                       : reflection.GetString(message, &field);
    if (!IsUtf8(value)) violations.Add(path, "is not UTF-8 text; write it in UTF-8");
  }
}

void Walk(const Message& message, const std::string& path, Violations& violations) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string name = path + field->name();
    if (!field->is_repeated()) {
      CheckValue(message, *field, -1, name, violations);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      CheckValue(message, *field, i, fmt::format("{}[{}]", name, i), violations);
    }
  }
}

}  // namespace

absl::Status CheckTextFields(const Message& message) {
  Violations violations;
  Walk(message, "", violations);
  return violations.Finish();
}

}  // namespace rookery::wire
