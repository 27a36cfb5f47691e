import { describe, expect, it } from 'vitest';
import { hasBegun, statusOf } from '../src/pages/play';
import type { Played } from '../src/pages/play';

const played = (sans: string[], fen: string, end: { end: string; result: string } | null = null): Played => ({
  moves: sans,
  resigned: false,
  error: '',
  table: { fen, sans, moves: [], check: false, end },
});
const kWhite = '8/8/8/8/8/8/8/8 w - - 0 1';
const kBlack = '8/8/8/8/8/8/8/8 b - - 0 1';

describe('a game against the engine', () => {
  it("tells the engine's move to those who don't see the board", () => {
    expect(statusOf(played([], kWhite), 'w', false)).toBe('Your move.');
    expect(statusOf(played(['e4', 'Nc6'], kWhite), 'w', false)).toBe('The engine played Nc6. Your move.');
    expect(statusOf(played(['e4'], kBlack), 'w', true)).toBe('The engine thinks…');
    const mated = played(['f3', 'e5', 'g4', 'Qh4#'], kWhite, { end: 'checkmate', result: '0-1' });
    expect(statusOf(mated, 'w', false)).toBe('The engine played Qh4#. The engine won: checkmate.');
    expect(statusOf({ ...mated, resigned: true }, 'w', false)).toBe('You resigned.');
  });
  it('has begun once the reader has moved', () => {
    expect([hasBegun([], 'w'), hasBegun(['e2e4'], 'w')]).toEqual([false, true]);
    expect([hasBegun(['e2e4'], 'b'), hasBegun(['e2e4', 'e7e5'], 'b')]).toEqual([false, true]);
  });
});
