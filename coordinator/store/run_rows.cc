#include "coordinator/store/run_rows.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "coordinator/store/pair_codec.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kFixed =
    "id, request_id, kind, title, dev_name, dev_weights, base_name, base_weights, nodes, depth, "
    "movetime_ms, base_ms, increment_ms, elo0, elo1, alpha, beta, elo_model, book, "
    "book_lines, seed, rule_profile, max_moves, hash_kib, decide_every, adjudication, owner, "
    "created, dev_version, dev_commit, base_version, base_commit, threads, follow_up, link, "
    "needs, audit_share, parent, clock_rest, dev_limits, base_limits, chess960, reference_nps";
constexpr int kFixedCount = 43;
constexpr std::string_view kChanging =
    "state, ended, message, prefix, ll, ld, dd, wd, ww, llr, verdict, games, plies, ends, "
    "counted, after_verdict, duplicates, max_pairs, priority, weight, tags, max_core_seconds, "
    "core_ms, voided, contested, audits_agreed, audits_disagreed, overshoot, looked, apart, "
    "keep_games, packed_to, "
    "dropped_to, dropped, dev_lost";
constexpr int kChangingCount = 35;

std::string Marks(int count) {
  std::string marks = "?";
  for (int i = 1; i < count; ++i) marks += ", ?";
  return marks;
}

std::string Encode(const Adjudication& rule) {
  return fmt::format("{} {} {} {} {} {}", rule.draw_move_number, rule.draw_move_count,
                     rule.draw_score_cp, rule.resign_move_count, rule.resign_score_cp,
                     rule.resign_two_sided ? 1 : 0);
}

Adjudication Decode(const std::string& text) {
  Adjudication rule;
  std::istringstream(text) >> rule.draw_move_number >> rule.draw_move_count >> rule.draw_score_cp >>
      rule.resign_move_count >> rule.resign_score_cp >> rule.resign_two_sided;
  return rule;
}

// Five numbers of the limits, then the bounds if there are any; and the rest of the limits on a
// line of its own.
std::string Encode(const FollowUp& next) {
  const Limits& limits = next.limits;
  std::string text = fmt::format("{} {} {} {} {}", limits.nodes, limits.depth, limits.movetime_ms,
                                 limits.base_ms, limits.increment_ms);
  if (next.sprt.has_value()) {
    text += fmt::format(" {} {} {} {} {}", next.sprt->elo0, next.sprt->elo1, next.sprt->alpha,
                        next.sprt->beta, static_cast<int>(next.sprt->model));
  }
  const std::string clock = EncodeClock(limits);
  return clock.empty() ? text : text + "\n" + clock;
}

absl::StatusOr<FollowUp> DecodeFollowUp(const std::string& text) {
  const size_t first = std::min(text.find('\n'), text.size());
  std::istringstream numbers(text.substr(0, first));
  FollowUp next;
  Limits& limits = next.limits;
  if (first < text.size()) {
    ROOKERY_RETURN_IF_ERROR(DecodeClock(std::string_view(text).substr(first + 1), &limits));
  }
  numbers >> limits.nodes >> limits.depth >> limits.movetime_ms >> limits.base_ms >>
      limits.increment_ms;
  stats::SprtBounds sprt;
  int model = 0;
  if (numbers >> sprt.elo0 >> sprt.elo1 >> sprt.alpha >> sprt.beta >> model) {
    sprt.model = static_cast<stats::EloModel>(model);
    next.sprt = sprt;
  }
  return next;
}

// Memory, build, platform and sandbox, a line each; then the instruction sets.
std::string Encode(const Needs& needs) {
  std::vector<std::string> lines = {fmt::format("{}", needs.memory_mib), needs.embedded_build,
                                    needs.platform, needs.sandbox};
  lines.insert(lines.end(), needs.instruction_sets.begin(), needs.instruction_sets.end());
  return JoinLines(lines);
}

