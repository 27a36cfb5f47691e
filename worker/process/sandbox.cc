#include "worker/process/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "base/status.h"

namespace rookery::worker {
namespace {

constexpr const char* kBubblewrap = "/usr/bin/bwrap";
constexpr int64_t kEngineBytes = int64_t{512} << 20;
constexpr int64_t kThreadBytes = int64_t{64} << 20;
constexpr int64_t kMib = 1 << 20;
constexpr const char* kNobody = "65534";

// What every program may read: libraries, and what they look at when they start.
constexpr const char* kSystemFolders[] = {"/usr", "/lib", "/lib64", "/bin"};
constexpr const char* kSystemFiles[] = {"/etc/ld.so.cache", "/dev/null",
                                        "/dev/urandom",     "/proc/cpuinfo",
                                        "/proc/meminfo",    "/sys/devices/system/cpu"};

// Calls that no engine needs, and that reach beyond the process.
constexpr const char* kDenied[] = {"socket",
                                   "socketpair",
                                   "ptrace",
                                   "bpf",
                                   "keyctl",
                                   "add_key",
                                   "request_key",
                                   "mount",
                                   "umount2",
                                   "pivot_root",
                                   "chroot",
                                   "io_uring_setup",
                                   "io_uring_enter",
                                   "io_uring_register",
                                   "userfaultfd",
                                   "perf_event_open",
                                   "unshare",
                                   "setns",
                                   "kexec_load",
                                   "init_module",
                                   "finit_module",
                                   "delete_module",
                                   "process_vm_readv",
                                   "process_vm_writev",
                                   "fork",
                                   "vfork",
                                   "kill",
                                   "tkill",
                                   "pidfd_open",
                                   "pidfd_send_signal",
                                   "pidfd_getfd",
                                   "swapon",
                                   "swapoff",
                                   "reboot",
                                   "acct",
                                   "settimeofday",
                                   "clock_settime",
                                   "quotactl",
                                   "name_to_handle_at",
                                   "open_by_handle_at",
                                   "fsopen",
                                   "fsconfig",
                                   "fsmount",
                                   "move_mount",
                                   "open_tree"};

absl::Status Unavailable(std::string_view doing, int error) {
  return Error(absl::StatusCode::kFailedPrecondition, "sandbox: {}: {}", doing,
               std::strerror(error));
}

void CloseFd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// Threads may be made, processes not. The newer call takes its flags from memory, where a filter
// can't look: libraries fall back to the older one.
bool AddCloneRules(scmp_filter_ctx filter) {
  return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                          scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0}) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

bool AddDenied(scmp_filter_ctx filter) {
  for (const char* name : kDenied) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) continue;  // unknown to this library: unknown to old kernels too
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0) != 0) return false;
  }
  return true;
}

