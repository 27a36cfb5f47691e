// The fleet: who plays, who doesn't and why, how quick they are, and how to lend one more machine.

import { useRef, useState } from 'preact/hooks';
import { getJoin, getSpeeds, postJson } from '../api';
import type { Outcome, Run, Worker } from '../api';
import { count, short, titleOf } from '../format';
import { t, word } from '../i18n/language';
import { said } from '../i18n/said';
import { commandAt, useCommand } from '../command';
import { useRight } from '../me';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { CopyBlock } from '../components/copy';
import { kFaults } from '../components/endings';
import { useNow } from '../components/clock';
import { useFetched } from '../components/fetched';
import { WorkerTable } from '../components/worker_table';

const kSpeedsMs = 60_000; // they are noted once a minute
const kOrder: Record<string, number> = { playing: 0, idle: 1, away: 2 };

const total = (workers: Worker[], value: (worker: Worker) => number) =>
  workers.reduce((sum, worker) => sum + value(worker), 0);

function Tile(props: { label: string; value: string; note: string }) {
  return (
    <div class="tile">
      <span class="label">{props.label}</span>
      <span class="value">{props.value}</span>
      <span class="muted">{props.note}</span>
    </div>
  );
}

function Tiles(props: { workers: Worker[] }) {
  const here = props.workers.filter((worker) => worker.state !== 'away');
  const playing = here.filter((worker) => worker.state === 'playing');
  return (
    <section class="tiles" aria-label={t('runs.overview')}>
      <Tile
        label={t('workers.connected')}
        value={count(here.length)}
        note={t('workers.connected.note', { n: count(props.workers.length - here.length) })}
      />
      <Tile
        label={t('workers.slots')}
        value={count(total(here, (worker) => worker.slots))}
        note={t('workers.slots.note', { n: count(total(playing, (worker) => worker.slots)) })}
      />
      <Tile
        label={t('workers.speed')}
        value={short(total(playing, (worker) => worker.slots * worker.nodes_per_second))}
        note={t('workers.speed.note')}
      />
      <Tile
        label={t('workers.played')}
        value={short(total(props.workers, (worker) => worker.pairs))}
        note={t('workers.played.note')}
      />
    </section>
  );
}