Needs DecodeNeeds(const std::string& text) {
  Needs needs;
  const std::vector<std::string> lines = SplitLines(text);
  if (lines.size() < 4) return needs;
  std::istringstream(lines[0]) >> needs.memory_mib;
  needs.embedded_build = lines[1];
  needs.platform = lines[2];
  needs.sandbox = lines[3];
  needs.instruction_sets.assign(lines.begin() + 4, lines.end());
  return needs;
}

// Eight numbers, or nothing before the first look. Doubles by their shortest text that reads back
// as the same.
std::string Encode(const stats::OvershootState& state) {
  if (state == stats::OvershootState{}) return "";
  return fmt::format("{} {} {} {} {} {} {} {}", state.pairs, state.valid ? 1 : 0,
                     state.below.record, state.below.heights, state.below.heights_squared,
                     state.above.record, state.above.heights, state.above.heights_squared);
}

stats::OvershootState DecodeOvershoot(const std::string& text) {
  stats::OvershootState state;
  std::istringstream(text) >> state.pairs >> state.valid >> state.below.record >>
      state.below.heights >> state.below.heights_squared >> state.above.record >>
      state.above.heights >> state.above.heights_squared;
  return state;
}

// Three numbers, or nothing where all games are kept.
std::string Encode(const std::optional<KeepGames>& keep) {
  if (!keep.has_value()) return "";
  return fmt::format("{} {} {}", keep->none ? 1 : 0, keep->newest_pairs, keep->days);
}

std::optional<KeepGames> DecodeKeepGames(const std::string& text) {
  if (text.empty()) return std::nullopt;
  KeepGames keep;
  std::istringstream(text) >> keep.none >> keep.newest_pairs >> keep.days;
  return keep;
}

void AddFixed(const Run& run, RunTexts* texts, SqlParams* statement) {
  const RunSpec& spec = *run.spec;
  statement->Add(run.id).Add(run.request_id).Add(static_cast<int>(spec.kind)).Add(spec.title);
  statement->Add(spec.dev.name).Add(spec.dev.weights_sha256);
  statement->Add(spec.base.name).Add(spec.base.weights_sha256);
  statement->Add(spec.limits.nodes).Add(spec.limits.depth).Add(spec.limits.movetime_ms);
  statement->Add(spec.limits.base_ms).Add(spec.limits.increment_ms);
  if (spec.sprt.has_value()) {
    statement->Add(spec.sprt->elo0).Add(spec.sprt->elo1).Add(spec.sprt->alpha);
    statement->Add(spec.sprt->beta).Add(static_cast<int>(spec.sprt->model));
  } else {
    for (int i = 0; i < 5; ++i) statement->AddNull();
  }
  statement->Add(spec.book_sha256).Add(run.book_lines).Add(run.seed);
  statement->Add(spec.rule_profile).Add(spec.max_moves).Add(spec.hash_kib);
  statement->Add(static_cast<int64_t>(spec.decide_every));
  if (spec.adjudication.has_value()) {
    texts->adjudication = Encode(*spec.adjudication);
    statement->Add(texts->adjudication);
  } else {
    statement->AddNull();
  }
  statement->Add(spec.owner).Add(absl::ToUnixMicros(run.created));
  statement->Add(spec.dev.version).Add(spec.dev.commit);
  statement->Add(spec.base.version).Add(spec.base.commit).Add(spec.threads);
  if (spec.follow_up.has_value()) {
    texts->follow_up = Encode(*spec.follow_up);
    statement->Add(texts->follow_up);
  } else {
    statement->AddNull();
  }
  texts->needs = Encode(spec.needs);
  statement->Add(spec.link).Add(texts->needs).Add(spec.audit_share).Add(run.parent);
  texts->clock = EncodeClock(spec.limits);
  texts->dev_limits = spec.dev.limits.has_value() ? EncodeLimits(*spec.dev.limits) : "";
  texts->base_limits = spec.base.limits.has_value() ? EncodeLimits(*spec.base.limits) : "";
  statement->Add(texts->clock).Add(texts->dev_limits).Add(texts->base_limits);
  statement->Add(spec.chess960 ? 1 : 0).Add(spec.reference_nps);
}

