import { describe, expect, it } from 'vitest';
import type { League } from '../src/api';
import { commandOf, resultBlock } from '../src/block';
import { meaningOf } from '../src/words';
import { sampleRun } from './sample';

const league: League = {
  format: 'round-robin',
  pairs: 4,
  rounds: 0,
  seeds: 1,
  round: 0,
  white_advantage: 12.5,
  engines: [
    { name: 'flat', weights: 'aa' },
    { name: 'deep', weights: 'bb' },
  ],
  table: [
    {
      rank: 1,
      engine: 1,
      name: 'deep',
      rating: 35.25,
      error: 20.1,
      status: 'rated',
      games: 8,
      wins: 4,
      draws: 3,
      losses: 1,
      points: 5.5,
      grade: 29,
      grade_points: 250,
      grade_settled: false,
      forfeits: 0,
    },
  ],
  superiority: [[null, null]],
  meetings: [{ first: 0, second: 1, pairs: 4, wins: 1, draws: 3, losses: 4 }],
};

describe('a league', () => {
  const run = sampleRun({ kind: 'league', state: 'finished', sprt: null, dev: null, base: null, league });
  it('ends the block with its table', () => {
    const block = resultBlock(run);
    expect(block).toContain('Rookery league: finished\n');
    expect(block).toContain('League:      round-robin of 2 engines, 4 pairs of each two that meet\n');
    expect(block).toContain('\n\n#  Engine  Elo');
    expect(block).toContain('1  deep    +35.3  20.1  5.5     8      29?    0');
    expect(block).not.toContain('Pentanomial');
  });
  it('speaks of one pair as of one', () => {
    const one = resultBlock({ ...run, league: { ...league, format: 'swiss', pairs: 1, rounds: 1 } });
    expect(one).toContain('League:      swiss of 2 engines, 1 pair of each two that meet, 1 round\n');
    expect(meaningOf({ ...run, pairs: 1, max_pairs: 1, league: { ...league, pairs: 1 } })).toBe(
      'round robin of 2 engines, 1 pair of each two that meet: 1 of 1 pair counted.',
    );
  });
});

