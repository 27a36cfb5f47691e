// The fields of a form, each with what the coordinator found wrong with it. A field is named as the
// coordinator names it: "dev.limits.nodes".

import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../i18n/language';
import type { Key } from '../i18n/language';

// What is wrong, by the field's name.
export const Faults = createContext<ReadonlyMap<string, string>>(new Map());

export const faultId = (name: string) => `fault-${name}`;

// Of a field or of a group of them.
export function FaultLine(props: { name: string }) {
  const text = useContext(Faults).get(props.name);
  return text ? (
    <p class="fault small" id={faultId(props.name)}>
      {text}
    </p>
  ) : null;
}

// What ties a field to its fault, for those who hear the page.
function useTie(name: string) {
  const wrong = useContext(Faults).has(name);
  return { name, 'aria-invalid': wrong ? ('true' as const) : undefined, 'aria-describedby': wrong ? faultId(name) : undefined };
}

function Labelled(props: { label: Key; name: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label>
        {t(props.label)}
        {props.children}
      </label>
      <FaultLine name={props.name} />
    </div>
  );
}

interface TextProps {
  label: Key;
  name: string;
  value: string;
  onValue: (value: string) => void;
  required?: boolean;
}

// digits: whole numbers that are too long for the browser's own.
export function Text(props: TextProps & { digits?: boolean }) {
  return (
    <Labelled label={props.label} name={props.name}>
      <input
        type="text"
        pattern={props.digits ? '[0-9]*' : undefined}
        inputMode={props.digits ? 'numeric' : undefined}
        required={props.required ?? false}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
        {...useTie(props.name)}
      />
    </Labelled>
  );
}

// least, most: the range that is allowed; whole: without fractions.
export function NumberField(props: TextProps & { least?: number; most?: number; whole?: boolean }) {
  return (
    <Labelled label={props.label} name={props.name}>
      <input
        type="number"
        step={props.whole ? '1' : 'any'}
        min={props.least}
        max={props.most}
        required={props.required ?? true}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
        {...useTie(props.name)}
      />
    </Labelled>
  );
}

export function TextArea(props: TextProps & { placeholder: string }) {
  return (
    <Labelled label={props.label} name={props.name}>
      <textarea
        rows={4}
        spellcheck={false}
        placeholder={props.placeholder}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
        {...useTie(props.name)}
      />
    </Labelled>
  );
}

export function Choice(props: TextProps & { options: [string, string][] }) {
  return (
    <Labelled label={props.label} name={props.name}>
      <select
        value={props.value}
        onChange={(event) => props.onValue(event.currentTarget.value)}
        {...useTie(props.name)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Check(props: { label: Key; name: string; value: boolean; onValue: (value: boolean) => void }) {
  return (
    <div class="field check">
      <label>
        <input
          type="checkbox"
          checked={props.value}
          onChange={(event) => props.onValue(event.currentTarget.checked)}
          {...useTie(props.name)}
        />
        {t(props.label)}
      </label>
      <FaultLine name={props.name} />
    </div>
  );
}
