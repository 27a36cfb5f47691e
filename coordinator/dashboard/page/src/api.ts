// The coordinator's JSON, as docs/api.md describes it, and how to ask for it.

import { t } from './i18n/language';
import { said, saidOfFields } from './i18n/said';
import type { Adjudication, Needs } from './kept';
import type { Limits } from './limits';

import type { DuelPage, ForecastPoint, League, Tune } from './kinds';

export type { Duel, DuelPage, ForecastPoint, League, LeagueRow, Meeting, RacedCandidate, Tune, TunedParameter } from './kinds';

export type State = 'active' | 'paused' | 'finished' | 'stopped' | 'failed' | 'waiting';
export type Verdict = 'undecided' | 'accepted' | 'rejected';
export type Pentanomial = [number, number, number, number, number];

export interface Side {
  name: string;
  weights: string;
  limits?: Limits | null; // of its own, in games at odds
}

export interface Sprt {
  elo0: number;
  elo1: number;
  alpha: number;
  beta: number;
  model: string;
}

export interface Point {
  pairs: number;
  llr: number | null;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
}

// What is left of a running test, within the error of what it showed so far.
export interface Forecast {
  accepted: number;
  rejected: number;
  undecided: number;
  pairs_expected: number;
  pairs_low: number;
  pairs_median: number;
  pairs_high: number;
}

export interface ComparedWorker {
  worker: string;
  label: string;
  pentanomial: Pentanomial;
  z: number | null;
}

export interface Comparison {
  counted: number;
  chi_square: number | null;
  degrees: number;
  p: number | null;
  z95: number | null;
  z99: number | null;
  worst: string | null;
  workers: ComparedWorker[];
}

export interface PlanRow {
  true_elo_logistic: number;
  true_elo_normalized: number;
  pass_probability: number;
  undecided: number; // the pairs run out first
  expected_pairs: number;
  pairs_95: number;
  core_hours: number | null;
}

// What only the run's own address tells, because it takes the run's games.
export interface Detail {
  comparison: Comparison;
  plan: PlanRow[];
  seconds_per_game: number | null; // of cores
  pentanomial_expected: Pentanomial | null; // if the games of a pair were independent
  events: RunEvent[]; // oldest first
  faults: string[]; // what engines did wrong, with its evidence; some of them
  forecasts: ForecastPoint[]; // of a tune
}

export interface Run {
  run: string;
  kind: string;
  state: State;
  title: string;
  verdict: Verdict;
  llr: number | null;
  lower: number | null;
  upper: number | null;
  stop_lower: number | null;
  stop_upper: number | null;
  pairs: number;
  pentanomial: Pentanomial;
  games: number;
  score: number | null;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  nelo: number | null;
  nelo_low: number | null;
  nelo_high: number | null;
  los: number | null;
  draw_ratio: number | null; // share of the pairs in the middle, null without pairs
  draw_ratio_low: number | null;
  draw_ratio_high: number | null;
  pairs_ratio: number | null; // pairs won by pairs lost, null if none is lost
  pairs_ratio_low: number | null;
  pairs_ratio_high: number | null;
  always_valid_low: number | null;
  always_valid_high: number | null;
  forecast: Forecast | null;
  max_pairs: number;
  pairs_counted: number;
  pairs_after_verdict: number;
  pairs_lent: number;
  ends: Record<string, number>;
  repeated_games: number;
  games_per_second: number;
  workers: number;
  created: string | null;
  ended: string | null;
  dev: Side | null; // null in a league
  base: Side | null;
  league?: League;
  tune?: Tune;
  limits: Limits;
  chess960?: boolean;
  reference_nps?: number; // times are scaled by it over a worker's speed; 0: they aren't
  dev_lost?: Record<string, number>; // of the ends that are an engine's fault
  threads: number;
  rules: string; // rule profile
  rated: boolean; // whether that profile's results count for ratings
  max_moves: number;
  hash_kib: number;
  decide_every: number; // pairs
  audit_share: number;
  adjudication: Adjudication | null;
  needs: Needs;
  link: string; // the difference between dev and base, for people
  sprt: Sprt | null;
  follow_up?: { limits: Limits; sprt: Sprt | null } | null; // tested when this test is accepted
  book: { sha256: string; lines: number };
  seed: string;
  message: string;
  owner: string;
  priority: number;
  weight: number; // its share among the owner's runs
  tags: string[];
  pairs_void: number;
  contested: number; // pairs that the verdict counts and that are void
  audits_agreed: number;
  audits_disagreed: number;
  core_seconds: number;
  keep_games: string; // all, none, 1000, 30d, 1000,30d
  pairs_without_games: number;
}

