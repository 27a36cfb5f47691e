import { describe, expect, it } from 'vitest';
import { keptOf, keptTexts } from '../src/kept';
import { clock, kUsualLimits } from '../src/limit_fields';
import { canCopy, fieldsOf, isAgainstItself, kEmpty, kPresets, planQuery, requestOf } from '../src/new_run';
import { sampleRun } from './sample';

const asked = (change = {}) => requestOf({ ...kEmpty, book: 'c'.repeat(64), ...change }, 'd', 'b', 'id').run;
const again = (change = {}) => {
  const fields = fieldsOf(sampleRun(change));
  return requestOf(fields, fields.dev.weights, fields.base.weights, 'id').run;
};
const periods = [
  { moves: 40, base_ms: 60_000, increment_ms: 0 },
  { moves: 20, base_ms: 30_000, increment_ms: 0 },
];

describe('requestOf', () => {
  it('asks for a test with its bounds, and for numbers of 64 bits as text', () => {
    const run = asked({ pairs: '500', seed: '18446744073709551615', reference: '1000000' });
    expect(run.kind).toBe('RUN_KIND_TEST');
    expect(run.sprt).toEqual({ elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'ELO_MODEL_NORMALIZED' });
    expect(run.maxPairs).toBe('500');
    expect(run.seed).toBe('18446744073709551615');
    expect(run.referenceNps).toBe('1000000');
  });
  it('asks for a match without bounds', () => {
    expect(asked(kPresets.measure)).not.toHaveProperty('sprt');
  });
  it('sends the limit that is chosen and no other', () => {
    expect(asked(kPresets.stc).limits).toEqual({ baseMs: '8000', incrementMs: '80' });
    expect(asked({ limits: { ...kUsualLimits, kind: 'depth', depth: '6' } }).limits).toEqual({ depth: 6 });
  });
  it('leaves out what is not asked for', () => {
    const run = asked();
    for (const name of ['chess960', 'referenceNps', 'maxPairs', 'seed']) expect(run).not.toHaveProperty(name);
    expect(run.dev).not.toHaveProperty('limits');
  });
});

describe('fieldsOf', () => {
  it('asks for an earlier run again, but with another seed', () => {
    const run = again({ limits: { base_ms: 8000, increment_ms: 80 } });
    expect(run.dev).toEqual({ name: 'tuned', weightsSha256: 'a'.repeat(64) });
    expect(run.limits).toEqual({ baseMs: '8000', incrementMs: '80' });
    expect(run.sprt).toMatchObject({ elo0: 0, elo1: 5, beta: 0.1 });
    expect(run).not.toHaveProperty('seed');
  });
  it('asks for periods, odds, Chess960 and scaled times again', () => {
    const base = { name: 'weak', weights: 'b'.repeat(64), limits: { movetime_ms: 50, margin_ms: 5 } };
    const run = again({ limits: { periods, margin_ms: 20 }, base, chess960: true, reference_nps: 1_000_000 });
    expect(run.limits.periods).toEqual([
      { moves: 40, baseMs: '60000', incrementMs: '0' },
      { moves: 20, baseMs: '30000', incrementMs: '0' },
    ]);
    expect(run.limits.marginMs).toBe('20');
    expect(run.base.limits).toEqual({ movetimeMs: '50', marginMs: '5' });
    expect(run.dev).not.toHaveProperty('limits');
    expect(run.chess960).toBe(true);
    expect(run.referenceNps).toBe('1000000');
  });
});

describe('canCopy', () => {
  const odds = (limits: object) => ({ name: 'weak', weights: 'b'.repeat(64), limits });
  it('offers a copy of whatever the form has fields for', () => {
    const all = [
      {},
      { limits: { periods } },
      { limits: { base_ms: 8000, increment_ms: 80, margin_ms: 20 } },
      { base: odds({ nodes: 10 }) },
      { chess960: true },
      { reference_nps: 1_000_000 },
    ];
    for (const change of all) expect(canCopy(sampleRun(change)), JSON.stringify(change)).toBe(true);
  });
  it('offers none where a move has two limits', () => {
    const others = [{ limits: { nodes: 1000, base_ms: 8000 } }, { dev: odds({ depth: 5, nodes: 10 }) }];
    for (const change of others) expect(canCopy(sampleRun(change)), JSON.stringify(change)).toBe(false);
  });
});

