// A run's games as they are played, move by move, while the page is open.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { liveAddress } from '../api';
import type { Game, LiveGame } from '../api';
import { count, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { gamesAddress, runAddress } from '../router';
import { useKnown } from '../store';
import { Board } from '../components/board';
import { ClockChart } from '../components/clock_chart';
import { parseFen } from '../components/position';
import { MoveList } from '../components/move_list';
import { ScoreChart } from '../components/score_chart';
import { Side, clockText, lastOf, marksOf, scoreText } from './game';

// Games shorter than this, in seconds, are over before a reader has seen the board.
const kGlimpse = 2;

export type Link = 'opening' | 'open' | 'closed';

// The newest state of the games that are shown; the browser connects again by itself.
function useLive(id: string, open: boolean): { games: LiveGame[]; link: Link } {
  const [games, setGames] = useState<LiveGame[]>([]);
  const [link, setLink] = useState<Link>('opening');
  useEffect(() => {
    if (!open) return;
    const stream = new EventSource(liveAddress(id));
    stream.addEventListener('open', () => setLink('open'));
    stream.addEventListener('error', () => setLink(stream.readyState === EventSource.CLOSED ? 'closed' : 'opening'));
    stream.addEventListener('games', (event) => setGames(JSON.parse(event.data).games as LiveGame[]));
    return () => stream.close();
  }, [id, open]);
  return { games, link };
}

function asGame(live: LiveGame): Game {
  return {
    white: live.white,
    result: '1/2-1/2',
    end: '',
    plies: live.moves.length,
    nodes: null,
    elapsed_ms: null,
    moves: live.moves.map((move) => ({ ...move, fen: '' })),
  };
}

function LiveCard(props: { live: LiveGame }) {
  const { live } = props;
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
        score={scoreText(newest?.score ?? null)}
        clock={clockText(newest?.clock_ms ?? null)}
      />
    );
  };
  return (
    <section class="card gameview live">
      <h2>
        {t('live.game', { pair: count(live.pair), n: live.number })}{' '}
        <span class="muted">{live.over ? t('live.over') : word('board.side', parseFen(live.fen).side)}</span>
      </h2>
      {side('b', live.white === 'dev' ? 'base' : 'dev')}
      <Board fen={live.fen} marks={marks} />
      {side('w', live.white)}
      <MoveList label={t('game.movelist', { n: live.number })} moves={moves} start={live.opening_fen} ply={ply} />
      <ScoreChart game={game} number={live.number} whiteBegins={whiteBegins} ply={0} />
      <ClockChart game={game} number={live.number} whiteBegins={whiteBegins} ply={0} />
      <p class="muted small">{live.worker}</p>
    </section>
  );
}

export function LivePage(props: { id: string }) {
  const run = useKnown().runs.get(props.id);
  const open = run === undefined || run.state === 'active' || run.state === 'paused' || run.state === 'waiting';
  const { games, link } = useLive(props.id, open);
  const title = run ? titleOf(run) : props.id;
  document.title = `${t('live.title', { title })} · Rookery`;
  const seconds = run && run.games > 0 ? run.core_seconds / run.games : null;
  return (
    <>
      <p class="back">
        <a href={runAddress(props.id)}>← {t('games.back')}</a>
      </p>
      <h1>{t('live.title', { title })}</h1>
      {seconds !== null && seconds < kGlimpse ? (
        <p class="muted">{t('live.glimpse', { seconds: seconds.toFixed(seconds < 0.1 ? 3 : 1) })}</p>
      ) : null}
      {games.length > 0 ? (
        <div class="grid">
          {games.map((live) => (
            <LiveCard key={`${live.pair}/${live.number}`} live={live} />
          ))}
        </div>
      ) : (
        <section class="card empty" role={link === 'closed' ? 'alert' : 'status'}>
          <h2>{open ? t(link === 'closed' ? 'live.closed' : 'live.waiting') : t('live.ended')}</h2>
          <p>
            {open ? t('live.waiting.hint') : null} <a href={gamesAddress(props.id)}>{t('run.games')}</a>
          </p>
        </section>
      )}
    </>
  );
}
