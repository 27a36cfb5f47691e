#include "worker/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/check.h"
#include "base/status.h"
#include "worker/process/orphans.h"

namespace rookery::worker {
namespace {

constexpr size_t kMaxWaitingBytes = 1 << 20;
constexpr size_t kErrorTail = 700;  // its end says why it died, and evidence is short
constexpr size_t kReadSize = 1 << 16;
constexpr int64_t kNanosPerSecond = 1'000'000'000;
constexpr int64_t kDeathGraceNs = 500'000'000;

void CloseIfOpen(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

absl::Status SystemFault(std::string_view doing) {
  return Error(absl::StatusCode::kResourceExhausted, "{}: {}", doing, std::strerror(errno));
}

// The signal of a closed pipe goes to the thread that writes; blocked there, the error is enough. A
// pipe costs less a move than a socket, which could be told to raise no signal, and programs may
// open it by name (/dev/stdin).
void KeepPipeSignalAway() {
  thread_local const bool blocked = [] {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    return ::pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0;
  }();
  ROOKERY_CHECK(blocked);
}

}  // namespace

// Ours and the child's ends; whatever is open is closed with it.
struct ChildProcess::Descriptors {
  int input = -1;
  int output = -1;
  int errors = -1;
  int wake = -1;
  int pidfd = -1;
  int timer = -1;
  int ready = -1;  // tells which of these there is something to do with
  int child_input = -1;
  int child_output = -1;
  int child_errors = -1;
  int report_read = -1;  // errno of a failed exec comes through here
  int report_write = -1;

  ~Descriptors() {
    for (int* fd : {&input, &output, &errors, &wake, &pidfd, &timer, &ready}) CloseIfOpen(*fd);
    CloseChildEnds();
    CloseIfOpen(report_read);
  }

  void CloseChildEnds() {
    for (int* fd : {&child_input, &child_output, &child_errors, &report_write}) CloseIfOpen(*fd);
  }

  absl::Status Open() {
    ROOKERY_RETURN_IF_ERROR(MakePipe(child_input, input));
    ROOKERY_RETURN_IF_ERROR(MakePipe(output, child_output));
    ROOKERY_RETURN_IF_ERROR(MakePipe(errors, child_errors));
    ROOKERY_RETURN_IF_ERROR(MakePipe(report_read, report_write));
    for (const int fd : {input, output, errors}) {
      ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    }
    wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake < 0) return SystemFault("making an event descriptor");
    timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer < 0) return SystemFault("making a timer");
    ready = ::epoll_create1(EPOLL_CLOEXEC);
    return ready >= 0 ? absl::OkStatus() : SystemFault("making a set of descriptors");
  }

  // The set is made once, so that a wait costs one short call however many there are in it.
  absl::Status Watch(int fd, uint32_t events) {
    epoll_event event = {events, {.fd = fd}};
    if (::epoll_ctl(ready, EPOLL_CTL_ADD, fd, &event) == 0) return absl::OkStatus();
    return SystemFault("watching a descriptor");
  }
  void Forget(int fd) { ::epoll_ctl(ready, EPOLL_CTL_DEL, fd, nullptr); }

  static absl::Status MakePipe(int& read_end, int& write_end) {
    int pair[2];
    if (::pipe2(pair, O_CLOEXEC) != 0) return SystemFault("making a pipe");
    read_end = pair[0];
    write_end = pair[1];
    return absl::OkStatus();
  }
};

namespace {

// Between fork and exec: only calls that are safe there. Never returns.
struct ChildStart {
  const SandboxPlan& plan;
  char* const* arguments;
  char* const* environment;
  const char* folder;  // null: here
  std::array<int, 4> fds;
  pid_t parent;
};
[[noreturn]] void BecomeChild(const ChildStart& start) {
  const std::array<int, 4>& fds = start.fds;
  const auto fail = [&] {
    const int error = errno;
    static_cast<void>(!::write(fds[3], &error, sizeof error));
    ::_exit(127);
  };
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != start.parent) ::_exit(127);  // the parent died before the line above
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  for (int target = 0; target < 3; ++target) {
    if (::dup2(fds[static_cast<size_t>(target)], target) < 0) fail();
  }
  if (start.folder != nullptr && ::chdir(start.folder) != 0) fail();
  if (!start.plan.Enter()) fail();
  ::execve(start.plan.program().c_str(), start.arguments, start.environment);
  fail();
  ::_exit(127);
}

}  // namespace

