// A run's games as they are played, move by move, while the page is open.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Game, LiveGame } from '../api';
import { count, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { isSameGame, placed } from '../live_places';
import { gamesAddress, livePageAddress, pairAddress, runAddress } from '../router';
import { useKnown, watchLive } from '../store';
import { Board } from '../components/board';
import { ClockChart } from '../components/clock_chart';
import { parseFen } from '../components/position';
import { MoveList } from '../components/move_list';
import { ScoreChart } from '../components/score_chart';
import { Side, clockText, lastOf, marksOf, scoreText } from './game';

// Games shorter than this, in seconds, are over before a reader has seen the board.
const kGlimpse = 2;

export type Link = 'opening' | 'open' | 'closed';

interface Live {
  places: LiveGame[];
  link: Link;
  told: boolean; // the coordinator has said what is played
}

// The newest state of the games that are shown, by the page's one stream.
function useLive(id: string, open: boolean): Live {
  const [live, setLive] = useState<Live>({ places: [], link: 'opening', told: false });
  useEffect(() => {
    if (!open) return;
    return watchLive({
      run: id,
      onLink: (link) => setLive((before) => ({ ...before, link })),
      onGames: (games) => setLive(({ places, link }) => ({ places: placed(places, games), link, told: true })),
    });
  }, [id, open]);
  return live;
}

function asGame(live: LiveGame): Game {
  return {
    white: live.white,
    result: live.result ?? '1/2-1/2',
    end: live.end ?? '',
    plies: live.moves.length,
    nodes: null,
    elapsed_ms: null,
    moves: live.moves.map((move) => ({ ...move, fen: '' })),
  };
}

// Whose move it is, or who won; `open`: the run goes on.
export function stateText(live: LiveGame, open = true): string {
  if (!live.over && !open) return t('live.brokenoff');
  if (!live.over) return t('live.turn', { side: word('board.side', parseFen(live.fen).side) });
  if (live.result === null || live.end === null) return t('live.over');
  return t('live.over.how', { result: word('result', live.result), end: word('end', live.end) });
}

function LiveCard(props: { id: string; live: LiveGame; open: boolean }) {
  const { id, live } = props;
  const game = useMemo(() => asGame(live), [live]);
  const moves = game.moves ?? [];
  const ply = moves.length;
  const whiteBegins = parseFen(live.opening_fen).side === 'w';
  const last = moves[ply - 1];
  const marks = marksOf(last ? { ...last, fen: live.fen } : undefined, live.over, game);
  const side = (colour: 'w' | 'b', whose: 'dev' | 'base') => {
    const newest = lastOf(moves, ply, colour === 'w', whiteBegins);
    return (
      <Side
        colour={colour}
        name={live[whose]}
        whose={whose}
        score={scoreText(newest?.score ?? null, colour === 'w')}
        clock={clockText(newest?.clock_ms ?? null)}
      />
    );
  };
  return (
    <section class="card gameview live">
      <h2>{t('live.game', { pair: count(live.pair), n: live.number })}</h2>
      <p class="muted livestate">{stateText(live, props.open)}</p>
      {side('b', live.white === 'dev' ? 'base' : 'dev')}
      <Board fen={live.fen} marks={marks} />
      {side('w', live.white)}
      <MoveList label={t('game.movelist', { n: live.number })} moves={moves} start={live.opening_fen} ply={ply} />
      <ScoreChart game={game} number={live.number} whiteBegins={whiteBegins} ply={0} />
      <ClockChart game={game} number={live.number} whiteBegins={whiteBegins} ply={0} empty />
      <p class="downloads small">
        <span class="muted">{live.worker}</span>
        <a href={livePageAddress(id, live)}>{t('live.board')}</a>
        {live.over ? <a href={`${pairAddress(id, live.pair)}?game=${live.number}`}>{t('live.record')}</a> : null}
      </p>
    </section>
  );
}

interface Chosen {
  pair: number;
  number: number;
}

// Of an address that was sent to show one game.
export function chosenOf(query: URLSearchParams): Chosen | null {
  const [pair, number] = [query.get('pair') ?? '', query.get('game') ?? ''];
  return /^\d{1,15}$/.test(pair) && /^[12]$/.test(number) ? { pair: Number(pair), number: Number(number) } : null;
}

function NoBoard(props: { id: string; open: boolean; live: Live; chosen: Chosen | null }) {
  const { id, open, chosen } = props;
  const { link, told } = props.live;
  const closed = open && link === 'closed';
  const games = <a href={chosen ? `${pairAddress(id, chosen.pair)}?game=${chosen.number}` : gamesAddress(id)}>{t(chosen ? 'live.record' : 'run.games')}</a>;
  if (chosen && !closed && (told || !open)) {
    return (
      <section class="card empty" role="status">
        <h2>{t('live.notshown', { pair: count(chosen.pair), n: chosen.number })}</h2>
        <p>
          {t('live.notshown.hint')} {games}
        </p>
      </section>
    );
  }
  return (
    <section class="card empty" role={closed ? 'alert' : 'status'}>
      <h2>{open ? t(closed ? 'live.closed' : 'live.waiting') : t('live.ended')}</h2>
      <p>
        {open ? t('live.waiting.hint') : null} {games}
      </p>
    </section>
  );
}

export function LivePage(props: { id: string; query: URLSearchParams }) {
  const { id } = props;
  const known = useKnown();
  const run = known.runs.get(id);
  const open = run === undefined || run.state === 'active' || run.state === 'paused' || run.state === 'waiting';
  const live = useLive(id, open);
  const chosen = chosenOf(props.query);
  const title = run ? titleOf(run) : id;
  document.title = `${t('live.title', { title })} · Rookery`;
  // Its title may take more lines than its id.
  if (!run && !known.loaded && live.link !== 'closed') return <p class="muted card empty">{t('app.loading')}</p>;
  const seconds = run && run.games > 0 ? run.core_seconds / run.games : null;
  const shown = chosen ? live.places.filter((place) => isSameGame(place, chosen)) : live.places;
  return (
    <>
      <p class="back">
        <a href={runAddress(id)}>← {t('games.back')}</a>
        {chosen ? <a href={livePageAddress(id)}>{t('live.all')}</a> : null}
      </p>
      <h1>{t('live.title', { title })}</h1>
      {shown.length > 0 ? (
        <>
          {open ? null : (
            <p class="waits" role="status">
              {t('live.ended')} · <a href={gamesAddress(id)}>{t('run.games')}</a>
            </p>
          )}
          <div class="grid">
            {shown.map((place, index) => (
              <LiveCard key={index} id={id} live={place} open={open} />
            ))}
          </div>
          <p class="muted small">
            {t('game.scores.note')}{' '}
            {seconds !== null && seconds < kGlimpse ? t('live.glimpse', { seconds: seconds.toFixed(seconds < 0.1 ? 3 : 1) }) : null}
          </p>
        </>
      ) : (
        <NoBoard id={id} open={open} live={live} chosen={chosen} />
      )}
    </>
  );
}
