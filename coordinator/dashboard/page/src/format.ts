// Numbers and times as people read them. No figure is computed here: they come from the API.

import type { Run } from './api';
import { locale, t, word } from './i18n/language';
import { clockOf, type Limits } from './limits';

export const kNone = '–';
const kMinus = '\u2212';

export const kNormal95 = 1.959963984540054;

// A whole number of the last decimal: 152 with 2 decimals is 1.52, as the engine is told.
export function decimal(value: number, decimals: number): string {
  return (value / 10 ** decimals).toFixed(decimals);
}

export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

// "1 pair", "2 pairs": for English texts that the command line prints too.
export const counted = (value: number, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;

export function fixed(value: number | null, digits: number): string {
  if (value === null) return kNone;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? kMinus + text : text;
}

export function signed(value: number | null, digits: number): string {
  if (value === null) return kNone;
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

export function interval(low: number | null, high: number | null, digits: number): string {
  if (low === null || high === null) return kNone;
  return t('unit.to', { low: signed(low, digits), high: signed(high, digits) });
}

export const eloText = (value: number | null) => signed(value, 1);

// The coordinator leaves out an end where the model of Elo has no number.
export function eloInterval(low: number | null, high: number | null): string {
  if (low !== null && high !== null) return interval(low, high, 1);
  if (low !== null) return t('unit.least', { low: signed(low, 1) });
  return high !== null ? t('unit.most', { high: signed(high, 1) }) : t('unit.unknown');
}

// The same of figures that have no sign.
export function between(low: number | null, high: number | null, digits: number): string {
  if (low === null || high === null) return kNone;
  return t('unit.to', { low: low.toFixed(digits), high: high.toFixed(digits) });
}

export function percent(value: number | null, digits = 1): string {
  return value === null ? kNone : `${(value * 100).toFixed(digits)} %`;
}

// 1234567 -> 1.23 M
export function short(value: number): string {
  if (value < 10_000) return count(value);
  if (value < 999_500) return `${(value / 1000).toPrecision(3)} k`;
  return `${(value / 1_000_000).toPrecision(3)} M`;
}

// A rate of games, in the unit that gives a number worth reading.
export function gamesRate(perSecond: number): string {
  if (perSecond >= 10) return t('unit.games.s', { rate: count(perSecond) });
  if (perSecond >= 1) return t('unit.games.s', { rate: perSecond.toFixed(1) });
  if (perSecond > 0) return t('unit.games.min', { rate: (perSecond * 60).toFixed(1) });
  return t('unit.games.s', { rate: 0 });
}

export function duration(seconds: number): string {
  return durationParts(seconds).join(' ');
}

function durationParts(seconds: number): string[] {
  const s = Math.max(0, Math.round(seconds));
  const two = (big: 'unit.min' | 'unit.h' | 'unit.d', small: 'unit.s' | 'unit.min' | 'unit.h', size: number, part: number) => [
    t(big, { n: Math.floor(s / size) }),
    t(small, { n: Math.floor((s % size) / part) }),
  ];
  if (s < 60) return [t('unit.s', { n: s })];
  if (s < 3600) return two('unit.min', 'unit.s', 60, 1);
  if (s < 86_400) return two('unit.h', 'unit.min', 3600, 60);
  return two('unit.d', 'unit.h', 86_400, 3600);
}

// By its greatest unit, which is enough for what is only expected.
export const roughly = (seconds: number) => durationParts(seconds)[0] ?? '';

export function ago(time: string | null, now: number): string {
  if (time === null) return kNone;
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds < 5) return t('unit.now');
  return t('unit.ago', { time: roughly(seconds) });
}

export function dateTime(time: string | null): string {
  return time === null ? kNone : new Date(time).toLocaleString(locale());
}

// Everybody's name.
export function playersOf(run: Run): string[] {
  const sides = run.league ? run.league.engines : [run.dev, run.base];
  return sides.map((side) => side?.name ?? '');
}

export function titleOf(run: Run): string {
  if (run.title) return run.title;
  if (run.league) return t('league.title', { format: word('league', run.league.format), n: run.league.engines.length });
  if (run.tune) return t('tune.title', { n: run.tune.parameters.length });
  return t('run.against', { dev: run.dev?.name ?? '', base: run.base?.name ?? '' });
}

// "nodes 1,000 a move", "8 s + 0.08 s a move"
export function limitsText(limits: Limits): string {
  const parts: string[] = [];
  const { base_ms = 0, increment_ms = 0 } = limits;
  if (base_ms || increment_ms) {
    parts.push(t('limits.clock', { base: base_ms / 1000, increment: increment_ms / 1000 }));
  }
  if (limits.periods?.length) parts.push(`${clockOf(limits)} s`);
  if (limits.nodes) parts.push(t('limits.nodes', { n: count(limits.nodes) }));
  if (limits.depth) parts.push(t('limits.depth', { n: limits.depth }));
  if (limits.movetime_ms) parts.push(t('limits.movetime', { n: limits.movetime_ms / 1000 }));
  if (limits.margin_ms) parts.push(t('limits.margin', { n: limits.margin_ms }));
  return parts.join(t('unit.comma')) || kNone;
}

export function boundsText({ sprt }: Pick<Run, 'sprt'>): string {
  if (sprt === null) return kNone;
  return `[${sprt.elo0}, ${sprt.elo1}] ${sprt.model === 'normalized' ? 'nElo' : 'Elo'}`;
}
