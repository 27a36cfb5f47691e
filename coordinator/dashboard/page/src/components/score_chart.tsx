// Both engines' scores over a game, from White's side, so that one line above another is a quarrel.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Game } from '../api';
import { signed } from '../format';
import { t } from '../i18n/language';
import { colour } from '../theme';
import { Chart } from './chart';
import type { Options } from './chart';
import { axes, drawZero } from './series';

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
  const series = (label: string, tone: string, dash?: number[]): uPlot.Series => ({
    label,
    stroke: colour(tone),
    width: 2,
    spanGaps: true,
    points: { show: false },
    value: (_, value) => signed(value, 2),
    ...(dash ? { dash } : {}),
  });
  const options = (): Options => ({
    axes: axes(),
    padding: [12, 16, 0, 0],
    cursor: { points: { size: 7 }, drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false }, y: { range: [-kMostPawns, kMostPawns] } },
    series: [
      { label: t('game.halfmove') },
      series(t('game.score.dev'), 'accent'),
      series(t('game.score.base'), 'reject', [6, 4]),
    ],
    hooks: { drawAxes: [drawZero] },
  });
  return <Chart label={t('game.scores.words', { n: props.number })} data={data} options={options} mark={props.ply} />;
}