// How quick each worker was, a slot; null where it was away.
export interface Speeds {
  at: string[];
  nodes_per_second: Record<string, (number | null)[]>;
}

// One thing that happened to a run; by: empty for the coordinator itself.
export interface RunEvent {
  at: string;
  kind: string;
  text: string;
  by: string;
}

export interface DetailedRun extends Run, Detail {
  history: Point[];
}

export interface Worker {
  worker: string;
  label: string;
  slots: number;
  version: string;
  state: string;
  idle_reason: string;
  run: string;
  runs: string[]; // of all its leases
  pairs: number;
  games: number;
  pairs_lent: number;
  nodes_per_second: number;
  last_seen: string | null;
  quarantine: string; // why it is kept from playing; empty: it isn't
  drained: string; // why it gets nothing more and may finish what it plays; empty: it isn't drained
}

export interface Overview {
  version: string;
  active_runs: number;
  runs: number;
  workers_connected: number;
  workers: number;
  slots: number;
  games_per_second: number;
  pairs_lent: number;
  pairs_total: number;
  decided_today: number;
  cores_busy: number; // slots that are played on
  seconds_left: number | null; // until the runs below have ended
  seconds_left_of: Record<string, number>; // of the active runs that can be foreseen
  time: string;
}

export type Right = 'create_run' | 'approve' | 'take_out' | 'test_webhooks';

// What whoever looks may write.
export interface Me {
  role: string | null; // null: nobody is asked for a token
  owner: string;
  may: Record<Right, boolean>;
  why_not: string; // why nobody may write here; empty: who may, may
}

export interface RunPage {
  runs: Run[];
  next_page_token: string;
}

export interface Ply {
  uci: string;
  san: string;
  fen: string;
  score: number | null; // the mover's, in centipawns; mates beyond 30000
  time_ms: number | null; // thought about it
  clock_ms: number | null; // left to the mover after it
}

export interface Game {
  white: 'dev' | 'base';
  result: '1-0' | '0-1' | '1/2-1/2';
  end: string;
  plies: number | null; // these three null where the games are no longer kept
  nodes: number | null;
  elapsed_ms: number | null;
  detail?: string;
  moves?: Ply[];
  broken?: boolean;
}

// A game that is being played; without positions but the newest.
export interface LiveGame {
  pair: number;
  number: 1 | 2;
  worker: string;
  white: 'dev' | 'base';
  dev: string;
  base: string;
  over: boolean;
  result: Game['result'] | null; // these two are known once it is over
  end: string | null;
  opening_fen: string;
  fen: string;
  moves: Omit<Ply, 'fen'>[];
}

export interface Pair {
  pair: number;
  half_points: number;
  worker: string;
  attempt: number;
  received: string;
  after_verdict: boolean;
  has_games: boolean; // false: no longer kept
  games: [Game, Game];
  opening?: number;
  dev?: string; // who played, by name
  base?: string;
  opening_fen?: string;
  opening_line?: string; // the book's moves that led there; empty without
}

export interface PairPage {
  pairs: Pair[];
  next_from: number | null;
}

// What came of a test of a webhook; error empty: it was taken.
export interface Outcome {
  format: string;
  host: string;
  error: string;
}

export interface Artifact {
  sha256: string;
  kind: 'weights' | 'book';
  size: number;
  lines: number;
}

