#include "cli/fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/access_token.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "cli/follow.h"

namespace rookery::cli {
namespace {

constexpr char kJoinToken[] = "/workers/join.token";
constexpr int64_t kJoinSeconds = 24 * 3600;
constexpr absl::Duration kPoll = absl::Milliseconds(50);
constexpr absl::Duration kMostStart = absl::Seconds(60);
constexpr absl::Duration kMostJoin = absl::Seconds(20);
constexpr absl::Duration kMostWorkerStop = absl::Seconds(15);
constexpr absl::Duration kMostCoordinatorStop = absl::Seconds(20);

std::string PortOf(const std::string& address) {
  return address.substr(address.find_last_of(':') + 1);
}

// "http://HOST:PORT/" without its end.
std::string PortOfUrl(std::string url) {
  while (!url.empty() && url.back() == '/') url.pop_back();
  return PortOf(url);
}

}  // namespace

std::string Fleet::Program(const std::string& name) const {
  return options_.program_folder + "/" + name;
}

// After the first start the ports are fixed, so that workers and pages find it again.
std::vector<std::string> Fleet::CoordinatorCommand() const {
  const std::string grpc =
      grpc_address_.empty() ? std::to_string(options_.grpc_port) : PortOf(grpc_address_);
  const std::string http =
      http_address_.empty() ? std::to_string(options_.http_port) : PortOfUrl(http_address_);
  std::vector<std::string> command = {
      Program("rookery-coordinator"), "--data", options_.data, "--http", http, "--grpc", grpc};
  // Once set up, TLS stays.
  if (std::filesystem::exists(options_.data + "/tls/authority.pem")) command.push_back("--tls");
  return command;
}

std::vector<std::string> Fleet::WorkerCommand(int number) const {
  std::vector<std::string> command = {Program("rookery-worker")};
  if (credentials_.bearer.empty()) {
    command.insert(command.end(), {"run", "--coordinator", grpc_address_});
  } else {
    command.insert(command.end(),
                   {"join", grpc_address_, "--token-file", options_.data + kJoinToken});
  }
  command.insert(command.end(),
                 {"--slots", "1", "--data", fmt::format("{}/workers/{}", options_.data, number),
                  "--label", fmt::format("local-{}", number)});
  return command;
}

absl::StatusOr<std::unique_ptr<wire::Client>> Fleet::OpenClient() const {
  return wire::Client::Create({.address = grpc_address_, .credentials = credentials_});
}

absl::Status Fleet::PrepareTokens() {
  const std::string file = options_.data + "/operator.token";
  if (!std::filesystem::exists(file)) return absl::OkStatus();
  ROOKERY_ASSIGN_OR_RETURN(credentials_,
                           wire::ResolveTrust({.address = grpc_address_, .token_file = file}));
  ROOKERY_ASSIGN_OR_RETURN(const std::unique_ptr<wire::Client> client, OpenClient());
  AccessToken token;
  token.secret = NewSecret();
  v1::CreateTokenRequest request;
  request.set_role("join");
  request.set_label("rookery up");
  request.set_lifetime_seconds(kJoinSeconds);
  request.set_secret_sha256(Sha256Hex(token.secret));
  ROOKERY_ASSIGN_OR_RETURN(const v1::Token made, client->CreateToken(request));
  token.id = made.name().substr(made.name().find('/') + 1);
  token.fingerprint = made.fingerprint();
  ROOKERY_RETURN_IF_ERROR(MakeFolders(options_.data + "/workers"));
  return WriteSecretFile(options_.data + kJoinToken, ToText(token) + "\n");
}

absl::Status Fleet::Launch(Member& member) {
  absl::StatusOr<ChildProcess> child =
      ChildProcess::Start({.command = member.command, .capture_stdout = member.capture_stdout});
  if (!child.ok()) return child.status();
  member.child = *std::move(child);
  member.restart_at = 0;
  return absl::OkStatus();
}

absl::Status Fleet::Start() {
  coordinator_.name = "coordinator";
  coordinator_.command = CoordinatorCommand();
  coordinator_.capture_stdout = true;
  ROOKERY_RETURN_IF_ERROR(Launch(coordinator_));
  ROOKERY_RETURN_IF_ERROR(AwaitCoordinator());
  coordinator_.command = CoordinatorCommand();
  for (int i = 1; i <= options_.workers; ++i) {
    Member worker;
    worker.name = fmt::format("worker {}", i);
    worker.command = WorkerCommand(i);
    ROOKERY_RETURN_IF_ERROR(Launch(worker));
    workers_.push_back(std::move(worker));
  }
  return AwaitWorkers();
}

// The coordinator prints "grpc HOST:PORT" and "http URL" once it listens.
void Fleet::TakeAddresses(const std::vector<std::string>& lines) {
  constexpr std::string_view kGrpc = "grpc ";
  constexpr std::string_view kHttp = "http ";
  for (const std::string& line : lines) {
    if (line.starts_with(kGrpc)) grpc_address_ = line.substr(kGrpc.size());
    if (line.starts_with(kHttp)) http_address_ = line.substr(kHttp.size());
  }
}

absl::Status Fleet::AwaitCoordinator() {
  const int64_t deadline = context_.clock->MonotonicNanos() + absl::ToInt64Nanoseconds(kMostStart);
  while (grpc_address_.empty() || http_address_.empty()) {
    TakeAddresses(coordinator_.child->ReadLines());
    if (const auto ended = coordinator_.child->Ended()) {
      return Error(absl::StatusCode::kFailedPrecondition,
                   "the coordinator did not start ({}); its own message stands above", *ended);
    }
    if (context_.clock->MonotonicNanos() > deadline) {
      return Error(absl::StatusCode::kDeadlineExceeded, "the coordinator did not start within {}",
                   absl::FormatDuration(kMostStart));
    }
    if (context_.interrupt->WaitFor(kPoll)) return absl::CancelledError("interrupted");
  }
  ROOKERY_RETURN_IF_ERROR(PrepareTokens());
  const auto client = OpenClient();
  if (!client.ok()) return client.status();
  return (*client)->ListWorkers().status();
}

// So that "ready" is true: a test that is started next finds workers. One that stays away is no
// reason to stop; it may join later, and its own message says what is wrong.
absl::Status Fleet::AwaitWorkers() {
  const auto client = OpenClient();
  if (!client.ok()) return client.status();
  const int64_t deadline = context_.clock->MonotonicNanos() + absl::ToInt64Nanoseconds(kMostJoin);
  while (true) {
    const auto response = (*client)->ListWorkers();
    if (!response.ok()) return response.status();
    const auto joined = std::count_if(response->workers().begin(), response->workers().end(),
                                      [](const v1::Worker& one) { return one.state() != "away"; });
    if (joined >= options_.workers) return absl::OkStatus();
    for (Member& worker : workers_) ROOKERY_RETURN_IF_ERROR(Check(worker));
    if (context_.clock->MonotonicNanos() > deadline) {
      context_.printer->Say(fmt::format("{} of {} workers joined within {}", joined,
                                        options_.workers, absl::FormatDuration(kMostJoin)));
      return absl::OkStatus();
    }
    if (context_.interrupt->WaitFor(kPoll)) return absl::CancelledError("interrupted");
  }
}

absl::Status Fleet::Check(Member& member) {
  const int64_t now = context_.clock->MonotonicNanos();
  if (member.restart_at != 0) {
    if (now < member.restart_at) return absl::OkStatus();
    ROOKERY_RETURN_IF_ERROR(Launch(member));
    context_.printer->Say(
        fmt::format("{} runs again, process {}", member.name, member.child->pid()));
    return absl::OkStatus();
  }
  const std::vector<std::string> lines = member.child->ReadLines();
  const auto ended = member.child->Ended();
  if (!ended) return absl::OkStatus();
  const std::optional<int64_t> delay = member.policy.OnDeath(now);
  if (!delay) {
    return Error(absl::StatusCode::kAborted, "{} died {} times within a minute ({}); giving up",
                 member.name, RestartPolicy::kMostInWindow + 1, *ended);
  }
  context_.printer->Say(fmt::format("{} died ({}); starting it again", member.name, *ended));
  member.restart_at = now + *delay;
  return absl::OkStatus();
}

absl::Status Fleet::Watch() {
  while (!context_.interrupt->WaitFor(kPoll)) {
    ROOKERY_RETURN_IF_ERROR(Check(coordinator_));
    for (Member& worker : workers_) ROOKERY_RETURN_IF_ERROR(Check(worker));
  }
  return absl::OkStatus();
}

void Fleet::StopMember(Member& member, absl::Duration limit) {
  if (!member.child) return;
  const int64_t deadline = context_.clock->MonotonicNanos() + absl::ToInt64Nanoseconds(limit);
  while (!member.child->Ended()) {
    // Nobody reads its output any more, but a full pipe must not keep it from ending.
    member.child->ReadLines();
    if (context_.clock->MonotonicNanos() > deadline) {
      context_.printer->Say(fmt::format("{} does not stop; killing it", member.name));
      break;
    }
    context_.sleep(kPoll);
  }
  member.child.reset();
}

void Fleet::Stop() {
  for (const Member& worker : workers_) {
    if (worker.child) worker.child->Signal(SIGTERM);
  }
  for (Member& worker : workers_) StopMember(worker, kMostWorkerStop);
  if (coordinator_.child) coordinator_.child->Signal(SIGTERM);
  StopMember(coordinator_, kMostCoordinatorStop);
}

std::vector<pid_t> Fleet::worker_pids() const {
  std::vector<pid_t> pids;
  for (const Member& worker : workers_) pids.push_back(worker.child->pid());
  return pids;
}

}  // namespace rookery::cli
