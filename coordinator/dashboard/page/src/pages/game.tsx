// A pair: both games of an opening side by side, stepped through together.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { gamePgnAddress, getPair } from '../api';
import type { Game, Pair, Ply, Run } from '../api';
import { count, duration, short, signed, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { gamesAddress, pairAddress, setQuery } from '../router';
import { useKnown } from '../store';
import { Board } from '../components/board';
import type { Mark } from '../components/board';
import { useFetched } from '../components/fetched';
import { parseFen } from '../components/position';
import { MoveList } from '../components/move_list';
import { ClockChart } from '../components/clock_chart';
import { ScoreChart } from '../components/score_chart';

const kMateBound = 30_000;
const kMateScore = 32_000;

// "+0.35", "+M5" (in plies), from White's side as everywhere on the page; a score is the mover's.
export function scoreText(mover: number | null, whiteMoved: boolean): string {
  if (mover === null) return '';
  const score = whiteMoved ? mover : -mover;
  if (Math.abs(score) > kMateBound) {
    return `${score > 0 ? '+' : '−'}M${kMateScore - Math.abs(score)}`;
  }
  return signed(score / 100, 2);
}

export function marksOf(ply: Ply | undefined, end: boolean, game: Game): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  if (!ply) return marks;
  marks.set(ply.uci.slice(0, 2), 'last').set(ply.uci.slice(2, 4), 'last');
  const check = ply.san.endsWith('+') || ply.san.endsWith('#');
  if (!check) return marks;
  const { pieces, side } = parseFen(ply.fen);
  const king = side === 'w' ? 'K' : 'k';
  for (const [square, piece] of pieces) {
    if (piece === king) marks.set(square, end && game.end === 'checkmate' ? 'mated' : 'check');
  }
  return marks;
}

// "1:23.4"; under ten seconds to the hundredth.
export function clockText(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 10_000) return `0:0${(Math.floor(ms / 10) / 100).toFixed(2)}`;
  const tenths = Math.floor(ms / 100);
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
  const minutes = Math.floor(tenths / 600);
  if (minutes < 60) return `${minutes}:${seconds}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`;
}

interface SideProps {
  colour: 'w' | 'b';
  name: string;
  whose: 'dev' | 'base';
  score: string;
  clock: string;
}

export function Side(props: SideProps) {
  return (
    <p class="side">
      <span class={`chip ${props.colour}`} aria-hidden="true" />
      <span class="hidden">{word('board.side', props.colour)}: </span>
      <strong>{props.name}</strong> <span class="muted">{t(`game.whose.${props.whose}`)}</span>
      <span class="score">{props.score}</span>
      {props.clock ? (
        <span class="clock">
          <span class="hidden">{t('game.clock')} </span>
          {props.clock}
        </span>
      ) : null}
    </p>
  );
}

interface ViewProps {
  run: Run | undefined;
  pair: Pair;
  number: 1 | 2;
  ply: number;
  flipped: boolean;
  onPly: (ply: number) => void;
}

// The newest move that White, or Black, has made by this ply.
export function lastOf(moves: Ply[], ply: number, white: boolean, whiteBegins: boolean): Ply | undefined {
  for (let index = Math.min(ply, moves.length) - 1; index >= 0; --index) {
    if ((index % 2 === 0) === whiteBegins === white) return moves[index];
  }
  return undefined;
}

function Cost(props: { game: Game }) {
  const { game } = props;
  if (game.elapsed_ms === null || game.nodes === null) return null;
  const seconds = game.elapsed_ms / 1000;
  return (
    <p class="muted small">
      {t('game.cost', {
        time: seconds < 10 ? t('unit.s', { n: seconds.toFixed(2) }) : duration(seconds),
        nodes: short(game.nodes),
        speed: seconds > 0 ? short(game.nodes / seconds) : '–',
      })}
    </p>
  );
}

function GameView(props: ViewProps) {
  const game = props.pair.games[props.number - 1] as Game;
  const moves = game.moves ?? [];
  const ply = Math.min(props.ply, moves.length);
  const shown = moves[ply - 1];
  const fen = shown?.fen ?? props.pair.opening_fen ?? '';
  const whiteBegins = parseFen(props.pair.opening_fen ?? '').side === 'w';
  const marks = useMemo(() => marksOf(shown, ply === moves.length, game), [shown, ply, game]);
  const other = game.white === 'dev' ? 'base' : 'dev';
  const name = (whose: 'dev' | 'base') => props.pair[whose] ?? props.run?.[whose]?.name ?? whose;
  const side = (colour: 'w' | 'b', whose: 'dev' | 'base') => {
    const last = lastOf(moves, ply, colour === 'w', whiteBegins);
    return (
      <Side
        colour={colour}
        name={name(whose)}
        whose={whose}
        score={scoreText(last?.score ?? null, colour === 'w')}
        clock={clockText(last?.clock_ms ?? null)}
      />
    );
  };
  const white = side('w', game.white);
  const black = side('b', other);
  return (
    <section class="card gameview" id={`game-${props.number}`}>
      <h2>
        {t('game.number', { n: props.number })}: {game.result.replace(/1\/2/g, '½')}{' '}
        <span class="muted">
          {word('result', game.result)}, {word('end', game.end)}
        </span>
      </h2>
      {props.flipped ? white : black}
      <Board fen={fen} flipped={props.flipped} marks={marks} />
      {props.flipped ? black : white}
      <MoveList
        label={t('game.movelist', { n: props.number })}
        moves={moves}
        start={props.pair.opening_fen ?? ''}
        ply={ply}
        onPly={props.onPly}
      />
      {game.broken ? <p role="alert">{t('game.broken')}</p> : null}
      <Cost game={game} />
      {game.detail ? (
        <details>
          <summary>{t('game.fault')}</summary>
          <pre class="detail" tabIndex={0}>
            {game.detail}
          </pre>
        </details>
      ) : null}
      <ScoreChart game={game} number={props.number} whiteBegins={whiteBegins} ply={ply} />
      <ClockChart game={game} number={props.number} whiteBegins={whiteBegins} ply={ply} />
      <p class="downloads">
        <a href={gamePgnAddress(props.run?.run ?? '', props.pair.pair, props.number)}>{t('game.pgn')}</a>
        <a href={`${pairAddress(props.run?.run ?? '', props.pair.pair)}?game=${props.number}&ply=${ply}`}>{t('game.link')}</a>
      </p>
    </section>
  );
}

