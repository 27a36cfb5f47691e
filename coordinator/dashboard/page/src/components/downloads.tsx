// What can be taken away of a run, and where else it is shown.

import { jsonAddress, pgnAddress } from '../api';
import type { Point, Run } from '../api';
import { t } from '../i18n/language';
import { gamesAddress, livePageAddress } from '../router';
import { canCopy } from '../new_run';

export function Downloads(props: { run: Run; history: Point[] }) {
  const csv = () => {
    const cell = (value: number | null) => (value === null ? '' : String(value));
    const rows = props.history.map((p) => [p.pairs, p.llr, p.elo, p.elo_low, p.elo_high].map(cell).join(','));
    const link = document.createElement('a');
    const text = ['pairs,llr,elo,elo_low,elo_high', ...rows, ''].join('\n');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    link.download = `${props.run.run}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <p class="downloads">
      <a href={gamesAddress(props.run.run)}>{t('run.games')}</a>
      {props.run.state === 'active' ? <a href={livePageAddress(props.run.run)}>{t('live.link')}</a> : null}
      <a href={pgnAddress(props.run.run)}>{t('run.pgn')}</a>
      <a href={jsonAddress(props.run.run)}>JSON</a>
      {props.run.league || props.run.tune ? null : (
        <>
          {canCopy(props.run) ? (
            <a href={`#/new?clone=${encodeURIComponent(props.run.run)}`}>{t('run.clone')}</a>
          ) : null}
          <button type="button" class="link" onClick={csv}>
            {t('run.csv')}
          </button>
        </>
      )}
    </p>
  );
}