int LandlockVersion() {
  return static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

// Everything that a version of Landlock can forbid of files.
uint64_t FileRights(int version) {
  uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // version 1
  if (version >= 2) rights |= uint64_t{1} << 13;             // moving to other folders
  if (version >= 3) rights |= uint64_t{1} << 14;             // truncating
  return rights;
}

bool AllowReading(int ruleset, const char* path, bool folder) {
  const int fd = ::open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return true;  // what isn't there needs no permission
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
  if (folder) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  rule.parent_fd = fd;
  const long added =
      ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  ::close(fd);
  return added == 0;
}

bool IsFolder(const char* path) {
  struct stat info{};
  return ::stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

void Limit(int resource, int64_t value) {
  const rlimit limit{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

// Whether a trivial program runs in this sandbox.
bool Works(SandboxKind kind) {
  auto plan = SandboxPlan::Make({.kind = kind}, "/usr/bin/true");
  if (!plan.ok()) return false;
  std::vector<char*> arguments;
  for (const std::string& one : plan->before_arguments()) {
    arguments.push_back(const_cast<char*>(one.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) return false;
  if (pid == 0) {
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
    if (plan->Enter()) ::execv(plan->program().c_str(), arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string_view Name(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::kOff:
      return "off";
    case SandboxKind::kBubblewrap:
      return "bubblewrap";
    case SandboxKind::kLandlock:
      return "landlock";
  }
  return "";
}

std::string_view SandboxLevel(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::kOff:
      return "none";
    case SandboxKind::kBubblewrap:
      return "bwrap";
    case SandboxKind::kLandlock:
      return "landlock";
  }
  return "";
}

SandboxKind DetectSandbox() {
  if (Works(SandboxKind::kBubblewrap)) return SandboxKind::kBubblewrap;
  if (Works(SandboxKind::kLandlock)) return SandboxKind::kLandlock;
  return SandboxKind::kOff;
}

int64_t EngineMemoryBytes(int64_t hash_mib, int64_t threads) {
  return hash_mib * kMib + kEngineBytes + threads * kThreadBytes;
}

absl::StatusOr<SandboxPlan> SandboxPlan::Make(const Sandbox& sandbox, const std::string& program) {
  SandboxPlan plan;
  plan.kind_ = sandbox.kind;
  plan.program_ = program;
  plan.before_arguments_ = {program};
  if (sandbox.kind == SandboxKind::kOff) return plan;
  plan.memory_bytes_ = sandbox.memory_bytes;
  plan.file_bytes_ = sandbox.scratch_bytes;
  plan.open_files_ = sandbox.open_files;
  plan.folder_ = sandbox.folder;
  ROOKERY_RETURN_IF_ERROR(plan.MakeFilter());
  if (sandbox.kind == SandboxKind::kBubblewrap) {
    if (::access(kBubblewrap, X_OK) != 0) return Unavailable(kBubblewrap, errno);
    plan.WrapWithBubblewrap(sandbox, program);
  } else {
    ROOKERY_RETURN_IF_ERROR(plan.MakeRuleset(sandbox, program));
  }
  return plan;
}

SandboxPlan::~SandboxPlan() {
  CloseFd(filter_fd_);
  CloseFd(ruleset_fd_);
}

SandboxPlan::SandboxPlan(SandboxPlan&& other) noexcept
    : kind_(other.kind_),
      memory_bytes_(other.memory_bytes_),
      file_bytes_(other.file_bytes_),
      open_files_(other.open_files_),
      folder_(std::move(other.folder_)),
      program_(std::move(other.program_)),
      before_arguments_(std::move(other.before_arguments_)),
      filter_fd_(std::exchange(other.filter_fd_, -1)),
      ruleset_fd_(std::exchange(other.ruleset_fd_, -1)),
      filter_(std::move(other.filter_)) {}

absl::Status SandboxPlan::MakeFilter() {
  filter_fd_ = ::memfd_create("seccomp", MFD_CLOEXEC);
  if (filter_fd_ < 0) return Unavailable("making a file in memory", errno);
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  const bool made = filter != nullptr && AddDenied(filter) && AddCloneRules(filter) &&
                    seccomp_export_bpf(filter, filter_fd_) == 0;
  if (filter != nullptr) seccomp_release(filter);
  if (!made) return Unavailable("making a system call filter", errno);
  const off_t size = ::lseek(filter_fd_, 0, SEEK_END);
  filter_.resize(static_cast<size_t>(size) / sizeof(sock_filter));
  if (::pread(filter_fd_, filter_.data(), static_cast<size_t>(size), 0) != size) {
    return Unavailable("reading a system call filter", errno);
  }
  ::lseek(filter_fd_, 0, SEEK_SET);
  return absl::OkStatus();
}

void SandboxPlan::WrapWithBubblewrap(const Sandbox& sandbox, const std::string& program) {
  std::vector<std::string>& words = before_arguments_;
  words = {kBubblewrap,
           "--unshare-all",
           "--unshare-user",
           "--disable-userns",
           "--die-with-parent",
           "--new-session",
           "--clearenv",
           "--uid",
           kNobody,
           "--gid",
           kNobody,
           "--cap-drop",
           "ALL",
           "--ro-bind",
           "/usr",
           "/usr",
           "--symlink",
           "usr/lib",
           "/lib",
           "--symlink",
           "usr/lib64",
           "/lib64",
           "--symlink",
           "usr/bin",
           "/bin",
           "--proc",
           "/proc",
           "--dev",
           "/dev",
           "--size",
           fmt::format("{}", sandbox.scratch_bytes),
           "--tmpfs",
           "/tmp"};
  for (const std::string& path : sandbox.readable) {
    words.insert(words.end(), {"--ro-bind-try", path, path});
  }
  words.insert(words.end(), {"--ro-bind", program, program});
  words.insert(words.end(),
               {"--remount-ro", "/", "--chdir", sandbox.folder.empty() ? "/tmp" : sandbox.folder,
                "--seccomp", fmt::format("{}", filter_fd_), "--", program});
  program_ = kBubblewrap;
}

absl::Status SandboxPlan::MakeRuleset(const Sandbox& sandbox, const std::string& program) {
  const int version = LandlockVersion();
  if (version < 1) return Unavailable("Landlock", version < 0 ? errno : ENOSYS);
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = FileRights(version);
  ruleset_fd_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0));
  if (ruleset_fd_ < 0) return Unavailable("making Landlock's rules", errno);
  bool added = AllowReading(ruleset_fd_, program.c_str(), false);
  for (const char* path : kSystemFolders) added = added && AllowReading(ruleset_fd_, path, true);
  for (const char* path : kSystemFiles) {
    added = added && AllowReading(ruleset_fd_, path, IsFolder(path));
  }
  for (const std::string& path : sandbox.readable) {
    added = added && AllowReading(ruleset_fd_, path.c_str(), IsFolder(path.c_str()));
  }
  return added ? absl::OkStatus() : Unavailable("making Landlock's rules", errno);
}

bool SandboxPlan::Enter() const {
  if (kind_ == SandboxKind::kOff) return true;
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_FSIZE, file_bytes_);
  Limit(RLIMIT_NOFILE, open_files_);
  Limit(RLIMIT_AS, memory_bytes_);
  if (kind_ == SandboxKind::kBubblewrap) return ::fcntl(filter_fd_, F_SETFD, 0) == 0;
  if (::chdir(folder_.empty() ? "/" : folder_.c_str()) != 0) return false;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (::syscall(SYS_landlock_restrict_self, ruleset_fd_, 0) != 0) return false;
  const sock_fprog program{static_cast<unsigned short>(filter_.size()),
                           const_cast<sock_filter*>(filter_.data())};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace rookery::worker
