#include "proto/wire/violations.h"

#include <algorithm>

#include "base/sha256.h"
#include "google/rpc/error_details.pb.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"

namespace rookery::wire {
namespace {

constexpr char kBadRequestType[] = "type.googleapis.com/google.rpc.BadRequest";
constexpr size_t kQuotedBytes = 60;

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

// Of blanks alone, a no-break, ideographic or zero-width space among them.
bool IsBlank(std::string_view text) {
  constexpr std::string_view kBlanks[] = {" ", "\u00a0", "\u3000", "\u200b", "\ufeff"};
  while (!text.empty()) {
    const auto* const blank = std::find_if(std::begin(kBlanks), std::end(kBlanks),
                                           [&](auto one) { return text.starts_with(one); });
    if (blank == std::end(kBlanks)) return false;
    text.remove_prefix(blank->size());
  }
  return true;
}

bool IsIdCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

std::string Quoted(std::string_view text) {
  std::string shown(text.substr(0, kQuotedBytes));
  std::replace_if(shown.begin(), shown.end(), IsControl, '?');
  return fmt::format("'{}{}'", shown, text.size() > kQuotedBytes ? "..." : "");
}

void Violations::CheckText(std::string_view field, std::string_view value, size_t most) {
  if (value.size() > most) {
    Add(field, "{} has {} bytes; at most {} are allowed", Quoted(value), value.size(), most);
  } else if (std::any_of(value.begin(), value.end(), IsControl)) {
    Add(field, "{} has control characters; only printable text is allowed", Quoted(value));
  }
}

void Violations::CheckRequired(std::string_view field, std::string_view value, size_t most) {
  if (value.empty()) {
    Add(field, "is empty; 1 to {} characters are needed", most);
  } else {
    CheckText(field, value, most);
  }
}

void Violations::CheckName(std::string_view field, std::string_view value, size_t most) {
  if (!value.empty() && IsBlank(value)) {
    Add(field, "{} is blank; a name that can be read is needed", Quoted(value));
  } else {
    CheckRequired(field, value, most);
  }
}

void Violations::CheckSha256(std::string_view field, std::string_view value) {
  if (!IsSha256Hex(value)) {
    Add(field, "{} is not a SHA-256 identity; 64 lower-case hexadecimal digits are needed",
        Quoted(value));
  }
}

void Violations::CheckResource(std::string_view field, std::string_view value,
                               std::string_view collection) {
  const std::string prefix = std::string(collection) + "/";
  const bool starts = value.substr(0, prefix.size()) == prefix;
  const std::string_view id = starts ? value.substr(prefix.size()) : std::string_view();
  if (id.empty() || value.size() > kMaxResourceName ||
      !std::all_of(id.begin(), id.end(), IsIdCharacter)) {
    Add(field, "{} is not a name; {}ID with letters, digits, - and _ is needed", Quoted(value),
        prefix);
  }
}

void Violations::CheckEngineResource(std::string_view field, std::string_view value) {
  constexpr std::string_view kPrefix = "engines/";
  const bool starts = value.substr(0, kPrefix.size()) == kPrefix;
  const std::string_view id = starts ? value.substr(kPrefix.size()) : std::string_view();
  const bool plain =
      std::all_of(id.begin(), id.end(), [](char c) { return IsIdCharacter(c) || c == '.'; });
  if (id.empty() || id.size() > kMaxEngineId || id.front() == '.' || !plain) {
    Add(field,
        "{} is not an engine's name; {}NAME is needed, with at most {} letters, digits, -, _ and "
        "dots, the first not a dot",
        Quoted(value), kPrefix, kMaxEngineId);
  }
}

absl::Status Violations::Finish() const {
  if (found_.empty()) return absl::OkStatus();
  google::rpc::BadRequest request;
  std::string message;
  for (const auto& [field, description] : found_) {
    google::rpc::BadRequest::FieldViolation* violation = request.add_field_violations();
    violation->set_field(field);
    violation->set_description(description);
    message += fmt::format("{}{}: {}", message.empty() ? "" : "\n", field, description);
  }
  if (dropped_ > 0) message += fmt::format("\nand {} more", dropped_);
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(kBadRequestType, absl::Cord(request.SerializeAsString()));
  return WithReason(std::move(status), "INVALID_FIELDS");
}

void Violations::AddText(std::string_view field, std::string description) {
  if (found_.size() >= kMostKept) {
    ++dropped_;
    return;
  }
  found_.emplace_back(std::string(field), std::move(description));
}

}  // namespace rookery::wire
