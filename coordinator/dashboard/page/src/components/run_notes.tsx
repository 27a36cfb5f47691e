// What a reader should know before trusting a run's figures.

import type { Run } from '../api';
import { count } from '../format';
import { t } from '../i18n/language';

// What a reader should know before trusting the figures.
export function Notes(props: { run: Run }) {
  const { run } = props;
  const notes: string[] = [];
  if (run.repeated_games > 0) {
    notes.push(t('run.repeated', { n: count(run.repeated_games) }));
  }
  if (run.pairs_after_verdict > 0) {
    notes.push(t('run.after', { n: count(run.pairs_after_verdict) }));
  }
  if (run.contested > 0) notes.push(t('run.contested'));
  if (run.pairs_void > 0) notes.push(t('run.void', { n: count(run.pairs_void) }));
  if (run.pairs_without_games > 0) {
    notes.push(t('run.nogames', { n: count(run.pairs_without_games), kept: run.keep_games }));
  }
  if (run.audits_disagreed > 0) notes.push(t('run.audits', { n: count(run.audits_disagreed) }));
  const waiting = run.pairs_counted - run.pairs - run.pairs_after_verdict;
  if (run.state === 'active' && waiting > 0) {
    notes.push(t('run.waiting', { n: count(waiting) }));
  }
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
