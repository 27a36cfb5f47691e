import { describe, expect, it } from 'vitest';
import type { League } from '../src/api';
import { commandOf, resultBlock } from '../src/block';
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
  it('is asked for again with its engines', () => {
    expect(commandOf(run)).toContain('rookery league --format round-robin --engine flat=WEIGHTS --engine deep=WEIGHTS --pairs 4');
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
        '\nContested:   1 pairs that the verdict counts are void now' +
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

describe('commandOf', () => {
  const dev = { name: 'default,-king', weights: 'c'.repeat(64) };
  it('asks for the same test', () => {
    expect(commandOf(sampleRun({ dev }))).toBe(
      'rookery test --dev default,-king --base default --elo0 0 --elo1 5 --alpha 0.05 --beta 0.1 ' +
        '--model normalized --max-pairs 1000 --nodes 1000 --seed 42',
    );
  });
  it('asks for the same match, by games', () => {
    const limits = { base_ms: 8000, increment_ms: 80 };
    expect(commandOf(sampleRun({ kind: 'match', sprt: null, dev, limits }))).toBe(
      'rookery match --dev default,-king --base default --games 2000 --tc 8+0.08 --seed 42',
    );
  });
  it('names what may differ', () => {
    const rest = { dev, max_moves: 200, hash_kib: 2048, decide_every: 8, audit_share: 0.1 };
    expect(commandOf(sampleRun(rest))).toContain(' --max-moves 200 --hash 2048 --decide-every 8 --audit 0.1 --seed 42');
    expect(commandOf(sampleRun({ dev, threads: 2, rated: false, rules: 'fide,illegal_limit=3' }))).toContain(
      ' --threads 2 --rules fide,illegal_limit=3 --seed 42',
    );
  });
  // A file of somebody's, or a UCI engine, isn't found by its name.
  it('clones the run where a side has no name that everybody knows', () => {
    for (const name of ['tuned', 'sf', 'default,', 'my default']) {
      const side = { name, weights: '' };
      expect(commandOf(sampleRun({ dev: side, base: dev }))).toBe('rookery test --like r1 --seed 42');
      expect(commandOf(sampleRun({ kind: 'match', sprt: null, dev, base: side }))).toBe('rookery match --like r1 --seed 42');
    }
  });
  it('quotes what a shell would take apart', () => {
    const engines = [{ name: "my king's", weights: '' }, dev];
    expect(commandOf(sampleRun({ kind: 'league', sprt: null, dev: null, base: null, league: { ...league, engines } }))).toContain(
      "--engine 'my king'\\''s=WEIGHTS' --engine default,-king ",
    );
  });
});
