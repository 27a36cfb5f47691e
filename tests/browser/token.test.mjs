// A page whose token is revoked while it is open.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { check, open, visit } from './browser.mjs';

test('a page says that its token is believed no longer', async () => {
  const { page, close } = await open({ token: process.env.ROOKERY_TOKEN });
  await visit(page, '#/workers', '.connection.live');
  execFileSync(process.env.ROOKERY_CLI, JSON.parse(process.env.ROOKERY_REVOKE));
  const told = page.getByRole('alert');
  await told.waitFor();
  assert.match(await told.innerText(), /has been revoked; ask the operator for another/);
  assert.equal(await page.locator('.connection').innerText(), 'token refused');
  await told.getByRole('button', { name: 'Give another token' }).waitFor();
  await check(page, 'refused');
  await close();
});
