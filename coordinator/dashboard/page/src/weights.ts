// What sets of weights are called, where a menu offers those of earlier runs. Pure.

import type { Run } from './api';

// The names that runs gave to weights, by hash, those of the newest run first.
export function weightNames(runs: Iterable<Run>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const newest = [...runs].sort((a, b) => (b.created ?? '').localeCompare(a.created ?? ''));
  for (const run of newest) {
    for (const side of run.league ? run.league.engines : [run.dev, run.base]) {
      if (!side) continue;
      const known = names.get(side.weights) ?? [];
      if (!known.includes(side.name)) names.set(side.weights, [...known, side.name]);
    }
  }
  return names;
}

const kNamesShown = 3;

// One set of weights may have gone by several names: it is the hash that tells sets apart.
export function weightsText(sha: string, names: string[]): string {
  const more = names.length > kNamesShown ? '…' : '';
  return `${names.slice(0, kNamesShown).join(' = ')}${more} (${sha.slice(0, 12)})`;
}
