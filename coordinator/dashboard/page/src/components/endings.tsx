import { count, percent } from '../format';
import { t, word } from '../i18n/language';

// Endings that speak of a fault, not of chess.
export const kFaults = new Set(['illegal-move', 'crash', 'stall', 'time', 'unknown']);

// How the games ended, most frequent first.
export function Endings(props: { ends: Record<string, number> }) {
  const rows = Object.entries(props.ends)
    .filter(([, games]) => games > 0)
    .sort((a, b) => b[1] - a[1]);
  const total = rows.reduce((sum, [, games]) => sum + games, 0);
  const most = Math.max(1, rows[0]?.[1] ?? 1);
  if (total === 0) return <p class="muted">{t('ends.none')}</p>;
  return (
    <table class="bars">
      <caption class="hidden">{t('ends.caption')}</caption>
      <tbody>
        {rows.map(([name, games]) => (
          <tr key={name}>
            <th scope="row">
              {kFaults.has(name) ? <span title={t('ends.fault')}>⚠ </span> : null}
              {word('end', name)}
            </th>
            <td class="barcell" aria-hidden="true">
              <span
                class={`hbar ${kFaults.has(name) ? 'fault' : ''}`}
                style={{ width: `${(games / most) * 100}%` }}
              />
            </td>
            <td class="number">{count(games)}</td>
            <td class="number muted">{percent(games / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
