// A run's games, pair by pair, in the order in which they count.

import { useState } from 'preact/hooks';
import { getPairs, kPageSize } from '../api';
import type { Game, Pair } from '../api';
import { ago, count, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { gamesAddress, pairAddress, runAddress } from '../router';
import { useKnown } from '../store';
import { useNow } from '../components/clock';
import { kFaults } from '../components/endings';
import { useFetched } from '../components/fetched';

function GameCell(props: { game: Game }) {
  const { game } = props;
  return (
    <>
      <strong>{game.result.replace(/1\/2/g, '½')}</strong>
      <span class="muted id">
        {kFaults.has(game.end) ? <span title={t('ends.fault')}>⚠ </span> : null}
        {word('end', game.end)},{' '}
        {game.plies === null ? t('games.gone') : t('games.moves', { n: Math.ceil(game.plies / 2) })}
      </span>
    </>
  );
}

const kTones = ['reject', 'reject', 'even', 'accept', 'accept'];

function Row(props: { run: string; pair: Pair; now: number }) {
  const { pair } = props;
  return (
    <tr>
      <th scope="row">
        <a href={pairAddress(props.run, pair.pair)}>{count(pair.pair)}</a>
        {pair.after_verdict ? <span class="muted id">{t('games.late')}</span> : null}
      </th>
      <td>
        <GameCell game={pair.games[0]} />
      </td>
      <td>
        <GameCell game={pair.games[1]} />
      </td>
      <td class="number">
        <span class={`points ${kTones[pair.half_points] ?? ''}`}>{(pair.half_points / 2).toFixed(1)}</span>
      </td>
      <td class="muted">{pair.worker}</td>
      <td class="muted">{ago(pair.received, props.now)}</td>
    </tr>
  );
}

function GoTo(props: { run: string; from: number }) {
  const [from, setFrom] = useState(String(props.from));
  const go = (event: Event) => {
    event.preventDefault();
    location.hash = gamesAddress(props.run, Number(from) || 0).slice(1);
  };
  return (
    <form class="filters" onSubmit={go}>
      <label>
        {t('games.goto')}{' '}
        <input
          type="number"
          min="0"
          inputMode="numeric"
          value={from}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />{' '}
        <button type="submit">{t('games.go')}</button>
      </label>
    </form>
  );
}

// The address asks for pairs that nobody has played.
function Beyond(props: { run: string; from: number; counted: number }) {
  const { run, from, counted } = props;
  return (
    <>
      <h2>{t('games.beyond', { from: count(from) })}</h2>
      <p>{t('games.beyond.hint', { n: count(counted) })}</p>
      <p>
        <a href={gamesAddress(run, Math.max(0, counted - kPageSize))}>{t('games.lastpage')}</a>
      </p>
    </>
  );
}

export function GamesPage(props: { id: string; query: URLSearchParams }) {
  const run = useKnown().runs.get(props.id);
  const now = useNow();
  const from = Number(props.query.get('from') ?? 0) || 0;
  const { value, error } = useFetched(() => getPairs(props.id, from), [props.id, from]);
  const counted = run?.pairs_counted ?? 0;
  const title = run ? titleOf(run) : props.id;
  document.title = `${t('games.title', { title })} · Rookery`;
  return (
    <>
      <p class="back">
        <a href={runAddress(props.id)}>← {t('games.back')}</a>
      </p>
      <h1>{t('games.title', { title })}</h1>
      <GoTo key={from} run={props.id} from={from} />
      {error ? (
        <section class="card empty" role="alert">
          <h2>{t('games.cant')}</h2>
          <p>{error}</p>
        </section>
      ) : value === undefined ? (
        <section class="card empty muted">{t('app.loading')}</section>
      ) : value.pairs.length === 0 ? (
        <section class="card empty">
          {from > 0 && counted > 0 ? (
            <Beyond run={props.id} from={from} counted={counted} />
          ) : (
            <>
              <h2>{t('games.none')}</h2>
              <p>{t('games.none.hint')}</p>
            </>
          )}
        </section>
      ) : (
        <section class="card">
          <div class="scroll" tabIndex={0} role="region" aria-label={t('games.list')}>
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">{t('games.pair')}</th>
                  <th scope="col">{t('games.first')}</th>
                  <th scope="col">{t('games.second')}</th>
                  <th scope="col" class="number">
                    {t('games.points')}
                  </th>
                  <th scope="col">{t('games.worker')}</th>
                  <th scope="col">{t('games.received')}</th>
                </tr>
              </thead>
              <tbody>
                {value.pairs.map((pair) => (
                  <Row key={pair.pair} run={props.id} pair={pair} now={now} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <p class="older">
        {from > 0 ? <a href={gamesAddress(props.id)}>{t('games.start')}</a> : null}{' '}
        {value?.next_from ? <a href={gamesAddress(props.id, value.next_from)}>{t('games.next')} →</a> : null}
      </p>
    </>
  );
}
