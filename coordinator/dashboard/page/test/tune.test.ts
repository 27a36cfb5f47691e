import { describe, expect, it } from 'vitest';
import type { Duel, RacedCandidate, Tune, TunedParameter } from '../src/api';
import { resultBlock } from '../src/block';
import { bandText, byElo, byMovement, gainNote, playedText, scaleOf } from '../src/components/tune';
import { decimal, titleOf } from '../src/format';
import { general } from '../src/tune_block';
import { meaningOf } from '../src/words';
import { sampleRun } from './sample';

function parameter(name: string, in_steps: number, sd_in_steps: number): TunedParameter {
  return {
    name, start: 10, min: 0, max: 50, c: 4, value: 10 + 4 * in_steps, tuned: Math.round(10 + 4 * in_steps),
    in_steps, sd_in_steps, probe: 2, at_bound: false, no_signal: false,
    decimals: 0,
  };
}

const tune: Tune = {
  method: 'regression', pairs: 40, calibrating: false, gain: 3.2, gain_low: -1, gain_high: 8.5, noise_floor: 0.9,
  probe_elo: 8, parameters: [parameter('tempo', 0.5, 0.4), parameter('pair', -1.5, 0.3)], candidates: [],
};

describe('a tune', () => {
  it('puts the parameters that moved most first and leaves the order of the run alone', () => {
    expect(byMovement(tune.parameters).map((p) => p.name)).toEqual(['pair', 'tempo']);
    expect(tune.parameters.map((p) => p.name)).toEqual(['tempo', 'pair']);
  });
  it('has one scale, at least a step wide, that holds every band', () => {
    expect(scaleOf(tune.parameters)).toBeCloseTo(1.5 + 1.96 * 0.3, 3);
    expect(scaleOf([parameter('still', 0, 0)])).toBe(1);
    expect(scaleOf([])).toBe(1);
  });
  it('shows no band where the error is not known', () => {
    expect([bandText(0, 2), bandText(0.784, 2)]).toEqual(['', '± 0.78']);
  });
  it('promises no forecast where its method never has one', () => {
    const none = { ...tune, gain: null, gain_low: null, gain_high: null };
    expect(gainNote(none)).toBe('not known yet');
    expect(gainNote({ ...none, method: 'spsa' })).toBe('this method foretells none');
    expect(gainNote({ ...none, method: 'cma-es' })).toBe('this method foretells none');
    expect(gainNote({ ...tune, method: 'race', gain: 0, gain_low: 0, gain_high: 0 })).toBe('the first candidate leads');
  });
  it('tells a few of the values that a duel was played with', () => {
    const duel: Duel = { pair: 3, clock: 2, worker: 'w', half_points: 3, dev: [12, 9, 1, 2, 3], base: [8, 11, 1, 2, 3] };
    const whole = (...names: string[]) => names.map((name) => ({ name, decimals: 0 }));
    expect(playedText(duel, whole('tempo', 'pair'))).toBe('tempo 12 : 8, pair 9 : 11');
    expect(playedText(duel, whole('a', 'b', 'c', 'd', 'e'))).toBe('a 12 : 8, b 9 : 11, c 1 : 1, d 2 : 2, e 3 : 3');
    expect(playedText(duel, [{ name: 'f', decimals: 2 }])).toBe('f 0.12 : 0.08');
  });
  it('is told word for word as the command line tells it', () => {
    const run = sampleRun({
      kind: 'tune', sprt: null, verdict: 'undecided', pairs: 40, max_pairs: 50,
      tune: { ...tune, parameters: [{ ...tune.parameters[0]!, at_bound: true }, { ...tune.parameters[1]!, sd_in_steps: 0 }] },
    });
    const block = resultBlock(run).split('\n');
    expect(block.slice(0, 1)).toEqual(['Rookery tune: finished']);
    expect(block.slice(-8)).toEqual([
      'Games:       80 of 100',
      'Tuner:       forecast +3.2 [-1.0, +8.5] Elo, noise floor 0.9',
      'Probe:       8.0 Elo',
      'Seed:        42',
      'Run:         r1',
      'Parameters (start -> tuned, in steps c with 95 %):',
      '  tempo                           10 ->     12   +0.50 c +- 0.78  at bound',
      '  pair                            10 ->      4   -1.50 c',
    ]);
  });
  it('is called by its parameters, and never decided', () => {
    const run = sampleRun({ kind: 'tune', sprt: null, verdict: 'undecided', tune });
    expect(titleOf(run)).toBe('tune of 2 parameters');
    expect(meaningOf(run)).toContain('only a test of it decides');
    expect(meaningOf({ ...run, state: 'active' })).toContain('Only a test of what it finds decides');
  });
});

const raced = (name: string, elo: number, rest: Partial<RacedCandidate> = {}): RacedCandidate => ({
  name, elo, sd: 10, pairs: 20, leads: false, out: false, ...rest,
});

describe('a race', () => {
  const candidates = [
    raced('start', 0, { sd: 0 }),
    raced('weak', 5.2, { out: true }),
    raced('best', 30, { leads: true }),
    raced('other', -4),
  ];
  const race: Tune = { ...tune, method: 'race', probe_elo: 0, candidates };
  it('shows who is best first and who is out last', () => {
    expect(byElo(candidates).map((one) => one.name)).toEqual(['best', 'start', 'other', 'weak']);
    expect(candidates[0]!.name).toBe('start');
  });
  it('is told word for word as the command line tells it', () => {
    const run = sampleRun({ kind: 'tune', sprt: null, verdict: 'undecided', pairs: 40, max_pairs: 50, tune: race });
    const block = resultBlock(run);
    expect(block).toContain(
      [
        'Candidates (Elo over the first, with 95 %):',
        '  best                         +30.0 +- 19.6 Elo, 20 pairs  leads',
        '  weak                          +5.2 +- 19.6 Elo, 20 pairs  out',
        '  start                         +0.0 +- 0.0 Elo, 20 pairs',
        '  other                         -4.0 +- 19.6 Elo, 20 pairs',
        'Parameters (start -> tuned, in steps c with 95 %):',
      ].join('\n'),
    );
    expect(block).not.toContain('Probe:');
  });
  it('says who met whom in a duel', () => {
    const duel: Duel = {
      pair: 3, clock: 2, worker: 'w', half_points: 3, dev: [12, 9], base: [8, 11],
      dev_candidate: 'best', base_candidate: 'start',
    };
    expect(playedText(duel, tune.parameters)).toBe('best : start');
  });
});

describe('the values of a string option', () => {
  it('are in the units that the engine is told', () => {
    expect(decimal(152, 2)).toBe('1.52');
    expect(decimal(-5, 3)).toBe('-0.005');
    expect(decimal(12, 0)).toBe('12');
    const run = sampleRun({
      kind: 'tune', sprt: null, verdict: 'undecided',
      tune: { ...tune, parameters: [{ ...parameter('Fraction', 0.5, 0), start: 2500, tuned: 2512, decimals: 3 }] },
    });
    expect(resultBlock(run)).toContain('  Fraction                       2.5 ->  2.512   +0.50 c');
  });
  // As C's %g writes them.
  it('begin at six digits', () => {
    const said: [number, string][] = [
      [0, '0'], [10, '10'], [-10.5, '-10.5'], [1 / 3, '0.333333'], [123456.7, '123457'], [1234567, '1.23457e+06'],
      [999999.5, '1e+06'], [0.0001, '0.0001'], [0.00001234, '1.234e-05'], [2.5, '2.5'], [100000, '100000'],
    ];
    for (const [value, text] of said) expect(general(value)).toBe(text);
  });
});
