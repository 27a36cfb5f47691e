#include "tests/bench/load/coordinator_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

extern char** environ;

namespace rookery::bench {

absl::StatusOr<std::unique_ptr<CoordinatorProcess>> CoordinatorProcess::Start(
    const std::string& binary, const std::string& data) {
  std::filesystem::remove_all(data);
  std::filesystem::create_directories(data);
  std::string args[] = {binary,   "--data", data,          "--grpc", "0",
                        "--http", "0",      "--log-level", "warn"};
  std::vector<char*> argv;
  for (std::string& arg : args) argv.push_back(arg.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  if (posix_spawn(&pid, binary.c_str(), nullptr, nullptr, argv.data(), environ) != 0) {
    return absl::NotFoundError("can't start " + binary);
  }
  for (int i = 0; i < 1000; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ifstream file(data + "/addresses.json");
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded()) continue;
    return std::unique_ptr<CoordinatorProcess>(
        new CoordinatorProcess(pid, json["grpc"].get<std::string>()));
  }
  kill(pid, SIGKILL);
  return absl::DeadlineExceededError("the coordinator didn't say its address");
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
