// What the two SQL stores share: rows to read, parameters to bind, and where to ask. So each query
// for reading, and a run's 74 columns, are written once (sql_reads.h, run_rows.h).
// One thread at a time per object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace rookery::coordinator {

enum class SqlDialect { kSqlite, kPostgres };

// The row at which a cursor stands; columns count from 0. A column is of the type that its table
// says; NULL reads as nought or nothing.
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual int64_t Integer(int column) const = 0;
  virtual double Real(int column) const = 0;
  virtual std::string Text(int column) const = 0;  // of blobs too
  virtual bool IsNull(int column) const = 0;
};

// The parameters of a statement, in order. Text and blobs must live until it has run.
class SqlParams {
 public:
  virtual ~SqlParams() = default;
  virtual SqlParams& Add(int64_t value) = 0;
  virtual SqlParams& Add(double value) = 0;
  virtual SqlParams& Add(std::string_view text) = 0;
  virtual SqlParams& AddBlob(std::string_view bytes) = 0;
  virtual SqlParams& AddNull() = 0;
  SqlParams& Add(uint64_t value) { return Add(static_cast<int64_t>(value)); }
  SqlParams& Add(int value) { return Add(static_cast<int64_t>(value)); }
};

using SqlValue = std::variant<int64_t, std::string>;

// Runs queries. The marks for parameters are "?" in either dialect.
class SqlSource {
 public:
  virtual ~SqlSource() = default;
  virtual SqlDialect dialect() const = 0;
  // Calls `take` for each row; its first error ends the query and is returned.
  virtual absl::Status ForEach(const std::string& sql, const std::vector<SqlValue>& values,
                               absl::FunctionRef<absl::Status(const SqlRow&)> take) = 0;
};

}  // namespace rookery::coordinator
