#include "coordinator/service/json_calls.h"

#include <google/protobuf/util/json_util.h>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

#include "base/sha256.h"
#include "base/status.h"
#include "coordinator/service/convert_worker.h"
#include "coordinator/service/json_numbers.h"
#include "coordinator/service/new_run.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
absl::StatusOr<std::string> AskCore(ReplyRouter& router,
                                    const std::function<Event(ReplyToken)>& make) {
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

namespace {

constexpr std::string_view kRuns = "runs/";

template <typename Request>
absl::StatusOr<Request> ParseRequest(const std::string& json) {
  Request request;
  const auto parsed = google::protobuf::util::JsonStringToMessage(json, &request);
  if (!parsed.ok()) {
    ROOKERY_RETURN_IF_ERROR(CheckWholeNumbers(json, *Request::descriptor()));
    return InvalidArgument("the body: {}", parsed.message().ToString());
  }
  ROOKERY_RETURN_IF_ERROR(wire::Validate(request));
  return request;
}

absl::StatusOr<std::string> Ask(SetQuarantine event, const Caller& caller, ReplyRouter& router) {
  event.by = caller.name;
  event.access = caller.access;
  return AskCore(router, [&](ReplyToken token) {
    event.token = token;
    return event;
  });
}

}  // namespace

absl::StatusOr<std::string> QuarantineFromJson(const std::string& json, const Caller& caller,
                                               ReplyRouter& router) {
  ROOKERY_ASSIGN_OR_RETURN(const v1::QuarantineWorkerRequest request,
                           ParseRequest<v1::QuarantineWorkerRequest>(json));
  return Ask(ToEvent(request), caller, router);
}

absl::StatusOr<std::string> LiftFromJson(const std::string& json, const Caller& caller,
                                         ReplyRouter& router) {
  ROOKERY_ASSIGN_OR_RETURN(const v1::LiftQuarantineRequest request,
                           ParseRequest<v1::LiftQuarantineRequest>(json));
  return Ask(ToEvent(request), caller, router);
}

absl::StatusOr<std::string> ApproveFromJson(const std::string& json, const Caller& caller,
                                            ReplyRouter& router) {
  ROOKERY_ASSIGN_OR_RETURN(const v1::ApproveRunRequest request,
                           ParseRequest<v1::ApproveRunRequest>(json));
  ApproveRun event{0, request.name().substr(kRuns.size()), caller.name, caller.access};
  return AskCore(router, [&](ReplyToken token) {
    event.token = token;
    return event;
  });
}

absl::StatusOr<RunId> CreateRunFromJson(const std::string& json, const Caller& caller,
                                        ReadModel& reads, ReplyRouter& router) {
  ROOKERY_ASSIGN_OR_RETURN(const v1::CreateRunRequest request,
                           ParseRequest<v1::CreateRunRequest>(json));
  ROOKERY_ASSIGN_OR_RETURN(CreateRun event, NewRun(request, caller, reads));
  return AskCore(router, [&](ReplyToken token) {
    event.token = token;
    return event;
  });
}

absl::StatusOr<std::string> PutWeightsText(const std::string& text, const Caller& caller,
                                           ArtifactFiles& files, ReplyRouter& router) {
  const UploadClaim claim{Sha256Hex(text), static_cast<int64_t>(text.size()),
                          ArtifactKind::kWeights};
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<ArtifactFiles::Incoming> incoming,
                           files.Begin(claim));
  ROOKERY_RETURN_IF_ERROR(incoming->Add(text));
  ROOKERY_ASSIGN_OR_RETURN(const ArtifactInfo info, incoming->Finish());
  ROOKERY_RETURN_IF_ERROR(AskCore(router, [&](ReplyToken token) {
                            return PutArtifact{token, info, caller.name, caller.access};
                          }).status());
  return info.sha256;
}

}  // namespace rookery::coordinator
