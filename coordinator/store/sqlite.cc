#include "coordinator/store/sqlite.h"

#include <sqlite3.h>

#include <utility>

#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr int kBusyMilliseconds = 5000;

absl::StatusCode CodeOf(int extended) {
  switch (extended & 0xff) {
    case SQLITE_CONSTRAINT:
      return extended == SQLITE_CONSTRAINT_UNIQUE || extended == SQLITE_CONSTRAINT_PRIMARYKEY
                 ? absl::StatusCode::kAlreadyExists
                 : absl::StatusCode::kInternal;
    case SQLITE_FULL:
      return absl::StatusCode::kResourceExhausted;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return absl::StatusCode::kDataLoss;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return absl::StatusCode::kPermissionDenied;
    case SQLITE_MISUSE:
    case SQLITE_ERROR:
    case SQLITE_RANGE:
      return absl::StatusCode::kInternal;
    default:  // busy, locked, I/O, cannot open, out of memory
      return absl::StatusCode::kUnavailable;
  }
}

}  // namespace

absl::Status SqliteError(sqlite3* database, int code, std::string_view doing) {
  const int extended = database == nullptr ? code : sqlite3_extended_errcode(database);
  return Error(CodeOf(extended), "{}: {}", doing,
               database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database));
}

SqliteStatement::SqliteStatement(SqliteStatement&& other) noexcept { *this = std::move(other); }

SqliteStatement& SqliteStatement::operator=(SqliteStatement&& other) noexcept {
  std::swap(statement_, other.statement_);
  std::swap(bound_, other.bound_);
  return *this;
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

SqliteStatement& SqliteStatement::Add(int64_t value) {
  sqlite3_bind_int64(statement_, ++bound_, value);
  return *this;
}

SqliteStatement& SqliteStatement::Add(double value) {
  sqlite3_bind_double(statement_, ++bound_, value);
  return *this;
}

SqliteStatement& SqliteStatement::Add(std::string_view text) {
  // A null pointer would bind NULL: the empty text needs an address.
  sqlite3_bind_text64(statement_, ++bound_, text.empty() ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::AddBlob(std::string_view bytes) {
  sqlite3_bind_blob64(statement_, ++bound_, bytes.empty() ? "" : bytes.data(), bytes.size(),
                      SQLITE_STATIC);
  return *this;
}

SqliteStatement& SqliteStatement::AddNull() {
  sqlite3_bind_null(statement_, ++bound_);
  return *this;
}

absl::StatusOr<bool> SqliteStatement::Step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  absl::Status status;
  if (code != SQLITE_DONE) {
    status = SqliteError(sqlite3_db_handle(statement_), code, "database");
  }
  Reset();
  if (!status.ok()) return status;
  return false;
}

absl::Status SqliteStatement::Run() {
  const absl::StatusOr<bool> row = Step();
  if (row.ok() && *row) Reset();
  return row.status();
}

void SqliteStatement::Reset() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

int64_t SqliteStatement::Integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double SqliteStatement::Real(int column) const { return sqlite3_column_double(statement_, column); }

std::string SqliteStatement::Text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<size_t>(size));
}

bool SqliteStatement::IsNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

absl::StatusOr<SqliteDatabase> SqliteDatabase::Open(const std::string& path, Mode mode) {
  SqliteDatabase opened;
  const int flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
      (mode == Mode::kReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  const int code = sqlite3_open_v2(path.c_str(), &opened.database_, flags, nullptr);
  if (code != SQLITE_OK) {
    return SqliteError(opened.database_, code, fmt::format("opening the database {}", path));
  }
  sqlite3_busy_timeout(opened.database_, kBusyMilliseconds);
  return opened;
}

SqliteDatabase::SqliteDatabase(SqliteDatabase&& other) noexcept { *this = std::move(other); }

SqliteDatabase& SqliteDatabase::operator=(SqliteDatabase&& other) noexcept {
  std::swap(database_, other.database_);
  return *this;
}

// close_v2: statements that are destroyed after the connection are no trouble.
SqliteDatabase::~SqliteDatabase() { sqlite3_close_v2(database_); }

absl::Status SqliteDatabase::Execute(const std::string& sql) {
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return SqliteError(database_, code, "database");
  return absl::OkStatus();
}

absl::StatusOr<SqliteStatement> SqliteDatabase::Prepare(std::string_view sql) {
  SqliteStatement statement;
  const int code = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement.statement_, nullptr);
  if (code != SQLITE_OK) return SqliteError(database_, code, fmt::format("preparing '{}'", sql));
  return statement;
}

absl::StatusOr<int64_t> SqliteDatabase::QueryInteger(std::string_view sql) {
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement statement, Prepare(sql));
  ROOKERY_ASSIGN_OR_RETURN(const bool row, statement.Step());
  if (!row) return Error(absl::StatusCode::kInternal, "no row from '{}'", sql);
  return statement.Integer(0);
}

int64_t SqliteDatabase::last_insert_id() const { return sqlite3_last_insert_rowid(database_); }
int SqliteDatabase::changes() const { return sqlite3_changes(database_); }

absl::Status SqliteSource::ForEach(const std::string& sql, const std::vector<SqlValue>& values,
                                   absl::FunctionRef<absl::Status(const SqlRow&)> take) {
  ROOKERY_ASSIGN_OR_RETURN(SqliteStatement statement, database_->Prepare(sql));
  for (const SqlValue& value : values) {
    if (const auto* number = std::get_if<int64_t>(&value)) {
      statement.Add(*number);
    } else {
      statement.Add(std::get<std::string>(value));
    }
  }
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const bool row, statement.Step());
    if (!row) return absl::OkStatus();
    ROOKERY_RETURN_IF_ERROR(take(statement));
  }
}

}  // namespace rookery::coordinator
