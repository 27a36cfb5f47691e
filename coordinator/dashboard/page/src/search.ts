// What the filters of the list of runs look at. Pure.

import type { Run } from './api';
import { playersOf, titleOf } from './format';
import { word } from './i18n/language';
import type { Key } from './i18n/language';

export function isOpen(run: Run): boolean {
  return run.state === 'active' || run.state === 'paused' || run.state === 'waiting';
}

// By what stands in the address: its label, and which runs it lets through.
export const kStates: [string, Key, (run: Run) => boolean][] = [
  ['', 'runs.all', () => true],
  ['active', 'status.playing', isOpen],
  ['accepted', 'status.accepted', (run) => run.verdict === 'accepted'],
  ['rejected', 'status.rejected', (run) => run.verdict === 'rejected'],
  ['other', 'runs.other', (run) => !isOpen(run) && run.verdict === 'undecided'],
];

// All that a row shows in words, and the kind as the API names it.
export function hasWords(run: Run, words: string): boolean {
  const texts = [run.run, run.kind, word('kind', run.kind), titleOf(run), ...playersOf(run), run.owner, ...run.tags];
  return texts.join(' ').toLowerCase().includes(words.toLowerCase());
}
