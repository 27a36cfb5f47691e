// A game on a board, as the coordinator's rules see it.

import { get, postJson } from './api';
import type { Mark } from './components/board';
import { parseFen } from './components/position';
import type { Square } from './components/position';

export interface TableMove {
  uci: string;
  san: string;
  castling: boolean;
  en_passant: boolean;
  capture: boolean;
}

export interface Table {
  fen: string;
  sans: string[];
  moves: TableMove[];
  check: boolean;
  end: { end: string; result: string } | null;
  move?: string; // the engine's, in answer to askMove
}

const query = (fen: string, moves: string[]) =>
  new URLSearchParams({ ...(fen ? { fen } : {}), ...(moves.length > 0 ? { moves: moves.join(' ') } : {}) }).toString();

export const getTable = (fen: string, moves: string[] = []) => get<Table>(`/api/v1/play/table?${query(fen, moves)}`);

export const askMove = (fen: string, moves: string[], level: number, seed: number) =>
  postJson<Table>('/api/v1/play/move', { fen, moves: moves.join(' '), level, seed });

export const pgnOfGame = (moves: string[], side: 'w' | 'b', resigned: boolean) => {
  const date = new Date().toISOString().slice(0, 10).replace(/-/g, '.');
  return `/api/v1/play/pgn?${query('', moves)}&side=${side}&date=${date}${resigned ? '&resigned=1' : ''}`;
};

// The squares to mark: a chosen piece's targets, castling in a second colour, check, mate in red.
export function marksOf(table: Table, selected: Square | null, last?: string): Map<Square, Mark> {
  const marks = new Map<Square, Mark>();
  if (last) marks.set(last.slice(0, 2), 'last').set(last.slice(2, 4), 'last');
  if (table.check) {
    const { pieces, side } = parseFen(table.fen);
    for (const [square, piece] of pieces) {
      if (piece === (side === 'w' ? 'K' : 'k')) marks.set(square, table.end?.end === 'checkmate' ? 'mated' : 'check');
    }
  }
  if (selected === null) return marks;
  marks.set(selected, 'selected');
  for (const move of table.moves) {
    if (move.uci.startsWith(selected)) marks.set(move.uci.slice(2, 4), move.castling ? 'castle' : 'target');
  }
  return marks;
}

export const movesBetween = (table: Table, from: Square, to: Square) =>
  table.moves.filter((move) => move.uci.slice(0, 4) === from + to);

const kWorth: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

// White's pieces less Black's, in pawns.
export function balance(fen: string): number {
  let sum = 0;
  for (const piece of parseFen(fen).pieces.values()) {
    const worth = kWorth[piece.toLowerCase()] ?? 0;
    sum += piece === piece.toLowerCase() ? -worth : worth;
  }
  return sum;
}
