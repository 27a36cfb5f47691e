// The losses of a fit on what it saw and on what was kept apart, pass by pass. Where the two part,
// the fit has begun to learn its positions by heart.

import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Fit, FitPass } from '../fits';
import { lossPoints } from '../fits';
import { fixed, kNone } from '../format';
import { t } from '../i18n/language';
import { colour } from '../theme';
import { Chart } from './chart';
import type { Options } from './chart';
import { axes, frame, legendHooks } from './series';

const kDigits = 4;

function lossAxes(): uPlot.Axis[] {
  const [x, y] = axes();
  return [
    { ...x, incrs: [1, 2, 5, 10, 20] },
    { ...y, size: 60, values: (_, ticks) => ticks.map((tick) => fixed(tick, kDigits)) },
  ];
}

function options(tested: boolean): Options {
  const line = (label: string, tone: string, dash?: number[]): uPlot.Series => ({
    label,
    stroke: colour(tone),
    width: 2,
    points: { show: true, size: 6, fill: colour(tone) },
    value: (_, value) => fixed(value, kDigits + 1),
    ...(dash ? { dash } : {}),
  });
  return {
    ...frame(),
    axes: lossAxes(),
    scales: { x: { time: false, range: (_, __, max) => [0, Math.max(1, max)] }, y: { range: lossRange } },
    series: [
      { label: t('fit.pass'), value: (_, value) => (value === null ? kNone : String(value)) },
      line(t('fit.line.train'), 'accent'),
      ...(tested ? [line(t('fit.line.test'), 'reject', [6, 4])] : []),
    ],
    hooks: legendHooks,
  };
}

// Losses lie in a narrow band far from nought.
function lossRange(_: uPlot, min: number, max: number): [number, number] {
  const pad = Math.max(1e-4, (max - min) * 0.1);
  return [min - pad, max + pad];
}

// "0.61 to 0.58", of the first and the last pass.
function moveText(losses: FitPass[], set: 'train' | 'test'): string {
  const first = losses[0]?.[set] ?? null;
  const last = losses[losses.length - 1]?.[set] ?? null;
  return first === null ? kNone : t('fit.move', { from: fixed(first, kDigits + 1), to: fixed(last, kDigits + 1) });
}

export function LossChart(props: { fit: Fit }) {
  const { fit } = props;
  const losses = useMemo(() => lossPoints(fit), [fit]);
  const tested = losses.some((pass) => pass.test !== null);
  const data = useMemo<uPlot.AlignedData>(() => {
    const x = losses.map((_, pass) => pass);
    const train = losses.map((pass) => pass.train);
    return tested ? [x, train, losses.map((pass) => pass.test)] : [x, train];
  }, [losses, tested]);
  const words = { n: fit.losses.length, train: moveText(losses, 'train'), test: moveText(losses, 'test') };
  return <Chart label={t('fit.losses.words', words)} data={data} options={() => options(tested)} />;
}
