import type { Run } from '../api';
import { fixed } from '../format';
import { t } from '../i18n/language';
import { statusOf } from '../words';

// Where the LLR stands between its bounds: rejected at the left end, accepted at the right.
export function Gauge(props: { run: Run; wide?: boolean }) {
  const { llr, lower, upper } = props.run;
  if (llr === null || lower === null || upper === null) {
    return <span class="muted">{props.run.sprt === null ? t('gauge.fixed') : '–'}</span>;
  }
  const at = (value: number) => (Math.min(Math.max((value - lower) / (upper - lower), 0), 1)) * 100;
  const zero = at(0);
  const here = at(llr);
  const tone = llr >= 0 ? 'accept' : 'reject';
  const words = t('gauge.words', { llr: fixed(llr, 2), lower: fixed(lower, 2), upper: fixed(upper, 2) });
  return (
    <span class={`gauge ${props.wide ? 'wide' : ''}`} role="img" aria-label={`${words}. ${statusOf(props.run).word}.`}>
      <span class="track">
        <span
          class={`fill ${tone}`}
          style={{ left: `${Math.min(zero, here)}%`, width: `${Math.abs(here - zero)}%` }}
        />
        <span class="zero" style={{ left: `${zero}%` }} />
        <span class={`needle ${tone}`} style={{ left: `${here}%` }} />
      </span>
      <span class="ends" aria-hidden="true">
        <span>{fixed(lower, 2)}</span>
        <strong>LLR {fixed(llr, 2)}</strong>
        <span>{fixed(upper, 2)}</span>
      </span>
    </span>
  );
}
