// Race, as one sees it: where lanes end, what they are raced from, how large their boards are, and the table of results.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axeFinds, browser, classic, is, open, says, server, small, start } from './harness.mjs';

start();

/** A shortest way on the small board. */
const WAY = ['rE', 'rS', 'gS', 'rW', 'rN', 'gN'];
const OVER = '~~e1_e9~10_10~1/e2.e8.d6h.e7.e3.f7.e4.f6.e5.f5.e6.f4.f6.f6h.g6.g6v.f6.f3.g6.f2.f6.f1';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The cells of a lane's pieces, as they are drawn. */
const pieces = (page, lane = 1) => page.evaluate((lane) =>
  [...document.querySelectorAll(`[data-lane="${lane}"] .sample .piece`)].map((one) => {
    const [x, y] = one.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
    return `${(x - 20) / 40} ${(y - 20) / 40}`;
  }), lane);
const target = (page) => page.evaluate(() => {
  const [x, y] = document.querySelector('[data-lane="1"] .aim').getAttribute('transform').match(/-?[\d.]+/g).map(Number);
  return `${(x - 20) / 40} ${(y - 20) / 40}`;
});
const ended = (page, n) => page.waitForFunction((n) => document.querySelectorAll('[data-lane].ended').length === n, n, { timeout: 30000 });
/** Waits until every replay is over. */
const stands = (page) => page.waitForFunction(() => [...document.querySelectorAll('.replay-way')].every((one) => one.hidden || one.textContent === 'Replay'), null, { timeout: 30000 });

test('a lane shows every robot, plays its solution once, ends on the goal, and plays it again', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'race', bypassCSP: true });
  await page.waitForSelector('.sample .piece');
  const labels = await page.locator('[data-lane="1"] .sample .letter').allTextContents();
  assert.deepEqual(labels, ['R', 'G', 'B'], 'robots are drawn as robots');
  const before = await pieces(page);
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 2);
  await is(page, '[data-lane="1"] .replay-way', 'Stop');
  await stands(page);
  const goal = await target(page);
  for (const lane of [1, 2]) assert.equal((await pieces(page, lane))[1], goal, 'Green stands on its target');
  assert.deepEqual(await axeFinds(page), []);
  assert.equal(await page.locator('[data-lane="1"] .way-list li').count(), 6);
  assert.equal((await pieces(page))[2], before[2], 'Blue has not moved');
  await page.click('[data-lane="1"] .replay-way');
  await is(page, '[data-lane="1"] .replay-way', 'Stop');
  assert.deepEqual(await pieces(page), before, 'it begins at the start');
  await page.click('[data-lane="1"] .replay-way');
  await stands(page);
  assert.equal((await pieces(page))[1], goal, 'and ends on the goal, also where it is stopped');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who wants no motion sees the goal at once', async () => {
  const { context, page } = await open(browser, server, { screen: 'race', reducedMotion: 'reduce' });
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 2);
  await is(page, '[data-lane="1"] .replay-way', 'Replay');
  assert.equal((await pieces(page))[1], await target(page));
  await context.close();
});

test('boxes and tiles end on their places', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', screen: 'race' });
  await page.waitForSelector('.sample .box');
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 2);
  await stands(page);
  assert.equal(await page.locator('[data-lane="1"] .sample .piece.home').count(), 2);
  await page.goto(`${server.origin}/#taquin/race/t3-413506278`);
  await page.waitForFunction(() => document.querySelectorAll('[data-lane="1"] .sample .tile').length === 8);
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 2);
  await stands(page);
  assert.equal(await page.locator('[data-lane="2"] .sample .piece.home').count(), 8);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a solved board says why it cannot be raced, and is raced from its start; the table stays', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'race', board: `${small}/${WAY.join('.')}` });
  await says(page, '#race-why', 'solved');
  await is(page, '#race-go', 'Race from the start');
  const goal = await target(page);
  await page.waitForFunction(() => document.querySelector('#race-go').getAttribute('aria-disabled') === null);
  assert.notEqual((await pieces(page))[1], goal, 'the lanes show the start');
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 2);
  await says(page, '[data-lane="2"] .outcome', '6 moves, proven optimal');
  await page.click('[data-screen=play]');
  await page.locator('#won').waitFor({ state: 'visible' });
  await is(page, '#fig-moves', 6);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game that is over is raced from its start', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'quoridor', screen: 'race', board: OVER });
  await says(page, '#race-why', 'over');
  await page.selectOption('#race-preset', 'kinds');
  await page.selectOption('#race-seconds', '1');
  await page.waitForFunction(() => document.querySelector('#race-go').getAttribute('aria-disabled') === null);
  await page.click('#race-go');
  await page.waitForFunction(() => document.querySelectorAll('.lane .line').length >= 2, null, { timeout: 30000 });
  await page.click('[data-screen=analyse]');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 22);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a position that is solved from its start leads elsewhere', async () => {
  const { context, page } = await open(browser, server, { game: 'taquin', screen: 'race', board: 't3-123456780' });
  await says(page, '#race-why', 'from the start');
  await is(page, '#race-elsewhere', 'Choose another board');
  assert.equal(await page.getAttribute('#race-go', 'aria-disabled'), 'true');
  await context.close();
});