void AddChanging(const Run& run, RunTexts* texts, SqlParams* statement) {
  const RunTotals& totals = run.totals;
  statement->Add(static_cast<int>(run.state));
  if (run.ended == absl::InfiniteFuture()) {
    statement->AddNull();
  } else {
    statement->Add(absl::ToUnixMicros(run.ended));
  }
  statement->Add(run.message).Add(totals.prefix);
  for (const int64_t pairs : totals.pentanomial) statement->Add(pairs);
  texts->ends = EncodeEnds(totals.ends);
  statement->Add(totals.llr).Add(static_cast<int>(totals.verdict)).Add(totals.games);
  statement->Add(totals.plies).Add(texts->ends).Add(totals.counted).Add(totals.after_verdict);
  statement->Add(totals.duplicates);
  const RunSpec& spec = *run.spec;
  texts->tags = JoinLines(spec.tags);
  statement->Add(spec.max_pairs).Add(spec.priority).Add(spec.weight).Add(texts->tags);
  statement->Add(spec.max_core_seconds).Add(totals.core_ms).Add(totals.voided);
  statement->Add(totals.contested).Add(totals.audits_agreed).Add(totals.audits_disagreed);
  texts->overshoot = Encode(totals.overshoot);
  statement->Add(texts->overshoot).Add(totals.looked).Add(totals.apart);
  texts->keep_games = Encode(spec.keep_games);
  statement->Add(texts->keep_games).Add(run.games.packed_to).Add(run.games.dropped_to);
  texts->dev_lost = EncodeEnds(totals.dev_lost);
  statement->Add(run.games.dropped).Add(texts->dev_lost);
}

// Takes the row's columns one after the other.
class Columns {
 public:
  explicit Columns(const SqlRow& row) : row_(row) {}
  int64_t Integer() { return row_.Integer(at_++); }
  int Small() { return static_cast<int>(Integer()); }
  uint64_t Unsigned() { return static_cast<uint64_t>(Integer()); }
  double Real() { return row_.Real(at_++); }
  std::string Text() { return row_.Text(at_++); }
  bool SkipNull() {
    if (!row_.IsNull(at_)) return false;
    ++at_;
    return true;
  }

 private:
  const SqlRow& row_;
  int at_ = 0;
};

absl::Status TakeLimits(Columns* row, RunSpec* spec) {
  ROOKERY_RETURN_IF_ERROR(DecodeClock(row->Text(), &spec->limits));
  for (EngineSpec* const engine : {&spec->dev, &spec->base}) {
    const std::string own = row->Text();
    if (own.empty()) continue;
    ROOKERY_ASSIGN_OR_RETURN(engine->limits, DecodeLimits(own));
  }
  spec->chess960 = row->Integer() != 0;
  spec->reference_nps = row->Integer();
  return absl::OkStatus();
}

absl::StatusOr<RunSpec> TakeSpec(Columns* row, Run* run) {
  RunSpec spec;
  run->id = row->Text();
  run->request_id = row->Text();
  spec.kind = static_cast<RunKind>(row->Small());
  spec.title = row->Text();
  spec.dev.name = row->Text();
  spec.dev.weights_sha256 = row->Text();
  spec.base.name = row->Text();
  spec.base.weights_sha256 = row->Text();
  spec.limits.nodes = row->Integer();
  spec.limits.depth = row->Small();
  spec.limits.movetime_ms = row->Integer();
  spec.limits.base_ms = row->Integer();
  spec.limits.increment_ms = row->Integer();
  if (row->SkipNull()) {
    for (int i = 0; i < 4; ++i) row->SkipNull();
  } else {
    stats::SprtBounds sprt;
    sprt.elo0 = row->Real();
    sprt.elo1 = row->Real();
    sprt.alpha = row->Real();
    sprt.beta = row->Real();
    sprt.model = static_cast<stats::EloModel>(row->Small());
    spec.sprt = sprt;
  }
  spec.book_sha256 = row->Text();
  run->book_lines = row->Unsigned();
  run->seed = row->Unsigned();
  spec.seed = run->seed;
  spec.rule_profile = row->Text();
  spec.max_moves = row->Small();
  spec.hash_kib = row->Small();
  spec.decide_every = static_cast<uint32_t>(row->Integer());
  if (!row->SkipNull()) spec.adjudication = Decode(row->Text());
  spec.owner = row->Text();
  run->created = absl::FromUnixMicros(row->Integer());
  spec.dev.version = row->Text();
  spec.dev.commit = row->Text();
  spec.base.version = row->Text();
  spec.base.commit = row->Text();
  spec.threads = row->Small();
  if (!row->SkipNull()) {
    ROOKERY_ASSIGN_OR_RETURN(spec.follow_up, DecodeFollowUp(row->Text()));
  }
  spec.link = row->Text();
  spec.needs = DecodeNeeds(row->Text());
  spec.audit_share = row->Real();
  run->parent = row->Text();
  ROOKERY_RETURN_IF_ERROR(TakeLimits(row, &spec));
  return spec;
}

}  // namespace

