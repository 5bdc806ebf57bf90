// Analysing, racing, building and learning Sokoban; a phone; and both games in one visit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, cell, is, open, says, server, small, start } from './harness.mjs';

start();

test('a level is analysed, raced and edited', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'analyse' });
  await page.waitForSelector('#board svg .box');
  await page.selectOption('#algorithm', 'bfs');
  await page.click('#solve-go');
  await says(page, '#answer', '8 pushes');
  await page.locator('#map-on').check();
  await page.waitForSelector('.heat-numbers text');
  await page.click('[data-screen=race]');
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await says(page, '#race-result', '1. ');
  await page.click('[data-screen=build]');
  await says(page, '#badge', '8');
  await page.waitForFunction(() => document.querySelector('#board-build .dead')?.getAttribute('d').length > 20);
  // A wall in front of the upper goal: no box gets there any more.
  await page.keyboard.press('1');
  const spot = await page.evaluate(() => {
    const svg = document.querySelector('#board-build svg');
    const point = new DOMPoint(2 * 40 + 20, 2 * 40 + 20).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(...spot);
  await says(page, '#badge', '∞');
  await page.keyboard.press('u');
  await says(page, '#badge', '8');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the tour of Sokoban runs from its first step to its last', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'learn' });
  await says(page, '.prose', '3 steps are possible');
  await page.locator('#board-learn').focus();
  await page.keyboard.press('ArrowUp');
  await says(page, '.prose', '1 move');
  await page.click('#learn-next');
  await page.waitForFunction(() => document.querySelector('.dots .goal'), null, { timeout: 60000 });
  await page.click('#learn-next');
  await page.click('.run .seg button:last-child');
  await page.click('#learn-run');
  await says(page, '.prose', '441 states');
  await says(page, '.prose', '84 states');
  for (let step = 4; step <= 7; step += 1) {
    await page.click('#learn-next');
    await says(page, '#learn-step', step);
  }
  assert.match(await page.locator('[data-to=play]').getAttribute('href'), /^#sokoban\/play\/sk1\./);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('both games are played in one visit, and each is found as it was left', async () => {
  const { context, page, complaints } = await open(browser, server);
  await says(page, '#fig-moves', '0');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await says(page, '#fig-moves', '1');
  await page.selectOption('#game', 'sokoban');
  await says(page, '#level-name', '1 of 155');
  await page.keyboard.press('ArrowDown');
  await is(page, '#fig-moves', 1);
  await page.selectOption('#game', 'ricochet');
  await page.waitForFunction((board) => document.body.dataset.game === 'ricochet' && location.hash.includes(`${board}/rE`), small);
  await page.waitForSelector('#board svg .robot');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.game === 'sokoban' && /\/d$/.test(location.hash));
  await is(page, '#fig-moves', 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a phone the pad walks, a tap pushes, and all that matters is in sight', async () => {
  const { context, page } = await open(browser, server, { game: 'sokoban', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await says(page, '#level-name', '1 of 155');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.tap('[data-dir=S]');
  await is(page, '#fig-moves', 1);
  await page.touchscreen.tap(...(await cell(page, 3, 4)));
  await page.waitForSelector('#board .reach');
  const bottom = await page.evaluate(() => document.querySelector('.controls').getBoundingClientRect().bottom);
  assert.ok(bottom <= 844, `the controls end at ${bottom}`);
  for (const box of await page.locator('[data-dir], [data-act]').evaluateAll((list) => list.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().height))) {
    assert.ok(box >= 40, `${box} pixels are too few for a thumb`);
  }
  await context.close();
});
