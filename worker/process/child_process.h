// A child process as a line transport: pipes of its own, a process group of its own, death seen
// through a pidfd after what it wrote was drained, error output kept in a bounded ring. Whatever
// happens, its whole group is killed when the object goes, and whatever else it has started
// (orphans.h), and it dies with the thread that started it (PR_SET_PDEATHSIG): start it from a
// thread that outlives it.
// One thread, but for Wake. A closed pipe never raises SIGPIPE: a thread that writes blocks it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/clock.h"
#include "worker/process/line_buffer.h"
#include "worker/process/line_transport.h"
#include "worker/process/sandbox.h"

namespace rookery::worker {

struct ChildCommand {
  std::string program;                 // a path, or a name to be found in PATH
  std::vector<std::string> arguments;  // without the program's name
  std::string folder;                  // where it runs; empty: here
  std::string search_path;             // like PATH; empty: kDefaultSearchPath
  Sandbox sandbox = {};
};
inline constexpr std::string_view kDefaultSearchPath =
    "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games";

// NotFound or PermissionDenied with what was looked for.
absl::StatusOr<std::string> FindProgram(const std::string& program, std::string_view search_path);

class ChildProcess : public LineTransport {
 public:
  // The clock isn't owned.
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(const ChildCommand& command,
                                                             Clock* clock);
  // Kills what is left of the group, at once.
  ~ChildProcess() override;

  absl::Status Write(std::string_view text, int64_t deadline_ns) override;
  absl::StatusOr<std::string_view> ReadLine(int64_t deadline_ns) override;
  void Discard(const std::function<void(std::string_view)>& show) override;
  void Wake() override;
  std::string Evidence() override;
  // It reads the end of its input.
  void CloseInput();

  // True once the process itself has ended, within the deadline; its output is drained meanwhile.
  bool WaitForEnd(int64_t deadline_ns);
  pid_t pid() const { return pid_; }

 private:
  struct Descriptors;

  ChildProcess(std::unique_ptr<Descriptors> fds, pid_t pid, std::string mark, Clock* clock);

  // Waits for anything to happen and takes in what there is; false at the deadline.
  bool Pump(int64_t deadline_ns);
  void SetTimer(int64_t now_ns, int64_t deadline_ns);
  bool TakeOutput();         // false: nothing there now
  bool InputClosed() const;  // by the child
  void TakeErrors();
  void NoteDeath();
  void Reap();

  std::unique_ptr<Descriptors> fds_;
  const pid_t pid_;
  const std::string mark_;  // in the environment of all that it starts
  Clock& clock_;
  LineBuffer lines_;
  int64_t timer_ns_ = 0;  // when the timer ends a wait, at the latest deadline or before; 0: never
  std::string errors_;    // the last kErrorTail bytes of its error output
  bool output_open_ = true;
  bool woken_ = false;  // and no ReadLine has said so
  bool dead_ = false;   // the process has ended; what it wrote is in lines_
  bool reaped_ = false;
  int wait_status_ = 0;
};

}  // namespace rookery::worker
