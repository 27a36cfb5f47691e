// A tune's part of the text to paste and of the command, word for word as the command line prints it.

import type { Run, Tune, TunedParameter } from './api';

const kNormal95 = 1.959963984540054;
const plus = (value: number, digits: number) => (value < 0 ? '-' : '+') + Math.abs(value).toFixed(digits);

export function forecastText(tune: Tune): string {
  if (tune.calibrating) return 'measuring the probe';
  const { gain, gain_low, gain_high, noise_floor } = tune;
  if (gain === null || gain_low === null || gain_high === null || noise_floor === null) return `${tune.pairs} pairs told`;
  return `forecast ${plus(gain, 1)} [${plus(gain_low, 1)}, ${plus(gain_high, 1)}] Elo, noise floor ${noise_floor.toFixed(1)}`;
}

function parameterLine(p: TunedParameter): string {
  const values = `${String(p.start).padStart(7)} -> ${String(p.tuned).padStart(6)}`;
  const move = plus(p.in_steps, 2).padStart(6);
  const band = p.sd_in_steps > 0 ? ` +- ${(kNormal95 * p.sd_in_steps).toFixed(2)}` : '';
  const marks = (p.at_bound ? '  at bound' : '') + (p.no_signal ? '  no signal' : '');
  return `  ${p.name.padEnd(26)} ${values}  ${move} c${band}${marks}`;
}

export function tuneLines(run: Run, tune: Tune): [string, string][] {
  return [
    ['Games:', `${2 * run.pairs} of ${2 * run.max_pairs}`],
    ['Tuner:', forecastText(tune)],
    ['Probe:', tune.probe_elo === null ? '' : `${tune.probe_elo.toFixed(1)} Elo`],
    ['Seed:', run.seed],
    ['Run:', run.run],
  ];
}

export function parameterLines(tune: Tune): string[] {
  return ['Parameters (start -> tuned, in steps c with 95 %):', ...tune.parameters.map(parameterLine)];
}

export function tuneWords(tune: Tune): string[] {
  return [...tune.parameters.flatMap((p) => ['--param', p.name]), '--method', tune.method];
}