function Idle(props: { workers: Worker[] }) {
  const reasons = new Map<string, number>();
  for (const worker of props.workers) {
    if (worker.state !== 'idle') continue;
    const why = said(worker.idle_reason) || t('workers.noreason');
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return (
    <section class="card">
      <h2>{t('workers.idle')}</h2>
      {reasons.size === 0 ? <p class="muted">{t('workers.idle.none')}</p> : null}
      <ul class="plain">
        {[...reasons].map(([why, n]) => (
          <li key={why}>{t('workers.idle.count', { n, why })}</li>
        ))}
      </ul>
    </section>
  );
}

function Faults(props: { runs: Run[] }) {
  const lines = props.runs.flatMap((run) =>
    Object.entries(run.ends)
      .filter(([end, games]) => kFaults.has(end) && games > 0)
      .map(([end, games]) => ({ run, end, games })),
  );
  return (
    <section class="card">
      <h2>{t('workers.faults')}</h2>
      {lines.length === 0 ? (
        <p class="muted">{t('workers.faults.none')}</p>
      ) : (
        <ul class="plain">
          {lines.map(({ run, end, games }) => (
            <li key={`${run.run} ${end}`}>
              <a href={runAddress(run.run)}>
                {t('workers.faults.line', { run: titleOf(run), n: count(games), end: word('end', end) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

// What came of pairs that were played again elsewhere.
function Audits(props: { runs: Run[] }) {
  const audited = props.runs.filter((run) => run.audits_agreed + run.audits_disagreed + run.pairs_void > 0);
  const command = useCommand('rookery test --audit 0.02');
  return (
    <section class="card">
      <h2>{t('workers.audits')}</h2>
      {audited.length === 0 ? (
        <p class="muted">{t('workers.audits.none', { command })}</p>
      ) : (
        <ul class="plain">
          {audited.map((run) => (
            <li key={run.run}>
              <a href={runAddress(run.run)}>
                {t('workers.audits.line', {
                  run: titleOf(run),
                  n: count(run.audits_agreed + run.audits_disagreed),
                  bad: count(run.audits_disagreed),
                  void: count(run.pairs_void),
                })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const kJoinToken = 'rookery tokens create --role join --out join.token';

function JoinCommands() {
  const { value } = useFetched(getJoin, []);
  const address = value?.grpc ?? 'HOST:PORT';
  const local = /^(127\.|localhost|\[?::1)/.test(address);
  return (
    <>
      {value?.tokens ? (
        <>
          <p class="muted small">{t('workers.join.token')}</p>
          <CopyBlock label={t('copy.command')} text={commandAt(value.grpc, kJoinToken)} />
          <p class="muted small">{t('workers.join.there')}</p>
        </>
      ) : null}
      <CopyBlock
        label={t('copy.command')}
        text={
          value?.tokens
            ? `rookery-worker join ${address} --token-file join.token --slots 2`
            : `rookery-worker run --coordinator ${address} --slots 2`
        }
      />
      {local ? <p class="muted small">{t('workers.join.local')}</p> : null}
    </>
  );
}

function Webhooks() {
  const [said, setSaid] = useState<string[]>([]);
  const test = () =>
    postJson<{ webhooks: Outcome[] }>('/api/v1/webhooks/test', {}).then(
      ({ webhooks }) =>
        setSaid(
          webhooks.length === 0
            ? [t('webhooks.none')]
            : webhooks.map((each) => `${each.format}, ${each.host}: ${each.error || t('webhooks.taken')}`),
        ),
      (fault: Error) => setSaid([fault.message]),
    );
  return (
    <section class="card">
      <h2>{t('webhooks.title')}</h2>
      <p>{t('webhooks.hint')}</p>
      <button type="button" onClick={test}>
        {t('webhooks.test')}
      </button>
      <ul class="plain" role="status">
        {said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

// Room for the table once all that gives its rows their height is known: nothing below it jumps.
export function WorkersPage() {
  const { workers, runs, loaded, error } = useKnown();
  const mayTest = useRight('test_webhooks');
  const mayTakeOut = useRight('take_out');
  const minute = Math.floor(useNow(kSpeedsMs) / kSpeedsMs);
  const speeds = useFetched(getSpeeds, [minute]);
  const ready = useRef(false); // and so for as long as the page is open
  const told = speeds.value !== undefined || speeds.error !== '';
  if (loaded && mayTest.known && mayTakeOut.known && told) ready.current = true;
  document.title = `${t('app.fleet')} · Rookery`;
  const sorted = [...workers].sort(
    (a, b) => (kOrder[a.state] ?? 3) - (kOrder[b.state] ?? 3) || a.worker.localeCompare(b.worker),
  );
  return (
    <>
      <h1>{t('app.fleet')}</h1>
      <Tiles workers={workers} />
      {!ready.current ? (
        <p class="card muted">{error || t('app.loading')}</p>
      ) : (
        <>
          <section class="card">
            {sorted.length === 0 ? (
              <>
                <p>{t('workers.none')}</p>
                <JoinCommands />
              </>
            ) : (
              <WorkerTable workers={sorted} withRun actions={mayTakeOut.may} speeds={speeds.value} />
            )}
          </section>
          <div class="grid fleet">
            <Idle workers={workers} />
            <Faults runs={[...runs.values()]} />
            <Audits runs={[...runs.values()]} />
            {sorted.length === 0 ? null : (
              <section class="card">
                <h2>{t('workers.join')}</h2>
                <p>{t('workers.join.hint')}</p>
                <JoinCommands />
              </section>
            )}
            {mayTest.may ? <Webhooks /> : null}
          </div>
        </>
      )}
    </>
  );
}
