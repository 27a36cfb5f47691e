// Why an open run isn't played just now, as far as a reader can do something about it.

import type { Run, Worker } from './api';
import { commandAt } from './command';
import { said } from './i18n/said';
import { t } from './i18n/language';

const kNamesRun = /\brun ([A-Za-z0-9_-]+): /;
// Told before this run was there to be played.
const kStale = new Set(['no run is active', 'every open run is paused or waits for approval', 'there is new work']);

// What the coordinator told a worker that has nothing to do, as far as it is about this run: it names
// one run of those that don't suit the worker, which may be another.
function reasonFor(run: Run, worker: Worker, address: string): string {
  const told = worker.idle_reason;
  const named = kNamesRun.exec(told);
  if (!named) return kStale.has(told) ? '' : said(told);
  if (named[1] !== run.run) {
    return t('waits.unsuited', { command: commandAt(address, `rookery runs why ${run.run} ${worker.worker}`) });
  }
  return said(told.slice(named.index + named[0].length));
}

// Empty if it is played. address: of the coordinator, for commands.
export function waitingFor(run: Run, workers: Worker[], address = ''): string {
  if (run.state === 'paused') return t('waits.paused');
  if (run.state === 'waiting') {
    return t('waits.approval', { command: commandAt(address, `rookery runs approve ${run.run}`) });
  }
  if (run.state !== 'active' || run.workers > 0) return '';
  const here = workers.filter((worker) => worker.state !== 'away');
  if (here.length === 0) return t('waits.nobody');
  const free = here.filter((worker) => worker.quarantine === '' && worker.drained === '');
  if (free.length === 0) return t('waits.out');
  // What the coordinator told those who have nothing to do says more than that others are busy, most
  // of all where it names this run.
  const idle = free.filter((worker) => worker.state === 'idle' && worker.idle_reason !== '');
  const named = idle.filter((worker) => kNamesRun.exec(worker.idle_reason)?.[1] === run.run);
  for (const worker of [...named, ...idle]) {
    const reason = reasonFor(run, worker, address);
    if (reason) return reason;
  }
  return free.some((worker) => worker.state === 'playing') ? t('waits.busy') : t('workers.noreason');
}
