// A test's LLR between its bounds, and where it will probably end.

import { useMemo, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Point, Run } from '../api';
import { fixed, short } from '../format';
import { t } from '../i18n/language';
import { colour } from '../theme';
import { Chart } from './chart';
import type { Options } from './chart';
import { frame, legendHooks, pairsRange, pairsSeries } from './series';

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

// The pairs between which 80 % of such tests end; null without a forecast. Pure.
export function endsBetween(run: Run): { low: number; high: number } | null {
  const { forecast, pairs } = run;
  return forecast ? { low: pairs + forecast.pairs_low, high: pairs + forecast.pairs_high } : null;
}

const kMostAhead = 3; // times what was played: else that would be too small to read

export const chartEnd = (played: number, high: number) => Math.min(high, kMostAhead * Math.max(played, 10)) * 1.03;

// A light band where the test will probably end, and a bracket to it from the last point.
function drawForecast(plot: uPlot, run: Run) {
  const ends = endsBetween(run);
  if (!ends || run.llr === null) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const right = bbox.left + bbox.width;
  const x = (pairs: number) => Math.min(right, plot.valToPos(pairs, 'x', true));
  const y = (llr: number | null) => plot.valToPos(llr ?? 0, 'y', true);
  const [low, high, top, bottom] = [x(ends.low), x(ends.high), y(run.upper), y(run.lower)];
  ctx.save();
  ctx.fillStyle = colour('accent-tint');
  ctx.fillRect(low, top, high - low, bottom - top);
  ctx.strokeStyle = colour('accent-soft');
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(x(run.pairs), y(run.llr));
  ctx.lineTo(high, y(run.llr));
  ctx.moveTo(low, top);
  ctx.lineTo(low, bottom);
  ctx.stroke();
  ctx.fillStyle = colour('accent');
  ctx.font = `600 ${12 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  const words = t('chart.forecast', { low: short(ends.low), high: short(ends.high) });
  const width = ctx.measureText(words).width;
  const at = Math.max(bbox.left + 8 * ratio, Math.min((low + high - width) / 2, right - width - 8 * ratio));
  ctx.fillText(words, at, bottom - 4 * ratio);
  ctx.restore();
}

function wordsOf(run: Run): string {
  const words = t('chart.llr.words', { llr: fixed(run.llr, 2), lower: fixed(run.lower, 2), upper: fixed(run.upper, 2) });
  const ends = endsBetween(run);
  return ends ? t('chart.forecast.words', { words, low: short(ends.low), high: short(ends.high) }) : words;
}

export function LlrChart(props: { run: Run; history: Point[] }) {
  const { run } = props;
  const lower = run.lower ?? 0;
  const upper = run.upper ?? 0;
  const latest = useRef(run); // the chart is made once and drawn again as the run goes on
  latest.current = run;
  const data = useMemo<uPlot.AlignedData>(() => {
    const points = [{ pairs: 0, llr: 0 }, ...props.history.filter((point) => point.pairs > 0)];
    return [points.map((point) => point.pairs), points.map((point) => point.llr)];
  }, [props.history, run.forecast?.pairs_low, run.forecast?.pairs_high]);
  const pad = (upper - lower) * 0.14;
  const options = (): Options => ({
    ...frame(),
    scales: {
      x: {
        time: false,
        range: (plot, min, max) => {
          const ends = endsBetween(latest.current);
          return ends ? [0, chartEnd(max, ends.high)] : pairsRange(plot, min, max);
        },
      },
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
    hooks: {
      ...legendHooks,
      drawAxes: [(plot) => drawBounds(plot, lower, upper), (plot) => drawForecast(plot, latest.current)],
    },
  });
  return <Chart label={wordsOf(run)} data={data} options={options} />;
}
