// Lets a run begin that waits for an operator; offered to operators alone.

import { useState } from 'preact/hooks';
import { approveRun } from '../api';
import type { Run } from '../api';
import { t } from '../i18n/language';
import { useRight } from '../me';

export function Approve(props: { run: Run }) {
  const { may } = useRight('approve');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  if (!may) return null;
  const approve = () => {
    setBusy(true);
    setFault('');
    approveRun(props.run.run).catch((error: Error) => {
      setFault(error.message);
      setBusy(false);
    });
  };
  return (
    <p>
      <button type="button" class="main" disabled={busy} onClick={approve}>
        {t('run.approve')}
      </button>{' '}
      <span class="fault" role="status">
        {fault}
      </span>
    </p>
  );
}
