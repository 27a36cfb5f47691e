#include "cli/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/status.h"

namespace rookery::cli {
namespace {

constexpr size_t kLongestLine = 4096;
constexpr int kExecFailed = 127;

// What runs between fork and exec: async-signal-safe calls only, everything prepared before.
[[noreturn]] void BecomeChild(char* const* arguments, int stdout_fd, int null_fd, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kExecFailed);  // the parent died in between
  ::setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(null_fd, STDIN_FILENO);
  ::dup2(stdout_fd, STDOUT_FILENO);
  ::execv(arguments[0], arguments);
  ::_exit(kExecFailed);
}

std::string Describe(int status) {
  if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return fmt::format("signal {} ({})", signal, ::strsignal(signal));
}

}  // namespace

absl::StatusOr<ChildProcess> ChildProcess::Start(const Options& options) {
  const std::string& program = options.command.front();
  if (::access(program.c_str(), X_OK) != 0) {
    return Error(absl::StatusCode::kNotFound, "can't start {}: {}", program, std::strerror(errno));
  }
  std::vector<char*> arguments;
  for (const std::string& argument : options.command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  int pipe_fds[2] = {-1, -1};
  if (options.capture_stdout && ::pipe2(pipe_fds, O_CLOEXEC) != 0) {
    return Error(absl::StatusCode::kInternal, "pipe: {}", std::strerror(errno));
  }
  const int null_fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) {
    BecomeChild(arguments.data(), options.capture_stdout ? pipe_fds[1] : STDERR_FILENO, null_fd,
                parent);
  }
  const int error = errno;
  ::close(null_fd);
  if (options.capture_stdout) {
    ::close(pipe_fds[1]);
    ::fcntl(pipe_fds[0], F_SETFL, O_NONBLOCK);
  }
  ChildProcess child(pid, pipe_fds[0]);
  if (pid < 0) {
    return Error(absl::StatusCode::kResourceExhausted, "fork: {}", std::strerror(error));
  }
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      stdout_fd_(std::exchange(other.stdout_fd_, -1)),
      pending_(std::move(other.pending_)),
      ended_(std::move(other.ended_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  Close();
  pid_ = std::exchange(other.pid_, -1);
  stdout_fd_ = std::exchange(other.stdout_fd_, -1);
  pending_ = std::move(other.pending_);
  ended_ = std::move(other.ended_);
  return *this;
}

ChildProcess::~ChildProcess() { Close(); }

void ChildProcess::Close() {
  if (stdout_fd_ >= 0) ::close(std::exchange(stdout_fd_, -1));
  if (pid_ <= 0 || ended_) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::optional<std::string> ChildProcess::Ended() {
  if (ended_ || pid_ <= 0) return ended_;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == pid_) ended_ = Describe(status);
  return ended_;
}

std::vector<std::string> ChildProcess::ReadLines() {
  char buffer[4096];
  while (stdout_fd_ >= 0) {
    const ssize_t count = ::read(stdout_fd_, buffer, sizeof buffer);
    if (count <= 0) break;
    pending_.append(buffer, static_cast<size_t>(count));
    if (pending_.size() > 16 * kLongestLine) break;
  }
  std::vector<std::string> lines;
  size_t end = 0;
  while ((end = pending_.find('\n')) != std::string::npos) {
    lines.push_back(pending_.substr(0, end));
    pending_.erase(0, end + 1);
  }
  // A line without an end can't grow without one either.
  if (pending_.size() > kLongestLine) pending_.clear();
  return lines;
}

void ChildProcess::Signal(int signal) const {
  if (pid_ > 0 && !ended_) ::kill(pid_, signal);
}

}  // namespace rookery::cli
