#include "worker/process/orphans.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>

#include "base/ids.h"
#include "base/mutex.h"

namespace rookery::worker {
namespace {

constexpr std::string_view kVariable = "ROOKERY_ENGINE=";
constexpr size_t kMostEnvironment = 1 << 16;  // bytes that are looked at
constexpr int kMostRounds = 100;              // of killing what was born meanwhile

// Here and in the guard only calls that are safe after a fork among threads: no allocation.

// The whole file, as far as there is room; -1 if it can't be read.
ssize_t ReadInto(const char* path, char* buffer, size_t size) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  size_t length = 0;
  for (ssize_t count = 1; count > 0 && length < size; length += count > 0 ? count : 0) {
    count = ::read(fd, buffer + length, size - length);
  }
  ::close(fd);
  return static_cast<ssize_t>(length);
}

void EnvironmentPath(std::string_view pid, std::array<char, 64>& path) {
  size_t at = 0;
  const auto add = [&](std::string_view text) {
    for (const char c : text.substr(0, 20)) path[at++] = c;
  };
  add("/proc/");
  add(pid);
  add("/environ");
  path[at] = '\0';
}

// Whether an entry of the process's environment begins with the mark.
bool HasMark(std::string_view pid, std::string_view mark) {
  static thread_local std::array<char, kMostEnvironment> buffer;
  std::array<char, 64> path;
  EnvironmentPath(pid, path);
  const ssize_t length = ReadInto(path.data(), buffer.data(), buffer.size());
  if (length <= 0) return false;
  std::string_view rest(buffer.data(), static_cast<size_t>(length));
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find('\0'));
    if (entry.starts_with(mark)) return true;
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
  }
  return false;
}

pid_t PidOf(std::string_view text) {
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  return error == std::errc() && end == text.data() + text.size() ? pid : 0;
}

// Kills all processes that have the mark; how many.
int KillEverywhere(std::string_view mark) {
  alignas(dirent64) static std::array<char, 1 << 15> entries;
  const int folder = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int killed = 0;
  for (;;) {
    const long length = ::syscall(SYS_getdents64, folder, entries.data(), entries.size());
    if (length <= 0) break;
    for (long at = 0; at < length;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      at += entry->d_reclen;
      const pid_t pid = PidOf(entry->d_name);
      if (pid > 0 && HasMark(entry->d_name, mark) && ::kill(pid, SIGKILL) == 0) ++killed;
    }
  }
  ::close(folder);
  return killed;
}

// Waits until the pipe's other end is gone, which is when the process that started it is.
[[noreturn]] void Guard(int pipe, const char* mark) {
  ::setsid();
  ::prctl(PR_SET_NAME, "engine-guard");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(signal, SIG_IGN);
  // It must hold nothing of what others wait for the end of: outputs, locks, engines' pipes.
  if (pipe > 0) ::syscall(SYS_close_range, 0U, static_cast<unsigned>(pipe - 1), 0U);
  ::syscall(SYS_close_range, static_cast<unsigned>(pipe + 1), ~0U, 0U);
  char byte = 0;
  while (::read(pipe, &byte, 1) < 0 && errno == EINTR) {
  }
  for (int round = 0; round < kMostRounds && KillEverywhere(mark) > 0; ++round) {
  }
  ::_exit(0);
}

// What all marks of this process begin with; made with the guard, once.
std::string Begin() {
  const std::string mark = fmt::format("{}{}-{:016x}-", kVariable, ::getpid(), SystemEntropy());
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return mark;  // then only a killed runner leaves anything
  // Forked twice, so that the guard is nobody's child to wait for.
  const pid_t middle = ::fork();
  if (middle == 0) {
    if (::fork() == 0) Guard(pipe[0], mark.c_str());
    ::_exit(0);
  }
  ::close(pipe[0]);
  if (middle > 0) ::waitpid(middle, nullptr, 0);
  return mark;  // the pipe's other end stays open as long as this process lives
}

class Known {
 public:
  void Keep(pid_t pid) {
    MutexLock lock(&mutex_);
    pids_.insert(pid);
  }
  void Forget(pid_t pid) {
    MutexLock lock(&mutex_);
    pids_.erase(pid);
  }
  bool Has(pid_t pid) {
    MutexLock lock(&mutex_);
    return pids_.contains(pid);
  }

 private:
  Mutex mutex_;
  std::set<pid_t> pids_ ABSL_GUARDED_BY(mutex_);
};

Known& KnownEngines() {
  static Known known;
  return known;
}

}  // namespace

std::string NextEngineMark() {
  static const std::string mark = Begin();
  static std::atomic<uint64_t> number = 0;
  return fmt::format("{}{}.", mark, ++number);
}

void KeepEngine(pid_t pid) { KnownEngines().Keep(pid); }

void KillOrphans(const std::string& mark, pid_t engine) {
  KnownEngines().Forget(engine);
  while (::waitpid(-engine, nullptr, 0) > 0 || errno == EINTR) {
  }
  // Orphans come to the first thread's list.
  const std::string path = fmt::format("/proc/self/task/{}/children", ::getpid());
  for (int round = 0; round < kMostRounds; ++round) {
    std::array<char, 1 << 14> children;
    const ssize_t length = ReadInto(path.c_str(), children.data(), children.size());
    if (length < 0) {  // a kernel without that list
      if (KillEverywhere(mark) == 0) return;
      continue;
    }
    bool killed = false;
    std::string_view rest(children.data(), static_cast<size_t>(length));
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      const pid_t pid = PidOf(word);
      if (pid <= 0 || KnownEngines().Has(pid) || !HasMark(word, mark)) continue;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);  // what it had started comes to the list now
      killed = true;
    }
    if (!killed) return;
  }
}

}  // namespace rookery::worker
