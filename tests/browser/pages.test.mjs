// Every page of the dashboard in Debian's Chromium, against a real coordinator with real games.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { base, check, open, visit } from './browser.mjs';

const run = process.env.ROOKERY_RUN; // finished, with games
const tune = process.env.ROOKERY_TUNE; // finished, with a verification
const race = process.env.ROOKERY_RACE; // finished
const fraction = process.env.ROOKERY_FRACTION; // a tune of a string option, finished
const fit = process.env.ROOKERY_FIT; // of everything, so that some weights were never seen
const league = process.env.ROOKERY_LEAGUE;
const clocked = process.env.ROOKERY_CLOCKED; // finished, played with clocks
const live = process.env.ROOKERY_LIVE; // being played, slowly
const odds = process.env.ROOKERY_ODDS; // periods, odds, Chess960, scaled times
const kLessons = ['board', 'queen-bishop', 'knight-rook', 'pawn', 'king', 'winning', 'drawing'];

// Address, what shows that it is there.
const kPages = [
  ['runs', '#/', '.runs .run'],
  ['run', `#/runs/${run}`, '.penta'],
  ['tune', `#/runs/${tune}`, '.steps-bar .dot'],
  ['race', `#/runs/${race}`, '.steps-bar .dot'],
  ['fraction', `#/runs/${fraction}`, '.steps-bar .dot'],
  ['fits', '#/fits', 'table.rows tbody tr'],
  ['fit', `#/fits/${fit}`, '.chart canvas'],
  ['fit-group', `#/fits/${fit}?group=king&show=moved&sort=name`, 'table.rows tbody tr'],
  ['unknown-fit', '#/fits/nothing', '[role=alert]'],
  ['league', `#/runs/${league}`, 'table.rows tbody tr'],
  ['games', `#/runs/${run}/games`, 'table.rows tbody tr'],
  ['game', `#/runs/${run}/games/0?ply=9`, '.gameview .board'],
  ['clocks', `#/runs/${clocked}/games/0?ply=9`, '.gameview .clock'],
  ['live', `#/runs/${live}/live`, '.gameview.live .board'],
  ['unknown-run', '#/runs/nothing', '[role=alert]'],
  ['no-such-page', '#/nowhere', 'main h1'],
  ['fleet', '#/workers', 'table.rows tbody tr'],
  ['odds', `#/runs/${odds}`, '.penta'],
  ['new', '#/new', 'form .main'],
  ['new-copy', `#/new?clone=${odds}`, 'form .period:nth-of-type(2)'],
  ['new-nocopy', `#/new?clone=${league}`, '.copy pre'],
  ['games-beyond', `#/runs/${run}/games?from=5000`, '.card.empty a'],
  ['play', '#/play', '.squares button'],
  ...kLessons.map((lesson) => [`learn-${lesson}`, `#/learn/${lesson}`, '.squares button']),
];

describe('every page', () => {
  for (const [language, name] of [
    ['en-US', 'en'],
    ['zh-CN', 'zh'],
  ]) {
    for (const [look, options] of [
      ['light', {}],
      ['dark', { dark: true }],
      ['phone', { phone: true }],
    ]) {
      it(`is accessible and fits: ${name}, ${look}`, async () => {
        const { page, close } = await open({ language, ...options });
        try {
          for (const [title, address, ready] of kPages) {
            await visit(page, address, ready);
            await check(page, `${title}-${name}-${look}`);
          }
          const lang = await page.evaluate(() => document.documentElement.lang);
          assert.equal(lang, name === 'zh' ? 'zh-Hans' : 'en');
        } finally {
          await close();
        }
      });
    }
  }
});

