#include "tests/support/postgres/cluster.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "base/check.h"
#include "base/status.h"
#include "coordinator/store/postgres.h"
#include "tests/support/wait_until.h"

namespace rookery::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kStartTries = 600;  // a tenth of a second each

// The newest that is installed: /usr/lib/postgresql/15/bin.
std::string Binaries() {
  std::string found;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    const std::string folder = version.path() / "bin";
    if (fs::exists(folder + "/initdb") && folder > found) found = folder;
  }
  return found;
}

// The child becomes the program; as root it becomes the user `postgres` before.
pid_t Spawn(std::vector<std::string> args, const std::string& log) {
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  argv.push_back(nullptr);
  const passwd* user = ::getuid() == 0 ? ::getpwnam("postgres") : nullptr;
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::setpgid(0, 0);
  if (::getuid() == 0) {
    if (user == nullptr || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0) ::_exit(126);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGINT);  // after the change of user, which forgets it
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

// A zombie has, whoever should take note of it.
bool HasEnded(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(file, text);
  const size_t name_end = text.rfind(')');
  return name_end == std::string::npos || text.substr(name_end).starts_with(") Z");
}

}  // namespace

absl::StatusOr<PostgresCluster> PostgresCluster::Make(const std::string& parent) {
  PostgresCluster cluster;
  cluster.binaries_ = Binaries();
  if (cluster.binaries_.empty()) {
    return absl::NotFoundError("no initdb below /usr/lib/postgresql: install postgresql-15");
  }
  std::string pattern = parent + "/rookery_pg_XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) return absl::UnavailableError("no temporary folder");
  cluster.folder_ = pattern;
  if (::getuid() == 0) {
    const passwd* user = ::getpwnam("postgres");
    if (user == nullptr || ::chown(pattern.c_str(), user->pw_uid, user->pw_gid) != 0) {
      return absl::NotFoundError("no user postgres: install postgresql-15");
    }
  }
  const std::string log = cluster.folder_ + "/initdb.log";
  const pid_t initdb = Spawn({cluster.binaries_ + "/initdb", "-D", cluster.folder_ + "/data", "-U",
                              "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"},
                             log);
  int code = 0;
  if (::waitpid(initdb, &code, 0) != initdb || code != 0) {
    return Error(absl::StatusCode::kInternal, "initdb failed, see {}", log);
  }
  ROOKERY_RETURN_IF_ERROR(cluster.Start());
  return cluster;
}

PostgresCluster::PostgresCluster(PostgresCluster&& other) noexcept
    : folder_(std::exchange(other.folder_, "")),
      binaries_(other.binaries_),
      server_(std::exchange(other.server_, -1)) {}

PostgresCluster::~PostgresCluster() {
  if (server_ > 0) {
    ::kill(server_, SIGINT);
    ::waitpid(server_, nullptr, 0);
  }
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

absl::Status PostgresCluster::Start() {
  server_ = Spawn({binaries_ + "/postgres", "-D", folder_ + "/data", "-c",
                   "listen_addresses=", "-c", "unix_socket_directories=" + folder_, "-c",
                   "shared_buffers=32MB", "-c", "max_connections=30"},
                  folder_ + "/server.log");
  absl::Status status;
  for (int i = 0; i < kStartTries; ++i) {
    status = coordinator::PostgresConnection::Open(AddressOf("public")).status();
    if (status.ok()) return status;
    if (::waitpid(server_, nullptr, WNOHANG) == server_) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return Error(absl::StatusCode::kInternal, "PostgreSQL didn't start, see {}/server.log: {}",
               folder_, Message(status));
}

// Its children have sessions of their own, and would answer for a moment longer.
void PostgresCluster::Kill() {
  std::ifstream list(fmt::format("/proc/{0}/task/{0}/children", server_));
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  ::kill(server_, SIGKILL);
  ::waitpid(server_, nullptr, 0);
  for (const pid_t child : children) ::kill(child, SIGKILL);
  for (const pid_t child : children) {
    ROOKERY_CHECK(WaitUntil([child] { return HasEnded(child); }));
  }
  server_ = -1;
}

std::string PostgresCluster::AddressOf(const std::string& schema) const {
  const std::string address = fmt::format("host={} dbname=postgres user=postgres", folder_);
  if (schema == "public") return address;
  absl::StatusOr<coordinator::PostgresConnection> connection =
      coordinator::PostgresConnection::Open(address);
  ROOKERY_CHECK(connection.ok());
  ROOKERY_CHECK(connection->Execute("CREATE SCHEMA IF NOT EXISTS " + schema).ok());
  return fmt::format("{} options=-csearch_path={}", address, schema);
}

}  // namespace rookery::testing
