// The cards of a tune on its run's page.

import type { ForecastPoint, Run, Tune } from '../api';
import { t } from '../i18n/language';
import { DuelTable, RaceTable, TuneParameters, Verification } from './tune';
import { GainChart } from './series';

export function TuneCards(props: { run: Run & { tune: Tune }; forecasts: ForecastPoint[] }) {
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
