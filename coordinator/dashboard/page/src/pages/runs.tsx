// All runs, newest first, with filters that live in the address.

import { useEffect, useState } from 'preact/hooks';
import type { Overview, Run } from '../api';
import { useAddress, useCommand } from '../command';
import { ago, count, eloInterval, eloText, gamesRate, kNone, roughly, short, signed, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { runAddress, setQuery } from '../router';
import { hasWords, kStates } from '../search';
import { loadOlder, useKnown } from '../store';
import type { Known } from '../store';
import { waitingFor } from '../waits';
import { useNow } from '../components/clock';
import { CopyBlock } from '../components/copy';
import { Gauge } from '../components/gauge';
import { Pill } from '../components/pill';
import { Tile } from '../components/tile';

const kRowsAtOnce = 100; // more make typing in the search field slow
const kArchivePage = 500;

function ExpectedEnd(props: { overview: Overview | null }) {
  const o = props.overview;
  const left = o?.seconds_left ?? null;
  if (!o || left === null) {
    const why = o ? t(o.active_runs > 0 ? 'runs.ends.early' : 'runs.ends.none') : t('app.loading');
    return <Tile label={t('runs.ends')} value={kNone} note={why} />;
  }
  const foreseen = Object.keys(o.seconds_left_of).length;
  return (
    <Tile
      label={t('runs.ends')}
      value={t('runs.in', { time: roughly(left) })}
      note={t('runs.ends.note', { n: count(foreseen), all: count(o.active_runs) })}
    />
  );
}

// Before the figures are known, their places are as high as with them.
function Tiles(props: { known: Known }) {
  const o = props.known.overview;
  const figure = (value: number | undefined) => (value === undefined ? kNone : count(value));
  const slots = figure(o?.slots);
  return (
    <section class="tiles" aria-label={t('runs.overview')}>
      <Tile label={t('runs.active')} value={figure(o?.active_runs)} note={t('runs.active.note', { n: figure(o?.runs) })} />
      <Tile
        label={t('runs.speed')}
        value={o ? short(Math.round(60 * o.games_per_second)) : kNone}
        note={t('runs.speed.note')}
      />
      <Tile
        label={t('runs.workers')}
        value={figure(o?.workers_connected)}
        note={t('runs.workers.note', { slots, away: figure(o ? o.workers - o.workers_connected : undefined) })}
      />
      <Tile label={t('runs.cores')} value={figure(o?.cores_busy)} note={t('runs.cores.note', { slots, n: figure(o?.pairs_lent) })} />
      <ExpectedEnd overview={o} />
      <Tile
        label={t('runs.decided')}
        value={figure(o?.decided_today)}
        note={t('runs.decided.note', { n: figure(o?.pairs_total) })}
      />
    </section>
  );
}

function Row(props: { run: Run; now: number; known: Known; address: string }) {
  const { run } = props;
  const waits = waitingFor(run, props.known.workers, props.address);
  const left = run.state === 'active' ? props.known.overview?.seconds_left_of[run.run] : undefined;
  return (
    <li>
      <a class="run" href={runAddress(run.run)}>
        <span class="what">
          <Pill run={run} />
          <strong>{titleOf(run)}</strong>
          <span class="muted">
            {word('kind', run.kind)} {run.run}
          </span>
          {waits ? <span class="waits">{t('waits.because', { why: waits })}</span> : null}
        </span>
        <Gauge run={run} />
        {run.tune ? (
          <span class="figure">
            <strong>{signed(run.tune.gain, 1)}</strong>
            <span class="muted">{t('tune.gain')}</span>
          </span>
        ) : run.league ? (
          <span class="figure">
            <strong>{run.league.table[0]?.name}</strong>
            <span class="muted">{signed(run.league.table[0]?.rating ?? null, 1)}</span>
          </span>
        ) : (
          <span class="figure">
            <strong>{eloText(run.elo)}</strong>
            <span class="muted">{t('runs.elo', { range: eloInterval(run.elo_low, run.elo_high) })}</span>
          </span>
        )}
        <span class="figure">
          <strong>{count(run.pairs)}</strong>
          <span class="muted">
            {run.state === 'active' ? t('runs.pairs.rate', { n: run.pairs, rate: gamesRate(run.games_per_second) }) : t('runs.pairs', { n: run.pairs })}
          </span>
        </span>
        <span class="muted when">
          {ago(run.ended ?? run.created, props.now)}
          {left === undefined ? null : <span class="left">{t('runs.left', { time: roughly(left) })}</span>}
        </span>
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
        {t('runs.older')}
      </button>{' '}
      <span role="status">{error}</span>
    </p>
  );
}

function NoRuns(props: { known: Known; filtered: boolean }) {
  const command = useCommand('rookery test --dev weights.toml --base default --watch');
  if (props.known.error && !props.known.loaded) {
    return (
      <div class="card empty" role="alert">
        <h2>{t('runs.silent')}</h2>
        <p>{props.known.error} {t('runs.silent.hint')}</p>
      </div>
    );
  }
  if (!props.known.loaded) return <p class="muted card empty">{t('app.loading')}</p>;
  if (props.filtered) return <p class="muted card empty">{t('runs.nofit')}</p>;
  return (
    <div class="card empty">
      <h2>{t('runs.none')}</h2>
      <p>{t('runs.none.hint')}</p>
      <CopyBlock label={t('copy.command')} text={command} />
    </div>
  );
}

export function RunsPage(props: { query: URLSearchParams }) {
  const known = useKnown();
  const now = useNow();
  const address = useAddress();
  const [shown, setShown] = useState(kRowsAtOnce);
  document.title = `${t('runs.title')} · Rookery`;
  const asked = props.query.get('state') ?? '';
  const words = props.query.get('q') ?? '';
  const chosen = kStates.find(([name]) => name === asked);
  const state = chosen ? asked : '';
  // Filters look at the whole archive, which is fetched the first time that one is used.
  useEffect(() => {
    if ((words || state) && known.nextPage) void loadOlder(kArchivePage).catch(() => undefined);
  }, [words, state, known.nextPage]);
  const runs = [...known.runs.values()]
    .filter((run) => (!chosen || chosen[2](run)) && hasWords(run, words))
    .sort((a, b) => (b.created ?? '').localeCompare(a.created ?? '') || b.run.localeCompare(a.run));
  return (
    <>
      <h1 class="hidden">{t('runs.title')}</h1>
      <Tiles known={known} />
      <div class="filters" role="search">
        <div role="group" aria-label={t('runs.state')}>
          {kStates.map(([name, label]) => (
            <button type="button" key={name} aria-pressed={name === state} onClick={() => setQuery('state', name)}>
              {t(label)}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label={t('runs.search')}
          placeholder={t('runs.search.short')}
          value={words}
          onInput={(event) => setQuery('q', event.currentTarget.value)}
        />
      </div>
      {chosen ? null : <p role="alert">{t('runs.nostate', { state: asked })}</p>}
      {runs.length === 0 ? (
        <NoRuns known={known} filtered={known.runs.size > 0} />
      ) : (
        <ul class="runs card">
          {runs.slice(0, shown).map((run) => (
            <Row key={run.run} run={run} now={now} known={known} address={address} />
          ))}
        </ul>
      )}
      {runs.length > shown ? (
        <p class="older">
          <button type="button" onClick={() => setShown(shown + kRowsAtOnce)}>
            {t('runs.more', { n: count(runs.length - shown) })}
          </button>
        </p>
      ) : known.nextPage ? (
        <Older />
      ) : null}
    </>
  );
}
