// A tune's part of the text to paste and of the command, word for word as the command line prints it.

import type { RacedCandidate, Run, Tune, TunedParameter } from './api';
import { counted, decimal, kNormal95 } from './format';

const plus = (value: number, digits: number) => (value < 0 ? '-' : '+') + Math.abs(value).toFixed(digits);

export function forecastText(tune: Tune): string {
  if (tune.calibrating) return 'measuring the probe';
  const { gain, gain_low, gain_high, noise_floor } = tune;
  if (gain === null || gain_low === null || gain_high === null || noise_floor === null) return `${counted(tune.pairs, 'pair')} told`;
  return `forecast ${plus(gain, 1)} [${plus(gain_low, 1)}, ${plus(gain_high, 1)}] Elo, noise floor ${noise_floor.toFixed(1)}`;
}

// Six digits, without trailing noughts; very large and very small ones with an exponent.
export function general(value: number): string {
  if (value === 0) return '0';
  const [digits = '', power = '0'] = value.toExponential(5).split('e');
  const exponent = Number(power);
  const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent >= -4 && exponent < 6) return plain(value.toFixed(Math.max(0, 5 - exponent)));
  return `${plain(digits)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

// Where a parameter began, in the units of what the engine is told.
export const startText = (p: TunedParameter) => general(p.start / 10 ** p.decimals);

function candidateLine(one: RacedCandidate): string {
  const elo = `${plus(one.elo, 1).padStart(7)} +- ${(kNormal95 * one.sd).toFixed(1)} Elo`;
  return `  ${one.name.padEnd(26)} ${elo}, ${counted(one.pairs, 'pair')}${one.leads ? '  leads' : ''}${one.out ? '  out' : ''}`;
}

function parameterLine(p: TunedParameter): string {
  const values = `${startText(p).padStart(7)} -> ${decimal(p.tuned, p.decimals).padStart(6)}`;
  const move = plus(p.in_steps, 2).padStart(6);
  const band = p.sd_in_steps > 0 ? ` +- ${(kNormal95 * p.sd_in_steps).toFixed(2)}` : '';
  const marks = (p.at_bound ? '  at bound' : '') + (p.no_signal ? '  no signal' : '');
  return `  ${p.name.padEnd(26)} ${values}  ${move} c${band}${marks}`;
}

export function tuneLines(run: Run, tune: Tune): [string, string][] {
  return [
    ['Games:', `${2 * run.pairs} of ${2 * run.max_pairs}`],
    ['Tuner:', forecastText(tune)],
    ['Probe:', tune.probe_elo ? `${tune.probe_elo.toFixed(1)} Elo` : ''],
    ['Seed:', run.seed],
    ['Run:', run.run],
  ];
}

export function parameterLines(tune: Tune): string[] {
  const raced = [...tune.candidates].sort((a, b) => b.elo - a.elo).map(candidateLine);
  return [
    ...(raced.length > 0 ? ['Candidates (Elo over the first, with 95 %):', ...raced] : []),
    'Parameters (start -> tuned, in steps c with 95 %):',
    ...tune.parameters.map(parameterLine),
  ];
}
