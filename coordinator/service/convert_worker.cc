#include "coordinator/service/convert_worker.h"

#include <optional>
#include <type_traits>

#include "base/check.h"
#include "base/pairing/outcome.h"
#include "coordinator/service/convert.h"
#include "proto/wire/bounds.h"

namespace rookery::coordinator {

Event ToEvent(SessionId session, const v1::Hello& hello) {
  WorkerHello event;
  event.session = session;
  event.worker = hello.worker_id();
  event.label = hello.label();
  event.slots = hello.slots();
  event.version = hello.version();
  event.bench_signature = hello.bench_signature();
  event.held_leases.assign(hello.held_leases().begin(), hello.held_leases().end());
  event.ability = {hello.cores(),
                   hello.memory_mib(),
                   {hello.instruction_sets().begin(), hello.instruction_sets().end()},
                   hello.platform(),
                   hello.sandbox(),
                   hello.bench_nps()};
  return event;
}

Event ToEvent(SessionId session, const v1::LeaseRequest& request) {
  return LeaseRequest{session, request.max_pairs(), request.request()};
}

Event ToEvent(SessionId session, const v1::Report& report) {
  Report event;
  event.session = session;
  event.lease = report.lease();
  event.sequence = report.sequence();
  event.run = IdOf(report.run());
  event.attempt = report.attempt();
  event.pairs.reserve(static_cast<size_t>(report.pairs_size()));
  for (const v1::PairResult& pair : report.pairs()) event.pairs.push_back(FromProto(pair));
  return event;
}

Event ToEvent(SessionId session, const v1::Heartbeat& heartbeat) {
  Heartbeat event;
  event.session = session;
  event.held_leases.assign(heartbeat.held_leases().begin(), heartbeat.held_leases().end());
  event.nodes_per_second = heartbeat.nodes_per_second();
  return event;
}

Event ToEvent(SessionId session, const v1::Release& release) {
  return Release{session, release.lease(), release.reason(), release.failed()};
}

v1::CoordinatorMessage ToMessage(const Reply& reply, std::string_view version) {
  v1::CoordinatorMessage message;
  if (const auto* welcome = std::get_if<Welcome>(&reply)) {
    v1::Welcome& target = *message.mutable_welcome();
    target.set_version(std::string(version));
    target.set_protocol(wire::kProtocol);
    target.set_heartbeat_seconds(welcome->heartbeat_seconds);
    target.set_reconnect_spread_ms(welcome->reconnect_spread_ms);
    for (const LeaseId& lease : welcome->lost_leases) target.add_lost_leases(lease);
  } else if (const auto* grant = std::get_if<LeaseGrant>(&reply)) {
    *message.mutable_lease() = ToProto(*grant);
  } else if (const auto* none = std::get_if<NoWork>(&reply)) {
    message.mutable_no_work()->set_request(none->request);
    message.mutable_no_work()->set_reason(none->reason);
    message.mutable_no_work()->set_retry_after_ms(none->retry_after_ms);
  } else if (const auto* ack = std::get_if<ReportAck>(&reply)) {
    v1::ReportAck& target = *message.mutable_report_ack();
    target.set_lease(ack->lease);
    target.set_sequence(ack->sequence);
    target.set_counted(ack->counted);
    target.set_duplicates(ack->duplicates);
    target.set_refused(ack->refused);
  } else if (const auto* cancel = std::get_if<Cancel>(&reply)) {
    message.mutable_cancel()->set_lease(cancel->lease);
    message.mutable_cancel()->set_reason(cancel->reason);
  } else {
    const auto* drain = std::get_if<Drain>(&reply);
    ROOKERY_CHECK(drain != nullptr);
    message.mutable_drain()->set_reason(drain->reason);
  }
  return message;
}

LiveRecord ToRecord(const v1::LiveGame& game, const WorkerId& worker) {
  LiveRecord record;
  record.pair = game.pair_index();
  record.number = game.number();
  record.worker = worker;
  record.over = game.over();
  const std::optional<GameEnd> end = GameEndFromNumber(game.end());
  record.told = record.over && end.has_value() && game.result() >= v1::GAME_RESULT_WHITE_WINS &&
                game.result() <= v1::GAME_RESULT_DRAW;
  if (record.told) {
    record.game.result = static_cast<GameResult>(game.result());
    record.game.end = *end;
  }
  record.game.moves = game.moves();
  record.game.scores_cp.assign(game.scores_cp().begin(), game.scores_cp().end());
  record.game.times_ms.assign(game.times_ms().begin(), game.times_ms().end());
  record.game.clocks_ms.assign(game.clocks_ms().begin(), game.clocks_ms().end());
  return record;
}

v1::CoordinatorMessage RefusalOf(const v1::Report& report, std::string_view why) {
  v1::CoordinatorMessage message;
  message.mutable_report_ack()->set_lease(report.lease());
  message.mutable_report_ack()->set_sequence(report.sequence());
  message.mutable_report_ack()->set_refused(std::string(why.substr(0, wire::kMaxReason)));
  return message;
}

SetQuarantine ToEvent(const v1::QuarantineWorkerRequest& request) {
  SetQuarantine event{.worker = IdOf(request.name()), .reason = request.reason()};
  event.drain = request.drain();
  return event;
}

SetQuarantine ToEvent(const v1::LiftQuarantineRequest& request) {
  return {.worker = IdOf(request.name()), .reason = ""};
}

}  // namespace rookery::coordinator
