// What the run that a form describes will cost, as it is filled in.

import { getPlan } from '../api';
import type { Plan } from '../api';
import { labelled, labelOf, planFaults } from '../form_faults';
import { count, duration, kNone, percent, short } from '../format';
import { t } from '../i18n/language';
import { planQuery } from '../new_run';
import type { Fields } from '../new_run';
import { runAddress } from '../router';
import { useFetched } from './fetched';

const hours = (value: number | null) => (value === null ? kNone : duration(3600 * value));

const kWorthSaying = 5e-4; // else it would read 0.0 %

function PlanTable(props: { plan: Plan }) {
  const capped = props.plan.points.some((point) => point.undecided >= kWorthSaying);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('plan.title')}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col" class="number">{t('plan.true')}</th>
            <th scope="col" class="number">{t('plan.pass')}</th>
            {capped ? <th scope="col" class="number">{t('plan.undecided')}</th> : null}
            <th scope="col" class="number">{t('plan.games')}</th>
            <th scope="col" class="number">{t('plan.games95')}</th>
            <th scope="col" class="number">{t('plan.cores')}</th>
            <th scope="col" class="number">{t('plan.time')}</th>
          </tr>
        </thead>
        <tbody>
          {props.plan.points.map((point) => (
            <tr key={point.true_elo}>
              <th scope="row" class="number">{point.true_elo.toFixed(2)}</th>
              <td class="number">{percent(point.pass_probability)}</td>
              {capped ? <td class="number">{percent(point.undecided)}</td> : null}
              <td class="number">{short(2 * point.expected_pairs)}</td>
              <td class="number">{short(2 * point.pairs_95)}</td>
              <td class="number">{hours(point.core_hours)}</td>
              <td class="number">{hours(point.expected_hours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MatchCost(props: { plan: Plan }) {
  const { match } = props.plan;
  if (!match) return <p>{t('plan.match.missing')}</p>;
  const { core_hours, expected_hours } = match;
  return (
    <p>
      {t('plan.match', { n: count(match.games) })}{' '}
      {core_hours === null ? '' : t('plan.match.hours', { cores: hours(core_hours), time: hours(expected_hours) })}
    </p>
  );
}

// Where the figures come from.
function PlanNote(props: { plan: Plan; test: boolean }) {
  const { draw_ratio, from_run, from_limits, seconds_per_game, slots, usual_moves, points } = props.plan;
  const capped = props.test && points.some((point) => point.undecided >= kWorthSaying);
  const seconds = seconds_per_game === null ? kNone : seconds_per_game.toPrecision(3);
  return (
    <p class="muted small">
      {capped ? `${t('plan.cap')} ` : ''}
      {draw_ratio === null || !props.test ? '' : `${t('plan.note', { draws: percent(draw_ratio, 0) })} `}
      {from_run ? (
        <>
          {t('plan.like', { seconds })} <a href={runAddress(from_run)}>{from_run}</a>{' '}
        </>
      ) : from_limits ? (
        `${t('plan.limits', { seconds, n: usual_moves })} `
      ) : (
        `${t('plan.norate')} `
      )}
      {slots > 0 ? t('plan.slots', { n: count(slots) }) : t('plan.noslots')}
    </p>
  );
}

// openings: of the chosen book, once they are known.
export function PlanCard(props: { fields: Fields; openings: number | undefined }) {
  const wrong = planFaults(props.fields);
  const query = wrong.length > 0 ? '' : planQuery(props.fields, props.openings);
  const { value, error } = useFetched(() => (query ? getPlan(query) : Promise.resolve(null)), [query]);
  return (
    <section class="card" aria-live="polite">
      <h2>{t('plan.title')}</h2>
      {wrong.length > 0 ? (
        <ul class="plain">
          {wrong.map(({ field, message }) => (
            <li key={field}>
              <strong>{labelOf(field)}</strong>
              {t('unit.colon')}
              {message}
            </li>
          ))}
        </ul>
      ) : error ? (
        <p role="alert">{labelled(error)}</p>
      ) : value ? (
        <>
          {props.fields.kind === 'match' ? <MatchCost plan={value} /> : <PlanTable plan={value} />}
          <PlanNote plan={value} test={props.fields.kind === 'test'} />
        </>
      ) : (
        <p class="muted">{t('app.loading')}</p>
      )}
    </section>
  );
}
