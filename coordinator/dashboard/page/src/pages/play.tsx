// A game against the embedded engine. The tab keeps it, so that it goes on after a look at another
// page or a reload; PGN is the way to keep it for longer.

import { useEffect, useState } from 'preact/hooks';
import { draftOf, dropDraft, keepDraft } from '../draft';
import { askMove, balance, getTable, pgnOfGame } from '../table';
import type { Table } from '../table';
import { t, word } from '../i18n/language';
import { LiveBoard } from '../components/live_board';
import { MoveList } from '../components/move_list';
import { setQuery } from '../router';
import { kStartFen } from './lessons';

const kLevels = [1, 2, 3, 4, 5, 6, 7, 8];

export interface Played {
  moves: string[];
  table: Table | null;
  resigned: boolean;
  error: string;
}

const kDraft = 'game';
const kMostPlies = 1000; // that the coordinator takes

interface KeptGame {
  moves: string[];
  resigned: boolean;
  side: 'w' | 'b';
  level: number;
  seed: number;
}

// Whether the reader has moved: a choice of the other side then waits for the next game.
export const hasBegun = (moves: string[], side: 'w' | 'b') => moves.length > (side === 'w' ? 0 : 1);

const kNothing: Played = { moves: [], table: null, resigned: false, error: '' };

// What those hear who don't see the board: the engine's move, and what comes now.
export function statusOf(game: Played, side: 'w' | 'b', thinking: boolean): string {
  const { table } = game;
  if (!table) return t('app.loading');
  if (game.resigned) return t('play.resigned');
  const mine = table.fen.split(' ')[1] === side;
  const last = table.sans[table.sans.length - 1];
  const answered = mine && last ? `${t('play.answered', { move: last })} ` : '';
  if (table.end) {
    const end = word('end', table.end.end);
    if (table.end.result === '1/2-1/2') return answered + t('play.drawn', { end });
    return answered + t((table.end.result === '1-0') === (side === 'w') ? 'play.won' : 'play.lost', { end });
  }
  const check = table.check ? `${t('play.check')} ` : '';
  return answered + check + (thinking ? t('play.thinking') : t('play.yours'));
}

