// The bounds of a test in the form for a new run.

import { t } from '../i18n/language';
import type { Key } from '../i18n/language';
import type { Fields } from '../new_run';
import { Choice, NumberField } from './field';
import type { Change } from './side_form';

export function BoundsForm(props: { fields: Fields; change: Change }) {
  const { fields, change } = props;
  const number = (label: Key, name: 'elo0' | 'elo1' | 'alpha' | 'beta') => (
    <NumberField label={label} name={`sprt.${name}`} value={fields[name]} onValue={(value) => change({ [name]: value })} />
  );
  return (
    <fieldset>
      <legend>{t('params.bounds')}</legend>
      {number('new.elo0', 'elo0')}
      {number('new.elo1', 'elo1')}
      {number('new.alpha', 'alpha')}
      {number('new.beta', 'beta')}
      <Choice
        label="new.model"
        name="sprt.model"
        value={fields.model}
        options={[
          ['normalized', t('meaning.nelo')],
          ['logistic', t('new.logistic')],
        ]}
        onValue={(model) => change({ model: model as Fields['model'] })}
      />
    </fieldset>
  );
}
