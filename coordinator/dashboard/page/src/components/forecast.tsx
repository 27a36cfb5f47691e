// What a run will probably come to, what a test costs, and whether the workers tell one story.

import type { Detail, Forecast, Run } from '../api';
import { count, eloInterval, fixed, percent } from '../format';
import { t } from '../i18n/language';

function verdictText(forecast: Forecast): string {
  const values = { accepted: percent(forecast.accepted, 0), rejected: percent(forecast.rejected, 0) };
  if (forecast.undecided < 0.005) return t('run.verdict.note', values);
  return t('run.verdict.open', { ...values, none: percent(forecast.undecided, 0) });
}

function leftText(forecast: Forecast, seconds: number | null): string {
  const median = forecast.pairs_median;
  const values = { low: count(forecast.pairs_low), high: count(forecast.pairs_high), median: count(median) };
  if (seconds === null) return t('run.left.note', values);
  return t('run.left.hours', { ...values, hours: ((2 * median * seconds) / 3600).toPrecision(2) });
}

// What a running test will probably come to, and what it will still cost.
export function ForecastLines(props: { run: Run; detail: Detail | null }) {
  const { run, detail } = props;
  const { forecast } = run;
  const range = eloInterval(run.always_valid_low, run.always_valid_high);
  return (
    <dl class="parameters">
      <dt>{t('run.anytime')}</dt>
      <dd>{t('run.anytime.note', { range })}</dd>
      {run.stop_upper !== run.upper || run.stop_lower !== run.lower ? (
        <>
          <dt>{t('run.stops')}</dt>
          <dd>{t('run.stops.note', { low: fixed(run.stop_lower, 2), high: fixed(run.stop_upper, 2) })}</dd>
        </>
      ) : null}
      {forecast ? (
        <>
          <dt>{t('run.verdict')}</dt>
          <dd>{verdictText(forecast)}</dd>
          <dt>{t('run.left')}</dt>
          <dd>{leftText(forecast, detail?.seconds_per_game ?? null)}</dd>
        </>
      ) : null}
    </dl>
  );
}

// The test's cost against the true strength, as it was planned.
export function PlanTable(props: { detail: Detail }) {
  const { plan } = props.detail;
  const hours = plan.some((row) => row.core_hours !== null);
  const capped = plan.some((row) => row.undecided >= 0.005); // else it would read 0 %
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('run.plan')}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{t('run.plan.worth')}</th>
            <th scope="col" class="number">{t('run.plan.accepted')}</th>
            {capped ? <th scope="col" class="number">{t('run.plan.undecided')}</th> : null}
            <th scope="col" class="number">{t('run.plan.pairs')}</th>
            <th scope="col" class="number">{t('run.plan.95')}</th>
            {hours ? <th scope="col" class="number">{t('run.plan.hours')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {plan.map((row) => (
            <tr key={row.true_elo_normalized}>
              <td>
                {fixed(row.true_elo_normalized, 1)} nElo ({fixed(row.true_elo_logistic, 1)} Elo)
              </td>
              <td class="number">{percent(row.pass_probability, 0)}</td>
              {capped ? <td class="number">{percent(row.undecided, 0)}</td> : null}
              <td class="number">{count(row.expected_pairs)}</td>
              <td class="number">{count(row.pairs_95)}</td>
              {hours ? <td class="number">{row.core_hours === null ? '–' : row.core_hours.toPrecision(2)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Whether the workers' results agree; one that stands out is named.
export function ComparisonText(props: { detail: Detail }) {
  const { comparison } = props.detail;
  if (comparison.chi_square === null || comparison.p === null) return <p class="muted">{t('run.agree.few')}</p>;
  const worst = comparison.workers.find((worker) => worker.worker === comparison.worst);
  const figures = {
    count: count(comparison.counted),
    chi: comparison.chi_square.toFixed(1),
    degrees: comparison.degrees,
    p: comparison.p.toFixed(3),
  };
  return (
    <>
      <p>{t('run.agree.chi', figures)}</p>
      {worst ? (
        <p role="alert">
          {t('run.agree.out', {
            worker: worst.label || worst.worker,
            z: fixed(worst.z, 1),
            limit: fixed(comparison.z99, 1),
          })}
        </p>
      ) : (
        <p class="muted">{t('run.agree.none')}</p>
      )}
    </>
  );
}
