// Which games a new run plays: the form's part about openings, pairs and seed.

import type { Artifact } from '../api';
import { commandAt, useAddress } from '../command';
import { count } from '../format';
import { t } from '../i18n/language';
import { kMostPairs } from '../new_run';
import type { Fields } from '../new_run';
import { CopyBlock } from './copy';
import { Check, Choice, NumberField, Text } from './field';
import type { Change } from './side_form';

// Openings, how many pairs of them, and the seed.
export function BookForm(props: { books: Artifact[] | undefined; fields: Fields; change: Change }) {
  const { books, fields, change } = props;
  const address = useAddress();
  if (books !== undefined && books.length === 0) {
    return (
      <div role="alert">
        <p>{t('new.nobook')}</p>
        <CopyBlock label={t('copy.command')} text={commandAt(address, 'rookery match --dev default --base default --games 2')} />
      </div>
    );
  }
  const options: [string, string][] = (books ?? []).map((book) => [
    book.sha256,
    `${t('params.openings', { n: count(book.lines) })} (${book.sha256.slice(0, 12)})`,
  ]);
  return (
    <fieldset>
      <legend>{t('new.games')}</legend>
      <Choice label="params.book" name="book_sha256" value={fields.book} options={options} onValue={(book) => change({ book })} />
      <NumberField
        label="new.pairs"
        name="max_pairs"
        value={fields.pairs}
        required={false}
        whole
        least={1}
        most={kMostPairs}
        onValue={(pairs) => change({ pairs })}
      />
      <Text label="params.seed" name="seed" digits value={fields.seed} onValue={(seed) => change({ seed })} />
      <Check label="new.chess960" name="chess960" value={fields.chess960} onValue={(chess960) => change({ chess960 })} />
      {fields.chess960 ? (
        <div class="whole">
          <p class="muted small">{t('new.chess960.book')}</p>
          <CopyBlock
            label={t('copy.command')}
            text={commandAt(address, 'rookery match --variant chess960 --dev default --base default --games 2')}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
