// The form for a new run, with the plan beside it as it is filled in.

import { useEffect, useRef, useState } from 'preact/hooks';
import { getArtifacts, getRun } from '../api';
import type { Run } from '../api';
import { commandOf } from '../block';
import { useCommand } from '../command';
import { dropDraft, keepDraft } from '../draft';
import { formFaults } from '../form_faults';
import { titleOf } from '../format';
import { t, word } from '../i18n/language';
import { canCopy, fieldsOf, kEmpty } from '../new_run';
import type { Fields } from '../new_run';
import { useRight } from '../me';
import { runAddress } from '../router';
import { useKnown } from '../store';
import { weightNames } from '../weights';
import { CopyBlock } from '../components/copy';
import { useFetched } from '../components/fetched';
import { Faults } from '../components/field';
import { PlanCard } from '../components/plan_card';
import type { Change } from '../components/side_form';
import { send, newId } from '../send_run';
import { kDraft, draftFor } from '../run_draft';
import { toldOf, unreadable, Refused } from '../components/refused';
import type { Refusal } from '../components/refused';
import { KeptLine, Presets, AllFields } from '../components/run_fields';

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