export interface Plan {
  draw_ratio: number | null; // null: as the pairs of that run had it
  games_per_second: number;
  from_run: string | null; // the newest that is played alike
  from_limits: boolean; // seconds_per_game were reckoned from the limits alone
  seconds_per_game: number | null; // of cores
  slots: number;
  usual_moves: number; // of a game that is reckoned so
  // none where nothing says how many pairs
  match?: { games: number; core_hours: number | null; expected_hours: number | null };
  points: {
    true_elo: number;
    true_elo_logistic: number;
    pass_probability: number;
    undecided: number; // the pairs run out first
    expected_pairs: number;
    pairs_95: number;
    core_hours: number | null;
    expected_hours: number | null;
  }[];
}

// A field of a request, and what is wrong with it.
export interface Fault {
  field: string;
  message: string;
}

// What the coordinator says when it refuses, in words that can be shown.
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults: Fault[] = [],
  ) {
    super(message);
  }
}

const kTimeoutMs = 10_000;

export const get = <T>(path: string) => ask<T>(path, { headers: { Accept: 'application/json' } });

// A request that changes something; the coordinator takes it from its own page only.
export const postJson = <T>(path: string, body: unknown) =>
  ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

async function ask<T>(path: string, options: RequestInit): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), kTimeoutMs);
  try {
    const answer = await fetch(path, { ...options, signal: stop.signal });
    if (!answer.ok) throw await errorOf(answer);
    return (await answer.json()) as T;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, t('app.silent'));
  } finally {
    clearTimeout(timer);
  }
}

// In the reader's language where the page knows the sentence.
async function errorOf(answer: Response): Promise<ApiError> {
  try {
    const { error } = (await answer.json()) as { error?: { message?: string; fields?: Fault[] } };
    const faults = error?.fields?.map(({ field, message }) => ({ field, message: said(message) }));
    return new ApiError(answer.status, saidOfFields(error?.message ?? answer.statusText), faults);
  } catch {
    return new ApiError(answer.status, answer.statusText);
  }
}

const runPath = (id: string) => `/api/v1/runs/${encodeURIComponent(id)}`;
export const getRun = (id: string) => get<DetailedRun>(runPath(id));
export const getRuns = (token: string, size = 50) =>
  get<RunPage>(`/api/v1/runs?page_size=${size}&page_token=${encodeURIComponent(token)}`);
export const kPageSize = 50; // pairs
export const getPairs = (id: string, from: number) => get<PairPage>(`${runPath(id)}/games?page_size=${kPageSize}&from=${from}`);
export const getDuels = (id: string, from: number) => get<DuelPage>(`${runPath(id)}/duels?from=${from}`);
export const duelsCsvAddress = (id: string) => `${runPath(id)}/duels.csv`;
export const getPair = (id: string, pair: number) => get<Pair>(`${runPath(id)}/games/${pair}`);
export const liveAddress = (id: string) => `/api/v1/runs/${encodeURIComponent(id)}/live`;

export const gamePgnAddress = (id: string, pair: number, game: 1 | 2) => `${runPath(id)}/games/${pair}/${game}/pgn`;
export const getWorkers = () => get<{ workers: Worker[] }>('/api/v1/workers');
export const getArtifacts = () => get<{ artifacts: Artifact[] }>('/api/v1/artifacts');
export const getPlan = (query: string) => get<Plan>(`/api/v1/plan?${query}`);
export const getSpeeds = () => get<Speeds>('/api/v1/workers/speeds');
export const getJoin = () => get<{ grpc: string; tokens: boolean }>('/api/v1/join');
export const approveRun = (id: string) => postJson<{ run: string }>(`${runPath(id)}/approve`, {});
export const getMe = () => get<Me>('/api/v1/me');
export const getOverview = () => get<Overview>('/api/v1/overview');
export const pgnAddress = (id: string) => `${runPath(id)}/pgn`;
export const jsonAddress = (id: string) => runPath(id);
