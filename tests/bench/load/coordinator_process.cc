#include "tests/bench/load/coordinator_process.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace rookery::bench {

absl::StatusOr<std::unique_ptr<CoordinatorProcess>> CoordinatorProcess::Start(
    const Options& options) {
  std::filesystem::remove_all(options.data);
  std::filesystem::create_directories(options.data);
  std::vector<std::string> args = {options.binary, "--data", options.data,  "--grpc", "0",
                                   "--http",       "0",      "--log-level", "warn"};
  if (options.mutual_tls) args.insert(args.end(), {"--tls", "--mutual-tls"});
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return absl::ResourceExhaustedError("can't start a process");
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // however this program ends, nothing is left behind
    if (getppid() == parent) execv(argv[0], argv.data());
    _exit(127);
  }
  std::unique_ptr<CoordinatorProcess> process(new CoordinatorProcess(pid, options));
  for (int i = 0; i < 1000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ifstream file(options.data + "/addresses.json");
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded()) {
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
      if (info.si_pid == pid) break;
      continue;
    }
    process->address_ = json["grpc"].get<std::string>();
    return process;
  }
  return absl::NotFoundError(options.binary + " didn't start, or didn't say its address");
}

absl::StatusOr<wire::Credentials> CoordinatorProcess::Operator() const {
  if (!options_.mutual_tls) return wire::Credentials();
  return wire::ResolveTrust({.address = address_, .token_file = options_.data + "/operator.token"});
}

CoordinatorProcess::~CoordinatorProcess() {
  kill(pid_, SIGTERM);
  int status = 0;
  waitpid(pid_, &status, 0);
}

int64_t CoordinatorProcess::MemoryKib() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
  int64_t size = 0;
  int64_t resident = 0;
  file >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

double CoordinatorProcess::CpuSeconds() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::istringstream rest(text.substr(text.rfind(')') + 2));
  std::string word;
  for (int i = 0; i < 11; ++i) rest >> word;
  double user = 0;
  double system = 0;
  rest >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace rookery::bench
