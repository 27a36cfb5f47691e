// A figure over time in the size of a word.

import { dateTime, short } from '../format';
import { t } from '../i18n/language';

const kWidth = 72;
const kHeight = 18;

export function Spark(props: { at: string[]; values: (number | null)[] }) {
  const points = props.values.flatMap((value, place) => (value === null ? [] : [{ place, value }]));
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last || points.length < 2) return null;
  const most = Math.max(...points.map(({ value }) => value));
  const step = kWidth / Math.max(1, props.values.length - 1);
  // A gap in the values is a gap in the line.
  const path = points
    .map(({ place, value }, index) => {
      const joined = index > 0 && points[index - 1]!.place === place - 1;
      return `${joined ? 'L' : 'M'}${(place * step).toFixed(1)} ${(kHeight - 1 - (value / most) * (kHeight - 2)).toFixed(1)}`;
    })
    .join('');
  const words = t('worker.speed.words', {
    from: short(first.value),
    to: short(last.value),
    since: dateTime(props.at[first.place] ?? null),
  });
  return (
    <svg class="spark" width={kWidth} height={kHeight} viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={path} />
    </svg>
  );
}
