import { describe, expect, it } from 'vitest';
import { chosen, groupsOf, judgeOf, lossPoints, nextSort, sorted, sortOf } from '../src/fits';
import type { FitHead, FitSet, FittedWeight } from '../src/fits';

function weight(name: string, group: string, rest: Partial<FittedWeight> = {}): FittedWeight {
  return { name, group, before: 10, after: 10, value: 10, error: 1, move_in_errors: 0, positions: 5, note: '', ...rest };
}

const weights = [
  weight('pawn', 'material', { after: 14, move_in_errors: 4 }),
  weight('shelter', 'king', { after: 3, move_in_errors: -7, positions: 90 }),
  weight('castled', 'king', { after: 40, error: 0, move_in_errors: null, note: 'at bound' }),
  weight('fork', 'threats', { error: 0, move_in_errors: null, positions: 0, note: 'never seen' }),
  weight('pin', 'threats', { move_in_errors: 0.2, error: 3 }),
];
const names = (list: FittedWeight[]) => list.map((one) => one.name).join(' ');

describe('the losses of a fit', () => {
  const set = (positions: number, log_loss_after: number) => ({ positions, log_loss_after }) as FitSet;
  it('end where the figures beside the chart do', () => {
    const losses = [{ train: 0.61, test: 0.62 }, { train: 0.59825, test: 0.6 }];
    const points = lossPoints({ losses, train: set(9, 0.5982), test: set(1, 0.599) });
    expect(points).toEqual([...losses, { train: 0.5982, test: 0.599 }]);
    expect(lossPoints({ losses, train: set(9, 0.5982), test: set(0, 0) })[2]?.test).toBe(null);
    expect(lossPoints({ losses: [], train: set(9, 0.5), test: set(0, 0) })).toEqual([]);
  });
});

describe('the weights of a fit', () => {
  it('come by the size of their moves, what is not known last', () => {
    expect(names(sorted(weights, '-move'))).toBe('shelter pawn pin castled fork');
    expect(names(sorted(weights, 'move'))).toBe('pin pawn shelter castled fork');
    expect(names(weights)).toBe('pawn shelter castled fork pin');
  });
  it('come by any column, either way', () => {
    expect(names(sorted(weights, 'name'))).toBe('castled fork pawn pin shelter');
    expect(names(sorted(weights, '-name'))).toBe('shelter pin pawn fork castled');
    expect(names(sorted(weights, 'group'))).toBe('shelter castled pawn fork pin');
    expect(names(sorted(weights, '-positions'))).toBe('shelter pawn castled pin fork');
    expect(names(sorted(weights, 'after'))).toBe('shelter fork pin pawn castled');
    expect(names(sorted(weights, '-error'))).toBe('pin pawn shelter castled fork');
  });
  it('come as usual where the address says nothing that is known', () => {
    expect(sortOf('weight')).toEqual({ column: 'move', down: true });
    expect(sortOf('')).toEqual({ column: 'move', down: true });
  });
  it('turn round when their column is chosen again', () => {
    expect(nextSort('-move', 'move')).toBe('move');
    expect(nextSort('move', 'move')).toBe('-move');
    expect(nextSort('-move', 'error')).toBe('-error');
    expect(nextSort('-move', 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
  });
  it('are chosen by group and by what came of them', () => {
    expect(groupsOf(weights)).toEqual(['material', 'king', 'threats']);
    expect(names(chosen(weights, '', ''))).toBe('pawn shelter castled fork pin');
    expect(names(chosen(weights, 'king', ''))).toBe('shelter castled');
    expect(names(chosen(weights, '', 'moved'))).toBe('pawn shelter castled');
    expect(names(chosen(weights, 'king', 'bound'))).toBe('castled');
    expect(names(chosen(weights, '', 'unseen'))).toBe('fork');
    expect(names(chosen(weights, 'none', ''))).toBe('');
    expect(names(chosen(weights, '', 'odd'))).toBe('pawn shelter castled fork pin');
  });
});

describe('a fit', () => {
  it('is judged by what was kept apart, where anything was', () => {
    const set = (positions: number) => ({
      positions, games: 1, log_loss_before: 1, log_loss_after: 1, squared_error_before: 1, squared_error_after: 1,
    });
    const head = { train: set(9), test: set(1) } as FitHead;
    expect(judgeOf(head)).toBe('test');
    expect(judgeOf({ ...head, test: set(0) })).toBe('train');
  });
});
