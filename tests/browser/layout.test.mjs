// That pages stand still while their data come, and hold no connection while nobody sees them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base, open, visit } from './browser.mjs';

const { ROOKERY_RUN: run, ROOKERY_TUNE: tune, ROOKERY_LEAGUE: league, ROOKERY_LIVE: live, ROOKERY_FIT: fit } = process.env;

const kMostShift = 0.1; // what Chromium's makers call good
const kPages = [
  ['runs', '#/', '.runs .run'],
  ['run', `#/runs/${run}`, '.penta'],
  ['test', `#/runs/${live}`, '.penta'],
  ['tune', `#/runs/${tune}`, '.steps-bar .dot'],
  ['league', `#/runs/${league}`, 'table.rows tbody tr'],
  ['games', `#/runs/${run}/games`, 'table.rows tbody tr'],
  ['game', `#/runs/${run}/games/0?ply=9`, '.gameview .board'],
  ['fleet', '#/workers', 'table.rows tbody tr'],
  ['fits', '#/fits', 'table.rows tbody tr'],
  ['fit', `#/fits/${fit}`, '.chart canvas'],
  ['new', '#/new', 'form .main'],
  ['play', '#/play', '.squares button'],
  ['live', `#/runs/${live}/live`, '.gameview.live .board'],
];

// How far things moved that the reader did not move, with the greatest of them.
async function shifts(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const seen = new PerformanceObserver((list) => {
          const own = list.getEntries().filter((entry) => !entry.hadRecentInput);
          const worst = [...own].sort((a, b) => b.value - a.value)[0];
          const what = worst?.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? String(node)) ?? [];
          done({ sum: own.reduce((sum, entry) => sum + entry.value, 0), what });
        });
        seen.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done({ sum: 0, what: [] }), 100); // nothing moved: what did was told at once
      }),
  );
}

// The page has asked for nothing for a while: all its data are there.
const settled = (page) =>
  page.evaluate(async () => {
    const asked = () => performance.getEntriesByType('resource').length;
    for (let before = -1; before !== asked(); ) {
      before = asked();
      await new Promise((done) => setTimeout(done, 300));
    }
  });

describe('pages stand still', () => {
  for (const phone of [false, true]) {
    it(`while their data come, ${phone ? 'on a phone' : 'in a window'}`, async () => {
      const { page, close } = await open({ phone });
      try {
        for (const [name, address, ready] of kPages) {
          await page.goto('about:blank'); // so that the next is a page of its own
          await visit(page, address, ready);
          await settled(page);
          const { sum, what } = await shifts(page);
          assert.ok(sum < kMostShift, `${name}: ${sum.toFixed(3)} ${what}`);
        }
      } finally {
        await close();
      }
    });
  }
});

// In place of the stream of live games: the test says what is played.
function playLive() {
  const Real = window.EventSource;
  window.EventSource = class extends EventTarget {
    readyState = 1;
    constructor(url) {
      super();
      if (!url.endsWith('/live?events=all')) return new Real(url);
      setTimeout(() => this.onopen?.());
      window.tell = (games) => this.dispatchEvent(new MessageEvent('games', { data: JSON.stringify({ games }) }));
    }
    close() {}
  };
}

const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const move = { uci: 'e2e4', san: 'e4', score: 575, time_ms: 10, clock_ms: 9000 };
const game = (pair, worker, more = {}) => ({
  pair, number: 1, worker, white: 'dev', dev: 'new', base: 'old', over: false, result: null, end: null,
  opening_fen: kStart, fen: kStart, moves: [], ...more,
});

describe('live boards', () => {
  let opened;
  const boards = () => opened.page.locator('.gameview.live h2').allInnerTexts();
  const tell = async (...games) => {
    await opened.page.evaluate((all) => window.tell(all), games);
    await opened.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  };

  it('keep their places, say who won, and can be linked to', async () => {
    opened = await open();
    const { page, close } = opened;
    try {
      await page.addInitScript(playLive);
      await visit(page, `#/runs/${live}/live`, '.card.empty h2');
      await tell(game(0, 'w1'), game(1, 'w2'));
      assert.deepEqual(await boards(), ['Pair 0, game 1', 'Pair 1, game 1']);
      await tell(game(0, 'w1', { moves: [move] }), game(1, 'w2'));
      await page.locator('.gameview.live .score', { hasText: '+5.75' }).waitFor();
      // Over, and then no longer told: it stays, and the other board where it was.
      const over = game(0, 'w1', { moves: [move], over: true, result: '0-1', end: 'time' });
      await tell(over, game(1, 'w2'));
      await page.getByText('over: Black won, time').waitFor();
      await tell(game(1, 'w2'));
      assert.deepEqual(await boards(), ['Pair 0, game 1', 'Pair 1, game 1']);
      await page.getByText('over: Black won, time').waitFor();
      await tell(game(1, 'w2'), game(2, 'w1'));
      assert.deepEqual(await boards(), ['Pair 2, game 1', 'Pair 1, game 1']);
      const { sum, what } = await shifts(page);
      assert.ok(sum < kMostShift, `${sum.toFixed(3)} ${what}`);
      // The link of a board shows that board alone.
      await page.locator('.gameview.live').nth(1).getByRole('link', { name: 'Link' }).click();
      await page.waitForURL((url) => url.hash.endsWith('/live?pair=1&game=1'));
      await page.getByRole('link', { name: 'All live games of this run' }).waitFor();
      assert.deepEqual(await boards(), ['Pair 1, game 1']);
      await page.reload();
      await page.locator('.card.empty h2').waitFor();
      await tell(game(2, 'w1'));
      await page.getByText('Pair 1, game 1 is not among the live games').waitFor();
    } finally {
      await close();
    }
  });
});

describe('pages that nobody sees', () => {
  it('hold no connection: the eighth of them still loads', async () => {
    const { context, close } = await open();
    // Headless, each page thinks that it is seen.
    await context.addInitScript(() => {
      window.hide = (hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      };
    });
    try {
      const pages = [];
      for (let i = 0; i < 8; i += 1) {
        const page = await context.newPage();
        await page.goto(`${base}/#/runs/${live}/live`, { timeout: 10_000 });
        await page.locator('.connection.live').waitFor({ timeout: 10_000 });
        await page.evaluate(() => window.hide(true));
        pages.push(page);
      }
      // Seen again, it goes on.
      const [first] = pages;
      const moves = first.locator('.gameview.live .moves li');
      const before = await moves.count();
      await first.evaluate(() => window.hide(false));
      await moves.nth(before).waitFor();
    } finally {
      await close();
    }
  });
});
