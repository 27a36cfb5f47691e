// The coordinator as a C++ object: what CLI and worker call. One channel, unary calls with a
// deadline and bounded retries on UNAVAILABLE (by gRPC's own retry policy, with jitter), streams
// without. Any thread; calls block the caller until answer, deadline or Cancel.
//
// Errors are the coordinator's own absl::Status, code and message unchanged (a bad request names
// each field on a line of its own); Unavailable names the address that couldn't be reached.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "proto/wire/trust.h"
#include "rookery/v1/access.pb.h"
#include "rookery/v1/artifacts.pb.h"
#include "rookery/v1/engines.pb.h"
#include "rookery/v1/fits.pb.h"
#include "rookery/v1/runs.pb.h"
#include "rookery/v1/workers.pb.h"

namespace grpc {
class Channel;
}

namespace rookery::wire {

// A channel with keepalive (20 s, then 10 s for the answer), reconnection between 0.3 and 5 s, and
// the retry policy: at most 5 attempts of a call that met UNAVAILABLE. For the worker's link. The
// credentials' token isn't the channel's: each call carries it.
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& address,
                                           const Credentials& credentials = {});

struct ClientOptions {
  std::string address;                                   // HOST:PORT
  std::string user = {};                                 // who calls, for people; may be empty
  absl::Duration deadline = absl::Seconds(15);           // of a unary call, retries included
  absl::Duration transfer_deadline = absl::Minutes(10);  // of an upload, download or export
  Credentials credentials = {};
};

class Client {
 public:
  // InvalidArgument if the address isn't HOST:PORT. Doesn't connect yet.
  static absl::StatusOr<std::unique_ptr<Client>> Create(const ClientOptions& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  absl::StatusOr<v1::Run> CreateRun(const v1::CreateRunRequest& request);
  // name: "runs/ID"; a bare ID is completed.
  absl::StatusOr<v1::Run> GetRun(std::string_view name);
  absl::StatusOr<v1::ListRunsResponse> ListRuns(const v1::ListRunsRequest& request);
  absl::StatusOr<v1::Run> StopRun(std::string_view name, std::string_view reason);
  absl::StatusOr<v1::Run> PauseRun(std::string_view name);
  absl::StatusOr<v1::Run> ResumeRun(std::string_view name);
  absl::StatusOr<v1::Run> ApproveRun(std::string_view name);
  absl::StatusOr<v1::Run> EditRun(const v1::EditRunRequest& request);
  absl::StatusOr<v1::Run> CommentRun(std::string_view name, std::string_view text);
  absl::StatusOr<v1::Run> VoidPairs(const v1::VoidPairsRequest& request);
  absl::StatusOr<v1::Run> RestorePairs(const v1::RestorePairsRequest& request);
  absl::StatusOr<v1::ListRunEventsResponse> ListRunEvents(std::string_view name);
  absl::StatusOr<std::string> ExplainRun(std::string_view name, std::string_view worker);
  absl::StatusOr<v1::ListWorkersResponse> ListWorkers();
  // An empty reason lifts the quarantine.
  // Or lets it drain; an empty reason lifts both.
  absl::StatusOr<v1::Worker> SetQuarantine(std::string_view worker, std::string_view reason,
                                           bool drain = false);

  // Of the secret the hash alone is sent.
  absl::StatusOr<v1::Token> CreateToken(const v1::CreateTokenRequest& request);
  absl::StatusOr<v1::ListTokensResponse> ListTokens();
  absl::StatusOr<v1::Token> RevokeToken(std::string_view name);
  absl::StatusOr<v1::JoinWorkerResponse> JoinWorker(const v1::JoinWorkerRequest& request);
  absl::StatusOr<v1::ListActionsResponse> ListActions(const v1::ListActionsRequest& request);

  // Names of UCI engines; "engines/NAME" or NAME. All of them, page by page, by name.
  absl::StatusOr<v1::Engine> PutEngine(std::string_view name, std::string_view manifest_sha256,
                                       bool replace);
  absl::StatusOr<v1::Engine> GetEngine(std::string_view name);
  absl::StatusOr<std::vector<v1::Engine>> ListEngines();
  absl::StatusOr<v1::Engine> RenameEngine(std::string_view name, std::string_view new_name);
  absl::StatusOr<v1::Engine> RemoveEngine(std::string_view name);

  // Fits of evaluation weights; "fits/ID" or ID. The list has neither passes nor weights.
  absl::StatusOr<v1::Fit> PostFit(const v1::PostFitRequest& request);
  absl::StatusOr<v1::Fit> GetFit(std::string_view name);
  absl::StatusOr<v1::ListFitsResponse> ListFits();

  // Calls on_run with the run now and after each change, until the run has ended (Ok), on_run
  // returns false (Ok), Cancel was called (Cancelled), or the stream broke (Unavailable: call
  // again; nothing is lost, since each message is the whole run).
  absl::Status WatchRun(std::string_view name, const std::function<bool(const v1::Run&)>& on_run);
  // The PGN in pieces, in order. An error of on_text ends it and is returned.
  absl::Status ExportPgn(std::string_view name, bool after_verdict,
                         const std::function<absl::Status(std::string_view)>& on_text);

  // A tune's duel log in pieces, in order. An error of on_duels ends it and is returned.
  absl::Status ExportDuels(std::string_view name,
                           const std::function<absl::Status(const v1::DuelChunk&)>& on_duels);

  // The artifact if the coordinator has it; NotFound otherwise.
  absl::StatusOr<v1::Artifact> GetArtifact(std::string_view sha256);
  // Uploads unless it is there already. Weights are stored in canonical form: the answer's
  // sha256 is the identity to use from then on.
  absl::StatusOr<v1::Artifact> UploadArtifact(v1::ArtifactKind kind, std::string_view content);
  // Verified against its identity; DataLoss if it differs, ResourceExhausted beyond `most` bytes.
  absl::StatusOr<std::string> DownloadArtifact(std::string_view sha256, int64_t most);

  // Ends what is running in other threads and all later calls with Cancelled. For Ctrl-C.
  void Cancel();

  const std::string& address() const;
  std::shared_ptr<grpc::Channel> channel() const;

 private:
  struct Impl;
  explicit Client(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// "ID" or "runs/ID" as "runs/ID"; the same for workers, engines and fits.
std::string RunName(std::string_view id_or_name);
std::string WorkerName(std::string_view id_or_name);
std::string EngineResource(std::string_view id_or_name);
std::string FitName(std::string_view id_or_name);

}  // namespace rookery::wire
