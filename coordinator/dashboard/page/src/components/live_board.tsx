// A board on which pieces move by the rules: choose a piece, then a square. Promotion asks which.

import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/language';
import { marksOf, movesBetween } from '../table';
import type { Table } from '../table';
import { Board } from './board';
import { parseFen } from './position';
import type { Square } from './position';

interface Props {
  table: Table;
  flipped?: boolean;
  select?: Square | undefined; // chosen at first
  last?: string | undefined;
  locked?: boolean; // it isn't the reader's turn
  label?: string;
  onMove: (uci: string) => void;
}

const kChoices = ['q', 'r', 'b', 'n'] as const;

export function LiveBoard(props: Props) {
  const { table } = props;
  const [selected, setSelected] = useState<Square | null>(props.select ?? null);
  const [promotion, setPromotion] = useState<string | null>(null); // from and to
  const choice = useRef<HTMLParagraphElement>(null);
  const asked = useRef<HTMLElement | null>(null); // the square whose choice is open
  useEffect(() => {
    setSelected(props.select ?? null);
    setPromotion(null);
  }, [table.fen, props.select]);
  useEffect(() => {
    if (promotion === null) return;
    asked.current = document.activeElement as HTMLElement | null;
    choice.current?.querySelector('button')?.focus();
  }, [promotion]);
  const close = () => {
    setPromotion(null);
    asked.current?.focus();
  };
  const own = (square: Square) => {
    const { pieces, side } = parseFen(table.fen);
    const piece = pieces.get(square);
    return piece !== undefined && (piece === piece.toUpperCase()) === (side === 'w');
  };
  const onSquare = (square: Square) => {
    if (props.locked || table.end) return;
    const moves = selected === null ? [] : movesBetween(table, selected, square);
    if (moves.length > 1) setPromotion(`${selected ?? ''}${square}`);
    else if (moves[0]) props.onMove(moves[0].uci);
    else setSelected(own(square) && square !== selected ? square : null);
  };
  return (
    <>
      <Board
        fen={table.fen}
        flipped={props.flipped ?? false}
        marks={marksOf(table, props.locked ? null : selected, props.last)}
        onSquare={onSquare}
        {...(props.label ? { label: props.label } : {})}
      />
      {promotion ? (
        <p
          class="promotion"
          role="group"
          aria-label={t('play.promote')}
          ref={choice}
          onKeyDown={(event) => (event.key === 'Escape' ? close() : undefined)}
        >
          {t('play.promote')}{' '}
          {kChoices.map((piece) => (
            <button
              type="button"
              key={piece}
              onClick={() => {
                close();
                props.onMove(promotion + piece);
              }}
            >
              {t(`play.promote.${piece}`)}
            </button>
          ))}
        </p>
      ) : null}
    </>
  );
}
