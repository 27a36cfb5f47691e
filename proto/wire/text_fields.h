// Text in messages. Protocol Buffers send only UTF-8; a message with anything else is lost on its
// way with an error that names nothing, so it is looked at before it is sent. Any thread.
#pragma once

#include "absl/status/status.h"

namespace google::protobuf {
class Message;
}

namespace rookery::wire {

// InvalidArgument names each text field, by its path, that isn't UTF-8.
absl::Status CheckTextFields(const google::protobuf::Message& message);

}  // namespace rookery::wire
