import type { RunEvent } from '../api';
import { dateTime } from '../format';
import { t, word } from '../i18n/language';
import { said } from '../i18n/said';

// What happened to a run, newest first, and who did it. A long list scrolls, by keys too.
export function Events(props: { events: RunEvent[] }) {
  return (
    <ol class="events" tabIndex={0}>
      {[...props.events].reverse().map((event, index) => (
        <li key={`${event.at} ${index}`}>
          <time class="muted" dateTime={event.at}>
            {dateTime(event.at)}
          </time>
          <span>
            <strong>{word('event', event.kind)}</strong> {said(event.text)}
            {event.by ? <span class="muted"> {t('run.events.by', { name: event.by })}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
