// What can happen to the core. The edge turns requests into these; the loop feeds them one at a
// time. Values; no thread contract of their own.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "coordinator/core/types.h"

namespace rookery::coordinator {

// A call that waits for an answer; the edge chooses it, unique in the process. 0: nobody waits.
using ReplyToken = uint64_t;
// A worker's stream; the edge chooses it, unique in the process, never used again.
using SessionId = uint64_t;

struct CreateRun {
  ReplyToken token = 0;
  RunSpec spec;
  std::string request_id;  // the same one again gives the run that it made the first time
};
struct StopRun {
  ReplyToken token = 0;
  RunId run;
  std::string reason;
};
struct PauseRun {
  ReplyToken token = 0;
  RunId run;
};
struct ResumeRun {
  ReplyToken token = 0;
  RunId run;
};
// The bytes lie in the edge's folder, synced; from now on runs may name them.
struct PutArtifact {
  ReplyToken token = 0;
  ArtifactInfo artifact;
};

// First message of a session. Another session of the same worker is taken over by this one.
struct WorkerHello {
  SessionId session = 0;
  WorkerId worker;
  std::string label;
  int slots = 0;
  std::string version;
  std::string bench_signature;
  std::vector<LeaseId> held_leases;
};
// The stream ended. Leases live on until they expire: the worker may come back.
struct WorkerGone {
  SessionId session = 0;
};
struct LeaseRequest {
  SessionId session = 0;
  int max_pairs = 0;
  int64_t request = 0;  // repeated in the answer
};
struct Report {
  SessionId session = 0;
  LeaseId lease;
  int64_t sequence = 0;  // from 1, a lease
  RunId run;
  int attempt = 1;
  std::vector<PairResult> pairs;
};
struct Heartbeat {
  SessionId session = 0;
  std::vector<LeaseId> held_leases;
  double nodes_per_second = 0;
};
struct Release {
  SessionId session = 0;
  LeaseId lease;
};
// The coordinator is about to stop: nothing is lent any more, workers are told.
struct DrainAll {
  std::string reason;
};
// Time passes: leases expire.
struct Tick {};

using Event = std::variant<CreateRun, StopRun, PauseRun, ResumeRun, PutArtifact, WorkerHello,
                           WorkerGone, LeaseRequest, Report, Heartbeat, Release, DrainAll, Tick>;

}  // namespace rookery::coordinator
