// A posted fit: what it lowered, pass by pass, how it was made, and each weight with its error.

import { count, dateTime, fixed, kNone, percent } from '../format';
import { fitJsonAddress, getFit } from '../fits';
import type { Fit, FitSet } from '../fits';
import { t } from '../i18n/language';
import { useFetched } from '../components/fetched';
import { FittedWeights } from '../components/fitted_weights';
import { LossChart } from '../components/loss_chart';
import { Tile } from '../components/tile';
import { fitTitle } from './fits';

function lossNote(set: FitSet): string {
  return set.positions > 0 ? t('fit.from', { value: fixed(set.log_loss_before, 5) }) : t('fit.untested');
}

const lossText = (set: FitSet) => (set.positions > 0 ? fixed(set.log_loss_after, 5) : kNone);

function Tiles(props: { fit: Fit }) {
  const { fit } = props;
  const { train, test } = fit;
  const k = { k: fixed(fit.k_after, 4) };
  return (
    <section class="tiles">
      <Tile label={t('fit.loss.test')} value={lossText(test)} note={lossNote(test)} />
      <Tile label={t('fit.loss.train')} value={lossText(train)} note={lossNote(train)} />
      <Tile
        label={t('fits.moved')}
        value={count(fit.weights_moved)}
        note={t('fit.moved.note', { n: count(fit.weights_fitted) })}
      />
      <Tile
        label={t('fit.positions')}
        value={count(train.positions + test.positions)}
        note={t('fit.positions.note', { train: count(train.positions), test: count(test.positions) })}
      />
      <Tile
        label={t('fit.games')}
        value={count(train.games + test.games)}
        note={t('fit.games.note', { train: count(train.games), test: count(test.games) })}
      />
      <Tile
        label={t('fit.k')}
        value={fixed(fit.k, 4)}
        note={fit.anchored ? t('fit.k.anchored', k) : t('fit.k.after', k)}
      />
    </section>
  );
}

function squaredText(set: FitSet): string {
  if (set.positions === 0) return kNone;
  return t('fit.move', { from: fixed(set.squared_error_before, 5), to: fixed(set.squared_error_after, 5) });
}

const Identity = (props: { sha256: string }) => <code title={props.sha256}>{props.sha256.slice(0, 12)}</code>;

function How(props: { fit: Fit }) {
  const { fit } = props;
  const share = { results: percent(fit.result_share, 0), scores: percent(1 - fit.result_share, 0) };
  const squared = { train: squaredText(fit.train), test: squaredText(fit.test) };
  const left = {
    check: count(fit.in_check),
    decided: count(fit.decided),
    restless: count(fit.restless),
    faulty: count(fit.faulty),
  };
  return (
    <dl class="parameters">
      <dt>{t('fit.data')}</dt>
      <dd>{fit.data || kNone}</dd>
      <dt>{t('fit.start')}</dt>
      <dd>
        {fit.start} <Identity sha256={fit.start_weights} />
      </dd>
      <dt>{t('fit.fitted')}</dt>
      <dd>
        <Identity sha256={fit.fitted_weights} />
      </dd>
      <dt>{t('fit.prior')}</dt>
      <dd>{t('fit.prior.steps', { n: fit.prior_steps })}</dd>
      <dt>{t('fit.target')}</dt>
      <dd>{t('fit.target.share', share)}</dd>
      <dt>{t('fit.squared')}</dt>
      <dd>{t('fit.squared.both', squared)}</dd>
      <dt>{t('fit.left')}</dt>
      <dd>{t('fit.left.out', left)}</dd>
      {fit.games_known ? null : (
        <>
          <dt>{t('fit.games')}</dt>
          <dd>{t('fit.games.blocks')}</dd>
        </>
      )}
    </dl>
  );
}

export function FitPage(props: { id: string; query: URLSearchParams }) {
  const { value: fit, error } = useFetched(() => getFit(props.id), [props.id]);
  document.title = `${fit ? fitTitle(fit) : props.id} · Rookery`;
  if (!fit) {
    return (
      <section class="card empty" role={error ? 'alert' : 'status'}>
        <h1>{error ? t('fit.cant', { fit: props.id }) : t('app.loading')}</h1>
        <p>{error}</p>
        <p>
          <a href="#/fits">{t('fit.all')}</a>
        </p>
      </section>
    );
  }
  return (
    <>
      <p class="back">
        <a href="#/fits">{t('fit.all')}</a>
      </p>
      <div class="titleline fithead">
        <h1>{fitTitle(fit)}</h1>
        <p class="muted">
          {fit.owner ? `${t('fit.by', { name: fit.owner })}, ` : null}
          {dateTime(fit.created)}
        </p>
      </div>
      <Tiles fit={fit} />
      <div class="grid">
        <section class="card">
          <h2>{t('fit.losses')}</h2>
          {fit.losses.length > 1 ? <LossChart fit={fit} /> : <p class="muted">{t('fit.losses.one')}</p>}
          {fit.anchored ? <p class="muted small">{t('fit.losses.scale')}</p> : null}
        </section>
        <section class="card">
          <h2>{t('fit.how')}</h2>
          <How fit={fit} />
          <p class="downloads">
            <a href={fitJsonAddress(fit.fit)}>JSON</a>
          </p>
        </section>
        <section class="card full">
          <h2>{t('fit.weights')}</h2>
          <FittedWeights fit={fit} query={props.query} />
        </section>
      </div>
    </>
  );
}
