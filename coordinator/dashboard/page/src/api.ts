// The coordinator's JSON, as docs/api.md describes it, and how to ask for it.

export type State = 'active' | 'paused' | 'finished' | 'stopped' | 'failed';
export type Verdict = 'undecided' | 'accepted' | 'rejected';
export type Pentanomial = [number, number, number, number, number];

export interface Side {
  name: string;
  weights: string;
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

export interface Run {
  run: string;
  kind: string;
  state: State;
  title: string;
  verdict: Verdict;
  llr: number | null;
  lower: number | null;
  upper: number | null;
  pairs: number;
  pentanomial: Pentanomial;
  games: number;
  score: number;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  nelo: number | null;
  nelo_low: number | null;
  nelo_high: number | null;
  los: number | null;
  draw_ratio: number;
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
  dev: Side;
  base: Side;
  limits: Record<string, number>;
  sprt: Sprt | null;
  book: { sha256: string; lines: number };
  seed: string;
  message: string;
  history?: Point[];
}

export interface Worker {
  worker: string;
  label: string;
  slots: number;
  version: string;
  state: string;
  idle_reason: string;
  run: string;
  pairs: number;
  games: number;
  pairs_lent: number;
  nodes_per_second: number;
  last_seen: string | null;
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
  time: string;
}

export interface RunPage {
  runs: Run[];
  next_page_token: string;
}

// What the coordinator says when it refuses, in words that can be shown.
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const kTimeoutMs = 10_000;

async function get<T>(path: string): Promise<T> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), kTimeoutMs);
  try {
    const answer = await fetch(path, { signal: stop.signal, headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new ApiError(answer.status, await messageOf(answer));
    return (await answer.json()) as T;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, 'The coordinator does not answer.');
  } finally {
    clearTimeout(timer);
  }
}

async function messageOf(answer: Response): Promise<string> {
  try {
    const body = (await answer.json()) as { error?: { message?: string } };
    return body.error?.message ?? answer.statusText;
  } catch {
    return answer.statusText;
  }
}

export const getRun = (id: string) => get<Run>(`/api/v1/runs/${encodeURIComponent(id)}`);
export const getRuns = (token: string) =>
  get<RunPage>(`/api/v1/runs?page_size=50&page_token=${encodeURIComponent(token)}`);
export const getWorkers = () => get<{ workers: Worker[] }>('/api/v1/workers');
export const getOverview = () => get<Overview>('/api/v1/overview');
export const pgnAddress = (id: string) => `/api/v1/runs/${encodeURIComponent(id)}/pgn`;
export const jsonAddress = (id: string) => `/api/v1/runs/${encodeURIComponent(id)}`;
