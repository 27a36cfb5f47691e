#include "tests/sim/author.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/sha256.h"

namespace rookery::sim {

using namespace coordinator;  // NOLINT: the simulator is about nothing else

namespace {

constexpr absl::Duration kAskAgain = absl::Seconds(10);
// Weights that there are; a test has the first two.
constexpr std::array kLeaguePlayers = {"dev", "base", "third", "fourth", "fifth", "sixth"};

}  // namespace

Author::Author(const SimOptions& options, Checker* checker, Rng rng, Send send, OnToken on_token)
    : options_(options),
      checker_(checker),
      rng_(rng),
      voids_(rng.Fork("voids")),
      send_(std::move(send)),
      on_token_(std::move(on_token)),
      token_rng_(rng.Fork("access")),
      revoke_chance_(options.revoke_chance),
      tokens_of_(options.faults ? static_cast<size_t>(options.workers) + 1 : 0) {
  for (int i = 0; i < options.runs; ++i) {
    Wish& wish = wishes_.emplace_back();
    wish.spec = DrawSpec();
    wish.request_id = fmt::format("request {}", i);
    wish.due = absl::UnixEpoch() +
               (i == 0 ? absl::ZeroDuration() : options.chaos * (0.5 * rng_.Uniform()));
  }
}

RunSpec Author::DrawSpec() {
  RunSpec spec;
  spec.kind = rng_.Chance(0.7) ? RunKind::kTest : RunKind::kMatch;
  Rng tunes = rng_.Fork("tunes");
  if (spec.kind == RunKind::kMatch && tunes.Chance(0.5)) spec.kind = RunKind::kTune;
  Rng leagues = rng_.Fork("leagues");
  if (spec.kind != RunKind::kTune && leagues.Chance(0.2)) spec.kind = RunKind::kLeague;
  spec.dev = {"dev", Sha256Hex("dev")};
  spec.base = {"base", Sha256Hex("base")};
  spec.limits.nodes = 1000;
  spec.book_sha256 = Sha256Hex("book");
  spec.max_pairs = 1 + rng_.Below(options_.max_pairs);
  spec.decide_every = 1 + static_cast<uint32_t>(rng_.Below(6));
  spec.priority = static_cast<int>(rng_.Below(2));
  spec.owner = rng_.Chance(0.5) ? "ada" : "bob";
  if (rng_.Chance(0.5)) spec.audit_share = 0.3;
  if (rng_.Chance(0.2)) spec.max_core_seconds = 1 + static_cast<int64_t>(rng_.Below(60));
  if (spec.kind == RunKind::kTune) {
    spec.base = spec.dev;
    spec.audit_share = 0;
    spec.max_pairs = std::max<uint64_t>(2, spec.max_pairs);
    TuneSpec& tune = spec.tune.emplace();
    tune.method = std::array{TuneMethod::kRegression, TuneMethod::kSpsa, TuneMethod::kCmaEs,
                             TuneMethod::kRace}[tunes.Below(4)];
    if (tune.method == TuneMethod::kRace) {
      tune.candidates = {
          {"start", {100, 10, 25}}, {"first", {110, 12, 25}}, {"second", {95, 10, 30}}};
    }
    tune.parameters = {{"mat_pawn.mg", 100, 60, 200, 10, 0.002},
                       {"tempo.mg", 10, 0, 40, 2, 0.002},
                       {"bishop_pair.mg", 25, 0, 90, 4, 0.002}};
  }
  if (spec.kind == RunKind::kLeague) MakeLeague(leagues, &spec);
  if (spec.kind == RunKind::kTest) {
    if (rng_.Chance(0.2)) spec.follow_up = FollowUp{{2000, 0, 0, 0, 0}, std::nullopt};
    const double low = -100 + 200 * rng_.Uniform();
    spec.sprt = stats::SprtBounds{
        low, low + 100 + 200 * rng_.Uniform(), 0.05, 0.05,
        rng_.Chance(0.5) ? stats::EloModel::kNormalized : stats::EloModel::kLogistic};
  }
  return spec;
}

void Author::MakeLeague(Rng rng, RunSpec* spec) {
  LeagueSpec& league = spec->league.emplace();
  league.format = std::array{Format::kRoundRobin, Format::kGauntlet, Format::kSwiss}[rng.Below(3)];
  const int engines = 2 + static_cast<int>(rng.Below(5));
  for (int i = 0; i < engines; ++i) {
    const std::string name = kLeaguePlayers[static_cast<size_t>(i)];
    league.engines.push_back({name, Sha256Hex(name)});
  }
  league.pairs = 1 + rng.Below(12);
  if (league.format == Format::kSwiss) league.rounds = 1 + static_cast<int>(rng.Below(5));
  spec->dev = spec->base = {};
  spec->max_pairs = 0;
}

// Leagues have more players.
size_t Author::artifacts() const {
  const bool leagues = std::any_of(wishes_.begin(), wishes_.end(),
                                   [](const Wish& wish) { return wish.spec.league.has_value(); });
  return leagues ? 1 + kLeaguePlayers.size() : 3;
}

void Author::Step(absl::Time now, bool chaos) {
  if (start_ == absl::Time()) start_ = now;
  if (artifacts_stored_.size() < artifacts()) {
    send_(PutArtifact{1, {Sha256Hex("dev"), 1, ArtifactKind::kWeights, 0}});
    send_(PutArtifact{2, {Sha256Hex("base"), 1, ArtifactKind::kWeights, 0}});
    send_(PutArtifact{3, {Sha256Hex("book"), 1, ArtifactKind::kBook, 1'000'000}});
    for (size_t i = 3; i < artifacts(); ++i) {
      send_(PutArtifact{1 + i, {Sha256Hex(kLeaguePlayers[i - 1]), 1, ArtifactKind::kWeights, 0}});
    }
    return;
  }
  StepTokens(now, chaos);
  for (size_t i = 0; i < wishes_.size(); ++i) {
    Wish& wish = wishes_[i];
    // A request that was answered is repeated now and then all the same.
    if (wish.made && !(chaos && rng_.Chance(0.01))) continue;
    const absl::Duration due = wish.due - absl::UnixEpoch();
    if (now < start_ + due || now - wish.asked < kAskAgain) continue;
    wish.asked = now;
    asked_[++tokens_] = i;
    send_(CreateRun{tokens_, wish.spec, wish.request_id});
  }
  if (chaos && options_.faults) {
    Meddle();
    Void();
  } else {
    for (const RunId& run : made_) send_(ResumeRun{++tokens_, run});
  }
}

void Author::StepTokens(absl::Time now, bool chaos) {
  for (size_t i = 0; i < tokens_of_.size(); ++i) {
    Token& token = tokens_of_[i];
    const bool wanted = token.id.empty() && (i == 0 || !tokens_of_[0].id.empty());
    if (wanted && now - token.asked > kAskAgain && now - token.revoked > kAskAgain) {
      token.asked = now;
      token_calls_[++tokens_] = {i, token.serial};
      TokenRecord record;
      record.role = i == 0 ? Role::kOperator : Role::kWorker;
      record.worker = i == 0 ? "" : fmt::format("worker{}", i - 1);
      record.secret_hash = HashOfSecret(fmt::format("secret {} {}", i, token.serial));
      send_(CreateToken{tokens_, record, absl::ZeroDuration(), "ada"});
    }
    if (i > 0 && chaos && !token.id.empty() && token_rng_.Chance(revoke_chance_)) {
      // The worker doesn't know, and goes on as long as it is let.
      send_(RevokeToken{++tokens_, token.id, "ada"});
      token.id.clear();
      ++token.serial;
      token.revoked = now;
    }
  }
}

void Author::Take(const TextReply& reply) {
  const auto call = token_calls_.find(reply.token);
  if (call == token_calls_.end()) return;
  const auto& [index, serial] = call->second;
  Token& token = tokens_of_[index];
  if (serial != token.serial || !token.id.empty()) return;
  token.id = reply.text;
  if (index > 0) on_token_(static_cast<int>(index) - 1, token.id);
}

void Author::Meddle() {
  if (made_.empty() || !rng_.Chance(0.01)) return;
  const RunId& run = made_[rng_.Below(made_.size())];
  const uint64_t die = rng_.Below(15);
  ++tokens_;
  RunEdit edit;
  edit.priority = static_cast<int>(rng_.Below(3));
  edit.max_pairs = 1 + rng_.Below(2 * options_.max_pairs);
  Event event = die == 0   ? Event(StopRun{tokens_, run, "enough"})
                : die > 11 ? Event(EditRun{tokens_, run, edit})
                : die < 6  ? Event(PauseRun{tokens_, run})
                           : Event(ResumeRun{tokens_, run});
  pending_[tokens_] = event;
  send_(std::move(event));
}

void Author::Void() {
  if (made_.empty() || !voids_.Chance(0.02)) return;
  VoidPairs wish;
  wish.token = ++tokens_;
  wish.run = made_[voids_.Below(made_.size())];
  // The one that may be a cheat (see the world's making), now and then another.
  wish.worker = fmt::format("worker{}", voids_.Chance(0.7) ? 2 : voids_.Below(3));
  wish.restore = voids_.Chance(0.4);
  wish.by = "operator";
  send_(std::move(wish));
}

void Author::Receive(const Reply& reply) {
  if (const auto* done = std::get_if<DoneReply>(&reply); done != nullptr) {
    artifacts_stored_.insert(done->token);
    return;
  }
  if (const auto* error = std::get_if<ErrorReply>(&reply)) {
    if (asked_.contains(error->token)) {
      checker_->Fail("a good request was refused: " + std::string(error->status.message()));
    }
    return;
  }
  if (const auto* text = std::get_if<TextReply>(&reply)) return Take(*text);
  const auto* answer = std::get_if<RunReply>(&reply);
  if (answer == nullptr) return;
  if (const auto asked = asked_.find(answer->token); asked != asked_.end()) {
    Wish& wish = wishes_[asked->second];
    wish.made = true;
    checker_->OnCreated(wish.request_id, answer->run);
    if (std::find(made_.begin(), made_.end(), answer->run) == made_.end()) {
      made_.push_back(answer->run);
    }
  }
  if (const auto event = pending_.find(answer->token); event != pending_.end()) {
    if (std::holds_alternative<StopRun>(event->second)) checker_->OnStopped(answer->run);
  }
}

bool Author::satisfied() const {
  return std::all_of(wishes_.begin(), wishes_.end(), [](const Wish& wish) { return wish.made; });
}

}  // namespace rookery::sim
