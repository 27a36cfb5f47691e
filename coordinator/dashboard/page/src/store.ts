// What the page knows, kept up to date by the coordinator's event stream.
//
// One stream serves the whole page. Every message is a whole state, so a stream that was cut (a
// laptop that slept) loses nothing but time: on opening again, all is sent and asked for anew. A
// page that is hidden has no stream: a browser opens six connections to a coordinator and no more,
// so six tabs with one each would leave none for a seventh.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, getOverview, getRuns, getWorkers, liveAddress } from './api';
import type { LiveGame, Overview, Run, Worker } from './api';
import { onVisibility } from './visible';

// refused: the reader's token is believed no longer, so that trying again is of no use.
export type Connection = 'connecting' | 'live' | 'lost' | 'refused';

export interface Known {
  connection: Connection;
  loaded: boolean; // the first list of runs has come
  epoch: number; // grows when the stream opens: what was fetched before may be stale
  runs: Map<string, Run>;
  workers: Worker[];
  overview: Overview | null;
  nextPage: string; // '' when there are no older runs
  error: string;
}

// A run whose games are watched move by move: the one stream tells them too.
export interface LiveWatch {
  run: string;
  onGames: (games: LiveGame[]) => void;
  onLink: (link: 'opening' | 'open' | 'closed') => void;
}

const kRetryMs = 3_000;
const kUnauthorized = 401;
const kSilenceMs = 40_000; // the coordinator says every 15 s at least that it is there

let known: Known = {
  connection: 'connecting',
  loaded: false,
  epoch: 0,
  runs: new Map(),
  workers: [],
  overview: null,
  nextPage: '',
  error: '',
};
const listeners = new Set<() => void>();
let stream: EventSource | null = null;
let live: LiveWatch | null = null;
let retry = 0;
let silence = 0;

function change(part: Partial<Known>) {
  known = { ...known, ...part };
  listeners.forEach((listener) => listener());
}

function addRuns(runs: Run[]) {
  const all = new Map(known.runs);
  for (const run of runs) all.set(run.run, run);
  change({ runs: all });
}

export function rememberRun(run: Run) {
  addRuns([run]);
}

async function loadAll() {
  try {
    const [page, workers, overview] = await Promise.all([getRuns(''), getWorkers(), getOverview()]);
    addRuns(page.runs);
    const older = known.loaded ? known.nextPage : page.next_page_token;
    change({ workers: workers.workers, overview, nextPage: older, loaded: true, error: '' });
  } catch (error) {
    change({ error: (error as Error).message });
  }
}

export async function loadOlder(size = 50) {
  const page = await getRuns(known.nextPage, size);
  addRuns(page.runs);
  change({ nextPage: page.next_page_token });
}

// An event stream doesn't say why it ended or why it can't be opened; a call does.
async function refusal(): Promise<string> {
  try {
    await getOverview();
  } catch (error) {
    if (error instanceof ApiError && error.status === kUnauthorized) return error.message;
  }
  return '';
}

// The stream of live games ends with its run, and may be refused where others are watched: the usual
// one takes its place at once. True if that was so.
function leftLive(): boolean {
  if (live === null || stream === null) return false;
  const run = known.runs.get(live.run);
  const over = run !== undefined && !['active', 'paused', 'waiting'].includes(run.state);
  const refused = stream.readyState === EventSource.CLOSED;
  live.onLink(refused && !over ? 'closed' : 'opening');
  if (!over && !refused) return false;
  live = null;
  open();
  return true;
}

// Also when the coordinator refuses with 503: the browser itself would not try again then.
async function onLost() {
  if (leftLive()) return;
  const lost = stream;
  clearTimeout(silence);
  lost?.close();
  change({ connection: 'lost' });
  const error = await refusal();
  if (stream !== lost) return; // the reader came back meanwhile
  if (error) return change({ connection: 'refused', error });
  retry = window.setTimeout(open, kRetryMs * (0.75 + Math.random() / 2));
  if (!known.loaded) void loadAll();
}

// A line may be dead without an error: a coordinator that hangs, a router that forgot us.
function onHeard() {
  clearTimeout(silence);
  silence = window.setTimeout(onLost, kSilenceMs);
}

function listen<T>(to: EventSource, name: string, take: (message: T) => void) {
  to.addEventListener(name, (event) => {
    onHeard();
    take(JSON.parse((event as MessageEvent<string>).data) as T);
  });
}

function close() {
  clearTimeout(retry);
  clearTimeout(silence);
  stream?.close();
  stream = null;
}

function open() {
  close();
  if (document.hidden) return;
  stream = new EventSource(live ? `${liveAddress(live.run)}?events=all` : '/api/v1/events');
  onHeard();
  stream.onopen = () => {
    live?.onLink('open');
    change({ connection: 'live', epoch: known.epoch + 1 });
    void loadAll();
  };
  stream.onerror = onLost;
  listen<Run>(stream, 'run', (run) => addRuns([run]));
  listen<{ workers: Worker[] }>(stream, 'workers', ({ workers }) => change({ workers }));
  listen<Overview>(stream, 'overview', (overview) => change({ overview }));
  listen<{ games: LiveGame[] }>(stream, 'games', ({ games }) => live?.onGames(games));
  listen(stream, 'alive', () => {});
}

// Until the returned function is called.
export function watchLive(watch: LiveWatch): () => void {
  live = watch;
  open();
  return () => {
    if (live !== watch) return;
    live = null;
    open();
  };
}

export function startStore() {
  onVisibility((visible) => (visible ? open() : close()));
  window.addEventListener('online', open);
  open();
  if (document.hidden) void loadAll(); // a tab in the background has its title and its figures
}

export function useKnown(): Known {
  const [value, setValue] = useState(known);
  useEffect(() => {
    let frame = 0; // many messages, one drawing a frame
    const listener = () => {
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          setValue(known);
        });
      }
    };
    listeners.add(listener);
    listener();
    return () => {
      cancelAnimationFrame(frame);
      listeners.delete(listener);
    };
  }, []);
  return value;
}
