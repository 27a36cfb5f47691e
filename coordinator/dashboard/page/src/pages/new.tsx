// The form for a new run, with the plan beside it as it is filled in.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, getArtifacts, getRun, postJson } from '../api';
import type { Artifact, Fault, Run } from '../api';
import { commandOf } from '../block';
import { useCommand } from '../command';
import { draftOf, dropDraft, keepDraft } from '../draft';
import { formFaults, labelled, labelOf } from '../form_faults';
import { titleOf } from '../format';
import { t, word } from '../i18n/language';
import type { Key } from '../i18n/language';
import { keptTexts } from '../kept';
import type { Kept } from '../kept';
import { canCopy, fieldsOf, kEmpty, kPresets, requestOf } from '../new_run';
import type { Fields, SideFields } from '../new_run';
import { useRight } from '../me';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { weightNames } from '../weights';
import { BookForm } from '../components/book_form';
import { CopyBlock } from '../components/copy';
import { useFetched } from '../components/fetched';
import { Choice, faultId, Faults, NumberField, Text } from '../components/field';
import { LimitForm } from '../components/limit_form';
import { PlanCard } from '../components/plan_card';
import { SideForm } from '../components/side_form';
import type { Change, SideName } from '../components/side_form';

function BoundsForm(props: { fields: Fields; change: Change }) {
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

// A weights file that isn't one is told where it was written.
async function weightsOf(name: SideName, side: SideFields): Promise<string> {
  if (side.weights) return side.weights;
  try {
    return (await postJson<{ sha256: string }>('/api/v1/weights', { text: side.text })).sha256;
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.status !== 400) throw fault;
    throw new ApiError(fault.status, fault.message, [{ field: `${name}.text`, message: fault.message }]);
  }
}

// Sends the form; the address of the run that came of it. The id makes a second press harmless.
async function send(fields: Fields, requestId: string): Promise<string> {
  const [dev, base] = [await weightsOf('dev', fields.dev), await weightsOf('base', fields.base)];
  const made = await postJson<{ run: string }>('/api/v1/runs', requestOf(fields, dev, base, requestId));
  return runAddress(made.run);
}

const newId = () => `page-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')}`;

// The books that there are, and the weights that earlier runs used.
function useChoices() {
  const known = useKnown();
  const { value } = useFetched(getArtifacts, []);
  const books = value?.artifacts.filter((artifact) => artifact.kind === 'book').sort((a, b) => b.lines - a.lines);
  return { books, weights: weightNames(known.runs.values()) };
}

export function NewRunPage(props: { query: URLSearchParams }) {
  const clone = props.query.get('clone') ?? '';
  return <FilledForm key={clone} clone={clone} />;
}

const kDraft = 'run'; // of the form, whichever run it copies
interface Draft {
  clone: string;
  fields: Fields;
}

const draftFor = (clone: string): Fields | null => {
  const draft = draftOf<Draft>(kDraft);
  return draft?.clone === clone ? draft.fields : null;
};

// A league or a tune has more to say than the form has fields for.
function NoCopy(props: { run: Run }) {
  const { run } = props;
  const command = useCommand(commandOf(run));
  return (
    <section class="card empty">
      <h1>{t('new.nocopy', { kind: word('kind', run.kind) })}</h1>
      <p>{t('new.nocopy.hint')}</p>
      <CopyBlock label={t('copy.command')} text={command} />
      <p>
        <a href={runAddress(run.run)}>{titleOf(run)}</a> · <a href="#/new">{t('new.anew')}</a>
      </p>
    </section>
  );
}

// The form once what it begins with is there: nothing that was typed is written over by it, and what
// was typed before another page was looked at is there again.
function FilledForm(props: { clone: string }) {
  const { clone } = props;
  const [draft, setDraft] = useState(() => draftFor(clone));
  const { value: run, error } = useFetched(() => (clone ? getRun(clone) : Promise.resolve(null)), []);
  document.title = `${t('app.new')} · Rookery`;
  const anew = () => {
    dropDraft(kDraft);
    setDraft(null);
  };
  if (run && (run.league || run.tune)) return <NoCopy run={run} />;
  if (draft) return <RunForm key="draft" initial={draft} clone={clone} onAnew={anew} />;
  if (run !== undefined) return <RunForm key="new" initial={run ? fieldsOf(run) : kEmpty} clone={clone} />;
  return (
    <section class="card empty" role={error ? 'alert' : 'status'}>
      <h1>{error ? t('run.cant', { run: clone }) : t('app.loading')}</h1>
      <p>{error}</p>
    </section>
  );
}

