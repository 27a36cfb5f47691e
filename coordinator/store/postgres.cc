#include "coordinator/store/postgres.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "base/utf8.h"

namespace rookery::coordinator {
namespace {

// Of the catalogue pg_type, fixed for good.
enum Type : unsigned {
  kBool = 16,
  kBytea = 17,
  kInt8 = 20,
  kInt4 = 23,
  kText = 25,
  kFloat8 = 701,
  kByteaArray = 1001,
  kTextArray = 1009,
  kInt8Array = 1016,
};

void PutBig(uint64_t value, int bytes, std::string* out) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    *out += static_cast<char>(value >> shift);
  }
}

uint64_t TakeBig(std::string_view bytes) {
  uint64_t value = 0;
  for (const char c : bytes) value = (value << 8) | static_cast<unsigned char>(c);
  return value;
}

// The head of an array of one dimension without NULLs.
std::string ArrayHead(unsigned element, size_t count) {
  std::string head;
  PutBig(count == 0 ? 0 : 1, 4, &head);
  PutBig(0, 4, &head);
  PutBig(element, 4, &head);
  if (count == 0) return head;
  PutBig(count, 4, &head);
  PutBig(1, 4, &head);
  return head;
}

// By the class of the SQLSTATE, https://www.postgresql.org/docs/15/errcodes-appendix.html
absl::StatusCode CodeOf(std::string_view state) {
  if (state == "23505") return absl::StatusCode::kAlreadyExists;
  if (state == "22012") return absl::StatusCode::kFailedPrecondition;  // the leader's check alone
  if (state == "42501" || state == "25006") return absl::StatusCode::kPermissionDenied;
  const std::string_view kind = state.substr(0, 2);
  if (state == "53100") return absl::StatusCode::kResourceExhausted;
  if (kind == "XX" && state != "XX000") return absl::StatusCode::kDataLoss;
  // No connection, rolled back, out of resources, locks and timeouts, shutting down, I/O.
  for (const std::string_view passing : {"08", "40", "53", "55", "57", "58"}) {
    if (kind == passing) return absl::StatusCode::kUnavailable;
  }
  return absl::StatusCode::kInternal;
}

// PostgreSQL's text is UTF-8 without the byte 0, and one that isn't would undo a whole group of
// commits, again and again. The edge lets neither through; this holds whatever it lets through.
std::string Storable(std::string_view text) {
  std::string kept(text);
  std::replace(kept.begin(), kept.end(), '\0', ' ');
  if (IsUtf8(kept)) return kept;
  std::replace_if(
      kept.begin(), kept.end(), [](char c) { return static_cast<signed char>(c) < 0; }, '?');
  return kept;
}

std::string OneLine(std::string_view text) {
  std::string line(text.substr(0, text.find_last_not_of(" \n") + 1));
  for (char& c : line) {
    if (c == '\n') c = ' ';
  }
  return line;
}

absl::Status StatusOf(const PGresult* result, std::string_view doing) {
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  return Error(state == nullptr ? absl::StatusCode::kUnavailable : CodeOf(state), "{}: {}", doing,
               OneLine(text == nullptr ? PQresultErrorMessage(result) : text));
}

// Before the user's words, which win.
constexpr const char* kDefaults[][2] = {{"connect_timeout", "5"},
                                        {"keepalives_idle", "5"},
                                        {"keepalives_interval", "3"},
                                        {"keepalives_count", "3"},
                                        {"tcp_user_timeout", "15000"},
                                        {"target_session_attrs", "read-write"},
                                        {"fallback_application_name", "rookery-coordinator"}};

}  // namespace

absl::Status CheckPostgresAddress(const std::string& address) {
  char* why = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(address.c_str(), &why), PQconninfoFree);
  const std::unique_ptr<char, decltype(&PQfreemem)> text(why, PQfreemem);
  if (options == nullptr) {
    // libpq's message may repeat the text, and with it a password.
    return InvalidArgument(
        "the address of the database is no connection string of PostgreSQL's; write, for example, "
        "postgres:host=/run/postgresql dbname=rookery or postgres:postgresql://HOST/rookery");
  }
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    if ((keyword != "password" && keyword != "sslpassword") || option->val == nullptr) continue;
    return InvalidArgument(
        "the address of the database holds a {}, which every user of this host could read; put it "
        "into ~/.pgpass or a file that passfile= or PGPASSFILE names",
        keyword);
  }
  return absl::OkStatus();
}

