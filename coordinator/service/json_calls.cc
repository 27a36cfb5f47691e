#include "coordinator/service/json_calls.h"

#include <google/protobuf/util/json_util.h>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/query/spec_rules.h"
#include "coordinator/service/convert.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
namespace {

// Posts an event and waits for what the core says once it is on disk.
absl::StatusOr<RunId> Ask(ReplyRouter& router, const std::function<Event(ReplyToken)>& make) {
  // Shared with the reply, which may come after this has given up.
  const auto answer = std::make_shared<std::promise<absl::StatusOr<RunId>>>();
  std::future<absl::StatusOr<RunId>> future = answer->get_future();
  router.Call(make, [answer](absl::StatusOr<RunId> run) { answer->set_value(std::move(run)); });
  if (future.wait_for(absl::ToChronoMilliseconds(kJsonCallPatience)) != std::future_status::ready) {
    return Error(absl::StatusCode::kUnavailable,
                 "no answer within {} s; it may still be done: look before you ask again",
                 absl::ToInt64Seconds(kJsonCallPatience));
  }
  return future.get();
}

}  // namespace

absl::StatusOr<RunId> CreateRunFromJson(const std::string& json, ReplyRouter& router) {
  v1::CreateRunRequest request;
  const auto parsed = google::protobuf::util::JsonStringToMessage(json, &request);
  if (!parsed.ok()) return InvalidArgument("the body: {}", parsed.message().ToString());
  ROOKERY_RETURN_IF_ERROR(wire::Validate(request));
  CreateRun event;
  event.spec = FromProto(request.run());
  ROOKERY_RETURN_IF_ERROR(CheckRules(event.spec));
  event.request_id = request.request_id();
  return Ask(router, [&](ReplyToken token) {
    event.token = token;
    return event;
  });
}

absl::StatusOr<std::string> PutWeightsText(const std::string& text, ArtifactFiles& files,
                                           ReplyRouter& router) {
  const UploadClaim claim{Sha256Hex(text), static_cast<int64_t>(text.size()),
                          ArtifactKind::kWeights};
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<ArtifactFiles::Incoming> incoming,
                           files.Begin(claim));
  ROOKERY_RETURN_IF_ERROR(incoming->Add(text));
  ROOKERY_ASSIGN_OR_RETURN(const ArtifactInfo info, incoming->Finish());
  ROOKERY_RETURN_IF_ERROR(
      Ask(router, [&](ReplyToken token) { return PutArtifact{token, info}; }).status());
  return info.sha256;
}

}  // namespace rookery::coordinator
