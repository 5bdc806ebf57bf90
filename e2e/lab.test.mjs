// Analysing, racing, building and learning.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, classic, open, says, server, small, start } from './harness.mjs';

start();

test('a search is asked for, answered, and its solution replayed', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'analyse' });
  await page.selectOption('#algorithm', 'bfs');
  assert.ok(await page.locator('#heuristic').isDisabled());
  await page.click('#solve-go');
  await says(page, '#answer', '6');
  assert.equal(await page.locator('#line-moves li').count(), 6);
  await page.click('[data-replay=step]');
  await page.waitForFunction(() => /\/[rgb][NESW]$/.test(location.hash));
  // Every optimal solution from here, one of which becomes the line.
  await page.click('#all-go');
  await page.waitForSelector('#all-list li');
  await page.locator('#all-list li button').first().click();
  assert.equal(await page.locator('#line-moves li').count(), 5);
  // The move that was made was the best.
  await page.click('#annotate-go');
  await page.waitForSelector('#annotation :text("✓")');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a hard search shows how far it is and can be cancelled', async () => {
  const { readFileSync } = await import('node:fs');
  const hard = readFileSync(new URL('../data/ricochet/hard.jsonl', import.meta.url), 'utf8').split('\n')[0];
  const { context, page } = await open(browser, server, { screen: 'play' });
  await page.evaluate(() => document.querySelector('#load').closest('details').setAttribute('open', ''));
  await page.fill('#text', hard);
  await page.click('#load button');
  await page.waitForFunction((board) => !location.hash.includes(board), small);
  await page.click('[data-screen=analyse]');
  await page.selectOption('#algorithm', 'bfs');
  await page.click('#solve-go');
  await page.waitForFunction(() => Number(document.querySelector('#m-expanded')?.textContent?.replace(/\D/g, '')) > 1000);
  const asked = Date.now();
  await page.click('#solve-go');
  await says(page, '#answer', 'ancelled');
  assert.ok(Date.now() - asked < 2000);
  await context.close();
});

test('a heuristic is drawn over the board', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'analyse', board: classic });
  await page.locator('#map-on').check();
  await page.waitForSelector('.heat-numbers text');
  const numbers = () => page.locator('.heat-numbers text').allTextContents();
  const free = await numbers();
  assert.ok(free.length > 200);
  await page.locator('#map-obstacles').check();
  await page.waitForFunction((before) => [...document.querySelectorAll('.heat-numbers text')].map((one) => one.textContent).join() !== before, free.join());
  await page.locator('#map-on').uncheck();
  await page.waitForFunction(() => !document.querySelector('.heat-numbers text'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('four algorithms race, halt, go on and are ranked', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'race', board: classic });
  await page.selectOption('#race-preset', 'four');
  assert.equal(await page.locator('[data-lane]').count(), 4);
  await page.selectOption('#race-pace', '100');
  const expanded = () => page.locator('[data-lane="1"] dd').first().textContent();
  await page.click('#race-go');
  await page.waitForFunction(() => Number(document.querySelector('[data-lane="1"] dd')?.textContent?.replace(/\D/g, '')) > 20);
  await page.click('#race-go');
  await page.waitForTimeout(300);
  const halted = await expanded();
  await page.waitForTimeout(600);
  assert.equal(await expanded(), halted, 'a halted race stands still');
  await page.click('#race-go');
  await page.selectOption('#race-pace', '');
  await page.waitForFunction(() => document.querySelectorAll('[data-lane].ended').length === 4, null, { timeout: 30000 });
  await says(page, '#race-result', 'astar');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a board is edited, rated at each change, undone, written and read', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'build' });
  await says(page, '#badge', '6');
  const before = await page.evaluate(() => location.hash);
  const point = (cell, dx, dy) => page.evaluate(([cell, dx, dy]) => {
    const svg = document.querySelector('#board-build svg');
    const at = new DOMPoint((cell % 8) * 40 + 20 + dx, Math.floor(cell / 8) * 40 + 20 + dy).matrixTransform(svg.getScreenCTM());
    return [at.x, at.y];
  }, [cell, dx, dy]);
  await page.click('#tools [data-tool=wall]');
  await page.mouse.click(...(await point(20, 17, 0)));
  await page.waitForFunction((before) => location.hash !== before, before);
  const walled = await page.evaluate(() => location.hash);
  await page.waitForFunction(() => /\d|unsolvable/i.test(document.querySelector('#badge')?.textContent ?? ''));
  await page.click('#build-undo');
  await page.waitForFunction((before) => location.hash === before, before);
  await page.click('#build-redo');
  await page.waitForFunction((walled) => location.hash === walled, walled);
  await page.click('#tools [data-tool=closed]');
  await page.mouse.click(...(await point(45, 0, 0)));
  await page.waitForFunction((walled) => location.hash !== walled, walled);
  await page.waitForSelector('#board-build .closed');
  await page.fill('#width-build', '12');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelector('#board-build tr')?.childElementCount === 12);
  // Written in each format; the ones that can be read are read again as this board.
  const now = await page.evaluate(() => location.hash);
  for (const format of ['json', 'lines', 'drawing', 'compact']) {
    await page.selectOption('#format', format);
    await page.click('#export-go');
    await page.waitForFunction(() => document.querySelector('#text-build').value.length > 20);
    await page.click('#export-load');
    await page.waitForTimeout(200);
    assert.equal(await page.locator('#toast').isVisible(), false, format);
  }
  assert.equal((await page.evaluate(() => location.hash)).split('/')[0], now.split('/')[0]);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a board is built with the keyboard alone', async () => {
  const { context, page } = await open(browser, server, { screen: 'build' });
  await says(page, '#badge', '6');
  const before = await page.evaluate(() => location.hash);
  await page.locator('#board-build').focus();
  for (const key of ['4', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.waitForFunction((before) => location.hash !== before, before);
  await page.keyboard.press('u');
  await page.waitForFunction((before) => location.hash === before, before);
  await context.close();
});

test('a board is wished for', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'build' });
  await page.fill('#wish-length-from', '5');
  await page.fill('#wish-length-to', '6');
  await page.click('#wish-go');
  await page.waitForFunction((board) => !location.hash.includes(board), small, { timeout: 60000 });
  await page.waitForFunction(() => /[56]/.test(document.querySelector('#badge')?.textContent ?? ''));
  // One that nobody finds is given up when told to.
  await page.fill('#wish-length-from', '90');
  await page.fill('#wish-length-to', '99');
  await page.click('#wish-go');
  await page.waitForFunction(() => /\d/.test(document.querySelector('#wish-told')?.textContent ?? ''));
  await page.click('#wish-go');
  await page.waitForFunction(() => !/\d/.test(document.querySelector('#wish-told')?.textContent ?? '9'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the tour runs from its first step to its last, and leaves the table alone', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'learn' });
  for (let step = 1; step < 7; step += 1) {
    await says(page, '#learn-step', step);
    assert.ok((await page.locator('.prose p').first().textContent()).length > 20);
    await page.click('#learn-next');
  }
  await says(page, '#learn-step', 7);
  await page.click('#learn-back');
  await says(page, '#learn-step', 6);
  await page.click('[data-screen=play]');
  await page.waitForFunction((board) => location.hash.includes(`play/${board}`), small);
  assert.deepEqual(complaints, []);
  await context.close();
});