// What the coordinator said: at the fields where there is one for it, and beside the button.
interface Refusal {
  message: string;
  faults: Fault[];
}

// A clock is filled in in seconds and told in what the coordinator counts in.
const unitOf = (name: string) => (/\b(base|increment)_ms$/.test(name) ? ' (ms)' : '');

const toldOf = (fault: Error): Refusal => ({
  message: labelled(fault.message),
  faults: (fault instanceof ApiError ? fault.faults : []).map(({ field, message }) => ({
    field,
    message: labelled(message) + unitOf(field),
  })),
});

// What was typed where a number belongs and is none: the field's value is empty then.
function unreadable(form: HTMLFormElement): Fault[] {
  const fields = [...form.elements].filter((one): one is HTMLInputElement => one instanceof HTMLInputElement);
  return fields.filter((one) => one.validity.badInput).map(({ name }) => ({ field: name, message: t('wrong.any') }));
}

function Refused(props: { refusal: Refusal }) {
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

function KeptLine(props: { kept: Kept }) {
  const texts = keptTexts(props.kept);
  return texts.length > 0 ? <p class="muted">{t('new.kept', { what: texts.join(t('unit.comma')) })}</p> : null;
}

function Presets(props: { change: Change }) {
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

function AllFields(props: { fields: Fields; change: Change; books: Artifact[] | undefined; weights: Map<string, string[]> }) {
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

// onAnew: where the form begins with what was typed before.
function RunForm(props: { initial: Fields; clone: string; onAnew?: () => void }) {
  const [fields, setFields] = useState<Fields>(props.initial);
  const started = useRef(false);
  const right = useRight('create_run');
  const [requestId] = useState(newId);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const { books, weights } = useChoices();
  const change: Change = (part) => setFields((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (!fields.book && books?.[0]) change({ book: books[0].sha256 });
  }, [books?.[0]?.sha256]);
  // What a reader typed, but not the book that was chosen for him.
  useEffect(() => {
    const typed = JSON.stringify({ ...fields, book: props.initial.book }) !== JSON.stringify(props.initial);
    if (typed && !started.current) keepDraft(kDraft, { clone: props.clone, fields });
  }, [fields]);
  const submit = async (event: Event) => {
    event.preventDefault();
    const garbled = unreadable(event.currentTarget as HTMLFormElement);
    const own = formFaults(fields).filter(({ field }) => !garbled.some((one) => one.field === field));
    if (garbled.length + own.length > 0) return setRefusal({ message: '', faults: [...garbled, ...own] });
    setBusy(true);
    try {
      const address = await send(fields, requestId);
      started.current = true;
      dropDraft(kDraft);
      location.hash = address.slice(1);
    } catch (fault) {
      setRefusal(toldOf(fault as Error));
    }
    setBusy(false);
  };
  const cloned = useKnown().runs.get(props.clone);
  const wrong = new Map(refusal?.faults.map(({ field, message }) => [field, message]));
  return (
    <>
      <h1>{t('app.new')}</h1>
      {cloned ? <p class="muted">{t('new.clone', { title: titleOf(cloned) })}</p> : null}
      {fields.kept ? <KeptLine kept={fields.kept} /> : null}
      {cloned && !canCopy(cloned) ? <p role="alert">{t('new.clone.part')}</p> : null}
      {props.onAnew ? (
        <p class="muted" role="status">
          {t('new.draft')}{' '}
          <button type="button" onClick={props.onAnew}>
            {t('new.anew')}
          </button>
        </p>
      ) : null}
      <Presets change={change} />
      <div class="grid">
        <form class="card form" noValidate onSubmit={(event) => void submit(event)}>
          <Faults.Provider value={wrong}>
            <AllFields fields={fields} change={change} books={books} weights={weights} />
          </Faults.Provider>
          {refusal ? <Refused refusal={refusal} /> : null}
          {right.why ? <p role="status">{right.why}</p> : null}
          <button type="submit" class="main" disabled={busy || !fields.book || !right.may}>
            {t('new.start')}
          </button>
        </form>
        <PlanCard fields={fields} openings={books?.find((book) => book.sha256 === fields.book)?.lines} />
      </div>
    </>
  );
}
