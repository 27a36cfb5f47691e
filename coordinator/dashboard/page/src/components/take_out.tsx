// Takes a worker out of play and back: quarantine at once, drain when it has finished what it plays.

import { useState } from 'preact/hooks';
import { postJson } from '../api';
import type { Worker } from '../api';
import { t } from '../i18n/language';

export function TakeOut(props: { worker: Worker }) {
  const { worker } = props;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const name = worker.label || worker.worker;
  const post = (verb: 'quarantine' | 'lift', body: object) =>
    postJson(`/api/v1/workers/${worker.worker}/${verb}`, body).then(
      () => {
        setOpen(false);
        setReason('');
        setFault('');
      },
      (error: Error) => setFault(error.message),
    );
  if (worker.quarantine || worker.drained) {
    return (
      <>
        <button type="button" aria-label={t('worker.lift.label', { name })} onClick={() => post('lift', {})}>
          {t('worker.lift')}
        </button>
        <span class="fault reason" role="status">
          {fault}
        </span>
      </>
    );
  }
  if (!open) {
    return (
      <button type="button" aria-label={t('worker.takeout.label', { name })} onClick={() => setOpen(true)}>
        {t('worker.takeout')}
      </button>
    );
  }
  const why = reason.trim() || t('worker.byhand');
  return (
    <form class="takeout" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>{t('worker.reason')}</span>
        <input value={reason} maxLength={200} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button type="button" onClick={() => post('quarantine', { reason: why, drain: true })}>
          {t('worker.drain')}
        </button>
        <button type="button" onClick={() => post('quarantine', { reason: why })}>
          {t('worker.quarantine')}
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          {t('worker.cancel')}
        </button>
      </div>
      <p class="muted small">{t('worker.takeout.hint')}</p>
      <span class="fault reason" role="status">
        {fault}
      </span>
    </form>
  );
}
