// Posted fits of evaluation weights: the JSON of docs/api.md, and how a page orders its weights.

import { get } from './api';

// Means over the positions, of the rounded weights.
export interface FitSet {
  positions: number;
  games: number;
  log_loss_before: number;
  log_loss_after: number;
  squared_error_before: number;
  squared_error_after: number;
}

export interface FitHead {
  fit: string;
  title: string;
  owner: string;
  created: string;
  weights_fitted: number;
  weights_moved: number;
  data: string; // where the positions are from
  start: string; // the weights that it began with, and their identity
  start_weights: string;
  fitted_weights: string;
  prior_steps: number;
  result_share: number;
  train: FitSet;
  test: FitSet; // without positions if nothing was kept apart
  k: number;
  k_scores: number; // 0: scores weren't used
  k_after: number;
  anchored: boolean; // what k drifted was taken back
  in_check: number; // positions left out, from here
  decided: number;
  restless: number;
  faulty: number;
  games_known: boolean;
}

// Mean log losses at the weights that a pass began with; the first is the start's.
export interface FitPass {
  train: number;
  test: number | null;
}

export interface FittedWeight {
  name: string;
  group: string;
  before: number;
  after: number;
  value: number; // not rounded
  error: number; // standard; 0: not known
  move_in_errors: number | null;
  positions: number; // in which it has a say
  note: '' | 'at bound' | 'never seen';
}

export interface Fit extends FitHead {
  losses: FitPass[];
  weights: FittedWeight[];
}

// The losses to draw: of the weights that each pass began with, and at last of those it ended with, so
// that the line ends at the figures beside it.
export function lossPoints({ losses, train, test }: Pick<Fit, 'losses' | 'train' | 'test'>): FitPass[] {
  if (losses.length === 0) return [];
  const tested = test.positions > 0;
  return [...losses, { train: train.log_loss_after, test: tested ? test.log_loss_after : null }];
}

export const getFits = () => get<{ fits: FitHead[] }>('/api/v1/fits');
export const getFit = (id: string) => get<Fit>(`/api/v1/fits/${encodeURIComponent(id)}`);
export const fitJsonAddress = (id: string) => `/api/v1/fits/${encodeURIComponent(id)}`;

// The set that judges a fit: what was kept apart, or else what was fitted to.
export const judgeOf = (fit: FitHead): 'test' | 'train' => (fit.test.positions > 0 ? 'test' : 'train');

export const groupsOf = (weights: FittedWeight[]) => [...new Set(weights.map((one) => one.group))];

export const kShown = ['', 'moved', 'bound', 'unseen'] as const;
export type Shown = (typeof kShown)[number];

const kFits: Record<Shown, (weight: FittedWeight) => boolean> = {
  '': () => true,
  moved: (one) => one.before !== one.after,
  bound: (one) => one.note === 'at bound',
  unseen: (one) => one.note === 'never seen',
};

export function chosen(weights: FittedWeight[], group: string, shown: string): FittedWeight[] {
  const fits = kFits[shown as Shown] ?? kFits[''];
  return weights.filter((one) => (group === '' || one.group === group) && fits(one));
}

export const kColumns = ['name', 'group', 'before', 'after', 'move', 'error', 'positions'] as const;
export type Column = (typeof kColumns)[number];
export const kUsualSort = '-move';

// 'name' or '-move': a column, '-' for the greatest first.
export function sortOf(text: string): { column: Column; down: boolean } {
  const down = text.startsWith('-');
  const column = kColumns.find((one) => one === text.replace('-', ''));
  return column ? { column, down } : { column: 'move', down: true };
}

// What a click on a column's heading asks for: words from a on, numbers from the greatest on, and
// the other way round if it was so already.
export function nextSort(now: string, column: Column): string {
  const first = column === 'name' || column === 'group' ? column : `-${column}`;
  const { column: before, down } = sortOf(now);
  if (before !== column) return first;
  return down ? column : `-${column}`;
}

// Moves by their size, whichever way; what isn't known comes last. Equals keep the fit's order.
export function sorted(weights: FittedWeight[], sort: string): FittedWeight[] {
  const { column, down } = sortOf(sort);
  const sign = down ? -1 : 1;
  if (column === 'name' || column === 'group') {
    return [...weights].sort((a, b) => sign * a[column].localeCompare(b[column]));
  }
  const worth = (one: FittedWeight): number | null => {
    if (column !== 'move') return column === 'error' && one.error === 0 ? null : one[column];
    return one.move_in_errors === null ? null : Math.abs(one.move_in_errors);
  };
  return [...weights].sort((a, b) => {
    const [first, second] = [worth(a), worth(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}
