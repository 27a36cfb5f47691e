// Those who use keys, hear the page, or force their own colours on it; and a game that is not thrown away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check, open, visit } from './browser.mjs';

const { ROOKERY_FIT: fit, ROOKERY_RUN: run, ROOKERY_TUNE: tune, ROOKERY_FRACTION: fraction } = process.env;

async function withPage(options, test) {
  const { page, close } = await open(options);
  try {
    await test(page);
  } finally {
    await close();
  }
}

describe('readers', () => {
  it('keep the focus when a worker is asked about and left alone', () =>
    withPage({}, async (page) => {
      await visit(page, '#/workers', 'table.rows tbody tr');
      const button = page.getByRole('button', { name: /^Take out / }).first();
      const focused = page.locator('button:focus', { hasText: 'Take out' });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.locator('.takeout input:focus').waitFor();
      await page.keyboard.press('Escape');
      await focused.waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Cancel' }).focus();
      await page.keyboard.press('Enter');
      await focused.waitFor();
    }));

  it('see what is chosen in colours of their own', () =>
    withPage({ forced: true }, async (page) => {
      for (const [name, address, ready] of [
        ['runs', '#/', 'button[aria-pressed=true]'],
        ['fit', `#/fits/${fit}`, 'button[aria-pressed=true]'],
        ['learn', '#/learn/pawn', '.steps a[aria-current]'],
      ]) {
        await visit(page, address, ready);
        const colours = (selector) =>
          page.locator(selector).first().evaluate((one) => {
            const { backgroundColor, color } = getComputedStyle(one);
            return `${color} on ${backgroundColor}`;
          });
        const other = ready.startsWith('button') ? 'button[aria-pressed=false]' : '.steps a:not([aria-current])';
        assert.notEqual(await colours(ready), await colours(other), name);
        await check(page, `${name}-forced`);
      }
    }));

  it('go on with their game when they choose the other side', () =>
    withPage({}, async (page) => {
      await visit(page, '#/play', '.squares button');
      await page.locator('[data-square=e2]').click();
      await page.locator('.dot.target').first().waitFor();
      await page.locator('[data-square=e4]').click();
      await page.locator('.moves li:nth-child(2)').waitFor();
      const answer = await page.locator('.moves li:nth-child(2)').innerText();
      await page.locator('.turn[role=status]', { hasText: `The engine played ${answer}. ` }).waitFor();
      await page.getByLabel('You play').selectOption('b');
      await page.getByText('You play White in this game, and Black from the next one on.').waitFor();
      assert.equal(await page.locator('.moves li').count(), 2);
      await page.getByRole('button', { name: 'New game' }).click();
      await page.locator('.moves li:nth-child(1)').waitFor(); // the engine begins
      assert.equal(await page.locator('.nextside').innerText(), '');
      assert.equal(await page.locator('.moves li').count(), 1);
    }));

  it('find commands that reach this coordinator, and no band where no error is known', () =>
    withPage({}, async (page) => {
      const { grpc } = await (await page.request.get(new URL('/api/v1/join', process.env.ROOKERY_HTTP).href)).json();
      await visit(page, '#/workers', 'table.rows tbody tr');
      await page.getByText(`rookery --coordinator ${grpc} test --audit 0.02`).waitFor();
      for (const id of [tune, fraction]) {
        await visit(page, `#/runs/${id}`, '.steps-bar .dot');
        assert.equal(await page.getByText('±').count(), 0);
        assert.equal(await page.locator('.steps-bar .band').count(), 0);
        await page.getByText('this method foretells none').waitFor();
      }
    }));

  it("read both names' scores from White's side", () =>
    withPage({}, async (page) => {
      const { games } = await (await page.request.get(new URL(`/api/v1/runs/${run}/games/0`, process.env.ROOKERY_HTTP).href)).json();
      const { moves } = games[0];
      const byBlack = ({ fen, score }) => fen.split(' ')[1] === 'w' && score !== null && Math.abs(score) > 100;
      const at = moves.findIndex(byBlack);
      await visit(page, `#/runs/${run}/games/0?ply=${at + 1}`, '.gameview .board');
      const [black] = await page.locator('#game-1 .side .score').allInnerTexts(); // he sits at the top
      assert.equal(black.startsWith('+'), moves[at].score < 0, `${black} ${moves[at].score}`);
    }));
});
