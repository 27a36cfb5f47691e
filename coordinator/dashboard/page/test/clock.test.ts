import { describe, expect, it } from 'vitest';
import type { Ply } from '../src/api';
import { kindOf, valuesOf } from '../src/components/clock_chart';
import { clockText } from '../src/pages/game';

const ply = (time_ms: number | null, clock_ms: number | null): Ply => ({
  uci: 'e2e4',
  san: 'e4',
  fen: '',
  score: null,
  time_ms,
  clock_ms,
});

describe('clocks', () => {
  it('are written as a chess clock shows them', () => {
    expect(clockText(null)).toBe('');
    expect(clockText(0)).toBe('0:00.00');
    expect(clockText(9_999)).toBe('0:09.99');
    expect(clockText(10_000)).toBe('0:10.0');
    expect(clockText(83_456)).toBe('1:23.4');
    expect(clockText(3_661_000)).toBe('1:01:01.0');
  });

  it('are drawn where there are any, else the times, else nothing', () => {
    expect(kindOf([ply(5, 990), ply(7, null)])).toBe('clocks');
    expect(kindOf([ply(5, null), ply(0, null)])).toBe('times');
    expect(kindOf([ply(0, null), ply(0, null)])).toBeNull();
    expect(kindOf([ply(null, null)])).toBeNull();
    expect(kindOf([])).toBeNull();
  });

  it('are drawn for each side on its own half moves', () => {
    const moves = [ply(5, 990), ply(7, 880), ply(9, null)];
    expect(valuesOf(moves, 'clocks', true)).toEqual([0.99, null, null]);
    expect(valuesOf(moves, 'clocks', false)).toEqual([null, 0.88, null]);
    expect(valuesOf(moves, 'times', true)).toEqual([5, null, 9]);
  });
});
