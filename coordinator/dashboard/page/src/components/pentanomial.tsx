import type { Pentanomial } from '../api';
import { count, percent } from '../format';
import { t } from '../i18n/language';

const kCells = [
  { name: 'LL', points: '0', tone: 'reject' },
  { name: 'LD', points: '½', tone: 'reject soft' },
  { name: 'DD, WL', points: '1', tone: 'even' },
  { name: 'WD', points: '1½', tone: 'accept soft' },
  { name: 'WW', points: '2', tone: 'accept' },
];

// Pairs by the points that dev took of the two games.
export function PentanomialBars(props: { counts: Pentanomial; expected: Pentanomial | null }) {
  const { expected } = props;
  const total = props.counts.reduce((sum, value) => sum + value, 0);
  const most = Math.max(1, ...props.counts, ...(expected ?? []));
  return (
    <>
    <ol class="penta">
      {kCells.map((cell, index) => {
        const value = props.counts[index] ?? 0;
        return (
          <li key={cell.name}>
            <span class="value">{count(value)}</span>
            <span class="column" aria-hidden="true">
              <span class={`bar ${cell.tone}`} style={{ height: `${(value / most) * 100}%` }} />
              {expected ? <span class="expected" style={{ bottom: `${((expected[index] ?? 0) / most) * 100}%` }} /> : null}
            </span>
            <span class="name">{cell.name}</span>
            <span class="muted">
              {t('unit.pt', { n: cell.points })}{total > 0 ? ` · ${percent(value / total, 0)}` : ''}
            </span>
          </li>
        );
      })}
    </ol>
    {expected ? <p class="muted">{t('penta.expected', { counts: expected.map((value) => count(value)).join(', ') })}</p> : null}
    </>
  );
}
