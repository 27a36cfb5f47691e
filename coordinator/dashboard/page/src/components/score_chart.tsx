// Both engines' scores over a game, from White's side, so that one line above another is a quarrel.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Game } from '../api';
import { signed } from '../format';
import { t } from '../i18n/language';
import { Chart } from './chart';
import type { Options } from './chart';
import { gameLines } from './game_lines';
import { drawZero } from './series';

const kMostPawns = 10;
const kMateBound = 30_000;

// Centipawns of the mover as pawns of White, cut; mates at the edge.
export function whitePawns(score: number, whiteMoved: boolean): number {
  const pawns = Math.abs(score) > kMateBound ? Math.sign(score) * kMostPawns : score / 100;
  const cut = Math.max(-kMostPawns, Math.min(kMostPawns, pawns));
  return whiteMoved ? cut : -cut;
}

export function ScoreChart(props: { game: Game; number: number; whiteBegins: boolean; ply: number }) {
  const { game, whiteBegins } = props;
  const data = useMemo<uPlot.AlignedData>(() => {
    const moves = game.moves ?? [];
    const x = moves.map((_, index) => index + 1);
    const side = (white: boolean) =>
      moves.map((move, index) =>
        (index % 2 === 0) === whiteBegins === white && move.score !== null ? whitePawns(move.score, white) : null,
      );
    const devIsWhite = game.white === 'dev';
    return [x, side(devIsWhite), side(!devIsWhite)];
  }, [game, whiteBegins]);
  const options = (): Options => ({
    ...gameLines([-kMostPawns, kMostPawns], (value) => signed(value, 2)),
    hooks: { drawAxes: [drawZero] },
  });
  return (
    <>
      <h3>{t('game.scores')}</h3>
      <Chart label={t('game.scores.words', { n: props.number })} data={data} options={options} mark={props.ply} />
    </>
  );
}
