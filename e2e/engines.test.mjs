// A program of one's own in the page: the template in JavaScript, named by a file of the host, solves, races and is watched like any other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { launch, open, says, serve } from './harness.mjs';

let server;
let browser;
before(async () => {
  const engines = fileURLToPath(new URL('../examples/engines/engines.toml', import.meta.url));
  [server, browser] = await Promise.all([serve({ args: ['--port', '0', '--engines', engines] }), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Ten moves from order. */
const board = 't3-413506278';
const engine = 'js-bfs';

test('an engine of the host solves and races', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'taquin', screen: 'analyse', board });
  await page.selectOption('#algorithm', engine);
  await page.click('#solve-go');
  await says(page, '#answer', '10 moves');
  await page.click('[data-screen=race]');
  await page.selectOption('[data-lane="1"] select', engine);
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await page.waitForFunction(() => document.querySelectorAll('[data-lane].ended').length === 2);
  const rows = await page.locator('#race-result tbody tr').allTextContents();
  assert.equal(rows.length, 2);
  assert.ok(rows.some((row) => row.includes(engine)) && rows.every((row) => row.includes('10')), rows.join('\n'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what an engine tells of its search is watched, step by step', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'taquin', screen: 'watch', board });
  await page.evaluate((hash) => (location.hash = hash), `#taquin/watch/${board}?run=${engine}&step=5`);
  await page.waitForSelector('.watch.running');
  await says(page, '#watch-place', 'expansion 5 of');
  const shown = () => page.evaluate(() => [...document.querySelectorAll('.state-board .piece')].map((one) => one.getAttribute('transform')).join());
  const before = await shown();
  await page.keyboard.press('ArrowRight');
  await says(page, '#watch-place', 'expansion 6 of');
  await page.waitForFunction((before) => [...document.querySelectorAll('.state-board .piece')].map((one) => one.getAttribute('transform')).join() !== before, before);
  await page.keyboard.press('ArrowLeft');
  await says(page, '#watch-place', 'expansion 5 of');
  await page.waitForFunction((before) => [...document.querySelectorAll('.state-board .piece')].map((one) => one.getAttribute('transform')).join() === before, before);
  assert.deepEqual(complaints, []);
  await context.close();
});