describe('in the browser', () => {
  let page;
  let close;
  before(async () => ({ page, close } = await open()));
  after(() => close());

  const text = (selector) => page.locator(selector).first().innerText();

  it('the language is chosen and remembered', async () => {
    await visit(page, '#/learn/board', 'main h1');
    await page.getByRole('button', { name: 'Switch to Chinese (中文)' }).click();
    await page.getByRole('heading', { name: '七步学会国际象棋' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '七步学会国际象棋' }).waitFor();
    await page.getByRole('button', { name: '切换到英文 (English)' }).click();
    await page.getByRole('heading', { name: 'Learn chess in seven steps' }).waitFor();
  });

  it('filters live in the address', async () => {
    await visit(page, '#/?q=no-such-run', '.empty');
    await visit(page, '#/', '.runs .run');
    await page.getByRole('searchbox').fill(run);
    await page.waitForURL((url) => url.hash.includes(run));
    await page.reload();
    await page.locator('.runs .run').first().waitFor();
    assert.equal(await page.locator('.runs .run').count(), 1);
  });

  it('a tune shows each parameter in its steps, its duels and the test that has the last word', async () => {
    const told = await (await page.request.get(`${base}/api/v1/runs/${tune}`)).json();
    await visit(page, `#/runs/${tune}`, '.steps-bar .dot');
    assert.equal(await page.locator('.steps-bar').count(), told.tune.parameters.length);
    await page.getByText('All duels (CSV)').waitFor();
    assert.equal(await page.locator('section', { hasText: 'The last duels' }).locator('tbody tr').count(), 10);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'All duels (CSV)' }).click(),
    ]);
    assert.equal(fs.readFileSync(await download.path(), 'utf8').trim().split('\n').length, 1 + told.pairs);
    await page.getByRole('link', { name: /verification of a tune/ }).click();
    await page.getByRole('heading', { name: /verification of a tune/ }).waitFor();
  });

  it("a race's page ranks its candidates, and its duels say who met whom", async () => {
    const told = (await (await page.request.get(`${base}/api/v1/runs/${race}`)).json()).tune.candidates;
    await visit(page, `#/runs/${race}`, '.steps-bar .dot');
    const rows = page.locator('section', { hasText: 'Elo over the first' }).locator('tbody tr');
    assert.equal(await rows.count(), told.length);
    const best = told.find((one) => one.leads);
    assert.match(await rows.first().innerText(), new RegExp(`^${best.name}\\s*leads`));
    const duels = page.locator('section', { hasText: 'The last duels' }).locator('tbody tr');
    const names = told.map((one) => one.name);
    for (const played of await duels.locator('td:nth-child(3)').allInnerTexts()) {
      const [dev, other] = played.split(' : ');
      assert.ok(names.includes(dev) && names.includes(other) && dev !== other, played);
    }
    const block = await page.getByLabel('Result').innerText();
    assert.ok(process.env.ROOKERY_RACE_SHOWN.startsWith(block.trim()), `${block}\n--\n${process.env.ROOKERY_RACE_SHOWN}`);
  });

  it('a string option is shown in the units that the engine is told', async () => {
    const [told] = (await (await page.request.get(`${base}/api/v1/runs/${fraction}`)).json()).tune.parameters;
    assert.equal(told.decimals, 3);
    await visit(page, `#/runs/${fraction}`, '.steps-bar .dot');
    const cells = page.locator('section', { hasText: 'Moved, in steps' }).locator('tbody td.number');
    assert.equal(await cells.nth(0).innerText(), '2.5');
    assert.equal(await cells.nth(1).innerText(), (told.tuned / 1000).toFixed(3));
    const played = page.locator('section', { hasText: 'The last duels' }).locator('tbody td:nth-child(3)');
    assert.match(await played.first().innerText(), /^Fraction \d\.\d{3} : \d\.\d{3}$/);
    const block = await page.getByLabel('Result').innerText();
    assert.ok(process.env.ROOKERY_FRACTION_SHOWN.startsWith(block.trim()), block);
  });

  it('a fit that was posted is found, and its weights are chosen and ordered', async () => {
    const told = await (await page.request.get(`${base}/api/v1/fits/${fit}`)).json();
    await visit(page, '#/fits', 'table.rows tbody tr');
    await page.getByRole('link', { name: 'Of the browser test' }).click();
    await page.getByRole('heading', { name: 'Of the browser test' }).waitFor();
    const rows = page.locator('section', { hasText: 'An error is a standard error' }).locator('tbody tr');
    await rows.first().waitFor();
    assert.equal(await rows.count(), told.weights.length);
    const moves = told.weights.map((one) => Math.abs(one.move_in_errors ?? 0));
    const most = told.weights[moves.indexOf(Math.max(...moves))];
    assert.match(await rows.first().innerText(), new RegExp(`^${most.name}`));
    assert.match(await text('.tiles .tile'), new RegExp(told.test.log_loss_after.toFixed(5)));
    await page.getByRole('button', { name: 'Never seen' }).click();
    await page.waitForURL((url) => url.hash.includes('show=unseen'));
    const unseen = told.weights.filter((one) => one.note === 'never seen').length;
    assert.ok(unseen > 0 && unseen < told.weights.length);
    await rows.nth(unseen).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), unseen);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByLabel('Group').selectOption('king');
    const group = told.weights.filter((one) => one.group === 'king');
    await page.getByText(`${group.length} of ${told.weights.length} weights`).waitFor();
    await page.getByRole('button', { name: 'Weight', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Weight' }).waitFor();
    const names = await rows.locator('th code').allInnerTexts();
    assert.deepEqual(names, group.map((one) => one.name).sort((a, b) => a.localeCompare(b)));
    await page.reload(); // all of it lives in the address
    await rows.nth(group.length - 1).waitFor();
    assert.equal(await rows.count(), group.length);
  });

  it("a league's page says who is stronger than whom", async () => {
    await visit(page, `#/runs/${league}`, 'table.rows tbody tr');
    const matrix = page.locator('section', { hasText: 'Who is stronger than whom' });
    const rows = await matrix.locator('tbody tr').count();
    assert.equal(rows, 3);
    const cells = (await matrix.locator('tbody td').allInnerTexts()).map(Number);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < row; column += 1) {
        const both = cells[row * rows + column] + cells[column * rows + row];
        assert.ok(Math.abs(both - 100) < 0.11, `${cells}`);
      }
    }
  });

  it('the block to paste is word for word what the command line prints', async () => {
    await visit(page, `#/runs/${run}`, '.penta');
    const block = await page.getByLabel('Result').innerText();
    assert.ok(process.env.ROOKERY_SHOWN.startsWith(block.trim()), `${block}\n--\n${process.env.ROOKERY_SHOWN}`);
  });

  it('a worker is drained and lent pairs again on the fleet page', async () => {
    await visit(page, '#/workers', 'table.rows tbody tr');
    await page.getByRole('button', { name: /^Take out / }).first().click();
    await page.getByLabel('Why').fill('its host is needed');
    await page.getByRole('button', { name: 'Drain' }).click();
    await page.getByText('drained: its host is needed').first().waitFor();
    await check(page, 'fleet-drained');
    await page.getByRole('button', { name: /^Lend again to / }).first().click();
    await page.getByRole('button', { name: /^Take out / }).first().waitFor();
  });

  it('a game is stepped through by keys and its moves can be linked to', async () => {
    await visit(page, `#/runs/${run}/games/0`, '.gameview .board');
    assert.equal(await page.locator('.gameview').count(), 2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.hash.endsWith('ply=2'));
    const second = await text('.gameview .moves li:nth-child(2) button');
    await page.reload();
    await page.locator('.moves [aria-current]').first().waitFor();
    assert.equal(await text('.moves [aria-current]'), second);
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'To the end' }).and(page.locator(':disabled')).waitFor();
    const pgn = await (await page.request.get(`${base}${await page.locator('.gameview a[href$=pgn]').first().getAttribute('href')}`)).text();
    assert.match(pgn, /\[Round "1\.1"\]/);
    assert.ok(pgn.includes(`${await text('.gameview .moves li:first-child button')} `));
  });

  it('a game shows both clocks as its moves left them', async () => {
    await visit(page, `#/runs/${clocked}/games/0?ply=2`, '.gameview .clock');
    const told = await (await page.request.get(`${base}/api/v1/runs/${clocked}/games/0`)).json();
    const hundredths = (ms) => `0:0${(Math.floor(ms / 10) / 100).toFixed(2)}`;
    const [first, second] = told.games[0].moves;
    const clocks = await page.locator('#game-1 .clock').allInnerTexts();
    for (const move of [first, second]) {
      assert.ok(clocks.some((clock) => clock.includes(hundredths(move.clock_ms))), `${clocks} ${move.clock_ms}`);
    }
    assert.equal(await page.locator('#game-1 [role=img][aria-label^="Clocks of game"]').count(), 1);
  });

  it('a live game goes on, move by move', async () => {
    await visit(page, `#/runs/${live}`, 'a[href$="/live"]');
    await page.locator('a[href$="/live"]').click();
    const moves = page.locator('.gameview.live .moves li');
    await moves.first().waitFor();
    const before = await moves.count();
    await moves.nth(before).waitFor(); // one more
    assert.match(await text('.gameview.live .clock'), /\d:\d\d\.\d/);
  });

  it('lessons show reachable squares, castling in purple and a mated king in red', async () => {
    await visit(page, '#/learn/queen-bishop', '.board .dot.target');
    assert.equal(await page.locator('figure').first().locator('.dot.target').count(), 27);
    await visit(page, '#/learn/king', '.board .dot.castle');
    assert.equal(await page.locator('figure').nth(1).locator('.dot.castle').count(), 2);
    assert.equal(await page.locator('figure').nth(2).locator('.dot.castle').count(), 1);
    await visit(page, '#/learn/winning', '.board .mark.mated');
    const red = await page.locator('.mark.mated').first().evaluate((mark) => getComputedStyle(mark).fill);
    assert.equal(red, 'rgb(210, 31, 31)');
  });

  it('the focus goes with a link to the heading of its page', async () => {
    await visit(page, '#/', '.runs .run');
    const heading = () => page.evaluate(() => (document.activeElement.tagName === 'H1' ? document.activeElement.innerText : ''));
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.locator('h1:focus', { hasText: 'Fleet' }).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator('.runs .run').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.headline h1:focus').waitFor(); // not the one that said "Loading"
    assert.notEqual(await heading(), '');
  });

  it('a copy of a league is refused with the command that repeats it', async () => {
    await visit(page, `#/new?clone=${league}`, '.copy pre');
    const grpc = (await (await page.request.get(`${base}/api/v1/join`)).json()).grpc;
    assert.match(await text('h1'), /^A league can't be asked for again/);
    assert.ok((await text('.copy pre')).startsWith(`rookery --coordinator ${grpc} league --like ${league} --seed `));
  });

  it('what was typed into the form is there again, until one begins anew', async () => {
    await visit(page, '#/new', 'form .main');
    await page.getByLabel('Title').fill('Half typed');
    await page.getByText('an engine against itself').waitFor();
    await page.getByLabel('Weights file (TOML)').first().fill('tempo.mg = 11');
    await page.getByText('an engine against itself').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.getByRole('heading', { name: 'Fleet' }).waitFor();
    await page.getByRole('link', { name: 'New run' }).click();
    await page.getByText('What you typed here before is still there.').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Half typed');
    await page.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByText('an engine against itself').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), '');
  });

  it('the plan ends with the pairs that the form allows', async () => {
    await visit(page, '#/new', 'form .main');
    await page.getByRole('button', { name: 'Short clock' }).click();
    await page.getByLabel(/At most so many pairs/).fill('50');
    await page.getByRole('columnheader', { name: 'Undecided' }).waitFor();
    await page.getByText('The most pairs end the test in some cases').waitFor();
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByText('A match plays all its 2,000 games').waitFor();
  });

  it('pairs that nobody has played lead to the last ones', async () => {
    await visit(page, `#/runs/${run}/games?from=5000`, '.card.empty a');
    await page.getByText('No pairs from 5,000 on').waitFor();
    await page.getByRole('link', { name: 'To the last page' }).click();
    await page.locator('table.rows tbody tr').first().waitFor();
  });

  it('a refusal is shown in Chinese on the Chinese page', async () => {
    const chinese = await open({ language: 'zh-CN' });
    try {
      await visit(chinese.page, '#/runs/nothing', '[role=alert]');
      await chinese.page.getByText('没有任务“nothing”').waitFor();
      await visit(chinese.page, `#/runs/${league}`, 'table.rows tbody tr');
    } finally {
      await chinese.close();
    }
  });

  it('a pawn asks what to become, and takes Escape for an answer', async () => {
    await visit(page, '#/learn/king', '.board .dot.target');
    const figure = page.locator('figure').first();
    await figure.locator('[data-square=a8]').click();
    await figure.locator('.promotion button:focus', { hasText: 'Queen' }).waitFor();
    await page.keyboard.press('Escape');
    await figure.locator('.promotion').waitFor({ state: 'detached' });
    await figure.locator('[data-square=a8]:focus').waitFor();
    await page.keyboard.press('Enter');
    await figure.getByRole('button', { name: 'Knight' }).click();
    await figure.getByRole('button', { name: 'a8, white knight' }).waitFor();
  });

  it('seven steps lead to a game against the engine, which is kept as PGN', async () => {
    await visit(page, `#/learn/${kLessons[0]}`, '.wizard .main');
    for (const lesson of kLessons.slice(1)) {
      await page.locator('.wizard .main').click();
      await page.waitForURL((url) => url.hash === `#/learn/${lesson}`);
    }
    await page.locator('.wizard .main').click();
    await page.locator('.playing .squares [data-square=e2]').click();
    await page.locator('.playing .dot.target').first().waitFor();
    await page.locator('.playing .squares [data-square=e4]').click();
    await page.locator('.moves li:nth-child(2)').waitFor(); // the engine has answered
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'The game as PGN' }).click(),
    ]);
    const pgn = fs.readFileSync(await download.path(), 'utf8');
    assert.match(pgn, /\[White "Learner"\]/);
    assert.match(pgn, /1\. e4 \S+ \*/);
    assert.match(pgn, /\[Date "\d{4}\.\d\d\.\d\d"\]/);
    // It goes on after a look at another page, and after a reload.
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.getByRole('heading', { name: 'Fleet' }).waitFor();
    await visit(page, '#/play', '.moves li:nth-child(2)');
    await page.reload();
    await page.locator('.moves li:nth-child(2)').waitFor();
  });

  it('the board is played with keys alone', async () => {
    await visit(page, '#/play', '.squares button');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'e2, white pawn' }).waitFor();
    await page.getByRole('button', { name: 'e1, white king' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('.dot.target').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('.moves li:nth-child(2)').waitFor();
    assert.match(await text('.moves li'), /e4/);
  });

  it('the form plans a run, starts it, and its page grows by itself', async () => {
    await visit(page, `#/new?clone=${run}`, 'form .main');
    await page.getByRole('button', { name: 'Quick look' }).click();
    // The plan of the form as it came may be there already.
    await page.locator('table.rows tbody tr:nth-child(5)', { hasText: /^20\.00/ }).waitFor();
    await page.getByLabel('Title').fill('From the form');
    await page.getByLabel('Nodes', { exact: true }).fill('200');
    await page.getByLabel(/At most so many pairs/).fill('60');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: 'From the form' }).waitFor();
    // Counted pairs, and then the end, without a reload.
    await page.locator('.tiles .tile').filter({ hasText: /^Pairs[1-9]/ }).waitFor();
    await page.locator('.pill').filter({ hasNotText: 'Playing' }).first().waitFor();
  });

  it('a run of periods, odds, Chess960 and scaled times is copied whole', async () => {
    await visit(page, `#/runs/${odds}`, '.penta');
    await page.getByText('at limits of its own').waitFor();
    await page.getByRole('link', { name: 'Ask for it again…' }).click();
    await page.getByText('The clock reads 40/2,20/1').waitFor();
    assert.equal(await page.locator('form .period').count(), 2);
    await page.getByText('As in that run: games of at most 200 moves, hash tables of 2,048 KiB.').waitFor();
    // Hours as that very run went, which the plan names.
    await page.locator('.card', { hasText: 'What it will cost' }).getByText(/of cores, .* on all slots/).waitFor();
    await page.getByLabel('Title').fill('Copied');
    await page.locator('form .main:enabled').click();
    await page.getByRole('heading', { name: 'Copied' }).waitFor();
    const shown = async (id) => (await page.request.get(`${base}/api/v1/runs/${id}`)).json();
    const [copy, like] = [await shown(page.url().split('/').pop()), await shown(odds)];
    const fields = ['limits', 'dev', 'base', 'chess960', 'reference_nps', 'max_pairs', 'book'];
    for (const field of [...fields, 'rules', 'threads', 'max_moves', 'hash_kib', 'adjudication', 'needs']) {
      assert.deepEqual(copy[field], like[field], field);
    }
  });

  it('the periods of a clock are added and taken away by keys', async () => {
    await visit(page, '#/new', 'form .main');
    await page.getByRole('button', { name: 'Short clock' }).click();
    await page.getByText('The clock reads 8+0.08').waitFor();
    await page.getByRole('button', { name: 'Add a period' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[name="limits.periods[1].moves"]:focus').waitFor();
    await page.keyboard.type('20');
    await page.getByText('The clock reads 40/8+0.08,20/30').waitFor();
    await page.locator('.card', { hasText: 'What it will cost' }).getByText(/for 60 moves|as in run/).waitFor();
    await page.getByRole('button', { name: 'Take period 1 away' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.add:focus').waitFor();
    await page.getByText('The clock reads 20/30').waitFor();
    await page.getByLabel('Limits of its own (odds)').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('group', { name: 'Limits of this side' }).waitFor();
  });

  it('a fault of the form is told at its field, and by the plan, before anything is sent', async () => {
    await visit(page, '#/new', 'form .main');
    await page.reload();
    await page.getByRole('button', { name: 'Begin anew' }).click(); // what the test before has typed is kept
    await page.getByRole('button', { name: 'Short clock' }).click();
    await page.getByRole('button', { name: 'Add a period' }).click();
    await page.locator('[name="limits.periods[1].base_ms"]').fill('999999');
    await page.getByLabel(/Elo 0/).fill('9');
    const plan = page.locator('.card', { hasText: 'What it will cost' });
    await plan.getByText('Elo 1: It must be greater than Elo 0, which is 9.').waitFor();
    await plan.getByText('Seconds: A number from 0 to 86,400 is needed.').waitFor();
    await page.locator('form .main:enabled').click();
    await page.getByText('2 fields need other values.').waitFor();
    const fault = (name) => page.locator(`[id="fault-${name}"]`).innerText();
    assert.equal(await fault('limits.periods[1].base_ms'), 'A number from 0 to 86,400 is needed.');
    assert.equal(await fault('sprt.elo1'), 'It must be greater than Elo 0, which is 9.');
    const wrong = page.locator('form [aria-invalid=true]');
    assert.equal(await wrong.count(), 2);
    await page.locator('[name="limits.periods[1].base_ms"]:focus').waitFor();
    await check(page, 'new-faults');
    // Weights are refused by themselves, where they were written.
    await page.getByRole('button', { name: 'Quick look' }).click();
    await page.getByLabel('Weights file (TOML)').first().fill('nothing = 1');
    await page.locator('form .main:enabled').click();
    await page.locator('[id="fault-dev.text"]').waitFor();
    await page.getByLabel('Weights file (TOML)').first().fill('');
    // What the browser itself would stop is told in the page's words.
    await page.getByLabel('Nodes', { exact: true }).fill('');
    await page.locator('form .main:enabled').click();
    await page.locator('[name="limits.nodes"][aria-invalid=true]:focus').waitFor();
    assert.equal(await fault('limits.nodes'), 'A whole number of at least 1 is needed.');
    await page.getByRole('button', { name: 'Quick look' }).click();
    await page.getByLabel('Seed').fill('9'.repeat(30));
    await page.locator('form .main:enabled').click();
    await page.locator('[id="fault-seed"]').waitFor();
    assert.match(await fault('seed'), /is not a whole number from 0 to 18446744073709551615/);
    // A number of pairs that nobody has is refused before anything is sent.
    await page.getByLabel(/At most so many pairs/).fill('1e30');
    await plan.getByText('At most so many pairs: A whole number from 1 to 10,000,000 is needed.').waitFor();
    assert.ok(await page.getByLabel(/At most so many pairs/).evaluate((field) => field.validity.rangeOverflow));
    // What has no field of its own stands beside the button.
    await page.getByLabel(/At most so many pairs/).fill('');
    const fields = [{ field: 'tags', message: 'one is empty' }];
    const error = { code: 'INVALID_ARGUMENT', message: 'tags: one is empty', fields };
    await page.route('**/api/v1/runs', (route) => route.fulfill({ status: 400, json: { error } }));
    await page.locator('form .main:enabled').click();
    await page.locator('form [role=alert]', { hasText: 'tags: one is empty' }).waitFor();
    await page.unroute('**/api/v1/runs');
    await page.getByRole('button', { name: 'Quick look' }).click();
  });
});
