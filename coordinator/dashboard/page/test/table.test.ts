import { describe, expect, it } from 'vitest';
import { balance, marksOf, movesBetween } from '../src/table';
import type { Table } from '../src/table';
import { parseFen, squaresInOrder } from '../src/components/position';
import { whitePawns } from '../src/components/score_chart';
import { scoreText } from '../src/pages/game';

const move = (uci: string, castling = false) => ({ uci, san: '', castling, en_passant: false, capture: false });
const table = (change: Partial<Table> = {}): Table => ({
  fen: '4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1',
  sans: [],
  moves: [move('e1g1', true), move('e1e2'), move('a7a8q'), move('a7a8n')],
  check: false,
  end: null,
  ...change,
});

describe('a board', () => {
  it('marks castling in another way than other targets', () => {
    const marks = marksOf(table(), 'e1');
    expect([marks.get('e1'), marks.get('g1'), marks.get('e2')]).toEqual(['selected', 'castle', 'target']);
  });
  it('marks a king in check, and a mated one in red', () => {
    expect(marksOf(table({ check: true }), null).get('e1')).toBe('check');
    const mated = table({ check: true, end: { end: 'checkmate', result: '0-1' } });
    expect(marksOf(mated, null).get('e1')).toBe('mated');
  });
  it('knows that a promotion is several moves', () => {
    expect(movesBetween(table(), 'a7', 'a8')).toHaveLength(2);
  });
  it('counts pieces in pawns', () => {
    expect(balance(table().fen)).toBe(11);
  });
  it('reads pieces and the side to move', () => {
    const { pieces, side } = parseFen(table().fen);
    expect([pieces.get('a7'), pieces.get('h1'), pieces.get('b1'), side]).toEqual(['P', 'R', undefined, 'w']);
  });
  it('is seen from either side', () => {
    expect(squaresInOrder(false)[0]).toBe('a8');
    expect(squaresInOrder(true)[0]).toBe('h1');
  });
});

describe('scores', () => {
  it("are shown from White's side and cut", () => {
    expect(whitePawns(150, true)).toBe(1.5);
    expect(whitePawns(150, false)).toBe(-1.5);
    expect(whitePawns(31_991, false)).toBe(-10);
  });
  it('are written as in PGN', () => {
    expect([scoreText(35, true), scoreText(31_991, true), scoreText(null, true)]).toEqual(['+0.35', '+M9', '']);
  });

  it("has one view of a score, White's, whoever moved", () => {
    expect([scoreText(575, false), scoreText(-233, true)]).toEqual(['−5.75', '−2.33']);
    expect([scoreText(31_999, false), scoreText(-31_998, true)]).toEqual(['−M1', '−M2']);
  });
});
