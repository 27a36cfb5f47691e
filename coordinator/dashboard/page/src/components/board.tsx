// A chess board in SVG. As a picture it is described in words; with onSquare it becomes a grid of
// 64 buttons that the arrow keys walk through.

import { useRef, useState } from 'preact/hooks';
import { t, word } from '../i18n/language';
import { kPieces } from './pieces';
import { fileOf, isDark, parseFen, rankOf, squaresInOrder } from './position';
import type { Placement, Square } from './position';

// How a square is marked: the last move, what is selected, where it may go (a castling target in a
// second colour), a king in check, and a mated king in red.
export type Mark = 'last' | 'selected' | 'target' | 'castle' | 'check' | 'mated' | 'hint';

export interface BoardProps {
  fen: string;
  flipped?: boolean;
  marks?: Map<Square, Mark>;
  onSquare?: (square: Square) => void;
  label?: string;
}

function inWords(placement: Placement): string {
  const pieces = [...placement.pieces].map(([square, piece]) => `${word('piece', piece)} ${square}`);
  return t('board.words', { side: word('board.side', placement.side), pieces: pieces.join(', ') });
}

function Piece(props: { letter: string; x: number; y: number }) {
  const drawing = kPieces[props.letter.toLowerCase()];
  if (!drawing) return null;
  const colour = props.letter === props.letter.toLowerCase() ? 'black' : 'white';
  return (
    <g class={`man ${colour}`} transform={`translate(${props.x} ${props.y})`}>
      <path d={drawing.shape} />
      {drawing.lines ? <path class="lines" d={drawing.lines} /> : null}
    </g>
  );
}

function Drawing(props: { placement: Placement; order: Square[]; marks: Map<Square, Mark> }) {
  return (
    <svg viewBox="0 0 360 360" aria-hidden="true">
      {props.order.map((square, index) => {
        const x = (index % 8) * 45;
        const y = Math.floor(index / 8) * 45;
        const mark = props.marks.get(square);
        const piece = props.placement.pieces.get(square);
        const dot = mark === 'target' || mark === 'castle';
        return (
          <g key={square}>
            <rect class={isDark(square) ? 'dark' : 'light'} x={x} y={y} width="45" height="45" />
            {mark && !dot ? <rect class={`mark ${mark}`} x={x} y={y} width="45" height="45" /> : null}
            {index % 8 === 0 ? (
              <text class={isDark(square) ? 'on-dark' : 'on-light'} x={x + 2.5} y={y + 10}>
                {rankOf(square) + 1}
              </text>
            ) : null}
            {index >= 56 ? (
              <text class={isDark(square) ? 'on-dark' : 'on-light'} x={x + 42.5} y={y + 42} text-anchor="end">
                {'abcdefgh'[fileOf(square)]}
              </text>
            ) : null}
            {piece ? <Piece letter={piece} x={x} y={y} /> : null}
            {dot && piece ? <rect class={`frame ${mark}`} x={x + 2} y={y + 2} width="41" height="41" rx="6" /> : null}
            {dot && !piece ? <circle class={`dot ${mark}`} cx={x + 22.5} cy={y + 22.5} r="8" /> : null}
          </g>
        );
      })}
    </svg>
  );
}

const kSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };

function Squares(props: { placement: Placement; order: Square[]; marks: Map<Square, Mark>; onSquare: (square: Square) => void; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState(60); // the king's square at the start, seen by White
  const move = (event: KeyboardEvent, index: number) => {
    const step = kSteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = index + step;
    if (next < 0 || next > 63 || (Math.abs(step) === 1 && Math.floor(next / 8) !== Math.floor(index / 8))) return;
    setFocus(next);
    (box.current?.querySelectorAll('button')[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="squares" ref={box} role="group" aria-label={props.label}>
      {props.order.map((square, index) => {
        const piece = props.placement.pieces.get(square);
        const mark = props.marks.get(square);
        const words = [square, piece ? word('piece', piece) : '', mark ? word('mark', mark) : ''];
        return (
          <button
            type="button"
            key={square}
            data-square={square}
            tabIndex={index === focus ? 0 : -1}
            aria-label={words.filter(Boolean).join(', ')}
            onClick={() => {
              setFocus(index);
              props.onSquare(square);
            }}
            onKeyDown={(event) => move(event, index)}
          />
        );
      })}
    </div>
  );
}

export function Board(props: BoardProps) {
  const placement = parseFen(props.fen);
  const order = squaresInOrder(props.flipped ?? false);
  const marks = props.marks ?? new Map<Square, Mark>();
  const words = props.label ?? inWords(placement);
  if (!props.onSquare) {
    return (
      <div class="board" role="img" aria-label={words}>
        <Drawing placement={placement} order={order} marks={marks} />
      </div>
    );
  }
  return (
    <div class="board">
      <Drawing placement={placement} order={order} marks={marks} />
      <Squares placement={placement} order={order} marks={marks} onSquare={props.onSquare} label={words} />
    </div>
  );
}
