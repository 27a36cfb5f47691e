// What the coordinator, or the form itself, said against a new run.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api';
import type { Fault } from '../api';
import { labelled, labelOf } from '../form_faults';
import { t } from '../i18n/language';
import { faultId } from './field';

// What the coordinator said: at the fields where there is one for it, and beside the button.
export interface Refusal {
  message: string;
  faults: Fault[];
}

// A clock is filled in in seconds and told in what the coordinator counts in.
const unitOf = (name: string) => (/\b(base|increment)_ms$/.test(name) ? ' (ms)' : '');

export const toldOf = (fault: Error): Refusal => ({
  message: labelled(fault.message),
  faults: (fault instanceof ApiError ? fault.faults : []).map(({ field, message }) => ({
    field,
    message: labelled(message) + unitOf(field),
  })),
});

// What was typed where a number belongs and is none: the field's value is empty then.
export function unreadable(form: HTMLFormElement): Fault[] {
  const fields = [...form.elements].filter((one): one is HTMLInputElement => one instanceof HTMLInputElement);
  return fields.filter((one) => one.validity.badInput).map(({ name }) => ({ field: name, message: t('wrong.any') }));
}

export function Refused(props: { refusal: Refusal }) {
  const { message, faults } = props.refusal;
  const [homeless, setHomeless] = useState<Fault[]>([]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setHomeless(faults.filter(({ field }) => document.getElementById(faultId(field)) === null));
    const wrong = document.querySelector<HTMLElement>('.form [aria-invalid=true]');
    (wrong ?? box.current)?.focus();
  }, [faults]);
  return (
    <div class="fault" role="alert" tabIndex={-1} ref={box}>
      {faults.length > 0 ? t('new.faults', { n: faults.length }) : message}
      {homeless.map(({ field, message: text }) => (
        <p key={field}>
          {labelOf(field)}
          {t('unit.colon')}
          {text}
        </p>
      ))}
    </div>
  );
}
