// How long an engine may think, to be filled in: of a run, or of one side in games at odds.

import { useRef } from 'preact/hooks';
import { t } from '../i18n/language';
import { clockOf } from '../limits';
import { isPlainClock, isTimed, kMostPeriods, limitsOf } from '../limit_fields';
import type { LimitFields, PeriodFields } from '../limit_fields';
import { Choice, FaultLine, NumberField } from './field';

interface LimitProps {
  name: string; // "limits", "dev.limits"
  fields: LimitFields;
  onFields: (fields: LimitFields) => void;
}

function Period(props: {
  name: string;
  number: number;
  last: boolean;
  period: PeriodFields;
  onPeriod: (period: PeriodFields) => void;
  onRemove: (() => void) | undefined;
}) {
  const { name, period, last, onPeriod } = props;
  return (
    <div class="period" role="group" aria-label={t('new.clock.period', { n: props.number })}>
      <NumberField
        label={last ? 'new.clock.moves.last' : 'new.clock.moves'}
        name={`${name}.moves`}
        value={period.moves}
        required={!last}
        whole
        least={last ? 0 : 1}
        onValue={(moves) => onPeriod({ ...period, moves })}
      />
      <NumberField
        label="new.clock.base"
        name={`${name}.base_ms`}
        value={period.seconds}
        least={0}
        onValue={(seconds) => onPeriod({ ...period, seconds })}
      />
      <NumberField
        label="new.clock.increment"
        name={`${name}.increment_ms`}
        value={period.increment}
        least={0}
        onValue={(increment) => onPeriod({ ...period, increment })}
      />
      {props.onRemove ? (
        <button type="button" class="quiet" aria-label={t('new.clock.remove', { n: props.number })} onClick={props.onRemove}>
          ✕
        </button>
      ) : null}
      {name.endsWith(']') ? <FaultLine name={name} /> : null}
    </div>
  );
}

// Its periods one below the other, and what the clock reads as the command line writes it.
function Clock(props: LimitProps) {
  const { name, fields, onFields } = props;
  const box = useRef<HTMLDivElement>(null);
  const { periods } = fields;
  const set = (changed: PeriodFields[]) => onFields({ ...fields, periods: changed });
  const focus = (selector: string) => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = () => {
    // What came before needs an end: the usual 40 moves.
    const ended = periods.map((p, i) => (i + 1 === periods.length && !Number(p.moves) ? { ...p, moves: '40' } : p));
    set([...ended, { moves: '', seconds: '30', increment: '0' }]);
    focus('.period:last-of-type input');
  };
  const remove = (at: number) => {
    set(periods.filter((_, i) => i !== at));
    focus('.add');
  };
  return (
    <div class="clockform" ref={box}>
      {periods.map((period, i) => (
        <Period
          key={i}
          name={isPlainClock(periods) ? name : `${name}.periods[${i}]`}
          number={i + 1}
          last={i + 1 === periods.length}
          period={period}
          onPeriod={(changed) => set(periods.map((p, at) => (at === i ? changed : p)))}
          onRemove={periods.length > 1 ? () => remove(i) : undefined}
        />
      ))}
      <FaultLine name={`${name}.periods`} />
      <p class="clockline">
        <button type="button" class="add" disabled={periods.length >= kMostPeriods} onClick={add}>
          {t('new.clock.add')}
        </button>
        <output class="muted small">{t('new.clock.reads', { clock: clockOf(limitsOf(fields)) || '–' })}</output>
      </p>
    </div>
  );
}

// The fields alone; the caller puts a fieldset with a legend around them.
export function LimitForm(props: LimitProps) {
  const { name, fields, onFields } = props;
  const number = (label: 'new.limit.nodes' | 'new.limit.depth' | 'new.limit.movetime', at: string, key: 'nodes' | 'depth' | 'movetime') => (
    <NumberField
      label={label}
      name={`${name}.${at}`}
      value={fields[key]}
      whole
      least={1}
      onValue={(value) => onFields({ ...fields, [key]: value })}
    />
  );
  return (
    <>
      <Choice
        label="new.limit"
        name={`${name}.kind`}
        value={fields.kind}
        options={[
          ['nodes', t('new.limit.nodes')],
          ['clock', t('new.limit.clock')],
          ['depth', t('new.limit.depth')],
          ['movetime', t('new.limit.movetime')],
        ]}
        onValue={(kind) => onFields({ ...fields, kind: kind as LimitFields['kind'] })}
      />
      {fields.kind === 'nodes' ? number('new.limit.nodes', 'nodes', 'nodes') : null}
      {fields.kind === 'depth' ? number('new.limit.depth', 'depth', 'depth') : null}
      {fields.kind === 'movetime' ? number('new.limit.movetime', 'movetime_ms', 'movetime') : null}
      {fields.kind === 'clock' ? <Clock {...props} /> : null}
      {isTimed(fields) ? (
        <NumberField
          label="new.margin"
          name={`${name}.margin_ms`}
          value={fields.margin}
          required={false}
          whole
          least={0}
          onValue={(margin) => onFields({ ...fields, margin })}
        />
      ) : null}
      <FaultLine name={name} />
    </>
  );
}
