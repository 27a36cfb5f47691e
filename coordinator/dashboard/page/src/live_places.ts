// Which live game stands in which place of the page. A board stays where it is while its game goes on,
// and once it is over until a new game takes that very place: nothing jumps, and its end can be seen.
// Pure.

import type { LiveGame } from './api';

export const kMostPlaces = 4; // as many as the coordinator shows of a run

export const isSameGame = (a: { pair: number; number: number }, b: { pair: number; number: number }) =>
  a.pair === b.pair && a.number === b.number;

// Where a new game goes: to a game that is no longer told, its own worker's first, then to a free
// place, then to a game that has only just ended. -1: nowhere.
function placeFor(game: LiveGame, places: LiveGame[], told: LiveGame[]): number {
  const gone = (place: LiveGame) => !told.some((one) => isSameGame(one, place));
  const own = places.findIndex((place) => gone(place) && place.worker === game.worker);
  if (own >= 0) return own;
  const any = places.findIndex(gone);
  if (any >= 0) return any;
  if (places.length < kMostPlaces) return places.length;
  return places.findIndex((place) => place.over);
}

// The places after the coordinator has told these games. One that it no longer tells is over.
export function placed(places: LiveGame[], told: LiveGame[]): LiveGame[] {
  const known = (place: LiveGame) => told.find((one) => isSameGame(one, place));
  const next = places.map((place) => known(place) ?? { ...place, over: true });
  for (const game of told) {
    if (next.some((place) => isSameGame(place, game))) continue;
    const at = placeFor(game, next, told);
    if (at >= 0) next[at] = game;
  }
  return next;
}
