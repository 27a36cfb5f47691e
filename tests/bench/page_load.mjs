// How soon a page of the dashboard can be used, in Debian's Chromium: run in the folder of the
// browser tests' npm packages by page_bench.py, which says what it prints.
//
//   node page_load.mjs http://HOST:PORT/ TIMES '{"runs": ["#/", ".runs .run"]}'
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const [base, times, pages] = [process.argv[2], Number(process.argv[3]), JSON.parse(process.argv[4])];
const kArguments = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];

// From the start of the navigation until the page's content is there and its thread answers: a timer
// that was set once the content was painted has run.
const settled = (selector) =>
  new Promise((done) => {
    const look = () => {
      if (!document.querySelector(selector)) return setTimeout(look, 5);
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));
    };
    look();
  });

async function load(address, ready) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rookery-page-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: kArguments,
    viewport: { width: 1280, height: 900 },
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${base}${address}`, { waitUntil: 'commit' });
    const milliseconds = await page.evaluate(settled, ready);
    const bytes = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => [
        new URL(entry.name).pathname,
        entry.transferSize,
      ]),
    );
    return { milliseconds, bytes };
  } finally {
    await context.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, [address, ready]] of Object.entries(pages)) {
  const loads = [];
  for (let i = 0; i < times; i += 1) loads.push(await load(address, ready));
  console.log(JSON.stringify({ name, loads }));
}
