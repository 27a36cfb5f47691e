// The form for a new run, with the plan beside it as it is filled in.

import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, getArtifacts, getRun, postJson } from '../api';
import type { Artifact, Fault } from '../api';
import { count, titleOf } from '../format';
import { t } from '../i18n/language';
import type { Key } from '../i18n/language';
import { keptTexts } from '../kept';
import type { Kept } from '../kept';
import { canCopy, fieldsOf, kEmpty, kPresets, requestOf } from '../new_run';
import type { Fields, SideFields } from '../new_run';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { CopyBlock } from '../components/copy';
import { useFetched } from '../components/fetched';
import { Check, Choice, faultId, Faults, NumberField, Text, TextArea } from '../components/field';
import { LimitForm } from '../components/limit_form';
import { PlanCard } from '../components/plan_card';

type Change = (part: Partial<Fields>) => void;
type SideName = 'dev' | 'base';

function SideForm(props: {
  name: SideName;
  fields: Fields;
  known: Map<string, string>;
  change: Change;
}) {
  const { name, fields, known } = props;
  const side = fields[name];
  const onSide = (part: Partial<SideFields>) => props.change({ [name]: { ...side, ...part } });
  const options: [string, string][] = [
    ['', t('new.weights.text')],
    ...[...known].map(([sha, label]): [string, string] => [sha, `${label} (${sha.slice(0, 12)})`]),
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
        onValue={(weights) => onSide({ weights, name: known.get(weights) ?? side.name })}
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

function BookForm(props: { books: Artifact[] | undefined; fields: Fields; change: Change }) {
  const { books, fields, change } = props;
  if (books !== undefined && books.length === 0) {
    return (
      <div role="alert">
        <p>{t('new.nobook')}</p>
        <CopyBlock label={t('copy.command')} text="rookery match --dev default --base default --games 2" />
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
        onValue={(pairs) => change({ pairs })}
      />
      <Text label="params.seed" name="seed" digits value={fields.seed} onValue={(seed) => change({ seed })} />
      <Check label="new.chess960" name="chess960" value={fields.chess960} onValue={(chess960) => change({ chess960 })} />
      {fields.chess960 ? (
        <div class="whole">
          <p class="muted small">{t('new.chess960.book')}</p>
          <CopyBlock
            label={t('copy.command')}
            text="rookery match --variant chess960 --dev default --base default --games 2"
          />
        </div>
      ) : null}
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

// The books that there are, and the weights that earlier runs used, by their name.
function useChoices() {
  const known = useKnown();
  const { value } = useFetched(getArtifacts, []);
  const books = value?.artifacts.filter((artifact) => artifact.kind === 'book').sort((a, b) => b.lines - a.lines);
  const weights = new Map<string, string>();
  for (const run of known.runs.values()) {
    for (const side of run.league ? run.league.engines : [run.dev, run.base]) {
      if (side) weights.set(side.weights, side.name);
    }
  }
  return { books, weights };
}

export function NewRunPage(props: { query: URLSearchParams }) {
  const clone = props.query.get('clone') ?? '';
  return <FilledForm key={clone} clone={clone} />;
}

// The form once what it begins with is there: nothing that was typed is written over by it.
function FilledForm(props: { clone: string }) {
  const { clone } = props;
  const { value, error } = useFetched(() => (clone ? getRun(clone).then(fieldsOf) : Promise.resolve(kEmpty)), []);
  document.title = `${t('app.new')} · Rookery`;
  if (value) return <RunForm initial={value} clone={clone} />;
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
          {field}: {text}
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

function AllFields(props: { fields: Fields; change: Change; books: Artifact[] | undefined; weights: Map<string, string> }) {
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

function RunForm(props: { initial: Fields; clone: string }) {
  const [fields, setFields] = useState<Fields>(props.initial);
  const [requestId] = useState(newId);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const { books, weights } = useChoices();
  const change: Change = (part) => setFields((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (!fields.book && books?.[0]) change({ book: books[0].sha256 });
  }, [books?.[0]?.sha256]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      location.hash = (await send(fields, requestId)).slice(1);
    } catch (fault) {
      const { message } = fault as Error;
      setRefusal({ message, faults: fault instanceof ApiError ? fault.faults : [] });
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
      <Presets change={change} />
      <div class="grid">
        <form class="card form" onSubmit={(event) => void submit(event)}>
          <Faults.Provider value={wrong}>
            <AllFields fields={fields} change={change} books={books} weights={weights} />
          </Faults.Provider>
          {refusal ? <Refused refusal={refusal} /> : null}
          <button type="submit" class="main" disabled={busy || !fields.book}>
            {t('new.start')}
          </button>
        </form>
        <PlanCard fields={fields} />
      </div>
    </>
  );
}
