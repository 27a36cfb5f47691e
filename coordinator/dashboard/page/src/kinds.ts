// What leagues and tunes have beside what every run has; see api.ts.

import type { Side } from './api';

export interface LeagueRow {
  rank: number;
  engine: number; // place in the list of engines
  name: string;
  rating: number | null; // of who only won or lost a bound
  error: number | null; // 95 %
  status: 'rated' | 'only_won' | 'only_lost' | 'apart' | 'unplayed';
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  grade: number | null;
  grade_points: number;
  grade_settled: boolean;
  forfeits: number;
}

// Games of `first`; engines by their place in the list.
export interface Meeting {
  first: number;
  second: number;
  pairs: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface League {
  format: 'round-robin' | 'gauntlet' | 'swiss';
  pairs: number; // of two that meet
  rounds: number; // of a Swiss
  seeds: number; // of a gauntlet
  round: number; // of a Swiss: the one that is played
  white_advantage: number;
  engines: Side[];
  table: LeagueRow[]; // best first
  superiority: (number | null)[][]; // P(row is stronger than column), in the table's order
  meetings: Meeting[];
}

// A parameter of a tune; steps are those of its file. Values are whole numbers of the last decimal:
// 152 with 2 decimals is 1.52.
export interface TunedParameter {
  name: string;
  start: number;
  min: number;
  max: number;
  c: number; // the step
  value: number; // the estimate, not clipped
  tuned: number; // what the weights file has
  in_steps: number; // how far the estimate lies from the start
  sd_in_steps: number;
  probe: number;
  at_bound: boolean;
  no_signal: boolean;
  decimals: number; // 0 but for strings of UCI engines
}

// Of a race.
export interface RacedCandidate {
  name: string;
  elo: number; // over the first
  sd: number;
  pairs: number;
  leads: boolean;
  out: boolean; // plays no more
}

// In Elo; null until the duels say it.
export interface Tune {
  method: 'regression' | 'spsa' | 'cma-es' | 'race';
  pairs: number; // told to the tuner
  calibrating: boolean;
  gain: number | null;
  gain_low: number | null;
  gain_high: number | null;
  noise_floor: number | null;
  probe_elo: number | null;
  parameters: TunedParameter[];
  candidates: RacedCandidate[]; // of a race; else none
}

// What one pair was played with; values in the order of the tune's parameters.
export interface Duel {
  pair: number;
  clock: number;
  worker: string | null; // null: not counted yet
  half_points: number | null; // of dev
  dev: number[];
  base: number[];
  dev_candidate?: string; // of a race: whose values those are
  base_candidate?: string;
}

export interface DuelPage {
  duels: Duel[];
  next: number | null;
}

// Elo over the start by the tuner's model, with 95 %, after so many pairs.
export interface ForecastPoint {
  pairs: number;
  gain: number;
  gain_low: number;
  gain_high: number;
}
