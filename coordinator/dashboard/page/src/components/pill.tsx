import type { Run } from '../api';
import { statusOf } from '../words';

// A run's state in a word, a shape and a colour.
export function Pill(props: { run: Run }) {
  const status = statusOf(props.run);
  return (
    <span class={`pill ${status.tone}`}>
      <span aria-hidden="true">{status.mark}</span> {status.word}
    </span>
  );
}
