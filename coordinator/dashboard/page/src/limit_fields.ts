// The limits of a run or of one side as a form has them: every number as it was typed. Pure.

import type { ClockPeriod, Limits } from './limits';

export interface PeriodFields {
  moves: string; // '': for the rest of the game
  seconds: string;
  increment: string;
}

export interface LimitFields {
  kind: 'nodes' | 'clock' | 'depth' | 'movetime';
  nodes: string;
  depth: string;
  movetime: string; // milliseconds
  periods: PeriodFields[]; // of the clock, one at least
  margin: string; // milliseconds by which a move may be late
}

export const kMostPeriods = 16; // that the coordinator takes

export const kUsualLimits: LimitFields = {
  kind: 'nodes',
  nodes: '5000',
  depth: '8',
  movetime: '100',
  periods: [{ moves: '', seconds: '8', increment: '0.08' }],
  margin: '',
};

export const clock = (seconds: string, increment: string): LimitFields => ({
  ...kUsualLimits,
  kind: 'clock',
  periods: [{ moves: '', seconds, increment }],
});

export const isTimed = (fields: LimitFields) => fields.kind === 'clock' || fields.kind === 'movetime';

// A clock of one period that lasts for the game has no list of periods on the wire.
export const isPlainClock = (periods: PeriodFields[]) => periods.length === 1 && !Number(periods[0]?.moves);

const ms = (seconds: string) => Math.round(Number(seconds) * 1000);

const periodOf = (fields: PeriodFields): ClockPeriod => ({
  moves: Number(fields.moves),
  base_ms: ms(fields.seconds),
  increment_ms: ms(fields.increment),
});

// What is 0 is left out, as the API does.
const set = (limits: Limits): Limits =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== 0)) as Limits;

export function limitsOf(fields: LimitFields): Limits {
  const margin_ms = isTimed(fields) ? Number(fields.margin) : 0;
  switch (fields.kind) {
    case 'nodes':
      return set({ nodes: Number(fields.nodes) });
    case 'depth':
      return set({ depth: Number(fields.depth) });
    case 'movetime':
      return set({ movetime_ms: Number(fields.movetime), margin_ms });
    case 'clock': {
      const periods = fields.periods.map(periodOf);
      const [first] = periods;
      if (!first || !isPlainClock(fields.periods)) return set({ periods, margin_ms });
      return set({ base_ms: first.base_ms, increment_ms: first.increment_ms, margin_ms });
    }
  }
}

const text = (value: number | undefined, unit = 1) => (value ? String(value / unit) : '');

export function limitFieldsOf(limits: Limits): LimitFields {
  const { nodes, depth, movetime_ms, base_ms, increment_ms, margin_ms, periods } = limits;
  const clocked = base_ms || increment_ms || periods?.length;
  const given = periods?.length ? periods : [{ moves: 0, base_ms: base_ms ?? 0, increment_ms: increment_ms ?? 0 }];
  return {
    kind: clocked ? 'clock' : nodes ? 'nodes' : depth ? 'depth' : 'movetime',
    nodes: text(nodes) || kUsualLimits.nodes,
    depth: text(depth) || kUsualLimits.depth,
    movetime: text(movetime_ms) || kUsualLimits.movetime,
    periods: clocked
      ? given.map((p) => ({
          moves: text(p.moves),
          seconds: String(p.base_ms / 1000),
          increment: String(p.increment_ms / 1000),
        }))
      : kUsualLimits.periods,
    margin: text(margin_ms),
  };
}

const canonical = (limits: Limits) => JSON.stringify(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1)));

// Whether the fields say all of them: a limit of nodes beside a clock has none, for one.
export const hasFieldsFor = (limits: Limits) => canonical(limitsOf(limitFieldsOf(limits))) === canonical(limits);

// In Protobuf's JSON: 64-bit numbers are strings.
export interface WireLimits {
  nodes?: string;
  depth?: number;
  movetimeMs?: string;
  baseMs?: string;
  incrementMs?: string;
  marginMs?: string;
  periods?: { moves: number; baseMs: string; incrementMs: string }[];
}

export function wireLimits(limits: Limits): WireLimits {
  const { nodes, depth, movetime_ms, base_ms, increment_ms, margin_ms, periods } = limits;
  const long = (name: keyof WireLimits, value: number | undefined) => (value ? { [name]: String(value) } : {});
  return {
    ...long('nodes', nodes),
    ...(depth ? { depth } : {}),
    ...long('movetimeMs', movetime_ms),
    ...long('baseMs', base_ms),
    ...long('incrementMs', increment_ms),
    ...long('marginMs', margin_ms),
    ...(periods?.length
      ? {
          periods: periods.map((p) => ({
            moves: p.moves,
            baseMs: String(p.base_ms),
            incrementMs: String(p.increment_ms),
          })),
        }
      : {}),
  };
}
