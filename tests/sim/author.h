// The author of the simulation: asks for runs, repeats a request that got no answer, pauses,
// resumes and stops some of them. One thread; what it is given is not owned.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "coordinator/core/core.h"
#include "tests/sim/checker.h"
#include "tests/sim/simulation.h"

namespace rookery::sim {

class Author {
 public:
  using Send = std::function<void(coordinator::Event)>;
  using OnToken = std::function<void(int worker, const coordinator::TokenId& token)>;
  Author(const SimOptions& options, Checker* checker, Rng rng, Send send, OnToken on_token);

  // Once a second or so.
  void Step(absl::Time now, bool chaos);
  void Receive(const coordinator::Reply& reply);
  // Whether all of its runs were made.
  bool satisfied() const;
  const std::vector<coordinator::RunId>& runs() const { return made_; }

 private:
  struct Wish {
    coordinator::RunSpec spec;
    std::string request_id;
    absl::Time due;
    absl::Time asked = absl::InfinitePast();
    bool made = false;
  };
  // A worker's token: asked for, given, now and then revoked, asked for anew. The first is the
  // operator's.
  struct Token {
    int serial = 0;
    coordinator::TokenId id;  // empty: it has none
    absl::Time asked = absl::InfinitePast();
    absl::Time revoked = absl::InfinitePast();
  };
  coordinator::RunSpec DrawSpec();
  size_t artifacts() const;
  static void MakeLeague(Rng rng, coordinator::RunSpec* spec);
  void Meddle();
  // Marks pairs of a run, ended ones too, or takes it back; refused unless the worker is in
  // quarantine.
  void Void();
  void StepTokens(absl::Time now, bool chaos);
  void Take(const coordinator::TextReply& reply);

  const SimOptions options_;
  Checker* checker_;
  Rng rng_;
  Rng voids_;
  Send send_;
  OnToken on_token_;
  Rng token_rng_;
  double revoke_chance_;
  std::vector<Token> tokens_of_;  // the operator's, then workers'
  std::map<coordinator::ReplyToken, std::pair<size_t, int>> token_calls_;  // whose, its serial
  absl::Time start_;
  bool artifacts_sent_ = false;
  std::set<coordinator::ReplyToken> artifacts_stored_;
  coordinator::ReplyToken tokens_ = 7;  // the first ones are the artifacts
  std::vector<Wish> wishes_;
  std::map<coordinator::ReplyToken, size_t> asked_;                // wish of a CreateRun
  std::map<coordinator::ReplyToken, coordinator::Event> pending_;  // stop, pause, resume
  std::vector<coordinator::RunId> made_;
};

}  // namespace rookery::sim
