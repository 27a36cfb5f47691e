// The frame around every page: name, navigation, state of the connection, theme.

import type { ComponentChildren } from 'preact';
import { useRoute } from './router';
import { useKnown } from './store';
import type { Connection } from './store';
import { useTheme } from './theme';
import { RunsPage } from './pages/runs';
import { RunPage } from './pages/run';
import { WorkersPage } from './pages/workers';

const kConnectionWords: Record<Connection, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'connection lost, trying again',
};
const kThemeWords = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

function NavLink(props: { href: string; current: boolean; children: ComponentChildren }) {
  return (
    <a href={props.href} aria-current={props.current ? 'page' : undefined}>
      {props.children}
    </a>
  );
}

function Header(props: { section: string }) {
  const { connection } = useKnown();
  const [theme, nextTheme] = useTheme();
  return (
    <header class="top">
      <a class="brand" href="#/">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        Rookery
      </a>
      <nav aria-label="Pages">
        <NavLink href="#/" current={props.section === 'runs'}>
          Runs
        </NavLink>
        <NavLink href="#/workers" current={props.section === 'workers'}>
          Workers
        </NavLink>
      </nav>
      <span class={`connection ${connection}`} role="status">
        {kConnectionWords[connection]}
      </span>
      <button type="button" class="quiet" onClick={nextTheme}>
        {kThemeWords[theme]}
      </button>
    </header>
  );
}

function NotFound() {
  return (
    <section class="card empty">
      <h1>No such page</h1>
      <p>
        <a href="#/">All runs</a> is a good place to go on from.
      </p>
    </section>
  );
}

export function App() {
  const { path, query } = useRoute();
  const { overview } = useKnown();
  const section = path[0] ?? 'runs';
  let page = <NotFound />;
  if (section === 'runs' && path.length <= 1) page = <RunsPage query={query} />;
  else if (section === 'runs' && path[1] !== undefined) page = <RunPage key={path[1]} id={path[1]} />;
  else if (section === 'workers') page = <WorkersPage />;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event)}>
        To the content
      </a>
      <Header section={section} />
      <main id="main" tabIndex={-1}>
        {page}
      </main>
      <footer>
        Rookery {overview?.version ?? ''} · <a href="/api/v1/runs">JSON</a> · <a href="/metrics">metrics</a>
      </footer>
    </>
  );
}

// The part after '#' is our own address, so the browser can't jump there by itself.
function skip(event: Event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
