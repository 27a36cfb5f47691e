import { describe, expect, it } from 'vitest';
import { hasFieldsFor, kUsualLimits, limitFieldsOf, limitsOf, wireLimits } from '../src/limit_fields';
import type { Limits } from '../src/limits';

const period = (moves: number, base_ms: number, increment_ms = 0) => ({ moves, base_ms, increment_ms });

// As the API gives them.
const kAll: Limits[] = [
  { nodes: 5000 },
  { depth: 12 },
  { movetime_ms: 100, margin_ms: 20 },
  { base_ms: 8000, increment_ms: 80 },
  { increment_ms: 5000 },
  { base_ms: 8000 },
  { base_ms: 60_500, increment_ms: 10, margin_ms: 30 },
  { periods: [period(40, 60_000), period(20, 30_000)] },
  { periods: [period(40, 90_000, 1000), period(20, 30_000), period(0, 15_000, 500)], margin_ms: 1 },
  { periods: [period(1, 1)] },
];

describe('limits in a form', () => {
  it('are the same limits again', () => {
    for (const limits of kAll) {
      expect(limitsOf(limitFieldsOf(limits)), JSON.stringify(limits)).toEqual(limits);
      expect(hasFieldsFor(limits)).toBe(true);
    }
  });
  it('have no field for a second one', () => {
    const both: Limits[] = [
      { nodes: 5000, base_ms: 8000, increment_ms: 80 },
      { depth: 12, movetime_ms: 100 },
      { nodes: 5000, margin_ms: 20 },
      { nodes: 1, periods: [period(40, 1000)] },
    ];
    for (const limits of both) expect(hasFieldsFor(limits), JSON.stringify(limits)).toBe(false);
  });
  it('leave out what is 0, and a margin where nothing is timed', () => {
    expect(limitsOf({ ...kUsualLimits, margin: '20' })).toEqual({ nodes: 5000 });
    expect(limitsOf({ ...kUsualLimits, kind: 'movetime', margin: '' })).toEqual({ movetime_ms: 100 });
  });
});

describe('wireLimits', () => {
  it('writes numbers of 64 bits as text, and each period of a clock', () => {
    expect(wireLimits({ base_ms: 8000, increment_ms: 80, margin_ms: 20 })).toEqual({
      baseMs: '8000',
      incrementMs: '80',
      marginMs: '20',
    });
    expect(wireLimits({ periods: [period(40, 60_000), period(0, 30_000, 500)] })).toEqual({
      periods: [
        { moves: 40, baseMs: '60000', incrementMs: '0' },
        { moves: 0, baseMs: '30000', incrementMs: '500' },
      ],
    });
    expect(wireLimits({ depth: 6 })).toEqual({ depth: 6 });
  });
});