for (const [width, height, least] of [[390, 844, [340, 165, 165]], [768, 1024, [430, 300, 300]], [1024, 768, [420, 270, 220]], [1440, 900, [590, 430, 340]], [1920, 1080, [700, 590, 440]]]) {
  test(`boards are as large as ${width} by ${height} allows`, async () => {
    const { context, page } = await open(browser, server, { screen: 'race', board: classic, ...(width < 400 ? phone : {}), viewport: { width, height } });
    await page.waitForSelector('.sample .piece');
    for (const [lanes, side] of [[2, least[0]], [3, least[1]], [4, least[2]]]) {
      if (lanes > 2) await page.click('#race-add');
      await page.waitForFunction((lanes) => document.querySelectorAll('[data-lane]').length === lanes, lanes);
      const found = await page.evaluate(() => ({
        boards: [...document.querySelectorAll('.heatboard')].map((one) => one.getBoundingClientRect()).map(({ width, bottom }) => ({ width, bottom: bottom + scrollY })),
        menus: [...document.querySelectorAll('.lane-head select')].map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width / 2, height)),
        wide: document.documentElement.scrollWidth,
      }));
      assert.ok(found.boards.every((one) => one.width >= side), `${lanes} lanes: ${JSON.stringify(found.boards)}`);
      assert.ok(found.wide <= width, `${lanes} lanes: nothing hangs out (${found.wide})`);
      if (width >= 900) assert.ok(found.boards.every((one) => one.bottom <= height), `${lanes} lanes: all boards are in sight`);
      else assert.ok(found.menus.every((one) => one >= 40), `${lanes} lanes: menus for a finger: ${found.menus}`);
    }
    await context.close();
  });
}

test('the table of results has equal columns, and digits end on one line', async () => {
  const { context, page } = await open(browser, server, { screen: 'race', board: classic, reducedMotion: 'reduce' });
  await page.selectOption('#race-preset', 'four');
  await page.selectOption('#race-pace', '');
  await page.click('#race-go');
  await ended(page, 4);
  await says(page, '#race-title', 'Result');
  const rows = await page.evaluate(() => [...document.querySelectorAll('#race-result tr')].map((row) => [...row.children].slice(1).map((cell) => ({
    width: Math.round(cell.getBoundingClientRect().width), right: Math.round(cell.querySelector('.value').getBoundingClientRect().right), text: cell.querySelector('.value').textContent }))));
  assert.equal(rows.length, 5);
  for (const row of rows) for (const cell of row) assert.ok(Math.abs(cell.width - rows[0][0].width) <= 1, 'columns are equal');
  for (const row of rows) row.forEach((cell, i) => assert.ok(Math.abs(cell.right - rows[0][i].right) <= 1, 'digits are aligned'));
  for (const column of [2, 3]) {
    const units = new Set(rows.slice(1).map((row) => row[column].text.replace(/[\d.,\s]/g, '')));
    assert.equal(units.size, 1, `one unit in a column: ${[...units]}`);
    const decimals = new Set(rows.slice(1).map((row) => /\.(\d+)/.exec(row[column].text)?.[1].length ?? 0));
    assert.equal(decimals.size, 1);
  }
  await context.close();
});

test('the line-up is in the address', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'race' });
  await page.waitForSelector('#race-go');
  assert.doesNotMatch(await page.evaluate(() => location.hash), /run=/, 'the usual one needs no words');
  await page.click('#race-add');
  await page.waitForFunction(() => (location.hash.match(/run=/g) ?? []).length === document.querySelectorAll('.lane').length);
  const base = await page.evaluate(() => location.hash.split('?')[0]);
  await page.evaluate((hash) => (location.hash = hash), `${base}?run=greedy(bounces)&run=ucs`);
  await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
  const chosen = () => page.evaluate(() => [...document.querySelectorAll('.lane')].map((one) => one.querySelector('select').value));
  assert.deepEqual(await chosen(), ['greedy', 'ucs']);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.lane').length === 2);
  assert.deepEqual(await chosen(), ['greedy', 'ucs']);
  assert.match(await page.evaluate(() => location.hash), /run=greedy\(bounces\)&run=ucs/);
  await page.click('#race-go');
  await page.waitForFunction(() => document.querySelectorAll('.lane.ended').length === 2);
  assert.deepEqual(complaints, []);
  await context.close();
});
