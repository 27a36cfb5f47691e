// What a tuner said of itself when it last looked, as part of its stored state: between two looks
// it says the same, so after a restart it must too. One thread.
#pragma once

#include "tuner/optim/optimiser.h"
#include "tuner/optim/state_codec.h"

namespace rookery::optim {

// All but the candidates of a race.
inline void SaveEstimate(const Estimate& estimate, StateWriter* out) {
  out->Word(static_cast<uint64_t>(estimate.pairs));
  out->Word(estimate.calibrating);
  out->Word(estimate.has_forecast);
  for (const double figure : {estimate.gain, estimate.gain_low, estimate.gain_high,
                              estimate.noise_floor, estimate.probe_elo}) {
    out->Number(figure);
  }
  for (const ParameterEstimate& one : estimate.parameters) {
    for (const double figure : {one.value, one.sd, one.step}) out->Number(figure);
    out->Word(one.at_bound);
    out->Word(one.no_signal);
  }
}

// Into an estimate of as many parameters.
inline void RestoreEstimate(StateReader* in, Estimate* estimate) {
  estimate->pairs = static_cast<int64_t>(in->Word());
  estimate->calibrating = in->Word() != 0;
  estimate->has_forecast = in->Word() != 0;
  for (double* figure : {&estimate->gain, &estimate->gain_low, &estimate->gain_high,
                         &estimate->noise_floor, &estimate->probe_elo}) {
    *figure = in->Number();
  }
  for (ParameterEstimate& one : estimate->parameters) {
    for (double* figure : {&one.value, &one.sd, &one.step}) *figure = in->Number();
    one.at_bound = in->Word() != 0;
    one.no_signal = in->Word() != 0;
  }
}

}  // namespace rookery::optim
