// How the charts of one game are drawn: a line for each engine over the half-moves, in the
// same colours everywhere.

import type uPlot from 'uplot';
import { t } from '../i18n/language';
import { colour } from '../theme';
import type { Options } from './chart';
import { axes } from './series';

type Range = NonNullable<uPlot.Scale['range']>;

export function gameLines(range: Range, words: (value: number | null) => string): Options {
  const line = (label: string, tone: string, dash?: number[]): uPlot.Series => ({
    label,
    stroke: colour(tone),
    width: 2,
    spanGaps: true,
    points: { show: false },
    value: (_, value) => words(value),
    ...(dash ? { dash } : {}),
  });
  return {
    axes: axes(),
    padding: [12, 16, 0, 0],
    cursor: { points: { size: 7 }, drag: { x: false, y: false } },
    legend: { live: false },
    scales: { x: { time: false }, y: { range } },
    series: [
      { label: t('game.halfmove') },
      line(t('game.score.dev'), 'accent'),
      line(t('game.score.base'), 'reject', [6, 4]),
    ],
  };
}
