// One run: its verdict or where it stands, how it got there, what was played, and how to repeat it.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, getRun, jsonAddress, pgnAddress } from '../api';
import type { Detail, ForecastPoint, Point, Run, Tune } from '../api';
import { between, count, dateTime, duration, eloInterval, eloText, gamesRate, interval, kNone, percent, signed, titleOf } from '../format';
import { useAddress } from '../command';
import { t } from '../i18n/language';
import { gamesAddress, livePageAddress } from '../router';
import { rememberRun, useKnown } from '../store';
import { waitingFor } from '../waits';
import { resultBlock } from '../block';
import { canCopy } from '../new_run';
import { meaningOf } from '../words';
import { useNow } from '../components/clock';
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
import { Tile } from '../components/tile';
import { DuelTable, RaceTable, TuneParameters, TuneTiles, Verification } from '../components/tune';
import { LlrChart } from '../components/llr_chart';
import { EloChart, GainChart } from '../components/series';
import { WorkerTable } from '../components/worker_table';

const kRefreshMs = 20_000; // the whole history; between, points are added as they come

// The run, live, with its history: fetched when the page or the stream opens, then extended.
function useRun(id: string): { run: Run | undefined; detail: Detail | null; history: Point[]; error: string } {
  const known = useKnown();
  const run = known.runs.get(id);
  const [history, setHistory] = useState<Point[]>([]);
  const [detail, setDetail] = useState<Detail | null>(null);
  const [error, setError] = useState('');

  useEffect(() => {
    let current = true;
    const load = () =>
      getRun(id).then(
        (fresh) => {
          if (!current) return;
          rememberRun(fresh);
          setHistory(fresh.history);
          setDetail(fresh);
          setError('');
        },
        (fault: ApiError) => {
          // A run that is shown stays: the header says that the connection is lost.
          if (current) setError(fault.message);
        },
      );
    void load();
    const timer = setInterval(() => void load(), kRefreshMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [id, known.epoch, run?.state]);

  useEffect(() => {
    if (!run) return;
    setHistory((points) => {
      const last = points[points.length - 1];
      if (run.pairs <= (last?.pairs ?? 0)) return points;
      const { pairs, llr, elo, elo_low, elo_high } = run;
      return [...points, { pairs, llr, elo, elo_low, elo_high }];
    });
  }, [run?.pairs]);
  return { run, detail, history, error };
}

function Figures(props: { run: Run }) {
  const { run } = props;
  const now = useNow(1000);
  const start = run.created === null ? now : Date.parse(run.created);
  const end = run.ended === null ? now : Date.parse(run.ended);
  const range = eloInterval(run.elo_low, run.elo_high);
  const elo = run.sprt === null ? t('run.interval', { range }) : t('run.interval.stopped', { range });
  return (
    <section class="tiles" aria-label={t('run.figures')}>
      {run.tune ? <TuneTiles run={{ ...run, tune: run.tune }} /> : null}
      {run.league || run.tune ? null : (
        <>
          <Tile label={t('run.elo')} value={eloText(run.elo)} note={elo} />
          <Tile label={t('run.nelo')} value={signed(run.nelo, 1)} note={interval(run.nelo_low, run.nelo_high, 1)} />
          <Tile label={t('run.los')} value={percent(run.los)} note={t('run.los.note')} />
          <PairsRatioTile run={run} />
        </>
      )}
      <Tile label={t('run.pairs')} value={count(run.pairs)} note={t('run.pairs.note', { n: count(run.max_pairs) })} />
      <Tile
        label={t('run.cost')}
        value={duration(run.core_seconds)}
        note={t('run.cost.note')}
      />
      <Tile label={t('run.time')} value={duration((end - start) / 1000)} note={speedOf(run)} />
    </section>
  );
}

function PairsRatioTile(props: { run: Run }) {
  const { draw_ratio, pairs_ratio, pairs_ratio_low, pairs_ratio_high } = props.run;
  const range = between(pairs_ratio_low, pairs_ratio_high, 2);
  const draws = percent(draw_ratio);
  const known = t('run.pairsratio.note', { range, draws });
  const lost = draw_ratio === null ? t('unit.unknown') : t('run.pairsratio.none', { draws });
  return (
    <Tile
      label={t('run.pairsratio')}
      value={pairs_ratio === null ? kNone : pairs_ratio.toFixed(2)}
      note={pairs_ratio === null ? lost : known}
    />
  );
}

function speedOf(run: Run): string {
  if (run.state !== 'active') return dateTime(run.ended);
  return t('run.speed', { rate: gamesRate(run.games_per_second), n: count(run.workers) });
}

// What a reader should know before trusting the figures.
function Notes(props: { run: Run }) {
  const { run } = props;
  const notes: string[] = [];
  if (run.repeated_games > 0) {
    notes.push(t('run.repeated', { n: count(run.repeated_games) }));
  }
  if (run.pairs_after_verdict > 0) {
    notes.push(t('run.after', { n: count(run.pairs_after_verdict) }));
  }
  if (run.contested > 0) notes.push(t('run.contested'));
  if (run.pairs_void > 0) notes.push(t('run.void', { n: count(run.pairs_void) }));
  if (run.pairs_without_games > 0) {
    notes.push(t('run.nogames', { n: count(run.pairs_without_games), kept: run.keep_games }));
  }
  if (run.audits_disagreed > 0) notes.push(t('run.audits', { n: count(run.audits_disagreed) }));
  const waiting = run.pairs_counted - run.pairs - run.pairs_after_verdict;
  if (run.state === 'active' && waiting > 0) {
    notes.push(t('run.waiting', { n: count(waiting) }));
  }
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function Downloads(props: { run: Run; history: Point[] }) {
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

function TuneCards(props: { run: Run & { tune: Tune }; forecasts: ForecastPoint[] }) {
  return (
    <>
      {props.run.tune.candidates.length > 0 ? (
        <section class="card wide">
          <h2>{t('race.candidates')}</h2>
          <RaceTable candidates={props.run.tune.candidates} />
        </section>
      ) : null}
      <section class="card wide">
        <h2>{t('tune.parameters')}</h2>
        <TuneParameters run={props.run} />
      </section>
      {props.forecasts.length > 1 ? (
        <section class="card wide">
          <h2>{t('tune.gains')}</h2>
          <GainChart forecasts={props.forecasts} />
        </section>
      ) : null}
      <section class="card">
        <h2>{t('tune.verified')}</h2>
        <Verification run={props.run} />
      </section>
      <section class="card full">
        <h2>{t('tune.duels')}</h2>
        <DuelTable run={props.run} />
      </section>
    </>
  );
}

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