// wanted: the side that was chosen; side: of the game that is on the board.
function Choices(props: { level: number; wanted: 'w' | 'b'; side: 'w' | 'b'; onNew: () => void }) {
  const { wanted, side } = props;
  const next = { now: word('board.side', side), next: word('board.side', wanted) };
  return (
    <div class="fields">
      <label>
        {t('play.level')}
        <select value={props.level} onChange={(event) => setQuery('level', event.currentTarget.value)}>
          {kLevels.map((level) => (
            <option key={level} value={level}>
              {t('play.level.n', { n: level })}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('play.side')}
        <select value={wanted} onChange={(event) => setQuery('side', event.currentTarget.value)}>
          <option value="w">{t('board.side.w')}</option>
          <option value="b">{t('board.side.b')}</option>
        </select>
      </label>
      <button type="button" onClick={props.onNew}>
        {t('play.new')}
      </button>
      <p class="nextside" role="status">
        {wanted === side ? null : t('play.side.next', next)}
      </p>
    </div>
  );
}

// The game, and the engine's answers to it.
function useGame(wanted: 'w' | 'b', level: number, kept: KeptGame | null) {
  const [side, setSide] = useState(kept?.side ?? wanted);
  const [game, setGame] = useState<Played>(kept ? { ...kNothing, moves: kept.moves, resigned: kept.resigned } : kNothing);
  const [seed, setSeed] = useState(kept?.seed ?? 1);
  const turn = game.table ? (game.table.fen.split(' ')[1] as 'w' | 'b') : 'w';
  const over = game.resigned || game.table?.end != null;
  const thinking = game.table !== null && !over && turn !== side;
  const keep = (moves: string[], resigned = false) => (table: Table) => setGame({ moves, table, resigned, error: '' });
  const fail = (fault: Error) => setGame((before) => ({ ...before, error: fault.message }));
  const show = (moves: string[], resigned = false) => void getTable('', moves).then(keep(moves, resigned), fail);

  useEffect(() => {
    if (game.table === null && game.error === '') show(game.moves, game.resigned);
  }, [game.table, game.error]);
  useEffect(() => {
    const { moves, resigned } = game;
    if (moves.length === 0 || moves.length > kMostPlies) dropDraft(kDraft);
    else keepDraft(kDraft, { moves, resigned, side, level, seed } satisfies KeptGame);
  }, [game.moves, game.resigned, side, level, seed]);
  const answer = () => {
    let current = true;
    askMove('', game.moves, level, seed).then(
      (table) => current && keep([...game.moves, table.move ?? ''])(table),
      (fault: Error) => current && fail(fault),
    );
    return () => {
      current = false;
    };
  };
  useEffect(() => (thinking && game.error === '' ? answer() : undefined), [game.moves, thinking, game.error]);

  const begin = () => {
    setSide(wanted);
    setSeed(Math.floor(Math.random() * 1e9));
    setGame(kNothing);
  };
  useEffect(() => {
    if (wanted !== side && !hasBegun(game.moves, side)) begin();
  }, [wanted]);

  return {
    game,
    side,
    begin,
    thinking,
    over,
    play: (uci: string) => show([...game.moves, uci]),
    // Back to the reader's own last move, with the engine's answer.
    takeBack: () => show(game.moves.slice(0, Math.max(side === 'b' ? 1 : 0, game.moves.length - 2))),
    resign: () => setGame({ ...game, resigned: true }),
    retry: () => setGame({ ...game, error: '' }),
  };
}

export function PlayPage(props: { query: URLSearchParams }) {
  const [kept] = useState(() => draftOf<KeptGame>(kDraft));
  const level = Math.min(8, Math.max(1, Number(props.query.get('level') ?? kept?.level ?? 3) || 3));
  const wanted = (props.query.get('side') ?? kept?.side) === 'b' ? 'b' : 'w';
  const { game, side, thinking, over, play, takeBack, resign, retry, begin } = useGame(wanted, level, kept);
  const table = game.table;
  document.title = `${t('play.title')} · Rookery`;
  const ahead = table ? balance(table.fen) * (side === 'w' ? 1 : -1) : 0;
  return (
    <>
      <h1>{t('play.title')}</h1>
      <div class="playing">
        <div class="boardside">
          {table ? (
            <LiveBoard
              table={table}
              flipped={side === 'b'}
              last={game.moves[game.moves.length - 1]}
              locked={thinking || over || game.error !== ''}
              onMove={play}
            />
          ) : (
            <div class="board" />
          )}
        </div>
        <div class="card">
          <Choices level={level} wanted={wanted} side={side} onNew={begin} />
          <p class="muted small">{t('play.level.hint')}</p>
          {game.error ? (
            <p role="alert">
              {t('play.trouble')}: {game.error}{' '}
              <button type="button" onClick={retry}>
                {t('app.again')}
              </button>
            </p>
          ) : (
            <p class="turn" role="status">
              {statusOf(game, side, thinking)}
            </p>
          )}
          <MoveList
            label={t('play.moves')}
            moves={(table?.sans ?? []).map((san) => ({ san }))}
            start={kStartFen}
            ply={game.moves.length}
          />
          <p class="muted small">{t('play.count', { n: ahead })}</p>
          <p class="downloads">
            <button type="button" disabled={thinking || game.resigned || game.moves.length < 2} onClick={takeBack}>
              {t('play.undo')}
            </button>
            <button type="button" disabled={over || table === null} onClick={resign}>
              {t('play.resign')}
            </button>
            <a href={pgnOfGame(game.moves, side, game.resigned)}>{t('play.pgn')}</a>
            <a href="#/learn">{t('app.learn')}</a>
          </p>
        </div>
      </div>
    </>
  );
}
