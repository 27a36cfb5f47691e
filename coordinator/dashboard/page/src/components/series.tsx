// The two series of a run: its LLR between the bounds, and its Elo with the interval.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { ForecastPoint, Point, Run } from '../api';
import { fixed, interval, short, signed } from '../format';
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

const pairsSeries = (): uPlot.Series => ({ label: t('chart.pairs'), value: (_, value) => (value === null ? '–' : short(value)) });
const pairsRange = (_: uPlot, __: number, max: number): [number, number] => [0, Math.max(10, max * 1.03)];

// Tints what lies beyond the bounds and names them.
function drawBounds(plot: uPlot, lower: number, upper: number) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const y = (value: number) => plot.valToPos(value, 'y', true);
  const zone = (from: number, to: number, tone: string, words: string, below: boolean) => {
    ctx.fillStyle = colour(`${tone}-tint`);
    ctx.fillRect(bbox.left, from, bbox.width, to - from);
    ctx.strokeStyle = colour(tone);
    ctx.lineWidth = ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    const edge = below ? from : to;
    ctx.beginPath();
    ctx.moveTo(bbox.left, edge);
    ctx.lineTo(bbox.left + bbox.width, edge);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = colour(tone);
    ctx.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'left';
    ctx.textBaseline = below ? 'top' : 'bottom';
    ctx.fillText(words, bbox.left + 8 * ratio, edge + (below ? 4 : -4) * ratio);
  };
  ctx.save();
  zone(bbox.top, y(upper), 'accept', t('chart.accept', { at: fixed(upper, 2) }), false);
  zone(y(lower), bbox.top + bbox.height, 'reject', t('chart.reject', { at: fixed(lower, 2) }), true);
  ctx.restore();
}

export function LlrChart(props: { run: Run; history: Point[] }) {
  const lower = props.run.lower ?? 0;
  const upper = props.run.upper ?? 0;
  const data = useMemo<uPlot.AlignedData>(() => {
    const points = [{ pairs: 0, llr: 0 }, ...props.history.filter((point) => point.pairs > 0)];
    return [points.map((point) => point.pairs), points.map((point) => point.llr)];
  }, [props.history]);
  const pad = (upper - lower) * 0.14;
  const options = (): Options => ({
    ...frame(),
    scales: {
      x: { time: false, range: pairsRange },
      y: { range: (_, min, max) => [Math.min(min, lower) - pad, Math.max(max, upper) + pad] },
    },
    series: [
      pairsSeries(),
      {
        label: 'LLR',
        stroke: colour('accent'),
        width: 2,
        points: { show: false },
        value: (_, value) => fixed(value, 2),
      },
    ],
    hooks: { ...legendHooks, drawAxes: [(plot) => drawBounds(plot, lower, upper)] },
  });
  const words = t('chart.llr.words', { llr: fixed(props.run.llr, 2), lower: fixed(lower, 2), upper: fixed(upper, 2) });
  return <Chart label={words} data={data} options={options} />;
}

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
    const points = props.history.filter((point) => point.elo !== null);
    return [
      points.map((point) => point.pairs),
      points.map((point) => point.elo),
      points.map((point) => point.elo_low),
      points.map((point) => point.elo_high),
    ];
  }, [props.history]);
  const options = () => eloWithInterval(t('run.elo'));
  const { elo, elo_low, elo_high } = props.run;
  const words = t('chart.elo.words', { elo: signed(elo, 1), range: interval(elo_low, elo_high, 1) });
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
