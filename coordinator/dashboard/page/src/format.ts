// Numbers and times as people read them. No figure is computed here: they come from the API.

import type { Run } from './api';

const kNone = '–';
const kMinus = '\u2212';

export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

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
  return `${signed(low, digits)} to ${signed(high, digits)}`;
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
  if (perSecond >= 10) return `${count(perSecond)} games/s`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)} games/s`;
  if (perSecond > 0) return `${(perSecond * 60).toFixed(1)} games/min`;
  return '0 games/s';
}

export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
}

export function ago(time: string | null, now: number): string {
  if (time === null) return kNone;
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${Math.round(seconds)} s ago`;
  return `${/^\d+ \S+/.exec(duration(seconds))?.[0] ?? ''} ago`; // the greatest unit is enough
}

export function dateTime(time: string | null): string {
  return time === null ? kNone : new Date(time).toLocaleString();
}

export function titleOf(run: Run): string {
  return run.title || `${run.dev.name} against ${run.base.name}`;
}

// "nodes 1,000 a move", "8 s + 0.08 s a move"
export function limitsText(limits: Record<string, number>): string {
  const parts: string[] = [];
  const seconds = (ms: number) => `${ms / 1000} s`;
  if (limits.base_ms) {
    parts.push(`${seconds(limits.base_ms)} + ${seconds(limits.increment_ms ?? 0)} a move`);
  }
  if (limits.nodes) parts.push(`${count(limits.nodes)} nodes a move`);
  if (limits.depth) parts.push(`depth ${limits.depth}`);
  if (limits.movetime_ms) parts.push(`${seconds(limits.movetime_ms)} a move`);
  return parts.join(', ') || kNone;
}

export function boundsText(run: Run): string {
  if (run.sprt === null) return kNone;
  const unit = run.sprt.model === 'normalized' ? 'nElo' : 'Elo';
  return `[${run.sprt.elo0}, ${run.sprt.elo1}] ${unit}`;
}
