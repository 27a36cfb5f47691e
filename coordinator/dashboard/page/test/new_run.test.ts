import { describe, expect, it } from 'vitest';
import { canCopy, fieldsOf, kEmpty, kPresets, requestOf } from '../src/new_run';
import { sampleRun } from './sample';

const asked = (change = {}) => requestOf({ ...kEmpty, book: 'c'.repeat(64), ...change }, 'd', 'b', 'id').run;

describe('requestOf', () => {
  it('asks for a test with its bounds, and for numbers of 64 bits as text', () => {
    const run = asked({ pairs: '500', seed: '18446744073709551615' });
    expect(run.kind).toBe('RUN_KIND_TEST');
    expect(run.sprt).toEqual({ elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'ELO_MODEL_NORMALIZED' });
    expect(run.maxPairs).toBe('500');
    expect(run.seed).toBe('18446744073709551615');
  });
  it('asks for a match without bounds', () => {
    expect(asked(kPresets.measure)).not.toHaveProperty('sprt');
  });
  it('sends the limit that is chosen and no other', () => {
    expect(asked(kPresets.stc).limits).toEqual({ baseMs: '8000', incrementMs: '80' });
    expect(asked({ limit: 'depth', depth: '6' }).limits).toEqual({ depth: 6 });
  });
});

describe('fieldsOf', () => {
  it('asks for an earlier run again, but with another seed', () => {
    const fields = fieldsOf(sampleRun({ limits: { base_ms: 8000, increment_ms: 80 } }));
    const run = requestOf(fields, fields.dev.weights, fields.base.weights, 'id').run;
    expect(run.dev).toEqual({ name: 'tuned', weightsSha256: 'a'.repeat(64) });
    expect(run.limits).toEqual({ baseMs: '8000', incrementMs: '80' });
    expect(run.sprt).toMatchObject({ elo0: 0, elo1: 5, beta: 0.1 });
    expect(run).not.toHaveProperty('seed');
  });
});

describe('canCopy', () => {
  it('says whether the form has a field for everything that a run plays by', () => {
    expect(canCopy(sampleRun())).toBe(true);
    const limits = { periods: [{ moves: 40, base_ms: 60_000, increment_ms: 0 }] };
    const odds = { name: 'weak', weights: 'b'.repeat(64), limits: { nodes: 10 } };
    const others = [
      { limits },
      { limits: { base_ms: 8000, increment_ms: 80, margin_ms: 20 } },
      { base: odds },
      { chess960: true },
      { reference_nps: 1_000_000 },
      { threads: 2 },
      { rated: false, rules: 'fide' },
    ];
    for (const change of others) expect(canCopy(sampleRun(change)), JSON.stringify(change)).toBe(false);
  });
});
