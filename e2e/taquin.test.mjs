// Taquin: the smallest game, on the screens that every game has.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, cell, is, open, says, server, start } from './harness.mjs';

start();

const KEYS = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' };
/** Ten moves from order, and a shortest way there. */
const board = 't3-413506278';
const way = 'ruldrdluul';

test('a board is solved with the arrows, in the fewest moves', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'taquin', board });
  await says(page, '#goal', '2 of 8');
  for (const [made, letter] of [...way].entries()) {
    await page.keyboard.press(KEYS[letter]);
    await is(page, '#fig-moves', made + 1);
  }
  await page.locator('#won').waitFor({ state: 'visible' });
  assert.ok(page.url().endsWith(`/${board}/${way}`), page.url());
  await page.keyboard.press('u');
  await is(page, '#fig-moves', way.length - 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a click slides a whole line, and a hint shows the way', async () => {
  const { context, page } = await open(browser, server, { game: 'taquin', board: 't3-123456078' });
  await page.mouse.click(...(await cell(page, 2, 2)));
  await is(page, '#fig-moves', 2);
  await page.locator('#won').waitFor({ state: 'visible' });
  await page.goto(`${server.origin}/#taquin/play/${board}`);
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('h');
  await says(page, '#ladder', '10');
  await context.close();
});

test('it is analysed, raced, built and taught, in both languages, without a complaint', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'taquin', screen: 'analyse', board });
  await page.click('#solve-go');
  await says(page, '#answer', '10 moves');
  await page.click('[data-screen=race]');
  await page.click('#race-go');
  await page.waitForFunction(() => document.querySelectorAll('#race-result tbody tr').length === 2);
  await page.click('[data-screen=build]');
  await says(page, '#rated', '10 moves');
  await page.locator('#board-build svg').click({ position: { x: 40, y: 40 } });
  // One exchange makes half of all boards: it has no solution any more.
  await is(page, '#badge dd', '∞');
  await page.click('[data-screen=learn]');
  for (let step = 1; step < 7; step += 1) {
    await says(page, '#learn-step', step);
    await page.click('#learn-next');
  }
  await page.click('[data-lang=fr]');
  await says(page, '#learn-title', 'maintenant');
  assert.deepEqual(await axeFinds(page).catch(() => []), []);
  assert.deepEqual(complaints, []);
  await context.close();
});
