// Debian's Chromium under Playwright, and what every test asks of a page. No sleeps: waiting is for
// something that can be seen.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const base = process.env.ROOKERY_HTTP.replace(/\/$/, '');
const artifacts = process.env.ROOKERY_ARTIFACTS;
const kPatienceMs = 60_000; // on a machine that is busy with other tests

const kArguments = [
  '--no-sandbox', // the tests may run as root, where Chromium's own sandbox can't
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function open({ language = 'en-US', dark = false, phone = false, forced = false, token } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rookery-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: kArguments,
    locale: language,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    forcedColors: forced ? 'active' : 'none',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    acceptDownloads: true,
    httpCredentials: token ? { username: 'anybody', password: token } : undefined,
  });
  context.setDefaultTimeout(kPatienceMs);
  const page = context.pages()[0] ?? (await context.newPage());
  const faults = [];
  page.on('console', (message) => {
    // Unknown runs, faulty forms and tokens of the past are there on purpose; Chromium itself reports
    // their codes.
    if (message.type() === 'error' && !/status of 40[014]/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  const close = async () => {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(faults, [], 'the browser complained');
  };
  return { page, context, close };
}

// Goes to a view and waits until its content is there and painted: what listens to keys is attached
// after that, and a key pressed before is lost.
export async function visit(page, address, ready) {
  await page.goto(`${base}/${address}`);
  await page.locator(ready).first().waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

// No serious finding of axe, and nothing that is wider than the window.
export async function check(page, name) {
  if (artifacts) await page.screenshot({ path: path.join(artifacts, `${name}.png`), fullPage: true });
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width[0] <= width[1], `${name}: ${width[0]} wide in a window of ${width[1]}`);
  await page.evaluate(axe);
  // An experiment of axe's: who speaks to the page says what he reads on a button.
  const findings = await page.evaluate(() =>
    window.axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } }),
  );
  const serious = findings.violations
    .filter((finding) => finding.impact === 'serious' || finding.impact === 'critical')
    .map((finding) => `${finding.id}: ${finding.nodes.map((node) => node.target).join(' | ')}`);
  assert.deepEqual(serious, [], name);
}
