// The fits that were posted, newest first.

import { ago, count, fixed } from '../format';
import { getFits, judgeOf } from '../fits';
import type { FitHead } from '../fits';
import { useCommand } from '../command';
import { t } from '../i18n/language';
import { fitAddress } from '../router';
import { useKnown } from '../store';
import { useNow } from '../components/clock';
import { CopyBlock } from '../components/copy';
import { useFetched } from '../components/fetched';

export const fitTitle = (fit: FitHead) => fit.title || t('fit.named', { n: fit.weights_fitted });

function Row(props: { fit: FitHead; now: number }) {
  const { fit } = props;
  const judge = judgeOf(fit);
  const set = fit[judge];
  return (
    <tr>
      <th scope="row">
        <a href={fitAddress(fit.fit)}>{fitTitle(fit)}</a>
        <span class="muted id">
          {fit.fit}
          {fit.owner ? `, ${t('fit.by', { name: fit.owner })}` : null}
        </span>
      </th>
      <td class="number">
        {fixed(set.log_loss_before, 5)} → <strong>{fixed(set.log_loss_after, 5)}</strong>
        <span class="muted reason">{t(`fit.${judge}`)}</span>
      </td>
      <td class="number">
        {count(fit.weights_moved)}
        <span class="muted reason">{t('fit.moved.note', { n: count(fit.weights_fitted) })}</span>
      </td>
      <td class="number">{count(fit.train.positions + fit.test.positions)}</td>
      <td class="number">{ago(fit.created, props.now)}</td>
    </tr>
  );
}

function NoFits() {
  const command = useCommand('rookery fit data.epd --post --out weights.toml');
  return (
    <div class="card empty">
      <h2>{t('fits.none')}</h2>
      <p>{t('fits.none.hint')}</p>
      <CopyBlock label={t('copy.command')} text={command} />
    </div>
  );
}

function Table(props: { fits: FitHead[] }) {
  const now = useNow();
  return (
    <section class="card">
      <div class="scroll" tabIndex={0} role="region" aria-label={t('fits.title')}>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{t('fits.fit')}</th>
              <th scope="col" class="number">{t('fits.loss')}</th>
              <th scope="col" class="number">{t('fits.moved')}</th>
              <th scope="col" class="number">{t('fit.positions')}</th>
              <th scope="col" class="number">{t('fits.posted')}</th>
            </tr>
          </thead>
          <tbody>
            {props.fits.map((fit) => (
              <Row key={fit.fit} fit={fit} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted">{t('fits.note')}</p>
    </section>
  );
}

export function FitsPage() {
  const { epoch } = useKnown(); // asked again when the connection was lost
  const { value, error } = useFetched(getFits, [epoch]);
  document.title = `${t('app.fits')} · Rookery`;
  return (
    <>
      <h1>{t('fits.title')}</h1>
      {error ? (
        <p class="card empty" role="alert">
          {error}
        </p>
      ) : value === undefined ? (
        <p class="muted card empty">{t('app.loading')}</p>
      ) : value.fits.length === 0 ? (
        <NoFits />
      ) : (
        <Table fits={value.fits} />
      )}
    </>
  );
}
