// A thin RAII wrapper of libpq: a connection, parameters in binary form, and pipelines (statements
// that are sent one after the other without waiting for answers), with absl::Status.
// One thread at a time per connection. Waiting has a bound: kPostgresPatience without a byte from
// the server, and the connection is given up as Unavailable. Passwords come from libpq's own places
// (~/.pgpass, PGPASSFILE), never through here, and no message holds one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/store/sql.h"

struct pg_conn;
struct pg_result;

namespace rookery::coordinator {

inline constexpr absl::Duration kPostgresPatience = absl::Seconds(60);

// InvalidArgument if the text is no connection string of libpq's, or holds a password.
absl::Status CheckPostgresAddress(const std::string& address);

// Values for "$1", "$2", ... in PostgreSQL's binary form. Copies what it is given.
class PostgresParams : public SqlParams {
 public:
  using SqlParams::Add;
  PostgresParams& Add(int64_t value) override;
  PostgresParams& Add(double value) override;
  PostgresParams& Add(std::string_view text) override;
  PostgresParams& AddBlob(std::string_view bytes) override;
  PostgresParams& AddNull() override;
  // For unnest($n::bigint[]) and its kin.
  PostgresParams& AddArray(const std::vector<int64_t>& values);
  PostgresParams& AddTexts(const std::vector<std::string>& values);
  PostgresParams& AddBlobs(const std::vector<std::string>& values);
  void Clear() { values_.clear(); }

 private:
  friend class PostgresConnection;
  struct Value {
    unsigned type = 0;  // PostgreSQL's number of it
    bool is_null = false;
    std::string bytes;
  };
  PostgresParams& Put(unsigned type, std::string bytes);
  PostgresParams& PutStrings(unsigned array, unsigned element,
                             const std::vector<std::string>& values);

  std::vector<Value> values_;
};

// A row of a result in binary form.
class PostgresRow : public SqlRow {
 public:
  PostgresRow(const pg_result* result, int row) : result_(result), row_(row) {}
  int64_t Integer(int column) const override;  // of bigint, integer or boolean
  double Real(int column) const override;
  std::string Text(int column) const override;
  bool IsNull(int column) const override;

 private:
  std::string_view Bytes(int column) const;

  const pg_result* const result_;
  const int row_;
};

class PostgresConnection {
 public:
  // Waits a few seconds at most.
  static absl::StatusOr<PostgresConnection> Open(const std::string& address);

  // False: the server is gone, or an answer came too late; every call fails from now on.
  bool alive() const;
  const std::string& description() const { return description_; }  // "user@host:5432/database"

  // One or more statements without parameters, each a transaction of its own unless they say so.
  absl::Status Execute(const std::string& sql);
  // One row with one number.
  absl::StatusOr<int64_t> QueryInteger(const std::string& sql, const PostgresParams& params = {});
  // Row by row, as they come.
  absl::Status Query(const std::string& sql, const PostgresParams& params,
                     absl::FunctionRef<absl::Status(const SqlRow&)> take);
  absl::Status Prepare(const char* name, const std::string& sql);

  // ---- A pipeline: Begin, Send..., Finish. ----
  absl::Status BeginPipeline();
  // What can't be sent is said by Finish.
  void Send(const char* prepared, const PostgresParams& params);
  // Waits for all answers: the rows of each, with the number of its statement from 0. The first
  // error, after which nothing was done; a transaction that was begun is still to be rolled back.
  absl::Status Finish(absl::FunctionRef<absl::Status(int statement, const SqlRow&)> take);

 private:
  struct Closer {
    void operator()(pg_conn* connection) const;
  };
  struct Clearer {
    void operator()(pg_result* result) const;
  };
  using Result = std::unique_ptr<pg_result, Clearer>;

  explicit PostgresConnection(pg_conn* connection) : connection_(connection) {}
  absl::Status Broken(std::string_view why);
  // Sends what waits and receives until a whole result is there. Null: no more of this statement.
  absl::StatusOr<Result> Next();
  // Takes what a command came to; `doing` stands before the database's words if it failed.
  absl::Status Settle(std::string_view doing);
  absl::Status Drain();  // to the end of a query whose rows nobody wants any more

  std::unique_ptr<pg_conn, Closer> connection_;  // null once it is lost
  std::string description_;
  int sent_ = 0;
  absl::Status send_error_;
};

// Queries over a connection; not owned.
class PostgresSource : public SqlSource {
 public:
  explicit PostgresSource(PostgresConnection* connection) : connection_(connection) {}
  SqlDialect dialect() const override { return SqlDialect::kPostgres; }
  absl::Status ForEach(const std::string& sql, const std::vector<SqlValue>& values,
                       absl::FunctionRef<absl::Status(const SqlRow&)> take) override;

 private:
  PostgresConnection* const connection_;
};

// "?" to "$1", "$2", ...
std::string NumberMarks(std::string_view sql);

}  // namespace rookery::coordinator
