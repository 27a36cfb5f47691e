import { describe, expect, it } from 'vitest';
import type { LiveGame } from '../src/api';
import { kMostPlaces, placed } from '../src/live_places';
import { chosenOf, stateText } from '../src/pages/live';

const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const game = (pair: number, worker = 'w', more: Partial<LiveGame> = {}): LiveGame => ({
  pair,
  number: 1,
  worker,
  white: 'dev',
  dev: 'a',
  base: 'b',
  over: false,
  result: null,
  end: null,
  opening_fen: kStart,
  fen: kStart,
  moves: [],
  ...more,
});
const pairs = (places: LiveGame[]) => places.map(({ pair, over }) => `${pair}${over ? ' over' : ''}`);

describe('places of live games', () => {
  it('stay while their games go on, whatever order they are told in', () => {
    const two = placed([], [game(1), game(2)]);
    expect(pairs(placed(two, [game(2), game(1)]))).toEqual(['1', '2']);
  });
  it('keep a game that is over until another one takes that very place', () => {
    let places = placed([], [game(1, 'x'), game(2, 'y')]);
    places = placed(places, [game(2, 'y')]);
    expect(pairs(places)).toEqual(['1 over', '2']);
    places = placed(places, []);
    expect(pairs(places)).toEqual(['1 over', '2 over']);
    expect(pairs(placed(places, [game(3, 'y')]))).toEqual(['1 over', '3']); // its worker's
    expect(pairs(placed(places, [game(3, 'z')]))).toEqual(['3', '2 over']);
  });
  it('show the end of a game while its worker begins the next one', () => {
    const places = placed(placed([], [game(1)]), [game(1, 'w', { over: true }), game(2)]);
    expect(pairs(places)).toEqual(['1 over', '2']);
    expect(pairs(placed(places, [game(2, 'w', { over: true }), game(3)]))).toEqual(['3', '2 over']);
  });
  it('are no more than the coordinator shows', () => {
    const full = placed([], [1, 2, 3, 4].map((pair) => game(pair)));
    const told = [game(1, 'w', { over: true }), game(2), game(3), game(4), game(5)];
    expect(pairs(placed(full, told))).toEqual(['5', '2', '3', '4']);
    expect(full.length).toBe(kMostPlaces);
  });
});

describe('a live game', () => {
  it('says whose move it is, or who won', () => {
    expect(stateText(game(1))).toBe('White to move');
    expect(stateText(game(1, 'w', { over: true, result: '0-1', end: 'checkmate' }))).toBe('over: Black won, checkmate');
    expect(stateText(game(1, 'w', { over: true }))).toBe('over'); // its last message was lost
    expect(stateText(game(1), false)).toBe('broken off: the run has ended');
    expect(stateText(game(1, 'w', { over: true }), false)).toBe('over');
  });
  it('has an address', () => {
    expect(chosenOf(new URLSearchParams('pair=187&game=2'))).toEqual({ pair: 187, number: 2 });
    expect(chosenOf(new URLSearchParams('pair=187&game=3'))).toBeNull();
    expect(chosenOf(new URLSearchParams())).toBeNull();
  });
});
