// Both engines' clocks over a game; where there are none, what each thought about its moves.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Game, Ply } from '../api';
import { fixed } from '../format';
import { t } from '../i18n/language';
import { Chart } from './chart';
import { gameLines } from './game_lines';

export type Kind = 'clocks' | 'times';

// Nothing to draw where no move says either, or all took no time that can be measured.
export function kindOf(moves: Ply[]): Kind | null {
  if (moves.some((move) => move.clock_ms !== null)) return 'clocks';
  return moves.some((move) => (move.time_ms ?? 0) > 0) ? 'times' : null;
}

// Of one side, by half moves: seconds left, or milliseconds thought.
export function valuesOf(moves: Ply[], kind: Kind, even: boolean): (number | null)[] {
  return moves.map((move, index) => {
    if ((index % 2 === 0) !== even) return null;
    if (kind === 'times') return move.time_ms;
    return move.clock_ms === null ? null : move.clock_ms / 1000;
  });
}

// empty: room for it from the first move on, where moves are still to come.
export function ClockChart(props: { game: Game; number: number; whiteBegins: boolean; ply: number; empty?: boolean }) {
  const { game, whiteBegins } = props;
  const moves = game.moves ?? [];
  const kind = kindOf(moves);
  const data = useMemo<uPlot.AlignedData>(() => {
    const shown = kind ?? 'times';
    const devBegins = (game.white === 'dev') === whiteBegins;
    const x = moves.map((_, index) => index + 1);
    return [x, valuesOf(moves, shown, devBegins), valuesOf(moves, shown, !devBegins)];
  }, [game, whiteBegins]);
  if (kind === null && !props.empty) return null;
  const shown = kind ?? 'times';
  const words = (value: number | null) => (value === null ? '–' : fixed(value, shown === 'clocks' ? 2 : 0));
  const options = () => gameLines((_, __, max) => [0, Math.max(1, max * 1.05)], words);
  return (
    <>
      <h3>{t(`game.${shown}`)}</h3>
      <Chart key={shown} label={t(`game.${shown}.words`, { n: props.number })} data={data} options={options} mark={props.ply} />
    </>
  );
}
