import type { Speeds, Worker } from '../api';
import { ago, count, short } from '../format';
import { t, word } from '../i18n/language';
import { said } from '../i18n/said';
import { runAddress } from '../router';
import { useNow } from './clock';
import { Spark } from './spark';
import { TakeOut } from './take_out';

const kMarks: Record<string, string> = { playing: '●', idle: '○', away: '◌' };

// Workers with what they do, or why they do nothing.
// actions: those that the reader may take.
export function WorkerTable(props: { workers: Worker[]; withRun?: boolean; actions?: boolean; speeds?: Speeds | undefined }) {
  const now = useNow();
  const { actions } = props;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('worker.region')}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{t('worker.name')}</th>
            <th scope="col">{t('worker.state')}</th>
            {props.withRun ? <th scope="col">{t('worker.run')}</th> : null}
            <th scope="col" class="number">{t('worker.slots')}</th>
            <th scope="col" class="number">{t('worker.speed')}</th>
            <th scope="col" class="number">{t('worker.lent')}</th>
            <th scope="col" class="number">{t('worker.pairs')}</th>
            <th scope="col">{t('worker.seen')}</th>
            <th scope="col">{t('worker.version')}</th>
            {actions ? <th scope="col">{t('worker.actions')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {props.workers.map((worker) => (
            <tr key={worker.worker}>
              <th scope="row">
                {worker.label || worker.worker}
                {worker.label ? <span class="muted id">{worker.worker}</span> : null}
              </th>
              <td>
                <span class={`state ${worker.state}`}>
                  <span aria-hidden="true">{kMarks[worker.state] ?? '?'}</span> {word('worker.state', worker.state)}
                </span>
                {worker.quarantine ? (
                  <span class="fault reason">{t('worker.quarantined', { why: worker.quarantine })}</span>
                ) : worker.drained ? (
                  <span class="fault reason">{t('worker.drained', { why: worker.drained })}</span>
                ) : null}
                {worker.idle_reason && !worker.quarantine && !worker.drained ? <span class="muted reason">{said(worker.idle_reason)}</span> : null}
              </td>
              {props.withRun ? (
                <td>{worker.run ? <a href={runAddress(worker.run)}>{worker.run}</a> : '–'}</td>
              ) : null}
              <td class="number">{count(worker.slots)}</td>
              <td class="number">
                {worker.nodes_per_second > 0 ? short(worker.nodes_per_second) : '–'}
                {props.speeds ? (
                  <Spark at={props.speeds.at} values={props.speeds.nodes_per_second[worker.worker] ?? []} />
                ) : null}
              </td>
              <td class="number">{count(worker.pairs_lent)}</td>
              <td class="number">{count(worker.pairs)}</td>
              <td>{ago(worker.last_seen, now)}</td>
              <td class="muted">{worker.version}</td>
              {actions ? (
                <td>
                  <TakeOut worker={worker} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