absl::StatusOr<std::string> FindProgram(const std::string& program, std::string_view search_path) {
  namespace fs = std::filesystem;
  const auto runnable = [](const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
  };
  if (program.empty()) return InvalidArgument("the engine's command is empty");
  if (program.find('/') != std::string::npos) {
    if (runnable(program)) return fs::absolute(program).string();
    std::error_code ignored;
    if (!fs::exists(program, ignored)) {
      return Error(absl::StatusCode::kNotFound, "there is no program {}", program);
    }
    return Error(absl::StatusCode::kPermissionDenied, "{} is not a program that may be run",
                 program);
  }
  std::string_view rest = search_path.empty() ? kDefaultSearchPath : search_path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    const std::string path = fmt::format("{}/{}", folder, program);
    if (!folder.empty() && runnable(path)) return fs::absolute(path).string();
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return Error(absl::StatusCode::kNotFound,
               "the program '{}' is not in the search path; give its full path", program);
}

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(const ChildCommand& command,
                                                                  Clock* clock) {
  ROOKERY_ASSIGN_OR_RETURN(const std::string path,
                           FindProgram(command.program, command.search_path));
  auto fds = std::make_unique<Descriptors>();
  ROOKERY_RETURN_IF_ERROR(fds->Open());
  // Everything that allocates comes before the fork.
  ROOKERY_ASSIGN_OR_RETURN(const SandboxPlan plan, SandboxPlan::Make(command.sandbox, path));
  std::vector<char*> arguments;
  for (const std::string& one : plan.before_arguments()) {
    arguments.push_back(const_cast<char*>(one.c_str()));
  }
  for (const std::string& one : command.arguments) {
    arguments.push_back(const_cast<char*>(one.c_str()));
  }
  arguments.push_back(nullptr);
  const std::string mark = NextEngineMark();
  std::vector<char*> environment = {const_cast<char*>(mark.c_str())};
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  environment.push_back(nullptr);
  const char* folder = command.folder.empty() ? nullptr : command.folder.c_str();
  const ChildStart start{
      plan,
      arguments.data(),
      environment.data(),
      folder,
      {fds->child_input, fds->child_output, fds->child_errors, fds->report_write},
      ::getpid()};
  const pid_t pid = ::fork();
  if (pid < 0) return SystemFault("starting a process");
  if (pid == 0) BecomeChild(start);
  ::setpgid(pid, pid);  // in both, so that neither order matters
  KeepEngine(pid);
  fds->CloseChildEnds();
  int error = 0;
  const bool failed = ::read(fds->report_read, &error, sizeof error) == sizeof error;
  CloseIfOpen(fds->report_read);
  fds->pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  std::unique_ptr<ChildProcess> child(new ChildProcess(std::move(fds), pid, mark, clock));
  if (failed) {
    return Error(absl::StatusCode::kPermissionDenied, "{} can't be run: {}", path,
                 std::strerror(error));
  }
  Descriptors& made = *child->fds_;
  if (made.pidfd < 0) return SystemFault("watching a process");
  for (const int fd : {made.output, made.errors, made.wake, made.pidfd, made.timer}) {
    ROOKERY_RETURN_IF_ERROR(made.Watch(fd, EPOLLIN));
  }
  return child;
}

ChildProcess::ChildProcess(std::unique_ptr<Descriptors> fds, pid_t pid, std::string mark,
                           Clock* clock)
    : fds_(std::move(fds)),
      pid_(pid),
      mark_(std::move(mark)),
      clock_(*clock),
      lines_(kMaxLineBytes, kMaxWaitingBytes) {}

ChildProcess::~ChildProcess() {
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  if (!reaped_) ::waitpid(pid_, &wait_status_, 0);
  // Once more: a child of its own may have been born while the first signal was on its way.
  ::kill(-pid_, SIGKILL);
  KillOrphans(mark_, pid_);
}

