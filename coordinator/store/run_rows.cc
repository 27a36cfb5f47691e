#include "coordinator/store/run_rows.h"

#include <sstream>
#include <string_view>
#include <utility>

#include "base/status.h"
#include "coordinator/store/pair_codec.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kFixed =
    "id, request_id, kind, title, dev_name, dev_weights, base_name, base_weights, nodes, depth, "
    "movetime_ms, base_ms, increment_ms, elo0, elo1, alpha, beta, elo_model, max_pairs, book, "
    "book_lines, seed, rule_profile, max_moves, hash_kib, decide_every, adjudication, owner, "
    "priority, weight, tags, created";
constexpr int kFixedCount = 32;
constexpr std::string_view kChanging =
    "state, ended, message, prefix, ll, ld, dd, wd, ww, llr, verdict, games, plies, ends, "
    "counted, after_verdict, duplicates";
constexpr int kChangingCount = 17;

std::string Marks(int count) {
  std::string marks = "?";
  for (int i = 1; i < count; ++i) marks += ", ?";
  return marks;
}

std::string Join(const std::vector<std::string>& tags) {
  std::string text;
  for (const std::string& tag : tags) text += tag + "\n";
  return text;
}

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> tags;
  std::istringstream lines(text);
  for (std::string tag; std::getline(lines, tag);) tags.push_back(tag);
  return tags;
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

// Text that is bound must outlive the statement's run.
struct Texts {
  std::string adjudication;
  std::string tags;
  std::string ends;
};

void AddFixed(SqliteStatement* statement, const Run& run, Texts* texts) {
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
  statement->Add(spec.max_pairs).Add(spec.book_sha256).Add(run.book_lines).Add(run.seed);
  statement->Add(spec.rule_profile).Add(spec.max_moves).Add(spec.hash_kib);
  statement->Add(static_cast<int64_t>(spec.decide_every));
  if (spec.adjudication.has_value()) {
    texts->adjudication = Encode(*spec.adjudication);
    statement->Add(texts->adjudication);
  } else {
    statement->AddNull();
  }
  texts->tags = Join(spec.tags);
  statement->Add(spec.owner).Add(spec.priority).Add(spec.weight).Add(texts->tags);
  statement->Add(absl::ToUnixMicros(run.created));
}

void AddChanging(SqliteStatement* statement, const Run& run, Texts* texts) {
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
}

// Takes the row's columns one after the other.
class Columns {
 public:
  explicit Columns(const SqliteStatement& row) : row_(row) {}
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
  const SqliteStatement& row_;
  int at_ = 0;
};

RunSpec TakeSpec(Columns* row, Run* run) {
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
  spec.max_pairs = row->Unsigned();
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
  spec.priority = row->Small();
  spec.weight = row->Real();
  spec.tags = Split(row->Text());
  return spec;
}

}  // namespace

std::string InsertRunSql() {
  return fmt::format("INSERT INTO runs ({}, {}) VALUES ({})", kFixed, kChanging,
                     Marks(kFixedCount + kChangingCount));
}

std::string UpdateRunSql() {
  return fmt::format("UPDATE runs SET ({}) = ({}) WHERE number = ?", kChanging,
                     Marks(kChangingCount));
}

std::string SelectRunsSql() {
  return fmt::format("SELECT {}, {}, repeated_games, number FROM runs ORDER BY number", kFixed,
                     kChanging);
}

absl::Status InsertRun(SqliteStatement* insert, const Run& run) {
  Texts texts;
  AddFixed(insert, run, &texts);
  AddChanging(insert, run, &texts);
  return insert->Run();
}

absl::Status UpdateRun(SqliteStatement* update, const Run& run, int64_t number) {
  Texts texts;
  AddChanging(update, run, &texts);
  return update->Add(number).Run();
}

absl::StatusOr<Run> ReadRun(const SqliteStatement& statement) {
  Columns row(statement);
  Run run;
  run.spec = std::make_shared<const RunSpec>(TakeSpec(&row, &run));
  run.created = absl::FromUnixMicros(row.Integer());
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
  totals.repeated_games = row.Unsigned();
  return run;
}

}  // namespace rookery::coordinator
