// The fields of the form for a new run, and presets that fill some of them.

import type { Artifact } from '../api';
import { t } from '../i18n/language';
import { keptTexts } from '../kept';
import type { Kept } from '../kept';
import { kPresets } from '../new_run';
import type { Fields } from '../new_run';
import { BookForm } from './book_form';
import { Choice, NumberField, Text } from './field';
import { LimitForm } from './limit_form';
import { SideForm } from './side_form';
import type { Change } from './side_form';
import { BoundsForm } from './bounds_form';

export function KeptLine(props: { kept: Kept }) {
  const texts = keptTexts(props.kept);
  return texts.length > 0 ? <p class="muted">{t('new.kept', { what: texts.join(t('unit.comma')) })}</p> : null;
}

export function Presets(props: { change: Change }) {
  return (
    <div class="filters">
      <div role="group" aria-label={t('new.presets')}>
        {(Object.keys(kPresets) as (keyof typeof kPresets)[]).map((name) => (
          <button type="button" key={name} onClick={() => props.change(kPresets[name])}>
            {t(`new.preset.${name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

export function AllFields(props: { fields: Fields; change: Change; books: Artifact[] | undefined; weights: Map<string, string[]> }) {
  const { fields, change, weights } = props;
  return (
    <>
      <Choice
        label="new.kind"
        name="kind"
        value={fields.kind}
        options={[
          ['test', t('new.kind.test')],
          ['match', t('new.kind.match')],
        ]}
        onValue={(kind) => change({ kind: kind as Fields['kind'] })}
      />
      <Text label="new.title" name="title" value={fields.title} onValue={(title) => change({ title })} />
      <SideForm name="dev" fields={fields} known={weights} change={change} />
      <SideForm name="base" fields={fields} known={weights} change={change} />
      <fieldset>
        <legend>{t('params.limits')}</legend>
        <LimitForm name="limits" fields={fields.limits} onFields={(limits) => change({ limits })} />
        <NumberField
          label="new.reference"
          name="reference_nps"
          value={fields.reference}
          required={false}
          whole
          least={1}
          onValue={(reference) => change({ reference })}
        />
      </fieldset>
      {fields.kind === 'test' ? <BoundsForm fields={fields} change={change} /> : null}
      <BookForm books={props.books} fields={fields} change={change} />
    </>
  );
}
