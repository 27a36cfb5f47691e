// Names of UCI engines: given, moved to another manifest, changed, forgotten. Runs keep the
// manifest that a name stood for when they were made, so nothing here touches them.
#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {
namespace {

absl::Status CheckEngineName(std::string_view field, const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  });
  if (plain && !name.empty() && name.size() <= limits::kMaxEngineName && name.front() != '.') {
    return absl::OkStatus();
  }
  return InvalidArgument(
      "field {}: '{}' is not an engine's name; give at most {} letters, digits, -, _ and dots, the "
      "first not a dot",
      field, name.substr(0, 80), limits::kMaxEngineName);
}

absl::Status Taken(const NamedEngine& engine) {
  return Error(absl::StatusCode::kAlreadyExists,
               "the name '{}' stands for another engine, which {} added; choose another name, or "
               "replace it",
               engine.name, engine.owner.empty() ? "somebody" : engine.owner);
}

}  // namespace

void Core::State::Answer(ReplyToken token, const absl::Status& status) {
  if (status.ok()) {
    out->replies.push_back(DoneReply{token});
  } else {
    out->replies.push_back(ErrorReply{token, status});
  }
}

absl::StatusOr<NamedEngine> Core::State::OwnEngine(const std::string& name, const std::string& by,
                                                   const Access& access) const {
  const auto found = engine_names.find(name);
  if (found == engine_names.end()) {
    return Error(absl::StatusCode::kNotFound,
                 "there is no engine '{}'; 'rookery engines list' shows those that there are",
                 name.substr(0, limits::kMaxEngineName));
  }
  if (access.own_only && found->second.owner != by) {
    return Error(absl::StatusCode::kPermissionDenied,
                 "the engine '{}' belongs to '{}'; ask them or an operator", name,
                 found->second.owner);
  }
  return found->second;
}

absl::Status Core::State::NameEngine(const PutEngine& event) {
  ROOKERY_RETURN_IF_ERROR(CheckEngineName("name", event.name));
  ROOKERY_RETURN_IF_ERROR(
      CheckArtifact("manifest_sha256", event.manifest_sha256, ArtifactKind::kEngine));
  NamedEngine engine{event.name, event.manifest_sha256, event.by, now, now};
  if (const auto known = engine_names.find(event.name); known != engine_names.end()) {
    if (known->second.manifest_sha256 == event.manifest_sha256) return absl::OkStatus();
    if (!event.replace) return Taken(known->second);
    ROOKERY_ASSIGN_OR_RETURN(engine, OwnEngine(event.name, event.by, event.access));
    engine.manifest_sha256 = event.manifest_sha256;
    engine.updated = now;
  } else if (engine_names.size() >= limits::kMaxEngines) {
    return Error(absl::StatusCode::kResourceExhausted,
                 "{} engines have names here; no more are allowed: remove some",
                 engine_names.size());
  }
  out->writes.push_back(PutEngineName{engine});
  engine_names[event.name] = std::move(engine);
  ++engines_revision;
  return absl::OkStatus();
}

absl::Status Core::State::Rename(const RenameEngine& event) {
  ROOKERY_RETURN_IF_ERROR(CheckEngineName("new_name", event.new_name));
  ROOKERY_ASSIGN_OR_RETURN(NamedEngine engine, OwnEngine(event.name, event.by, event.access));
  if (event.name == event.new_name) return absl::OkStatus();
  if (const auto other = engine_names.find(event.new_name); other != engine_names.end()) {
    return Taken(other->second);
  }
  engine.name = event.new_name;
  out->writes.push_back(DropEngineName{event.name});
  out->writes.push_back(PutEngineName{engine});
  engine_names.erase(event.name);
  engine_names[event.new_name] = std::move(engine);
  ++engines_revision;
  return absl::OkStatus();
}

void Core::State::On(const PutEngine& event) { Answer(event.token, NameEngine(event)); }

void Core::State::On(const RenameEngine& event) { Answer(event.token, Rename(event)); }

void Core::State::On(const RemoveEngine& event) {
  const absl::StatusOr<NamedEngine> engine = OwnEngine(event.name, event.by, event.access);
  if (engine.ok()) {
    out->writes.push_back(DropEngineName{event.name});
    engine_names.erase(event.name);
    ++engines_revision;
  }
  Answer(event.token, engine.status());
}

}  // namespace rookery::coordinator
