// Tokens and the audit log in the SQLite store.
#include <algorithm>
#include <cstring>
#include <utility>

#include "base/status.h"
#include "coordinator/store/pair_codec.h"
#include "coordinator/store/sqlite_store.h"

namespace rookery::coordinator {
namespace {

void AddTime(SqliteStatement* statement, absl::Time time) {
  if (time == absl::InfiniteFuture()) {
    statement->AddNull();
  } else {
    statement->Add(absl::ToUnixMicros(time));
  }
}

absl::Time TimeOf(const SqliteStatement& row, int column) {
  return row.IsNull(column) ? absl::InfiniteFuture() : absl::FromUnixMicros(row.Integer(column));
}

absl::StatusOr<TokenRecord> ReadToken(const SqliteStatement& row) {
  TokenRecord token;
  token.id = row.Text(0);
  const std::optional<Role> role = FindRole(row.Text(1));
  const std::string hash = row.Text(6);
  if (!role.has_value() || hash.size() != token.secret_hash.size()) {
    return Error(absl::StatusCode::kDataLoss, "the row of token '{}' is damaged", token.id);
  }
  token.role = *role;
  token.owner = row.Text(2);
  token.label = row.Text(3);
  token.worker = row.Text(4);
  token.scope = SplitLines(row.Text(5));
  std::memcpy(token.secret_hash.data(), hash.data(), hash.size());
  token.created = absl::FromUnixMicros(row.Integer(7));
  token.expires = TimeOf(row, 8);
  token.revoked = TimeOf(row, 9);
  return token;
}

}  // namespace

absl::Status SqliteStore::ApplyToken(const TokenRecord& token) {
  const std::string scope = JoinLines(token.scope);  // bound text outlives the run
  const std::string hash(token.secret_hash.begin(), token.secret_hash.end());
  SqliteStatement& statement = sql_[kPutToken];
  statement.Add(token.id).Add(RoleName(token.role)).Add(token.owner).Add(token.label);
  statement.Add(token.worker).Add(scope).AddBlob(hash).Add(absl::ToUnixMicros(token.created));
  AddTime(&statement, token.expires);
  AddTime(&statement, token.revoked);
  return statement.Run();
}

absl::Status SqliteStore::ApplyAction(const Action& action) {
  return sql_[kAddAction]
      .Add(absl::ToUnixMicros(action.at))
      .Add(action.by)
      .Add(action.token)
      .Add(action.from)
      .Add(action.kind)
      .Add(action.target)
      .Add(action.text)
      .Run();
}

absl::Status SqliteStore::LoadTokens(LoadedState* loaded) {
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement rows,
                           writer_.Prepare("SELECT id, role, owner, label, worker, scope, "
                                           "secret_hash, created, expires, revoked FROM tokens"));
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) return absl::OkStatus();
    ROOKERY_ASSIGN_OR_RETURN(TokenRecord token, ReadToken(rows));
    loaded->tokens.push_back(std::move(token));
  }
}

absl::StatusOr<std::vector<Action>> SqliteStore::ReadActions(uint64_t before, size_t count) {
  MutexLock lock(&reader_mutex_);
  ROOKERY_ASSIGN_OR_RETURN(
      SqliteStatement rows,
      reader_.Prepare("SELECT number, at, by, token, origin, kind, target, text FROM actions "
                      "WHERE ? = 0 OR number < ? ORDER BY number DESC LIMIT ?"));
  rows.Add(before).Add(before).Add(static_cast<int64_t>(std::min(count, kMaxReadPairs)));
  std::vector<Action> found;
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) return found;
    found.push_back({static_cast<uint64_t>(rows.Integer(0)), absl::FromUnixMicros(rows.Integer(1)),
                     rows.Text(2), rows.Text(3), rows.Text(4), rows.Text(5), rows.Text(6),
                     rows.Text(7)});
  }
}

}  // namespace rookery::coordinator
