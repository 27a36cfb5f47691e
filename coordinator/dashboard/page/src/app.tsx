// The frame around every page: name, navigation, state of the connection, language, theme.

import type { ComponentChildren } from 'preact';
import { chooseLanguage, language, t, useLanguage } from './i18n/language';
import { useFocusOnHeading } from './focus';
import { useRoute } from './router';
import type { Route } from './router';
import { useKnown } from './store';
import type { Connection } from './store';
import { useTheme } from './theme';
import { FitPage } from './pages/fit';
import { FitsPage } from './pages/fits';
import { GamePage } from './pages/game';
import { GamesPage } from './pages/games';
import { LearnPage } from './pages/learn';
import { LivePage } from './pages/live';
import { NewRunPage } from './pages/new';
import { PlayPage } from './pages/play';
import { RunsPage } from './pages/runs';
import { RunPage } from './pages/run';
import { WorkersPage } from './pages/workers';

function NavLink(props: { href: string; current: boolean; children: ComponentChildren }) {
  return (
    <a href={props.href} aria-current={props.current ? 'page' : undefined}>
      {props.children}
    </a>
  );
}

const connectionText = (connection: Connection) => t(`connection.${connection}`);

function Header(props: { section: string }) {
  const { connection } = useKnown();
  const [theme, nextTheme] = useTheme();
  return (
    <header class="top">
      <a class="brand" href="#/">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        Rookery
      </a>
      <nav aria-label={t('app.pages')}>
        <NavLink href="#/" current={props.section === 'runs'}>
          {t('app.runs')}
        </NavLink>
        <NavLink href="#/workers" current={props.section === 'workers'}>
          {t('app.fleet')}
        </NavLink>
        <NavLink href="#/fits" current={props.section === 'fits'}>
          {t('app.fits')}
        </NavLink>
        <NavLink href="#/new" current={props.section === 'new'}>
          {t('app.new')}
        </NavLink>
        <NavLink href="#/learn" current={props.section === 'learn' || props.section === 'play'}>
          {t('app.learn')}
        </NavLink>
      </nav>
      <span class={`connection ${connection}`} role="status">
        {connectionText(connection)}
      </span>
      <button
        type="button"
        class="quiet"
        lang={language() === 'zh' ? 'en' : 'zh-Hans'}
        aria-label={t('app.language.label')}
        onClick={() => chooseLanguage(language() === 'zh' ? 'en' : 'zh')}
      >
        {t('app.language')}
      </button>
      <button type="button" class="quiet" onClick={nextTheme}>
        {t(`theme.${theme}`)}
      </button>
    </header>
  );
}

// What is shown stays as it was; nothing comes any more until the reader gives another token.
function Refused() {
  const { connection, error } = useKnown();
  if (connection !== 'refused') return null;
  return (
    <p class="refused" role="alert">
      {error}{' '}
      <button type="button" onClick={() => location.reload()}>
        {t('connection.signin')}
      </button>
    </p>
  );
}

function NotFound() {
  return (
    <section class="card empty">
      <h1>{t('app.nopage')}</h1>
      <p>
        <a href="#/">{t('app.nopage.hint')}</a>
      </p>
    </section>
  );
}

function pageOf({ path, query }: Route) {
  const [section = 'runs', id, part, number] = path;
  if (section === 'runs' && id === undefined) return <RunsPage query={query} />;
  if (section === 'runs' && id !== undefined) {
    if (part === undefined) return <RunPage key={id} id={id} />;
    if (part === 'live' && number === undefined) return <LivePage key={id} id={id} query={query} />;
    if (part === 'games' && number === undefined) return <GamesPage key={id} id={id} query={query} />;
    if (part === 'games' && /^\d{1,15}$/.test(number ?? '')) {
      return <GamePage key={`${id}/${number}`} id={id} pair={Number(number)} query={query} />;
    }
  }
  if (section === 'workers') return <WorkersPage />;
  if (section === 'fits') {
    if (id === undefined) return <FitsPage />;
    if (part === undefined) return <FitPage key={id} id={id} query={query} />;
  }
  if (section === 'new') return <NewRunPage query={query} />;
  if (section === 'learn') return <LearnPage key={id ?? ''} step={id} />;
  if (section === 'play') return <PlayPage query={query} />;
  return <NotFound />;
}

export function App() {
  const route = useRoute();
  const shown = useLanguage();
  const { overview } = useKnown();
  useFocusOnHeading(route.path.join('/'));
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event)}>
        {t('app.skip')}
      </a>
      <Header section={route.path[0] ?? 'runs'} />
      <Refused />
      <main id="main" tabIndex={-1} key={shown}>
        {pageOf(route)}
      </main>
      <footer>
        Rookery {overview?.version ?? ''} · <a href="/api/v1/runs">JSON</a> · <a href="/metrics">{t('app.metrics')}</a>
      </footer>
    </>
  );
}

// The part after '#' is our own address, so the browser can't jump there by itself.
function skip(event: Event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
