// How long an engine may think, and its clock as people write it.

export interface ClockPeriod {
  moves: number; // 0: for the rest of the game
  base_ms: number;
  increment_ms: number;
}

export interface Limits {
  nodes?: number;
  depth?: number;
  movetime_ms?: number;
  base_ms?: number;
  increment_ms?: number;
  margin_ms?: number;
  periods?: ClockPeriod[]; // a clock of other forms
}

const seconds = (ms: number) => String(ms / 1000);

// "8+0.08", "40/60,20/30"; empty without a clock.
export function clockOf({ base_ms, increment_ms, periods }: Limits): string {
  if (!periods?.length) {
    return base_ms || increment_ms ? `${seconds(base_ms ?? 0)}+${seconds(increment_ms ?? 0)}` : '';
  }
  const part = (p: ClockPeriod) =>
    (p.moves ? `${p.moves}/` : '') + seconds(p.base_ms) + (p.increment_ms ? `+${seconds(p.increment_ms)}` : '');
  return periods.map(part).join(',');
}
