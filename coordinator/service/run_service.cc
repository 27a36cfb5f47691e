#include "coordinator/service/run_service.h"

#include <memory>
#include <utility>

#include "base/status.h"
#include "coordinator/service/caller.h"
#include "coordinator/service/convert.h"
#include "coordinator/service/new_run.h"
#include "coordinator/service/piece_stream.h"
#include "coordinator/service/refused_stream.h"
#include "proto/wire/bounds.h"
#include "proto/wire/status.h"
#include "proto/wire/validate.h"

namespace rookery::coordinator {
namespace {

absl::Status NotFoundIs(const absl::Status& status, std::string_view reason) {
  return absl::IsNotFound(status) ? wire::WithReason(status, reason) : status;
}

absl::Status Busy() {
  return wire::WithReason(
      Error(absl::StatusCode::kResourceExhausted, "the coordinator is busy; try again in a second"),
      "BUSY");
}

}  // namespace

grpc::ServerUnaryReactor* RunServiceImpl::End(grpc::ServerUnaryReactor* reactor,
                                              const absl::Status& status) {
  if (!status.ok()) ++parts_.counters->calls_failed;
  reactor->Finish(wire::ToGrpc(status));
  return reactor;
}

absl::Status RunServiceImpl::Fill(const RunId& run, v1::Run* response) {
  const absl::StatusOr<FiguresPtr> figures = parts_.reads->Run(run);
  if (!figures.ok()) return NotFoundIs(figures.status(), "RUN_UNKNOWN");
  *response = ToProto(**figures);
  return absl::OkStatus();
}

absl::Status RunServiceImpl::FillDetail(const RunId& run, v1::Run* response) {
  const absl::StatusOr<RunDetail> detail = parts_.reads->Detail(run);
  if (!detail.ok()) return NotFoundIs(detail.status(), "RUN_UNKNOWN");
  *response->mutable_detail() = ToProto(*detail);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* RunServiceImpl::CreateRun(grpc::CallbackServerContext* context,
                                                    const v1::CreateRunRequest* request,
                                                    v1::Run* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.RunService/CreateRun");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  // By rules of the run's own every line of the book is judged, so on a thread that may take long.
  const bool queued = parts_.checks->Run([this, reactor, request, response, who = *caller] {
    Begin(reactor, *request, who, response);
  });
  return queued ? reactor : End(reactor, Busy());
}

void RunServiceImpl::Begin(grpc::ServerUnaryReactor* reactor, const v1::CreateRunRequest& request,
                           const Caller& caller, v1::Run* response) {
  absl::StatusOr<coordinator::CreateRun> made = NewRun(request, caller, *parts_.reads);
  if (!made.ok()) {
    End(reactor, made.status());
    return;
  }
  coordinator::CreateRun event = *std::move(made);
  parts_.router->Call(
      [&](ReplyToken token) {
        event.token = token;
        return event;
      },
      [this, reactor, response](const absl::StatusOr<std::string>& run) {
        End(reactor,
            run.ok() ? Fill(*run, response) : NotFoundIs(run.status(), "ARTIFACT_UNKNOWN"));
      });
}

grpc::ServerUnaryReactor* RunServiceImpl::GetRun(grpc::CallbackServerContext* context,
                                                 const v1::GetRunRequest* request,
                                                 v1::Run* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.RunService/GetRun");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  // The detail reads the ledger, so on a thread that may wait for the disk.
  const bool running = parts_.executor->Run([this, reactor, run = IdOf(request->name()), response] {
    absl::Status status = Fill(run, response);
    if (status.ok()) status = FillDetail(run, response);
    End(reactor, status);
  });
  return running ? reactor : End(reactor, Busy());
}

grpc::ServerUnaryReactor* RunServiceImpl::ListRuns(grpc::CallbackServerContext* context,
                                                   const v1::ListRunsRequest* request,
                                                   v1::ListRunsResponse* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.RunService/ListRuns");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  const int size = request->page_size() == 0 ? wire::kDefaultPageSize : request->page_size();
  RunFilter filter{request->tag(), request->owner(), {}};
  if (request->state() != v1::RUN_STATE_UNSPECIFIED) {
    filter.state = static_cast<RunState>(request->state());
  }
  const absl::StatusOr<RunPage> page = parts_.reads->Runs(size, request->page_token(), filter);
  if (!page.ok()) return End(reactor, page.status());
  for (const FiguresPtr& figures : page->runs) *response->add_runs() = ToProto(*figures);
  response->set_next_page_token(page->next_page_token);
  return End(reactor, absl::OkStatus());
}

template <typename Action>
grpc::ServerUnaryReactor* RunServiceImpl::Act(grpc::CallbackServerContext* context,
                                              std::string_view method, const absl::Status& valid,
                                              Action action, v1::Run* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, method);
  if (!caller.ok()) return End(reactor, caller.status());
  if (!valid.ok()) return End(reactor, valid);
  action.by = caller->name;
  action.access = caller->access;
  parts_.router->Call(
      [&](ReplyToken token) {
        action.token = token;
        return action;
      },
      [this, reactor, response](const absl::StatusOr<std::string>& run) {
        End(reactor, run.ok() ? Fill(*run, response) : NotFoundIs(run.status(), "RUN_UNKNOWN"));
      });
  return reactor;
}

grpc::ServerUnaryReactor* RunServiceImpl::StopRun(grpc::CallbackServerContext* context,
                                                  const v1::StopRunRequest* request,
                                                  v1::Run* response) {
  return Act(context, "rookery.v1.RunService/StopRun", wire::Validate(*request),
             coordinator::StopRun{0, IdOf(request->name()), request->reason()}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::PauseRun(grpc::CallbackServerContext* context,
                                                   const v1::PauseRunRequest* request,
                                                   v1::Run* response) {
  return Act(context, "rookery.v1.RunService/PauseRun", wire::Validate(*request),
             coordinator::PauseRun{0, IdOf(request->name())}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::ApproveRun(grpc::CallbackServerContext* context,
                                                     const v1::ApproveRunRequest* request,
                                                     v1::Run* response) {
  return Act(context, "rookery.v1.RunService/ApproveRun", wire::Validate(*request),
             coordinator::ApproveRun{0, IdOf(request->name())}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::ResumeRun(grpc::CallbackServerContext* context,
                                                    const v1::ResumeRunRequest* request,
                                                    v1::Run* response) {
  return Act(context, "rookery.v1.RunService/ResumeRun", wire::Validate(*request),
             coordinator::ResumeRun{0, IdOf(request->name())}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::EditRun(grpc::CallbackServerContext* context,
                                                  const v1::EditRunRequest* request,
                                                  v1::Run* response) {
  return Act(context, "rookery.v1.RunService/EditRun", wire::Validate(*request),
             coordinator::EditRun{0, IdOf(request->name()), FromProto(*request)}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::CommentRun(grpc::CallbackServerContext* context,
                                                     const v1::CommentRunRequest* request,
                                                     v1::Run* response) {
  return Act(context, "rookery.v1.RunService/CommentRun", wire::Validate(*request),
             coordinator::CommentRun{0, IdOf(request->name()), request->text()}, response);
}

grpc::ServerUnaryReactor* RunServiceImpl::VoidPairs(grpc::CallbackServerContext* context,
                                                    const v1::VoidPairsRequest* request,
                                                    v1::Run* response) {
  return Act(context, "rookery.v1.RunService/VoidPairs", wire::Validate(*request),
             coordinator::VoidPairs{0, IdOf(request->name()), IdOf(request->worker()),
                                    request->reason(), false},
             response);
}

grpc::ServerUnaryReactor* RunServiceImpl::RestorePairs(grpc::CallbackServerContext* context,
                                                       const v1::RestorePairsRequest* request,
                                                       v1::Run* response) {
  return Act(context, "rookery.v1.RunService/RestorePairs", wire::Validate(*request),
             coordinator::VoidPairs{0, IdOf(request->name()), IdOf(request->worker()),
                                    request->reason(), true},
             response);
}

grpc::ServerUnaryReactor* RunServiceImpl::ListRunEvents(grpc::CallbackServerContext* context,
                                                        const v1::ListRunEventsRequest* request,
                                                        v1::ListRunEventsResponse* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.RunService/ListRunEvents");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  const bool queued = parts_.executor->Run([this, reactor, response, id = IdOf(request->name())] {
    const absl::StatusOr<std::vector<RunEvent>> events = parts_.reads->Events(id);
    if (events.ok()) {
      for (const RunEvent& event : *events) *response->add_events() = ToProto(event);
    }
    End(reactor, NotFoundIs(events.status(), "RUN_UNKNOWN"));
  });
  return queued ? reactor : End(reactor, Busy());
}

grpc::ServerUnaryReactor* RunServiceImpl::ExplainRun(grpc::CallbackServerContext* context,
                                                     const v1::ExplainRunRequest* request,
                                                     v1::ExplainRunResponse* response) {
  ++parts_.counters->calls;
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(*context, *parts_.gate, "rookery.v1.RunService/ExplainRun");
  if (!caller.ok()) return End(reactor, caller.status());
  if (absl::Status valid = wire::Validate(*request); !valid.ok()) return End(reactor, valid);
  parts_.router->Call(
      [&](ReplyToken token) {
        return coordinator::ExplainRun{token, IdOf(request->name()), IdOf(request->worker())};
      },
      [this, reactor, response](const absl::StatusOr<std::string>& text) {
        if (text.ok()) response->set_text(*text);
        End(reactor, text.status());
      });
  return reactor;
}

grpc::ServerWriteReactor<v1::Run>* RunServiceImpl::WatchRun(grpc::CallbackServerContext* context,
                                                            const v1::WatchRunRequest* request) {
  ++parts_.counters->calls;
  absl::StatusOr<StillAdmitted> admitted =
      AdmitWatcher(*context, *parts_.gate, "rookery.v1.RunService/WatchRun");
  absl::Status status = admitted.status();
  if (status.ok()) status = wire::Validate(*request);
  if (!status.ok()) {
    ++parts_.counters->calls_failed;
    return new RefusedStream<v1::Run>(status);
  }
  return parts_.watches->Watch(IdOf(request->name()), *std::move(admitted));
}

grpc::ServerWriteReactor<v1::PgnChunk>* RunServiceImpl::ExportPgn(
    grpc::CallbackServerContext* context, const v1::ExportPgnRequest* request) {
  ++parts_.counters->calls;
  absl::Status status = Admit(*context, *parts_.gate, "rookery.v1.RunService/ExportPgn").status();
  if (status.ok()) status = wire::Validate(*request);
  std::shared_ptr<PgnCursor> cursor;
  if (status.ok()) {
    absl::StatusOr<std::unique_ptr<PgnCursor>> made =
        parts_.reads->Pgn(IdOf(request->name()), request->after_verdict());
    if (made.ok()) cursor = *std::move(made);
    status = NotFoundIs(made.status(), "RUN_UNKNOWN");
  }
  if (!status.ok()) {
    ++parts_.counters->calls_failed;
    return new RefusedStream<v1::PgnChunk>(status);
  }
  const auto source = [cursor](v1::PgnChunk& chunk) -> absl::StatusOr<bool> {
    ROOKERY_ASSIGN_OR_RETURN(std::optional<std::string> text, cursor->Next());
    if (!text.has_value()) return false;
    chunk.set_text(*std::move(text));
    return true;
  };
  return new PieceStream<v1::PgnChunk>(parts_.executor, source);
}

grpc::ServerWriteReactor<v1::DuelChunk>* RunServiceImpl::ExportDuels(
    grpc::CallbackServerContext* context, const v1::ExportDuelsRequest* request) {
  ++parts_.counters->calls;
  const RunId run = IdOf(request->name());
  absl::Status status = Admit(*context, *parts_.gate, "rookery.v1.RunService/ExportDuels").status();
  if (status.ok()) status = wire::Validate(*request);
  if (status.ok()) status = NotFoundIs(parts_.reads->Run(run).status(), "RUN_UNKNOWN");
  if (!status.ok()) {
    ++parts_.counters->calls_failed;
    return new RefusedStream<v1::DuelChunk>(status);
  }
  const auto source = [reads = parts_.reads, run,
                       next = uint64_t{0}](v1::DuelChunk& chunk) mutable -> absl::StatusOr<bool> {
    ROOKERY_ASSIGN_OR_RETURN(const std::vector<DuelRow> rows, reads->Duels(run, next));
    if (rows.empty()) return false;
    chunk = ToProto(rows);
    next = rows.back().pair + 1;
    return true;
  };
  return new PieceStream<v1::DuelChunk>(parts_.executor, source);
}

}  // namespace rookery::coordinator
