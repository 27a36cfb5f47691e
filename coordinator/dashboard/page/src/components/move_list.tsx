// A game's moves in numbered pairs; where they can be chosen, each shows the position after it.

import { useEffect, useRef } from 'preact/hooks';

interface Move {
  san: string;
}

export function MoveList(props: { label: string; moves: Move[]; start: string; ply: number; onPly?: (ply: number) => void }) {
  const { onPly } = props;
  const list = useRef<HTMLOListElement>(null);
  const [, side, , , , number] = props.start.split(' ');
  const first = Number(number ?? 1) || 1;
  const offset = side === 'b' ? 1 : 0;
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector<HTMLElement>('[aria-current]');
    if (box && here) box.scrollTop = here.offsetTop - box.clientHeight / 2; // the list alone, never the page
  }, [props.ply]);
  return (
    <ol class="moves" ref={list} aria-label={props.label} tabIndex={0}>
      {props.moves.map((move, index) => {
        const half = index + offset;
        const whole = first + Math.floor(half / 2);
        const numbered = half % 2 === 0 ? `${whole}. ` : index === 0 ? `${whole}… ` : '';
        return (
          <li key={index}>
            {numbered ? <span class="muted">{numbered}</span> : null}
            {onPly ? (
              <button
                type="button"
                class="link"
                aria-current={index + 1 === props.ply ? 'step' : undefined}
                onClick={() => onPly(index + 1)}
              >
                {move.san}
              </button>
            ) : (
              <span aria-current={index + 1 === props.ply ? 'step' : undefined}>{move.san}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