describe('resultBlock', () => {
  it('is what `rookery test` printed of this run', () => {
    const run = sampleRun({
      run: 'ch3w77dv96',
      title: 'King safety on',
      verdict: 'undecided',
      llr: 2.0493,
      pairs: 400,
      games: 800,
      pentanomial: [70, 35, 155, 49, 91],
      elo: 23.86,
      elo_low: 0.7,
      elo_high: 47.1,
      nelo: 25.63,
      draw_ratio: 0.3875,
      pairs_ratio: 1.33333,
      pairs_ratio_low: 1.0304,
      pairs_ratio_high: 1.7254,
      los: 0.97793,
      ends: { checkmate: 704, stalemate: 1, repetition: 72, 'no-progress': 15, 'dead-position': 8 },
      dev: { name: 'default', weights: '2ab06642f01678d4bd7d15c50f3f7327' },
      base: { name: 'default,-king', weights: '30df450ff00ac6f9ea1365205c099ac5' },
      limits: { nodes: 300 },
      sprt: { elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05, model: 'normalized' },
      book: { sha256: '48e472eed764a06872491eb58c2572ea', lines: 20000 },
      seed: '2048096580387665015',
    });
    expect(resultBlock(run)).toBe(`Rookery test: undecided
Title:       King safety on
Dev:         default (weights 2ab06642f016)
Base:        default,-king (weights 30df450ff00a)
Limits:      300 nodes a move
SPRT:        normalized Elo [0, 20], alpha 0.05, beta 0.05
LLR:         2.05 (-2.94, 2.94)
Elo:         +23.9 [+0.7, +47.1] (95 %)
nElo, LOS:   +25.6, 97.8 %
Games:       800 (400 pairs)
Pentanomial: LL 70, LD 35, DD 155, WD 49, WW 91
Pairs ratio: 1.33 [1.03, 1.73], draw ratio 38.8 %
Ends:        checkmate 704, stalemate 1, repetition 72, no-progress 15, dead-position 8
Seed:        2048096580387665015
Book:        48e472eed764
Run:         ch3w77dv96`);
  });
  it('says what a reader must know, as the command line does', () => {
    const block = resultBlock(
      sampleRun({
        threads: 2,
        rules: 'fide',
        rated: false,
        link: 'https://example.org/difference',
        pairs_ratio: null,
        pairs_void: 3,
        contested: 1,
        audits_agreed: 7,
        audits_disagreed: 1,
      }),
    );
    expect(block).toContain(', 2 threads\nRules:       fide (not rated)\nDifference:  https://example.org/difference\n');
    expect(block).toContain('\nPairs ratio: none lost, draw ratio 40.0 %\n');
    expect(block).toContain(
      '\nVoid:        3 pairs of workers in quarantine' +
        '\nContested:   1 pair that the verdict counts is void now' +
        '\nAudits:      8 pairs played again elsewhere, 1 of them differently\n',
    );
    expect(resultBlock(sampleRun({ draw_ratio: null }))).not.toContain('Pairs ratio');
  });
  it('says how many games were repeated, as the command line does', () => {
    expect(resultBlock(sampleRun({ repeated_games: 1 }))).toContain('\nRepeated:    1 game equals an earlier game of the run\n');
    expect(resultBlock(sampleRun({ repeated_games: 1200 }))).toContain('\nRepeated:    1,200 games equal an earlier game of the run\n');
    expect(resultBlock(sampleRun())).not.toContain('Repeated');
  });
  it('says the state of a run that is not finished', () => {
    expect(resultBlock(sampleRun({ state: 'active', verdict: 'undecided' }))).toMatch(/^Rookery test: undecided, active\n/);
    expect(resultBlock(sampleRun({ state: 'failed', message: 'no book' }))).toMatch(/^Rookery test: failed: no book\n/);
  });
  it('has no bounds for a match, and no Elo before it is known', () => {
    const block = resultBlock(sampleRun({ kind: 'match', sprt: null, llr: null, elo: null, elo_low: null, elo_high: null }));
    expect(block).toMatch(/^Rookery match: finished\n/);
    expect(block).not.toContain('LLR');
    expect(block).toContain('Elo:         not known yet');
  });
});

describe('a block of one of each', () => {
  it('counts one thing as one, as on the command line', () => {
    const one = { pairs: 1, games: 2, pairs_void: 1, contested: 1, audits_agreed: 1, audits_disagreed: 0 };
    const block = resultBlock(sampleRun(one));
    expect(block).not.toMatch(/\b1 [a-z]+s\b(?! late)/);
    expect(block).toContain('2 (1 pair)');
    expect(block).toContain('1 pair that the verdict counts is void now');
  });
});

describe('commandOf', () => {
  it('asks for the same run by its id, whatever its kind and its sides', () => {
    expect(commandOf(sampleRun({}))).toBe('rookery test --like r1 --seed 42');
    for (const kind of ['match', 'league', 'tune']) {
      expect(commandOf(sampleRun({ kind, sprt: null }))).toBe(`rookery ${kind} --like r1 --seed 42`);
    }
  });
});

describe('an Elo interval that reaches to the end of the model', () => {
  const elo = (value: number | null, low: number | null, high: number | null) =>
    resultBlock(sampleRun({ elo: value, elo_low: low, elo_high: high })).match(/^Elo: +(.*)$/m)?.[1];
  it('has no end there, as on the command line', () => {
    expect(elo(318.9, 177.9, 784.7)).toBe('+318.9 [+177.9, +784.7] (95 %)');
    expect(elo(318.9, 177.9, null)).toBe('+318.9, at least +177.9 (95 %)');
    expect(elo(null, 300, null)).toBe('at least +300.0 (95 %)');
    expect(elo(-20, null, -3.04)).toBe('-20.0, at most -3.0 (95 %)');
    expect(elo(12, null, null)).toBe('not known yet');
  });
});
