// Labelled positions as they are named on the command line. One thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rookery::cli {

struct FitDataFlags {
  std::vector<std::string> files;
  std::string format = "text";
  std::string view = "white";
  double test_share = 0.1;
  bool resolve = false;
  bool skip_faulty = false;
};

// All but the files; the options that were added.
std::vector<CLI::Option*> AddFitDataOptions(CLI::App& command, FitDataFlags& flags);

}  // namespace rookery::cli
