// rookery-engine: the embedded engine as a program of its own, for GUIs and other match runners.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "engine/params/weights.h"
#include "engine/uci/adapter.h"
#include "engine/uci/bench.h"
#include "engine/uci/options.h"

namespace rookery {
namespace {

constexpr int kUsage = 2;

void PrintLine(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

int SpeakUci(const uci::Options& options) {
  RealClock clock;
  uci::Adapter adapter(options, &clock, PrintLine);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!adapter.Handle(line)) return 0;
  }
  adapter.FinishInput();
  return 0;
}

int Run(int argc, char** argv) {
  CLI::App app(
      "The chess engine of Rookery. Without a command it speaks UCI.\n\n"
      "  rookery-engine                      for a GUI or a match runner\n"
      "  rookery-engine bench                nodes, nodes per second and the signature\n"
      "  rookery-engine --weights w.toml     with weights of your own\n"
      "  rookery-engine weights              every parameter with its value");
  app.set_version_flag("--version", "rookery-engine 0.1.0");
  std::string name = "default";
  app.add_option("--weights", name,
                 "A weights file, or 'default'; 'default,-king' without a group");
  CLI::App* bench = app.add_subcommand("bench", "Search fixed positions to a fixed depth");
  int depth = uci::kBenchDepth;
  bench->add_option("depth", depth, "Plies")->check(CLI::Range(1, 100))->capture_default_str();
  CLI::App* show = app.add_subcommand("weights", "Print the weights' canonical text");
  app.require_subcommand(0, 1);
  bench->fallthrough();  // --weights may come after the command, too
  show->fallthrough();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }

  const absl::StatusOr<params::Weights> weights = params::LoadWeights(name);
  if (!weights.ok()) {
    std::cerr << Message(weights.status()) << '\n';
    return kUsage;
  }
  if (*bench) {
    RealClock clock;
    PrintLine(uci::DescribeBench(uci::RunBench(*weights, depth, &clock)));
    return 0;
  }
  if (*show) {
    std::cout << params::CanonicalText(*weights) << "# identity " << params::Identity(*weights)
              << '\n';
    return 0;
  }
  uci::Options options;
  options.weights = *weights;
  options.weights_name = name;
  return SpeakUci(options);
}

}  // namespace
}  // namespace rookery

int main(int argc, char** argv) { return rookery::Run(argc, argv); }