// ---- Parameters ----

PostgresParams& PostgresParams::Put(unsigned type, std::string bytes) {
  values_.push_back({type, false, std::move(bytes)});
  return *this;
}

PostgresParams& PostgresParams::Add(int64_t value) {
  std::string bytes;
  PutBig(static_cast<uint64_t>(value), 8, &bytes);
  return Put(kInt8, std::move(bytes));
}

PostgresParams& PostgresParams::Add(double value) {
  std::string bytes;
  PutBig(std::bit_cast<uint64_t>(value), 8, &bytes);
  return Put(kFloat8, std::move(bytes));
}

PostgresParams& PostgresParams::Add(std::string_view text) { return Put(kText, Storable(text)); }

PostgresParams& PostgresParams::AddBlob(std::string_view bytes) {
  return Put(kBytea, std::string(bytes));
}

PostgresParams& PostgresParams::AddNull() {
  values_.push_back({0, true, ""});
  return *this;
}

PostgresParams& PostgresParams::AddArray(const std::vector<int64_t>& values) {
  std::string bytes = ArrayHead(kInt8, values.size());
  for (const int64_t value : values) {
    PutBig(8, 4, &bytes);
    PutBig(static_cast<uint64_t>(value), 8, &bytes);
  }
  return Put(kInt8Array, std::move(bytes));
}

PostgresParams& PostgresParams::PutStrings(unsigned array, unsigned element,
                                           const std::vector<std::string>& values) {
  std::string bytes = ArrayHead(element, values.size());
  for (const std::string& value : values) {
    PutBig(value.size(), 4, &bytes);
    bytes += value;
  }
  return Put(array, std::move(bytes));
}

PostgresParams& PostgresParams::AddTexts(const std::vector<std::string>& values) {
  return PutStrings(kTextArray, kText, values);
}

PostgresParams& PostgresParams::AddBlobs(const std::vector<std::string>& values) {
  return PutStrings(kByteaArray, kBytea, values);
}

// ---- Rows ----

std::string_view PostgresRow::Bytes(int column) const {
  return {PQgetvalue(result_, row_, column),
          static_cast<size_t>(PQgetlength(result_, row_, column))};
}

int64_t PostgresRow::Integer(int column) const {
  const std::string_view bytes = Bytes(column);
  if (bytes.empty()) return 0;
  const unsigned type = PQftype(result_, column);
  ROOKERY_CHECK(type == kInt8 || type == kInt4 || type == kBool);
  const uint64_t value = TakeBig(bytes);
  return type == kInt4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
}

double PostgresRow::Real(int column) const {
  const std::string_view bytes = Bytes(column);
  if (bytes.empty()) return 0;
  ROOKERY_CHECK(PQftype(result_, column) == kFloat8);
  return std::bit_cast<double>(TakeBig(bytes));
}

std::string PostgresRow::Text(int column) const { return std::string(Bytes(column)); }
bool PostgresRow::IsNull(int column) const { return PQgetisnull(result_, row_, column) != 0; }

// ---- The connection ----

void PostgresConnection::Closer::operator()(PGconn* connection) const { PQfinish(connection); }
void PostgresConnection::Clearer::operator()(PGresult* result) const { PQclear(result); }