std::string InsertRunSql() {
  return fmt::format("INSERT INTO runs ({}, {}, number) VALUES ({})", kFixed, kChanging,
                     Marks(kFixedCount + kChangingCount + 1));
}

std::string UpdateRunSql() {
  return fmt::format("UPDATE runs SET ({}) = ({}) WHERE number = ?", kChanging,
                     Marks(kChangingCount));
}

std::string SelectRunsSql() {
  return fmt::format("SELECT {}, {}, repeated_games, number FROM runs ORDER BY number", kFixed,
                     kChanging);
}

void BindInsertRun(const Run& run, std::optional<int64_t> number, RunTexts* texts,
                   SqlParams* insert) {
  AddFixed(run, texts, insert);
  AddChanging(run, texts, insert);
  if (number.has_value()) {
    insert->Add(*number);
  } else {
    insert->AddNull();
  }
}

void BindUpdateRun(const Run& run, int64_t number, RunTexts* texts, SqlParams* update) {
  AddChanging(run, texts, update);
  update->Add(number);
}

absl::StatusOr<Run> ReadRun(const SqlRow& columns) {
  Columns row(columns);
  Run run;
  ROOKERY_ASSIGN_OR_RETURN(RunSpec spec, TakeSpec(&row, &run));
  run.state = static_cast<RunState>(row.Small());
  if (!row.SkipNull()) run.ended = absl::FromUnixMicros(row.Integer());
  run.message = row.Text();
  RunTotals& totals = run.totals;
  totals.prefix = row.Unsigned();
  for (int64_t& pairs : totals.pentanomial) pairs = row.Integer();
  totals.llr = row.Real();
  totals.verdict = static_cast<stats::Verdict>(row.Small());
  totals.games = row.Unsigned();
  totals.plies = row.Unsigned();
  ROOKERY_ASSIGN_OR_RETURN(totals.ends, DecodeEnds(row.Text()));
  totals.counted = row.Unsigned();
  totals.after_verdict = row.Unsigned();
  totals.duplicates = row.Unsigned();
  spec.max_pairs = row.Unsigned();
  spec.priority = row.Small();
  spec.weight = row.Real();
  spec.tags = SplitLines(row.Text());
  spec.max_core_seconds = row.Integer();
  totals.core_ms = row.Unsigned();
  totals.voided = row.Unsigned();
  totals.contested = row.Unsigned();
  totals.audits_agreed = row.Unsigned();
  totals.audits_disagreed = row.Unsigned();
  if (const std::string overshoot = row.Text(); !overshoot.empty()) {
    totals.overshoot = DecodeOvershoot(overshoot);
  }
  totals.looked = row.Unsigned();
  totals.apart = row.Real();
  spec.keep_games = DecodeKeepGames(row.Text());
  run.spec = std::make_shared<const RunSpec>(std::move(spec));
  run.games.packed_to = row.Unsigned();
  run.games.dropped_to = row.Unsigned();
  run.games.dropped = row.Unsigned();
  ROOKERY_ASSIGN_OR_RETURN(totals.dev_lost, DecodeEnds(row.Text()));
  totals.repeated_games = row.Unsigned();
  return run;
}

}  // namespace rookery::coordinator
