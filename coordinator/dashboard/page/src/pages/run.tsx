// One run: its verdict or where it stands, how it got there, what was played, and how to repeat it.

import type { Detail, Point, Run } from '../api';
import { titleOf } from '../format';
import { useAddress } from '../command';
import { t } from '../i18n/language';
import { useKnown } from '../store';
import { waitingFor } from '../waits';
import { resultBlock } from '../block';
import { meaningOf } from '../words';
import { CopyBlock } from '../components/copy';
import { Approve } from '../components/approve';
import { Endings } from '../components/endings';
import { Events } from '../components/events';
import { ComparisonText, ForecastLines, PlanTable } from '../components/forecast';
import { Gauge } from '../components/gauge';
import { LeagueTable, SuperiorityMatrix } from '../components/league';
import { Parameters } from '../components/parameters';
import { PentanomialBars } from '../components/pentanomial';
import { Pill } from '../components/pill';
import { LlrChart } from '../components/llr_chart';
import { EloChart } from '../components/series';
import { WorkerTable } from '../components/worker_table';
import { useRun } from '../run_data';
import { Figures } from '../components/run_figures';
import { Notes } from '../components/run_notes';
import { Downloads } from '../components/downloads';
import { TuneCards } from '../components/tune_cards';

export function RunPage(props: { id: string }) {
  const { run, detail, history, error } = useRun(props.id);
  const { workers } = useKnown();
  const address = useAddress();
  document.title = `${run ? titleOf(run) : props.id} · Rookery`;
  if (!run) {
    return (
      <section key="none" class="card empty" role={error ? 'alert' : 'status'}>
        <h1>{error ? t('run.cant', { run: props.id }) : t('app.loading')}</h1>
        <p>{error}</p>
        <p>
          <a href="#/">{t('app.allruns')}</a>
        </p>
      </section>
    );
  }
  const waits = waitingFor(run, workers, address);
  return (
    <>
      <section key="headline" class="headline">
        <div>
          <h1>{titleOf(run)}</h1>
          <p class="verdict">
            <Pill run={run} /> {meaningOf(run)}
          </p>
          {waits ? <p class="waits">{t('waits.because', { why: waits })}</p> : null}
          {run.state === 'waiting' ? <Approve run={run} /> : null}
        </div>
        {run.sprt ? <Gauge run={run} wide /> : null}
      </section>
      <Figures run={run} />
      <Notes run={run} />
      {detail || error ? <Cards run={run} detail={detail} history={history} /> : null}
    </>
  );
}

// Once the detail is there, with which cards come that would push the others away.
function Cards(props: { run: Run; detail: Detail | null; history: Point[] }) {
  const { run, detail, history } = props;
  const { workers } = useKnown();
  const mine = workers.filter((worker) => worker.runs.includes(run.run) && worker.state !== 'away');
  return (
    <div class="grid">
      {run.sprt ? (
        <section class="card wide">
          <h2>{t('run.llr')}</h2>
          <LlrChart run={run} history={history} />
        </section>
      ) : null}
      {run.league ? (
        <>
          <section class="card full">
            <h2>{t('league.table')}</h2>
            <LeagueTable run={{ ...run, league: run.league }} />
          </section>
          <SuperiorityMatrix league={run.league} />
        </>
      ) : run.tune ? (
        <TuneCards run={{ ...run, tune: run.tune }} forecasts={detail?.forecasts ?? []} />
      ) : (
        <>
          <section class="card wide">
            <h2>{t('run.elochart')}</h2>
            <EloChart run={run} history={history} />
          </section>
          <section class="card">
            <h2>{t(run.forecast ? 'run.forecast' : 'run.early')}</h2>
            <ForecastLines run={run} detail={detail} />
          </section>
        </>
      )}
      {detail && detail.plan.length > 0 ? (
        <section class="card">
          <h2>{t('run.plan')}</h2>
          <PlanTable detail={detail} />
        </section>
      ) : null}
      {detail && !run.league && !run.tune ? (
        <section class="card">
          <h2>{t('run.agree')}</h2>
          <ComparisonText detail={detail} />
        </section>
      ) : null}
      {run.league || run.tune ? null : (
        <section class="card">
          <h2>{t('run.penta')}</h2>
          <PentanomialBars counts={run.pentanomial} expected={detail?.pentanomial_expected ?? null} />
        </section>
      )}
      <section class="card">
        <h2>{t('run.ends')}</h2>
        <Endings ends={run.ends} />
      </section>
      <section class="card">
        <h2>{t('run.paste')}</h2>
        <CopyBlock label={t('copy.result')} text={resultBlock(run)} />
        <Downloads run={run} history={history} />
      </section>
      <section class="card">
        <h2>{t('run.played')}</h2>
        <Parameters run={run} />
      </section>
      {detail && detail.faults.length > 0 ? (
        <section class="card full">
          <h2>{t('run.faults')}</h2>
          <ul class="notes">
            {detail.faults.map((fault) => (
              <li key={fault}>
                <code>{fault}</code>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {detail && detail.events.length > 0 ? (
        <section class="card wide">
          <h2>{t('run.events')}</h2>
          <Events events={detail.events} />
        </section>
      ) : null}
      {run.state === 'active' ? (
        <section class="card full">
          <h2>{t('run.workers')}</h2>
          {mine.length > 0 ? <WorkerTable workers={mine} /> : <p class="muted">{t('run.noworkers')}</p>}
        </section>
      ) : null}
    </div>
  );
}
