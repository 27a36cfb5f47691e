// The weights of a fit: where each began and ended, how sure that is, and how many positions said
// it. Group, which ones and the order live in the address.

import { count, fixed, kNone, signed } from '../format';
import { chosen, groupsOf, kColumns, kShown, kUsualSort, nextSort, sorted, sortOf } from '../fits';
import type { Column, Fit, FittedWeight, Shown } from '../fits';
import { t } from '../i18n/language';
import type { Key } from '../i18n/language';
import { setQuery } from '../router';

function Heading(props: { column: Column; sort: string }) {
  const { column, sort } = props;
  const now = sortOf(sort);
  const order = now.column !== column ? undefined : now.down ? 'descending' : 'ascending';
  const words = column === 'name' || column === 'group';
  return (
    <th scope="col" class={words ? undefined : 'number'} aria-sort={order}>
      <button type="button" class="sort" onClick={() => setQuery('sort', nextSort(sort, column))}>
        {t(`fit.column.${column}`)}
        <span aria-hidden="true">{order === undefined ? '' : now.down ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
}

function Note(props: { weight: FittedWeight }) {
  const { note } = props.weight;
  if (note === 'at bound') {
    return (
      <span class="badge" title={t('fit.bound.hint')}>
        {t('tune.bound')}
      </span>
    );
  }
  if (note !== 'never seen') return null;
  return (
    <span class="badge idle" title={t('fit.unseen.hint')}>
      {t('fit.shown.unseen')}
    </span>
  );
}

function Row(props: { weight: FittedWeight }) {
  const { weight } = props;
  const moved = weight.before !== weight.after;
  return (
    <tr>
      <th scope="row">
        <code>{weight.name}</code>
        <Note weight={weight} />
      </th>
      <td class="muted">{weight.group}</td>
      <td class="number">{fixed(weight.before, 0)}</td>
      <td class="number">{moved ? <strong>{fixed(weight.after, 0)}</strong> : fixed(weight.after, 0)}</td>
      <td class="number">{signed(weight.move_in_errors, 1)}</td>
      <td class="number">{weight.error > 0 ? weight.error.toFixed(1) : kNone}</td>
      <td class="number">{count(weight.positions)}</td>
    </tr>
  );
}

const kShownWords: Record<Shown, Key> = {
  '': 'fit.shown.all',
  moved: 'fit.shown.moved',
  bound: 'fit.shown.bound',
  unseen: 'fit.shown.unseen',
};

function Filters(props: { fit: Fit; group: string; shown: string }) {
  return (
    <div class="filters">
      <div role="group" aria-label={t('fit.shown')}>
        {kShown.map((name) => (
          <button type="button" key={name} aria-pressed={name === props.shown} onClick={() => setQuery('show', name)}>
            {t(kShownWords[name])}
          </button>
        ))}
      </div>
      <label>
        {t('fit.group')}{' '}
        <select value={props.group} onChange={(event) => setQuery('group', event.currentTarget.value)}>
          <option value="">{t('fit.group.all')}</option>
          {groupsOf(props.fit.weights).map((group) => (
            <option key={group} value={group}>
              {group}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

export function FittedWeights(props: { fit: Fit; query: URLSearchParams }) {
  const { fit, query } = props;
  const group = query.get('group') ?? '';
  const shown = query.get('show') ?? '';
  const sort = query.get('sort') ?? kUsualSort;
  const weights = sorted(chosen(fit.weights, group, shown), sort);
  return (
    <>
      <Filters fit={fit} group={group} shown={shown} />
      <p class="muted" role="status">
        {t('fit.shown.count', { n: count(weights.length), all: count(fit.weights.length) })}
      </p>
      {weights.length === 0 ? (
        <p class="muted">{t('fit.noweights')}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t('fit.weights')}>
          <table class="rows">
            <thead>
              <tr>
                {kColumns.map((column) => (
                  <Heading key={column} column={column} sort={sort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {weights.map((weight) => (
                <Row key={weight.name} weight={weight} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="muted">{t('fit.weights.hint')}</p>
    </>
  );
}