describe('what the form has no field for', () => {
  const needs = { memory_mib: 64, instruction_sets: ['avx2'], embedded_build: '', platform: 'linux-x86_64', sandbox: 'landlock' };
  const adjudication = {
    draw_move_number: 40,
    draw_move_count: 8,
    draw_score_cp: 10,
    resign_move_count: 3,
    resign_score_cp: 600,
    resign_two_sided: true,
  };
  const odd = {
    rated: false,
    rules: 'fide',
    threads: 2,
    max_moves: 200,
    hash_kib: 16_384,
    decide_every: 8,
    audit_share: 0.1,
    adjudication,
    needs,
  };
  it('is repeated by a copy', () => {
    expect(again(odd)).toMatchObject({
      ruleProfile: 'fide',
      threads: 2,
      maxMoves: 200,
      hashKib: 16_384,
      decideEvery: 8,
      auditShare: 0.1,
      adjudication: {
        drawMoveNumber: 40,
        drawMoveCount: 8,
        drawScoreCp: 10,
        resignMoveCount: 3,
        resignScoreCp: 600,
        resignTwoSided: true,
      },
      needs: { memoryMib: '64', instructionSets: ['avx2'], embeddedBuild: '', platform: 'linux-x86_64', sandbox: 'landlock' },
    });
    const labelled = requestOf(fieldsOf(sampleRun({ priority: 3, tags: ['king', 'verifies-k3v9x0ab12'] })), 'd', 'b', 'x');
    expect(labelled.run).toMatchObject({ priority: 3, tags: ['king'] });
    expect(again()).not.toHaveProperty('adjudication');
    expect(asked()).not.toHaveProperty('threads');
  });
  it('is told where it is not as usual', () => {
    expect(keptTexts(keptOf(sampleRun()))).toEqual([]);
    const texts = keptTexts(keptOf(sampleRun(odd)));
    expect(texts).toHaveLength(8);
    const labelled = keptTexts(keptOf(sampleRun({ priority: 3, tags: ['king', 'v2'] })));
    expect(labelled).toEqual(['priority 3', 'tags king, v2']);
    expect(texts).toContain('workers with linux-x86_64, avx2, landlock, 64 MiB');
  });
  it('counts in the plan', () => {
    expect(new URLSearchParams(planQuery(fieldsOf(sampleRun(odd)))).get('threads')).toBe('2');
  });
});

describe('planQuery', () => {
  const query = (change = {}) => new URLSearchParams(planQuery({ ...kEmpty, ...change }));
  it('has bounds of a test and pairs of a match', () => {
    expect(query().get('elo1')).toBe('5');
    expect(query({ pairs: '7' }).has('pairs')).toBe(false);
    expect(query(kPresets.measure).get('pairs')).toBe('1000');
    expect(query(kPresets.measure).has('elo1')).toBe(false);
  });
  it('has all that a game lasts by', () => {
    const base = { ...kEmpty.base, limits: { ...kUsualLimits, nodes: '10' } };
    const full = query({ limits: clock('8', '0.08'), base, reference: '1000000' });
    expect(JSON.parse(full.get('limits') ?? '')).toEqual({ base_ms: 8000, increment_ms: 80 });
    expect(JSON.parse(full.get('base_limits') ?? '')).toEqual({ nodes: 10 });
    expect(full.has('dev_limits')).toBe(false);
    expect(full.get('reference_nps')).toBe('1000000');
  });
});

describe('presets', () => {
  it('set all that they stand for, whatever was typed before', () => {
    const typed = { ...kEmpty, pairs: '7', alpha: '0.3', beta: '0.4', model: 'logistic' as const };
    for (const [name, preset] of Object.entries(kPresets)) {
      const fields = { ...typed, ...preset };
      expect([fields.alpha, fields.beta, fields.model], name).toEqual(['0.05', '0.05', 'normalized']);
      expect(fields.pairs, name).toBe(name === 'measure' ? '1000' : '');
    }
  });
});

describe('the pairs of a plan', () => {
  it('says where a test ends for want of pairs: the number that is asked for, or the openings', () => {
    expect(planQuery({ ...kEmpty, pairs: '500' })).toContain('max_pairs=500');
    expect(planQuery(kEmpty, 20_000)).toContain('max_pairs=20000');
    expect(planQuery(kEmpty, 1e9)).toContain('max_pairs=10000000');
    expect(planQuery(kEmpty)).not.toContain('pairs=');
  });
  it('takes a match without a number of pairs as long as its book', () => {
    const match = { ...kEmpty, kind: 'match' as const };
    expect(planQuery(match, 300)).toContain('pairs=300');
    expect(planQuery(match, 300)).not.toContain('max_pairs');
    expect(planQuery(match)).not.toContain('pairs=');
  });
});

describe('isAgainstItself', () => {
  const side = (change = {}) => ({ ...kEmpty.dev, ...change });
  it('is told by weights and limits, whatever the names', () => {
    expect(isAgainstItself(kEmpty)).toBe(true);
    expect(isAgainstItself({ ...kEmpty, dev: side({ text: 'x = 1\n' }) })).toBe(false);
    expect(isAgainstItself({ ...kEmpty, dev: side({ weights: 'a' }), base: side({ weights: 'a', text: 'unused' }) })).toBe(true);
    const slow = { ...kUsualLimits, nodes: '9' };
    expect(isAgainstItself({ ...kEmpty, dev: side({ limits: slow }) })).toBe(false);
    expect(isAgainstItself({ ...kEmpty, dev: side({ limits: kUsualLimits }) })).toBe(true);
  });
});