absl::StatusOr<PostgresConnection> PostgresConnection::Open(const std::string& address) {
  ROOKERY_RETURN_IF_ERROR(CheckPostgresAddress(address));
  std::vector<const char*> keywords;
  std::vector<const char*> values;
  const auto add = [&](const char* keyword, const char* value) {
    keywords.push_back(keyword);
    values.push_back(value);
  };
  for (const auto& [keyword, value] : kDefaults) add(keyword, value);
  add("dbname", address.c_str());
  add("client_encoding", "UTF8");
  add(nullptr, nullptr);
  PostgresConnection made(PQconnectdbParams(keywords.data(), values.data(), 1));
  if (made.connection_ == nullptr) return absl::ResourceExhaustedError("out of memory");
  PGconn* connection = made.connection_.get();
  if (PQstatus(connection) != CONNECTION_OK) {
    return Error(absl::StatusCode::kUnavailable, "no connection to the database: {}",
                 OneLine(PQerrorMessage(connection)));
  }
  made.description_ = fmt::format("{}@{}:{}/{}", PQuser(connection), PQhost(connection),
                                  PQport(connection), PQdb(connection));
  // "NOTICE: table exists already" is for people at a prompt.
  PQsetNoticeProcessor(connection, [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection, 1);
  // A server that waits for a coordinator which is gone holds its lock: let it look.
  ROOKERY_RETURN_IF_ERROR(
      made.Execute("SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; "
                   "SET tcp_keepalives_count = 3; SET client_connection_check_interval = '5s'; "
                   "SET idle_in_transaction_session_timeout = '60s'"));
  return made;
}

bool PostgresConnection::alive() const { return PQstatus(connection_.get()) == CONNECTION_OK; }

absl::Status PostgresConnection::Broken(std::string_view why) {
  absl::Status status =
      Error(absl::StatusCode::kUnavailable, "the connection to the database is lost: {}", why);
  // Nothing that comes later on it may be taken for the answer to something else.
  connection_.reset();
  return status;
}

absl::StatusOr<PostgresConnection::Result> PostgresConnection::Next() {
  PGconn* connection = connection_.get();
  for (;;) {
    const int unsent = PQflush(connection);
    if (unsent < 0) return Broken(OneLine(PQerrorMessage(connection)));
    if (unsent == 0 && PQisBusy(connection) == 0) return Result(PQgetResult(connection));
    pollfd wait{PQsocket(connection), POLLIN, 0};
    if (unsent > 0) wait.events |= POLLOUT;
    const int ready =
        ::poll(&wait, 1, static_cast<int>(absl::ToInt64Milliseconds(kPostgresPatience)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Broken("it doesn't answer");
    if ((wait.revents & ~POLLOUT) != 0 && PQconsumeInput(connection) == 0) {
      // What the server said last, such as that it shuts down, is still to be read.
      Result last(PQgetResult(connection));
      return Broken(last == nullptr ? OneLine(PQerrorMessage(connection))
                                    : OneLine(PQresultErrorMessage(last.get())));
    }
  }
}

absl::Status PostgresConnection::Drain() {
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const Result result, Next());
    if (result == nullptr) return absl::OkStatus();
  }
}

absl::Status PostgresConnection::Settle(std::string_view doing) {
  absl::Status status;
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const Result result, Next());
    if (result == nullptr) return status;
    if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) {
      status.Update(StatusOf(result.get(), doing));
    }
  }
}

absl::Status PostgresConnection::Execute(const std::string& sql) {
  if (PQsendQuery(connection_.get(), sql.c_str()) == 0) {
    return Broken(OneLine(PQerrorMessage(connection_.get())));
  }
  return Settle("database");
}

absl::Status PostgresConnection::Query(const std::string& sql, const PostgresParams& params,
                                       absl::FunctionRef<absl::Status(const SqlRow&)> take) {
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const PostgresParams::Value& value : params.values_) {
    types.push_back(value.type);
    values.push_back(value.is_null ? nullptr : value.bytes.data());
    lengths.push_back(static_cast<int>(value.bytes.size()));
  }
  const std::vector<int> formats(types.size(), 1);
  PGconn* connection = connection_.get();
  if (PQsendQueryParams(connection, sql.c_str(), static_cast<int>(types.size()), types.data(),
                        values.data(), lengths.data(), formats.data(), 1) == 0 ||
      PQsetSingleRowMode(connection) == 0) {
    return Broken(OneLine(PQerrorMessage(connection)));
  }
  absl::Status status;
  for (;;) {
    ROOKERY_ASSIGN_OR_RETURN(const Result result, Next());
    if (result == nullptr) return status;
    if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) {
      status.Update(StatusOf(result.get(), "database"));
    }
    for (int row = 0; status.ok() && row < PQntuples(result.get()); ++row) {
      status = take(PostgresRow(result.get(), row));
    }
    if (status.ok()) continue;
    ROOKERY_RETURN_IF_ERROR(Drain());
    return status;
  }
}

