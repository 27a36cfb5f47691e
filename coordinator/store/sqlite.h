// A thin RAII wrapper of the SQLite C API: a connection and prepared statements, with absl::Status.
// One thread at a time per connection (it is opened without SQLite's own mutex).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/store/sql.h"

struct sqlite3;
struct sqlite3_stmt;

namespace rookery::coordinator {

class SqliteDatabase;

// A prepared statement, used again and again. Parameters and columns count from 0.
class SqliteStatement : public SqlRow, public SqlParams {
 public:
  SqliteStatement() = default;
  SqliteStatement(SqliteStatement&& other) noexcept;
  SqliteStatement& operator=(SqliteStatement&& other) noexcept;
  ~SqliteStatement() override;

  // Binds in order: integers, doubles, text, blobs, nothing. After Step has ended or Reset, the
  // next Add begins anew. Text and blobs must live until then.
  SqliteStatement& Add(int64_t value) override;
  SqliteStatement& Add(uint64_t value) { return Add(static_cast<int64_t>(value)); }
  SqliteStatement& Add(int value) { return Add(static_cast<int64_t>(value)); }
  SqliteStatement& Add(double value) override;
  SqliteStatement& Add(std::string_view text) override;
  SqliteStatement& AddBlob(std::string_view bytes) override;
  SqliteStatement& AddNull() override;

  // True: there is a row to read. False: it is done, and reset.
  absl::StatusOr<bool> Step();
  // For statements without rows.
  absl::Status Run();
  void Reset();

  int64_t Integer(int column) const override;
  double Real(int column) const override;
  std::string Text(int column) const override;  // of blobs too
  bool IsNull(int column) const override;

 private:
  friend class SqliteDatabase;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

class SqliteDatabase {
 public:
  enum class Mode { kReadWrite, kReadOnly };
  // DataLoss if the file is no database; other codes for the disk's troubles.
  static absl::StatusOr<SqliteDatabase> Open(const std::string& path, Mode mode);
  SqliteDatabase(SqliteDatabase&& other) noexcept;
  SqliteDatabase& operator=(SqliteDatabase&& other) noexcept;
  ~SqliteDatabase();

  absl::Status Execute(const std::string& sql);  // one or more statements
  absl::StatusOr<SqliteStatement> Prepare(std::string_view sql);
  absl::StatusOr<int64_t> QueryInteger(std::string_view sql);
  int64_t last_insert_id() const;
  int changes() const;
  sqlite3* raw() const { return database_; }

 private:
  SqliteDatabase() = default;
  sqlite3* database_ = nullptr;
};

// Queries over a connection; not owned.
class SqliteSource : public SqlSource {
 public:
  explicit SqliteSource(SqliteDatabase* database) : database_(database) {}
  SqlDialect dialect() const override { return SqlDialect::kSqlite; }
  absl::Status ForEach(const std::string& sql, const std::vector<SqlValue>& values,
                       absl::FunctionRef<absl::Status(const SqlRow&)> take) override;

 private:
  SqliteDatabase* const database_;
};

// The status of an SQLite result code, with the connection's message.
absl::Status SqliteError(sqlite3* database, int code, std::string_view doing);

}  // namespace rookery::coordinator
