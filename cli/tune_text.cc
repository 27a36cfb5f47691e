#include "cli/tune_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/decimal.h"
#include "base/plural.h"
#include "cli/run_text.h"
#include "tuner/optim/optimiser.h"

namespace rookery::cli {
namespace {

constexpr double kNormal95 = 1.959963984540054;

// How far the value lies from the start, in steps of the tune's file.
double InSteps(const v1::TuneParameter& p, double value) { return (value - p.start()) / p.c_end(); }

std::string Marks(const v1::TunedParameter& one) {
  std::string marks;
  if (one.at_bound()) marks += "  at bound";
  if (one.no_signal()) marks += "  no signal";
  return marks;
}

std::string ParameterLine(const v1::TuneParameter& p, const v1::TunedParameter& one) {
  std::string text = fmt::format("  {:<26} {:>7g} -> {:>6}  {:+6.2f} c", p.name(),
                                 p.start() / std::pow(10.0, p.decimals()),
                                 DecimalText(one.shipped(), p.decimals()), InSteps(p, one.value()));
  if (one.sd() > 0) text += fmt::format(" +- {:.2f}", kNormal95 * one.sd() / p.c_end());
  return text + Marks(one);
}

std::string CandidateLine(const v1::RacedCandidate& one) {
  std::string text = fmt::format("  {:<26} {:>+7.1f} +- {:.1f} Elo, {}", one.name(), one.elo(),
                                 kNormal95 * one.sd(), Counted(one.pairs(), "pair"));
  if (one.leads()) text += "  leads";
  if (one.out()) text += "  out";
  return text;
}

// Indices, best first.
std::vector<int> ByElo(const v1::TuneProgress& tune) {
  std::vector<int> order;
  for (int i = 0; i < tune.candidates_size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return tune.candidates(a).elo() > tune.candidates(b).elo();
  });
  return order;
}

// Indices, those that moved most steps first.
std::vector<int> ByMovement(const v1::Run& run) {
  std::vector<int> order;
  for (int i = 0; i < run.tune().parameters_size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double left =
        std::abs(InSteps(run.spec().tune().parameters(a), run.tune().parameters(a).value()));
    const double right =
        std::abs(InSteps(run.spec().tune().parameters(b), run.tune().parameters(b).value()));
    return left != right ? left > right : a < b;
  });
  return order;
}

}  // namespace

std::string ForecastText(const v1::TuneProgress& tune) {
  if (tune.calibrating()) return "measuring the probe";
  if (!tune.has_forecast()) return Counted(tune.pairs(), "pair") + " told";
  return fmt::format("forecast {:+.1f} [{:+.1f}, {:+.1f}] Elo, noise floor {:.1f}", tune.gain(),
                     tune.gain_low(), tune.gain_high(), tune.noise_floor());
}

std::vector<std::string> TuneLines(const v1::Run& run, size_t most) {
  std::vector<std::string> lines = {"  " + ForecastText(run.tune())};
  for (const int i : ByElo(run.tune())) {
    if (lines.size() > most) return lines;
    lines.push_back(CandidateLine(run.tune().candidates(i)));
  }
  if (run.tune().candidates_size() > 0) return lines;
  for (const int i : ByMovement(run)) {
    if (lines.size() > most) break;
    lines.push_back(ParameterLine(run.spec().tune().parameters(i), run.tune().parameters(i)));
  }
  return lines;
}

std::string TuneBlock(const v1::Run& run) {
  const v1::TuneProgress& tune = run.tune();
  std::string text = fmt::format("Games:       {} of {}\n", 2 * run.progress().pairs(),
                                 2 * run.spec().max_pairs());
  text += fmt::format("Tuner:       {}\n", ForecastText(tune));
  if (tune.probe_elo() > 0) {
    text += fmt::format("Probe:       {:.1f} Elo\n", tune.probe_elo());
  }
  text += fmt::format("Seed:        {}\nRun:         {}\n", run.seed(), RunId(run.name()));
  if (tune.candidates_size() > 0) {
    text += "Candidates (Elo over the first, with 95 %):\n";
    for (const int i : ByElo(tune)) text += CandidateLine(tune.candidates(i)) + "\n";
  }
  text += "Parameters (start -> tuned, in steps c with 95 %):\n";
  for (int i = 0; i < tune.parameters_size(); ++i) {
    text += ParameterLine(run.spec().tune().parameters(i), tune.parameters(i)) + "\n";
  }
  text.pop_back();
  return text;
}

nlohmann::ordered_json TuneJson(const v1::Run& run) {
  const v1::TuneProgress& tune = run.tune();
  nlohmann::ordered_json json;
  json["method"] = optim::Name(static_cast<optim::Method>(run.spec().tune().method()));
  json["pairs"] = tune.pairs();
  json["calibrating"] = tune.calibrating();
  const auto known = [&](double value) {
    return tune.has_forecast() ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
  };
  json["gain"] = known(tune.gain());
  json["gain_low"] = known(tune.gain_low());
  json["gain_high"] = known(tune.gain_high());
  json["noise_floor"] = known(tune.noise_floor());
  json["probe_elo"] = known(tune.probe_elo());
  json["parameters"] = nlohmann::ordered_json::array();
  for (int i = 0; i < tune.parameters_size(); ++i) {
    const v1::TuneParameter& p = run.spec().tune().parameters(i);
    const v1::TunedParameter& one = tune.parameters(i);
    json["parameters"].push_back({{"name", p.name()},
                                  {"start", p.start()},
                                  {"min", p.min()},
                                  {"max", p.max()},
                                  {"c", p.c_end()},
                                  {"value", one.value()},
                                  {"tuned", one.shipped()},
                                  {"in_steps", InSteps(p, one.value())},
                                  {"sd_in_steps", one.sd() / p.c_end()},
                                  {"probe", one.step()},
                                  {"at_bound", one.at_bound()},
                                  {"no_signal", one.no_signal()},
                                  {"decimals", p.decimals()}});
  }
  json["candidates"] = nlohmann::ordered_json::array();
  for (const v1::RacedCandidate& one : tune.candidates()) {
    json["candidates"].push_back({{"name", one.name()},
                                  {"elo", one.elo()},
                                  {"sd", one.sd()},
                                  {"pairs", one.pairs()},
                                  {"leads", one.leads()},
                                  {"out", one.out()}});
  }
  return json;
}

}  // namespace rookery::cli