absl::StatusOr<int64_t> PostgresConnection::QueryInteger(const std::string& sql,
                                                         const PostgresParams& params) {
  int64_t value = 0;
  int rows = 0;
  ROOKERY_RETURN_IF_ERROR(Query(sql, params, [&](const SqlRow& row) {
    value = row.Integer(0);
    ++rows;
    return absl::OkStatus();
  }));
  if (rows == 1) return value;
  return Error(absl::StatusCode::kNotFound, "{} rows from '{}'", rows, sql);
}

absl::Status PostgresConnection::Prepare(const char* name, const std::string& sql) {
  if (PQsendPrepare(connection_.get(), name, sql.c_str(), 0, nullptr) == 0) {
    return Broken(OneLine(PQerrorMessage(connection_.get())));
  }
  return Settle(fmt::format("preparing '{}'", sql));
}

// ---- Pipelines ----

absl::Status PostgresConnection::BeginPipeline() {
  sent_ = 0;
  send_error_ = absl::OkStatus();
  if (PQenterPipelineMode(connection_.get()) == 1) return absl::OkStatus();
  return Broken(OneLine(PQerrorMessage(connection_.get())));
}

void PostgresConnection::Send(const char* prepared, const PostgresParams& params) {
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const PostgresParams::Value& value : params.values_) {
    values.push_back(value.is_null ? nullptr : value.bytes.data());
    lengths.push_back(static_cast<int>(value.bytes.size()));
  }
  const std::vector<int> formats(values.size(), 1);
  ++sent_;
  if (send_error_.ok() &&
      PQsendQueryPrepared(connection_.get(), prepared, static_cast<int>(values.size()),
                          values.data(), lengths.data(), formats.data(), 1) == 0) {
    send_error_ =
        Error(absl::StatusCode::kUnavailable, "the connection to the database is lost: {}",
              OneLine(PQerrorMessage(connection_.get())));
  }
}

absl::Status PostgresConnection::Finish(
    absl::FunctionRef<absl::Status(int statement, const SqlRow&)> take) {
  PGconn* connection = connection_.get();
  if (!send_error_.ok()) return Broken(Message(send_error_));
  if (PQpipelineSync(connection) == 0) return Broken(OneLine(PQerrorMessage(connection)));
  absl::Status status;
  for (int statement = 0;;) {
    ROOKERY_ASSIGN_OR_RETURN(const Result result, Next());
    if (result == nullptr) {  // of this statement there is no more
      if (++statement > sent_) return Broken("it ended in the middle of an answer");
      continue;
    }
    const ExecStatusType kind = PQresultStatus(result.get());
    if (kind == PGRES_PIPELINE_SYNC) break;
    if (kind == PGRES_FATAL_ERROR) status.Update(StatusOf(result.get(), "database"));
    if (!alive()) return Broken(Message(status));
    for (int row = 0; status.ok() && row < PQntuples(result.get()); ++row) {
      status = take(statement, PostgresRow(result.get(), row));
    }
  }
  if (PQexitPipelineMode(connection) == 0) return Broken(OneLine(PQerrorMessage(connection)));
  return status;
}

absl::Status PostgresSource::ForEach(const std::string& sql, const std::vector<SqlValue>& values,
                                     absl::FunctionRef<absl::Status(const SqlRow&)> take) {
  PostgresParams params;
  for (const SqlValue& value : values) {
    if (const auto* number = std::get_if<int64_t>(&value)) {
      params.Add(*number);
    } else {
      params.Add(std::get<std::string>(value));
    }
  }
  return connection_->Query(NumberMarks(sql), params, take);
}

std::string NumberMarks(std::string_view sql) {
  std::string numbered;
  int mark = 0;
  for (const char c : sql) {
    if (c == '?') {
      numbered += fmt::format("${}", ++mark);
    } else {
      numbered += c;
    }
  }
  return numbered;
}

}  // namespace rookery::coordinator
