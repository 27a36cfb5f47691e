// Series of a run over its pairs: its Elo with the interval, or a tune's gain. The LLR is in llr_chart.tsx.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { ForecastPoint, Point, Run } from '../api';
import { eloInterval, eloText, fixed, interval, short, signed } from '../format';
import { t } from '../i18n/language';
import { colour } from '../theme';
import { Chart } from './chart';
import type { Options } from './chart';

const kFont = '12px system-ui, sans-serif';

export function axes(): uPlot.Axis[] {
  const common = {
    stroke: colour('muted'),
    font: kFont,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1, size: 4 },
  };
  return [
    { ...common, size: 34, values: (_, ticks) => ticks.map((tick) => short(tick)) },
    { ...common, size: 52, values: (_, ticks) => ticks.map((tick) => fixed(tick, Number.isInteger(tick) ? 0 : 1)) },
  ];
}

export const frame = (): Pick<Options, 'axes' | 'padding' | 'cursor' | 'legend'> => ({
  axes: axes(),
  padding: [12, 16, 0, 0],
  cursor: { points: { size: 7 }, drag: { x: false, y: false } },
  legend: { live: true },
});

// With no pointer over the chart the legend shows the last point.
const lastInLegend = (plot: uPlot) => {
  const last = plot.data[0].length - 1;
  if (plot.cursor.idx == null && last >= 0) plot.setLegend({ idx: last }, false);
};
export const legendHooks = { ready: [lastInLegend], setData: [lastInLegend], setCursor: [lastInLegend] };

export const pairsSeries = (): uPlot.Series => ({ label: t('chart.pairs'), value: (_, value) => (value === null ? '–' : short(value)) });
export const pairsRange = (_: uPlot, __: number, max: number): [number, number] => [0, Math.max(10, max * 1.03)];

// Elo by pairs, with its 95 % as a band.
function eloWithInterval(label: string): Options {
  const line = (name: string, tone: string, width: number): uPlot.Series => ({
    label: name,
    stroke: colour(tone),
    width,
    points: { show: false },
    value: (_, value) => signed(value, 1),
  });
  return {
    ...frame(),
    scales: { x: { time: false, range: pairsRange }, y: { range: eloRange } },
    series: [
      pairsSeries(),
      line(label, 'accent', 2),
      line(t('chart.low'), 'accent-soft', 1),
      line(t('chart.high'), 'accent-soft', 1),
    ],
    bands: [{ series: [3, 2], fill: colour('accent-tint') }],
    hooks: { ...legendHooks, drawAxes: [drawZero] },
  };
}

export function EloChart(props: { run: Run; history: Point[] }) {
  const data = useMemo<uPlot.AlignedData>(() => {
    const points = props.history.filter((point) => point.elo_low !== null || point.elo_high !== null);
    return [
      points.map((point) => point.pairs),
      points.map((point) => point.elo),
      points.map((point) => point.elo_low),
      points.map((point) => point.elo_high),
    ];
  }, [props.history]);
  const options = () => eloWithInterval(t('run.elo'));
  const { elo, elo_low, elo_high } = props.run;
  const words = t('chart.elo.words', { elo: eloText(elo), range: eloInterval(elo_low, elo_high) });
  return <Chart label={words} data={data} options={options} />;
}

// How much the tuner thought to have gained, and how sure it was, after so many pairs.
export function GainChart(props: { forecasts: ForecastPoint[] }) {
  const { forecasts } = props;
  const data = useMemo<uPlot.AlignedData>(
    () => [
      forecasts.map((point) => point.pairs),
      forecasts.map((point) => point.gain),
      forecasts.map((point) => point.gain_low),
      forecasts.map((point) => point.gain_high),
    ],
    [forecasts],
  );
  const options = () => eloWithInterval(t('tune.gain'));
  const last = forecasts[forecasts.length - 1];
  const words = t('chart.gain.words', {
    gain: signed(last?.gain ?? null, 1),
    range: interval(last?.gain_low ?? null, last?.gain_high ?? null, 1),
  });
  return <Chart label={words} data={data} options={options} />;
}

// The first points have intervals of hundreds of Elo, which would flatten all the others.
function eloRange(plot: uPlot): [number, number] {
  const [, elo = [], low = [], high = []] = plot.data;
  const from = Math.floor(elo.length / 4);
  const seen = [0];
  for (let i = from; i < elo.length; ++i) seen.push(low[i] ?? elo[i] ?? 0, high[i] ?? elo[i] ?? 0);
  const min = Math.min(...seen);
  const max = Math.max(...seen);
  const pad = Math.max(2, (max - min) * 0.08);
  return [min - pad, max + pad];
}

export function drawZero(plot: uPlot) {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(0, 'y', true);
  ctx.save();
  ctx.strokeStyle = colour('muted');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
