// `rookery`: the author's and operator's tool. Here the real world is plugged in.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "cli/context.h"
#include "cli/printer.h"
#include "cli/program.h"

namespace {

std::optional<std::string> Variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::string FolderOfThisProgram() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "." : self.parent_path().string();
}

}  // namespace

int main(int argc, char** argv) {
  rookery::RealClock clock;
  rookery::cli::Printer printer(
      &std::cout, &std::cerr,
      {.out_terminal = ::isatty(STDOUT_FILENO) == 1, .err_terminal = ::isatty(STDERR_FILENO) == 1});
  rookery::cli::Context context;
  context.printer = &printer;
  context.clock = &clock;
  context.environment = Variable;
  context.entropy = rookery::SystemEntropy;
  context.program_folder = FolderOfThisProgram();
  return static_cast<int>(
      rookery::cli::RunProgram(std::vector<std::string>(argv + 1, argv + argc), context));
}
