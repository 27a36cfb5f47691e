// Takes a worker out of play and back: quarantine at once, drain when it has finished what it plays.

import { useEffect, useRef, useState } from 'preact/hooks';
import { postJson } from '../api';
import type { Worker } from '../api';
import { t } from '../i18n/language';

type Verb = 'quarantine' | 'lift';

// Asks why, and which of the two. Escape closes it.
function Reason(props: { fault: string; onPost: (verb: Verb, body: object) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const why = reason.trim() || t('worker.byhand');
  return (
    <form
      class="takeout"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => (event.key === 'Escape' ? props.onClose() : undefined)}
    >
      <label>
        <span>{t('worker.reason')}</span>
        <input ref={field} value={reason} maxLength={200} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button type="button" onClick={() => props.onPost('quarantine', { reason: why, drain: true })}>
          {t('worker.drain')}
        </button>
        <button type="button" onClick={() => props.onPost('quarantine', { reason: why })}>
          {t('worker.quarantine')}
        </button>
        <button type="button" onClick={props.onClose}>
          {t('worker.cancel')}
        </button>
      </div>
      <p class="muted small">{t('worker.takeout.hint')}</p>
      <span class="fault reason" role="status">
        {props.fault}
      </span>
    </form>
  );
}

// A closed question leaves the focus on the button that stands in its place, whichever that is.
export function TakeOut(props: { worker: Worker }) {
  const { worker } = props;
  const [open, setOpen] = useState(false);
  const [fault, setFault] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const out = worker.quarantine !== '' || worker.drained !== '';
  const asks = open && !out;
  useEffect(() => {
    if (wasOpen.current && !asks) button.current?.focus();
    wasOpen.current = asks;
  }, [asks]);
  const name = worker.label || worker.worker;
  const close = () => {
    setOpen(false);
    setFault('');
  };
  const post = (verb: Verb, body: object) =>
    void postJson(`/api/v1/workers/${worker.worker}/${verb}`, body).then(close, (error: Error) => setFault(error.message));
  if (asks) return <Reason fault={fault} onPost={post} onClose={close} />;
  if (!out) {
    return (
      <button ref={button} type="button" aria-label={t('worker.takeout.label', { name })} onClick={() => setOpen(true)}>
        {t('worker.takeout')}
      </button>
    );
  }
  return (
    <>
      <button ref={button} type="button" aria-label={t('worker.lift.label', { name })} onClick={() => post('lift', {})}>
        {t('worker.lift')}
      </button>
      <span class="fault reason" role="status">
        {fault}
      </span>
    </>
  );
}
