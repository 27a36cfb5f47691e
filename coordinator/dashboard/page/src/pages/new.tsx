// The form for a new run, with the plan beside it as it is filled in.

import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { getArtifacts, getPlan, getRun, postJson } from '../api';
import type { Artifact, Plan } from '../api';
import { count, duration, percent, short, titleOf } from '../format';
import { t } from '../i18n/language';
import type { Key } from '../i18n/language';
import { canCopy, fieldsOf, kEmpty, kPresets, planQuery, requestOf } from '../new_run';
import type { Fields, SideFields } from '../new_run';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { CopyBlock } from '../components/copy';
import { useFetched } from '../components/fetched';

type Change = (part: Partial<Fields>) => void;

function Field(props: { label: Key; children: ComponentChildren }) {
  return (
    <label>
      {t(props.label)}
      {props.children}
    </label>
  );
}

function Text(props: { label: Key; value: string; onValue: (value: string) => void; number?: boolean; required?: boolean }) {
  return (
    <Field label={props.label}>
      <input
        type={props.number ? 'number' : 'text'}
        step="any"
        required={props.required ?? props.number ?? false}
        value={props.value}
        onInput={(event) => props.onValue(event.currentTarget.value)}
      />
    </Field>
  );
}

function Choice(props: { label: Key; value: string; options: [string, string][]; onValue: (value: string) => void }) {
  return (
    <Field label={props.label}>
      <select value={props.value} onChange={(event) => props.onValue(event.currentTarget.value)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

function SideForm(props: { legend: Key; side: SideFields; known: Map<string, string>; onSide: (side: SideFields) => void }) {
  const { side, onSide } = props;
  const options: [string, string][] = [
    ['', t('new.weights.text')],
    ...[...props.known].map(([sha, name]): [string, string] => [sha, `${name} (${sha.slice(0, 12)})`]),
  ];
  const choose = (weights: string) => onSide({ ...side, weights, name: props.known.get(weights) ?? side.name });
  return (
    <fieldset>
      <legend>{t(props.legend)}</legend>
      <Text label="new.name" value={side.name} required onValue={(name) => onSide({ ...side, name })} />
      <Choice label="new.weights" value={side.weights} options={options} onValue={choose} />
      {side.weights === '' ? (
        <Field label="new.weights.file">
          <textarea
            rows={4}
            spellcheck={false}
            placeholder={t('new.weights.own')}
            value={side.text}
            onInput={(event) => onSide({ ...side, text: event.currentTarget.value })}
          />
        </Field>
      ) : null}
    </fieldset>
  );
}

function LimitForm(props: { fields: Fields; change: Change }) {
  const { fields, change } = props;
  const number = (label: Key, name: 'nodes' | 'depth' | 'movetime' | 'baseSeconds' | 'incrementSeconds') => (
    <Text label={label} number value={fields[name]} onValue={(value) => change({ [name]: value })} />
  );
  return (
    <fieldset>
      <legend>{t('params.limits')}</legend>
      <Choice
        label="new.limit"
        value={fields.limit}
        options={[
          ['nodes', t('new.limit.nodes')],
          ['clock', t('new.limit.clock')],
          ['depth', t('new.limit.depth')],
          ['movetime', t('new.limit.movetime')],
        ]}
        onValue={(limit) => change({ limit: limit as Fields['limit'] })}
      />
      {fields.limit === 'nodes' ? number('new.limit.nodes', 'nodes') : null}
      {fields.limit === 'depth' ? number('new.limit.depth', 'depth') : null}
      {fields.limit === 'movetime' ? number('new.limit.movetime', 'movetime') : null}
      {fields.limit === 'clock' ? number('new.clock.base', 'baseSeconds') : null}
      {fields.limit === 'clock' ? number('new.clock.increment', 'incrementSeconds') : null}
    </fieldset>
  );
}

function BoundsForm(props: { fields: Fields; change: Change }) {
  const { fields, change } = props;
  const number = (label: Key, name: 'elo0' | 'elo1' | 'alpha' | 'beta') => (
    <Text label={label} number value={fields[name]} onValue={(value) => change({ [name]: value })} />
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

function PlanTable(props: { plan: Plan }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('plan.title')}>
    <table class="rows">
      <thead>
        <tr>
          <th scope="col" class="number">{t('plan.true')}</th>
          <th scope="col" class="number">{t('plan.pass')}</th>
          <th scope="col" class="number">{t('plan.games')}</th>
          <th scope="col" class="number">{t('plan.games95')}</th>
          <th scope="col" class="number">{t('plan.time')}</th>
        </tr>
      </thead>
      <tbody>
        {props.plan.points.map((point) => (
          <tr key={point.true_elo}>
            <th scope="row" class="number">{point.true_elo.toFixed(2)}</th>
            <td class="number">{percent(point.pass_probability)}</td>
            <td class="number">{short(2 * point.expected_pairs)}</td>
            <td class="number">{short(2 * point.pairs_95)}</td>
            <td class="number">{point.expected_hours === null ? '–' : duration(3600 * point.expected_hours)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    </div>
  );
}

function PlanCard(props: { fields: Fields }) {
  const query = planQuery(props.fields);
  const { value, error } = useFetched(() => getPlan(query), [query]);
  return (
    <section class="card" aria-live="polite">
      <h2>{t('plan.title')}</h2>
      {props.fields.kind === 'match' ? (
        <p>{t('plan.match', { n: props.fields.pairs ? count(2 * Number(props.fields.pairs)) : '–' })}</p>
      ) : error ? (
        <p role="alert">{error}</p>
      ) : value ? (
        <>
          <PlanTable plan={value} />
          <p class="muted small">
            {t('plan.note', { draws: percent(value.draw_ratio, 0) })}{' '}
            {value.games_per_second > 0 ? '' : t('plan.norate')}
          </p>
        </>
      ) : (
        <p class="muted">{t('app.loading')}</p>
      )}
    </section>
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
      <Choice label="params.book" value={fields.book} options={options} onValue={(book) => change({ book })} />
      <Text label="new.pairs" value={fields.pairs} onValue={(pairs) => change({ pairs })} />
      <Text label="params.seed" value={fields.seed} onValue={(seed) => change({ seed })} />
    </fieldset>
  );
}

const weightsOf = async (side: SideFields) =>
  side.weights || (await postJson<{ sha256: string }>('/api/v1/weights', { text: side.text })).sha256;

// Sends the form; the address of the run that came of it. The id makes a second press harmless.
async function send(fields: Fields, requestId: string): Promise<string> {
  const [dev, base] = [await weightsOf(fields.dev), await weightsOf(fields.base)];
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

function RunForm(props: { initial: Fields; clone: string }) {
  const [fields, setFields] = useState<Fields>(props.initial);
  const [requestId] = useState(newId);
  const [error, setError] = useState('');
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
      setError((fault as Error).message);
    }
    setBusy(false);
  };
  const cloned = useKnown().runs.get(props.clone);
  return (
    <>
      <h1>{t('app.new')}</h1>
      {cloned ? <p class="muted">{t('new.clone', { title: titleOf(cloned) })}</p> : null}
      {cloned && !canCopy(cloned) ? <p role="alert">{t('new.clone.part')}</p> : null}
      <div class="filters">
        <div role="group" aria-label={t('new.presets')}>
          {(Object.keys(kPresets) as (keyof typeof kPresets)[]).map((name) => (
            <button type="button" key={name} onClick={() => change(kPresets[name])}>
              {t(`new.preset.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="grid">
        <form class="card form" onSubmit={submit}>
          <Choice
            label="new.kind"
            value={fields.kind}
            options={[
              ['test', t('new.kind.test')],
              ['match', t('new.kind.match')],
            ]}
            onValue={(kind) => change({ kind: kind as Fields['kind'] })}
          />
          <Text label="new.title" value={fields.title} onValue={(title) => change({ title })} />
          <SideForm legend="params.dev" side={fields.dev} known={weights} onSide={(dev) => change({ dev })} />
          <SideForm legend="params.base" side={fields.base} known={weights} onSide={(base) => change({ base })} />
          <LimitForm fields={fields} change={change} />
          {fields.kind === 'test' ? <BoundsForm fields={fields} change={change} /> : null}
          <BookForm books={books} fields={fields} change={change} />
          {error ? (
            <p class="fault" role="alert">
              {error}
            </p>
          ) : null}
          <button type="submit" class="main" disabled={busy || !fields.book}>
            {t('new.start')}
          </button>
        </form>
        <PlanCard fields={fields} />
      </div>
    </>
  );
}
