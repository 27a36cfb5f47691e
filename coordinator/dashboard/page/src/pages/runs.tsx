// All runs, newest first, with filters that live in the address.

import { useState } from 'preact/hooks';
import type { Run } from '../api';
import { ago, count, gamesRate, interval, signed, titleOf } from '../format';
import { runAddress, setQuery } from '../router';
import { loadOlder, useKnown } from '../store';
import type { Known } from '../store';
import { useNow } from '../components/clock';
import { CopyBlock } from '../components/copy';
import { Gauge } from '../components/gauge';
import { Pill } from '../components/pill';

const kFilters: [string, string, (run: Run) => boolean][] = [
  ['', 'All', () => true],
  ['active', 'Playing', (run) => run.state === 'active' || run.state === 'paused'],
  ['accepted', 'Accepted', (run) => run.verdict === 'accepted'],
  ['rejected', 'Rejected', (run) => run.verdict === 'rejected'],
  ['other', 'Other', (run) => run.state !== 'active' && run.state !== 'paused' && run.verdict === 'undecided'],
];

function Tile(props: { label: string; value: string; note?: string }) {
  return (
    <div class="tile">
      <span class="label">{props.label}</span>
      <span class="value">{props.value}</span>
      <span class="muted">{props.note ?? '\u00a0'}</span>
    </div>
  );
}

function Tiles(props: { known: Known }) {
  const o = props.known.overview;
  return (
    <section class="tiles" aria-label="Overview">
      <Tile label="Runs playing" value={o ? count(o.active_runs) : '–'} note={o ? `of ${count(o.runs)} runs` : ''} />
      <Tile label="Speed" value={o ? gamesRate(o.games_per_second) : '–'} note="over the last minute" />
      <Tile
        label="Workers"
        value={o ? count(o.workers_connected) : '–'}
        note={o ? `${count(o.slots)} slots, ${count(o.workers - o.workers_connected)} away` : ''}
      />
      <Tile label="Pairs lent" value={o ? count(o.pairs_lent) : '–'} note="on workers now" />
    </section>
  );
}

function Row(props: { run: Run; now: number }) {
  const { run } = props;
  return (
    <li>
      <a class="run" href={runAddress(run.run)}>
        <span class="what">
          <Pill run={run} />
          <strong>{titleOf(run)}</strong>
          <span class="muted">
            {run.kind} {run.run}
          </span>
        </span>
        <Gauge run={run} />
        <span class="figure">
          <strong>{signed(run.elo, 1)}</strong>
          <span class="muted">Elo, {interval(run.elo_low, run.elo_high, 1)}</span>
        </span>
        <span class="figure">
          <strong>{count(run.pairs)}</strong>
          <span class="muted">
            {run.state === 'active' ? `pairs, ${gamesRate(run.games_per_second)}` : 'pairs'}
          </span>
        </span>
        <span class="muted when">{ago(run.ended ?? run.created, props.now)}</span>
      </a>
    </li>
  );
}

function Older() {
  const [error, setError] = useState('');
  const load = () => loadOlder().then(() => setError(''), (fault: Error) => setError(fault.message));
  return (
    <p class="older">
      <button type="button" onClick={load}>
        Older runs
      </button>{' '}
      <span role="status">{error}</span>
    </p>
  );
}

function NoRuns(props: { known: Known; filtered: boolean }) {
  if (props.known.error && !props.known.loaded) {
    return (
      <div class="card empty" role="alert">
        <h2>The coordinator doesn't answer</h2>
        <p>{props.known.error} The page goes on trying.</p>
      </div>
    );
  }
  if (!props.known.loaded) return <p class="muted card empty">Loading…</p>;
  if (props.filtered) return <p class="muted card empty">No run fits these filters.</p>;
  return (
    <div class="card empty">
      <h2>No runs yet</h2>
      <p>Ask whether a set of weights is better than the engine's own:</p>
      <CopyBlock label="Command" text="rookery test --dev weights.toml --base default --watch" />
    </div>
  );
}

export function RunsPage(props: { query: URLSearchParams }) {
  const known = useKnown();
  const now = useNow();
  document.title = 'Runs · Rookery';
  const state = props.query.get('state') ?? '';
  const words = (props.query.get('q') ?? '').toLowerCase();
  const fits = kFilters.find(([name]) => name === state)?.[2] ?? (() => true);
  const text = (run: Run) => `${run.run} ${titleOf(run)} ${run.dev.name} ${run.base.name}`.toLowerCase();
  const runs = [...known.runs.values()]
    .filter((run) => fits(run) && text(run).includes(words))
    .sort((a, b) => (b.created ?? '').localeCompare(a.created ?? '') || b.run.localeCompare(a.run));
  return (
    <>
      <h1 class="hidden">Runs</h1>
      <Tiles known={known} />
      <div class="filters" role="search">
        <div role="group" aria-label="State">
          {kFilters.map(([name, label]) => (
            <button type="button" key={name} aria-pressed={name === state} onClick={() => setQuery('state', name)}>
              {label}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Search runs"
          placeholder="Search"
          value={props.query.get('q') ?? ''}
          onInput={(event) => setQuery('q', event.currentTarget.value)}
        />
      </div>
      {runs.length === 0 ? (
        <NoRuns known={known} filtered={known.runs.size > 0} />
      ) : (
        <ul class="runs card">
          {runs.map((run) => (
            <Row key={run.run} run={run} now={now} />
          ))}
        </ul>
      )}
      {known.nextPage ? <Older /> : null}
    </>
  );
}