absl::Status ChildProcess::Write(std::string_view text, int64_t deadline_ns) {
  KeepPipeSignalAway();
  while (!text.empty()) {
    const ssize_t sent = ::write(fds_->input, text.data(), text.size());
    if (sent > 0) {
      text.remove_prefix(static_cast<size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      // As in ReadLine: whoever dies closes its pipes first, and how it ended is evidence.
      WaitForEnd(clock_.MonotonicNanos() + kDeathGraceNs);
      return absl::UnavailableError(dead_ ? "it has ended" : "it no longer reads its input");
    }
    if (dead_) return absl::UnavailableError("it has ended");
    // Its output is drained meanwhile: it may be waiting for us to read.
    ROOKERY_RETURN_IF_ERROR(fds_->Watch(fds_->input, EPOLLOUT));
    const bool in_time = Pump(deadline_ns);
    fds_->Forget(fds_->input);
    if (!in_time) return absl::AbortedError("it doesn't read its input");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string_view> ChildProcess::ReadLine(int64_t deadline_ns) {
  for (;;) {
    if (std::exchange(woken_, false)) return absl::CancelledError("stopped");
    if (const auto line = lines_.Take()) return *line;
    if (dead_ || !output_open_) {
      if (const auto rest = lines_.TakeRest()) return *rest;
      // A process that ends closes its pipes a moment before; its exit status is evidence.
      WaitForEnd(clock_.MonotonicNanos() + kDeathGraceNs);
      return absl::UnavailableError(dead_ ? "it has ended" : "it closed its output");
    }
    if (!Pump(deadline_ns)) {
      // What was sent last may have been taken by the pipe just before it was closed.
      if (InputClosed()) return absl::UnavailableError("it closed its input");
      return absl::DeadlineExceededError("no answer in time");
    }
  }
}

void ChildProcess::Discard(const std::function<void(std::string_view)>& show) {
  TakeOutput();
  while (const auto line = lines_.Take()) show(*line);
  lines_.Clear();
}

bool ChildProcess::InputClosed() const {
  pollfd input = {fds_->input, 0, 0};
  return ::poll(&input, 1, 0) == 1 && (input.revents & (POLLHUP | POLLERR)) != 0;
}

void ChildProcess::CloseInput() { CloseIfOpen(fds_->input); }

void ChildProcess::Wake() {
  const uint64_t one = 1;
  static_cast<void>(!::write(fds_->wake, &one, sizeof one));
}

// Setting a timer for each wait would cost about as much as all the rest of the wait: most engines
// answer with many lines, and a processor's own timer is slow to set. One that ends the wait too
// early does no harm, so it is set only for an earlier deadline, and anew once it went off.
void ChildProcess::SetTimer(int64_t now_ns, int64_t deadline_ns) {
  if (timer_ns_ != 0 && timer_ns_ <= deadline_ns) return;
  const int64_t left_ns = deadline_ns - now_ns;
  const itimerspec when = {{0, 0}, {left_ns / kNanosPerSecond, left_ns % kNanosPerSecond}};
  ROOKERY_CHECK(::timerfd_settime(fds_->timer, 0, &when, nullptr) == 0);
  timer_ns_ = deadline_ns;
}

bool ChildProcess::Pump(int64_t deadline_ns) {
  const int64_t now_ns = clock_.MonotonicNanos();
  if (deadline_ns <= now_ns) return false;
  SetTimer(now_ns, deadline_ns);
  std::array<epoll_event, 6> events;
  const int count = ::epoll_wait(fds_->ready, events.data(), events.size(), -1);
  ROOKERY_CHECK(count > 0 || errno == EINTR);
  bool ended = false;
  for (int i = 0; i < count; ++i) {
    const int fd = events[static_cast<size_t>(i)].data.fd;
    uint64_t times = 0;
    if (fd == fds_->output) TakeOutput();
    if (fd == fds_->errors) TakeErrors();
    if (fd == fds_->wake) woken_ = ::read(fd, &times, sizeof times) > 0 || woken_;
    if (fd == fds_->timer && ::read(fd, &times, sizeof times) > 0) timer_ns_ = 0;
    ended = ended || fd == fds_->pidfd;
  }
  if (ended) NoteDeath();
  return true;
}

bool ChildProcess::TakeOutput() {
  std::array<char, kReadSize> buffer;
  const ssize_t count = ::read(fds_->output, buffer.data(), buffer.size());
  if (count > 0) {
    lines_.Add({buffer.data(), static_cast<size_t>(count)});
    return true;
  }
  if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
    output_open_ = false;
    fds_->Forget(fds_->output);
  }
  return false;
}

void ChildProcess::TakeErrors() {
  std::array<char, kReadSize> buffer;
  const ssize_t count = ::read(fds_->errors, buffer.data(), buffer.size());
  if (count == 0) {
    fds_->Forget(fds_->errors);
    CloseIfOpen(fds_->errors);
  }
  if (count <= 0) return;
  errors_.append(buffer.data(), static_cast<size_t>(count));
  if (errors_.size() > kErrorTail) errors_.erase(0, errors_.size() - kErrorTail);
}

// A child of its own may hold the pipes open and even go on writing: what the process itself wrote
// is there now, so one pass over what a pipe holds (64 KiB) is enough and bounded.
void ChildProcess::NoteDeath() {
  for (size_t bytes = 0; bytes < kMaxWaitingBytes && TakeOutput(); bytes += kReadSize) {
  }
  if (fds_->errors >= 0) TakeErrors();
  dead_ = true;
  Reap();
}

void ChildProcess::Reap() {
  if (!reaped_ && ::waitpid(pid_, &wait_status_, WNOHANG) == pid_) reaped_ = true;
}

bool ChildProcess::WaitForEnd(int64_t deadline_ns) {
  while (!dead_) {
    if (!Pump(deadline_ns)) return false;
    lines_.Clear();
  }
  return true;
}

std::string ChildProcess::Evidence() {
  if (fds_->errors >= 0) TakeErrors();
  std::string text;
  if (reaped_ && WIFEXITED(wait_status_)) {
    text = fmt::format("exit status {}", WEXITSTATUS(wait_status_));
  } else if (reaped_ && WIFSIGNALED(wait_status_)) {
    text = fmt::format("killed by signal {} ({})", WTERMSIG(wait_status_),
                       ::strsignal(WTERMSIG(wait_status_)));
  } else {
    text = "still running";
  }
  if (!errors_.empty()) text += fmt::format("; error output: {}", errors_);
  return text;
}

}  // namespace rookery::worker
