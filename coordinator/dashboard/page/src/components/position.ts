// A position's text as a board shows it. No rules: what is legal the coordinator says.

export type Square = string; // 'a1' .. 'h8'

export interface Placement {
  pieces: Map<Square, string>; // letters as in FEN
  side: 'w' | 'b';
}

const kFiles = 'abcdefgh';

export const squareAt = (file: number, rank: number): Square => `${kFiles[file] ?? '?'}${rank + 1}`;
export const fileOf = (square: Square) => square.charCodeAt(0) - 97;
export const rankOf = (square: Square) => square.charCodeAt(1) - 49;
export const isDark = (square: Square) => (fileOf(square) + rankOf(square)) % 2 === 0;

export function parseFen(fen: string): Placement {
  const [board = '', side] = fen.split(' ');
  const pieces = new Map<Square, string>();
  board.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else pieces.set(squareAt(file++, 7 - index), letter);
    }
  });
  return { pieces, side: side === 'b' ? 'b' : 'w' };
}

// The squares in reading order, as seen by White or, turned, by Black.
export function squaresInOrder(flipped: boolean): Square[] {
  const squares: Square[] = [];
  for (let row = 0; row < 8; ++row) {
    for (let column = 0; column < 8; ++column) {
      squares.push(flipped ? squareAt(7 - column, row) : squareAt(column, 7 - row));
    }
  }
  return squares;
}
