// Why an open run isn't played just now, as far as a reader can do something about it.

import type { Run, Worker } from './api';
import { said } from './i18n/said';
import { t } from './i18n/language';

// Empty if it is played.
export function waitingFor(run: Run, workers: Worker[]): string {
  if (run.state === 'paused') return t('waits.paused');
  if (run.state === 'waiting') return t('waits.approval', { run: run.run });
  if (run.state !== 'active' || run.workers > 0) return '';
  const here = workers.filter((worker) => worker.state !== 'away');
  if (here.length === 0) return t('waits.nobody');
  const free = here.filter((worker) => worker.quarantine === '' && worker.drained === '');
  if (free.length === 0) return t('waits.out');
  // What the coordinator told those who have nothing to do says more than that others are busy.
  const told = free.find((worker) => worker.state === 'idle' && worker.idle_reason !== '');
  if (told) return said(told.idle_reason);
  return free.some((worker) => worker.state === 'playing') ? t('waits.busy') : t('workers.noreason');
}
