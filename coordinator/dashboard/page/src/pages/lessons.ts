// The seven lessons: what each says and the boards that show it. Positions are our own.

import type { Key } from '../i18n/language';

export interface Diagram {
  fen: string;
  select?: string; // the piece whose targets are shown at first
  caption: Key;
}

export interface Lesson {
  id: string; // in the address
  title: Key;
  texts: Key[];
  diagrams: Diagram[];
}

export const kStartFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const kLessons: Lesson[] = [
  {
    id: 'board',
    title: 'learn.board.title',
    texts: ['learn.board.1', 'learn.board.2', 'learn.board.3', 'learn.board.4', 'learn.board.5'],
    diagrams: [{ fen: kStartFen, caption: 'learn.caption.start' }],
  },
  {
    id: 'queen-bishop',
    title: 'learn.queen.title',
    texts: ['learn.queen.1', 'learn.queen.2', 'learn.queen.3', 'learn.queen.xiangqi'],
    diagrams: [
      { fen: '8/7k/8/8/3Q4/8/8/1K6 w - - 0 1', select: 'd4', caption: 'learn.caption.queen' },
      { fen: '8/7k/5p2/8/3B4/2P5/8/1K6 w - - 0 1', select: 'd4', caption: 'learn.caption.bishop' },
    ],
  },
  {
    id: 'knight-rook',
    title: 'learn.knight.title',
    texts: ['learn.knight.1', 'learn.knight.2', 'learn.knight.3', 'learn.knight.xiangqi'],
    diagrams: [
      { fen: '8/7k/8/2ppp3/2pNp3/2ppp3/8/1K6 w - - 0 1', select: 'd4', caption: 'learn.caption.knight' },
      { fen: '8/7k/8/8/3R4/8/8/1K6 w - - 0 1', select: 'd4', caption: 'learn.caption.rook' },
    ],
  },
  {
    id: 'pawn',
    title: 'learn.pawn.title',
    texts: ['learn.pawn.1', 'learn.pawn.2', 'learn.pawn.3'],
    diagrams: [
      { fen: '4k3/8/8/8/8/2p1p3/3P4/4K3 w - - 0 1', select: 'd2', caption: 'learn.caption.pawn' },
      { fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', select: 'e5', caption: 'learn.caption.passant' },
    ],
  },
  {
    id: 'king',
    title: 'learn.king.title',
    texts: ['learn.king.1', 'learn.king.2', 'learn.king.3', 'learn.king.4'],
    diagrams: [
      { fen: '8/P6k/8/8/8/8/8/1K6 w - - 0 1', select: 'a7', caption: 'learn.caption.promotion' },
      { fen: '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', select: 'e1', caption: 'learn.caption.castling' },
      { fen: '4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1', select: 'e1', caption: 'learn.caption.barred' },
    ],
  },
  {
    id: 'winning',
    title: 'learn.win.title',
    texts: ['learn.win.1', 'learn.win.2', 'learn.win.3'],
    diagrams: [
      { fen: '4k3/8/8/8/7b/8/6P1/4K2R w K - 0 1', caption: 'learn.caption.check' },
      { fen: 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1', caption: 'learn.caption.mate' },
    ],
  },
  {
    id: 'drawing',
    title: 'learn.draw.title',
    texts: ['learn.draw.1', 'learn.draw.2', 'learn.draw.3', 'learn.draw.4', 'learn.draw.xiangqi'],
    diagrams: [
      { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', caption: 'learn.caption.stalemate' },
      { fen: '8/8/4k3/8/8/3KN3/8/8 w - - 0 1', caption: 'learn.caption.dead' },
    ],
  },
];
