// One side of a new run: its name, its weights, and its limits where it has its own.

import { t } from '../i18n/language';
import type { Key } from '../i18n/language';
import { isAgainstItself } from '../new_run';
import type { Fields, SideFields } from '../new_run';
import { weightsText } from '../weights';
import { Check, Choice, Text, TextArea } from './field';
import { LimitForm } from './limit_form';

export type Change = (part: Partial<Fields>) => void;
export type SideName = 'dev' | 'base';

// Of dev or of base.
export function SideForm(props: {
  name: SideName;
  fields: Fields;
  known: Map<string, string[]>; // names by hash, the newest first
  change: Change;
}) {
  const { name, fields, known } = props;
  const side = fields[name];
  const onSide = (part: Partial<SideFields>) => props.change({ [name]: { ...side, ...part } });
  const options: [string, string][] = [
    ['', t('new.weights.text')],
    ...[...known].map(([sha, names]): [string, string] => [sha, weightsText(sha, names)]),
  ];
  const legend: Key = name === 'dev' ? 'params.dev' : 'params.base';
  return (
    <fieldset>
      <legend>{t(legend)}</legend>
      <Text label="new.name" name={`${name}.name`} value={side.name} required onValue={(value) => onSide({ name: value })} />
      <Choice
        label="new.weights"
        name={`${name}.weights_sha256`}
        value={side.weights}
        options={options}
        onValue={(weights) => onSide({ weights, name: known.get(weights)?.[0] ?? side.name })}
      />
      {side.weights === '' ? (
        <TextArea
          label="new.weights.file"
          name={`${name}.text`}
          placeholder={t('new.weights.own')}
          value={side.text}
          onValue={(text) => onSide({ text })}
        />
      ) : null}
      {name === 'base' && isAgainstItself(fields) ? (
        <p class="fault small whole" role="status">
          {t('new.itself')}
        </p>
      ) : null}
      <Check
        label="new.odds"
        name={`${name}.odds`}
        value={side.limits !== null}
        onValue={(own) => onSide({ limits: own ? fields.limits : null })}
      />
      {side.limits ? (
        <fieldset class="inner">
          <legend>{t('new.odds.limits')}</legend>
          <LimitForm name={`${name}.limits`} fields={side.limits} onFields={(limits) => onSide({ limits })} />
        </fieldset>
      ) : null}
    </fieldset>
  );
}