function Controls(props: { ply: number; most: number; onPly: (ply: number) => void; onFlip: () => void }) {
  const { ply, most, onPly } = props;
  const button = (text: string, label: string, to: number, off: boolean) => (
    <button type="button" aria-label={label} title={label} disabled={off} onClick={() => onPly(to)}>
      {text}
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={t('game.controls')}>
      {button('|◀', t('game.first'), 0, ply === 0)}
      {button('◀', t('game.back'), ply - 1, ply === 0)}
      <span class="muted" role="status">
        {ply === 0 ? t('game.atopening') : `${ply} / ${most}`}
      </span>
      {button('▶', t('game.on'), ply + 1, ply >= most)}
      {button('▶|', t('game.last'), most, ply >= most)}
      <button type="button" onClick={props.onFlip}>
        {t('game.flip')}
      </button>
    </div>
  );
}

// Arrow keys, unless they belong to something else. Keys may come quicker than the page is drawn, so
// each goes on from where the last one led.
function useKeys(ply: number, most: number, onPly: (ply: number) => void) {
  const latest = useRef({ ply, most, onPly });
  latest.current = { ply, most, onPly };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const now = latest.current;
      const to = { ArrowLeft: now.ply - 1, ArrowRight: now.ply + 1, Home: 0, End: now.most }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      now.ply = Math.max(0, Math.min(now.most, to));
      now.onPly(now.ply);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function Loaded(props: { run: Run | undefined; id: string; pair: Pair; query: URLSearchParams }) {
  const { pair } = props;
  const most = Math.max(pair.games[0].moves?.length ?? 0, pair.games[1].moves?.length ?? 0);
  const ply = Math.min(Math.max(Number(props.query.get('ply') ?? 0) || 0, 0), most);
  const [flipped, setFlipped] = useState(false);
  const onPly = (to: number) => setQuery('ply', to === 0 ? '' : String(to));
  useKeys(ply, most, onPly);
  const second = props.query.get('game') === '2';
  const order: (1 | 2)[] = second ? [2, 1] : [1, 2];
  const run = props.run;
  return (
    <>
      <p class="muted">
        {t('game.twin')}. {t('game.opening', { n: count((pair.opening ?? 0) + 1) })}
        {pair.opening_line ? `: ${pair.opening_line}` : ''}.{' '}
        {t('games.points')}: {(pair.half_points / 2).toFixed(1)}. {pair.worker}
        {pair.after_verdict ? ` (${t('games.late')})` : ''}
      </p>
      <Controls ply={ply} most={most} onPly={onPly} onFlip={() => setFlipped(!flipped)} />
      <div class="grid">
        {order.map((number) => (
          <GameView key={number} run={run} pair={pair} number={number} ply={ply} flipped={flipped} onPly={onPly} />
        ))}
      </div>
      <p class="muted small">
        {t('game.scores.note')} {t('game.keys')}
      </p>
      <details>
        <summary>{t('game.position')}</summary>
        <code>{pair.opening_fen}</code>
      </details>
    </>
  );
}

export function GamePage(props: { id: string; pair: number; query: URLSearchParams }) {
  const run = useKnown().runs.get(props.id);
  const { value, error } = useFetched(() => getPair(props.id, props.pair), [props.id, props.pair]);
  document.title = `${t('game.title', { n: props.pair })} · ${run ? titleOf(run) : props.id} · Rookery`;
  return (
    <>
      <p class="back">
        <a href={gamesAddress(props.id, props.pair)}>← {t('games.title', { title: run ? titleOf(run) : props.id })}</a>
      </p>
      <div class="titleline">
        <h1>{t('game.title', { n: count(props.pair) })}</h1>
        <p>
          {props.pair > 0 ? <a href={pairAddress(props.id, props.pair - 1)}>← {t('games.prevpair')}</a> : null}{' '}
          <a href={pairAddress(props.id, props.pair + 1)}>{t('games.nextpair')} →</a>
        </p>
      </div>
      {error ? (
        <section class="card empty" role="alert">
          <h2>{t('games.cant')}</h2>
          <p>{error}</p>
        </section>
      ) : value && !value.has_games ? (
        <section class="card empty">
          <h2>{t('game.gone')}</h2>
          <p>{t('game.gone.hint', { kept: run?.keep_games ?? '–' })}</p>
          <p>
            {value.games.map((game, index) => (
              <span key={index}>
                {t('game.number', { n: index + 1 })}: {game.result.replace(/1\/2/g, '½')}, {word('end', game.end)}.{' '}
              </span>
            ))}
          </p>
        </section>
      ) : value ? (
        <Loaded run={run} id={props.id} pair={value} query={props.query} />
      ) : (
        <section class="card empty muted">{t('app.loading')}</section>
      )}
    </>
  );
}
