// Levels in grades: the first one is easy, each grade opens the next, and the printed option of the robots.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { axeFinds, browser, is, open, says, server, start } from './harness.mjs';

start();

const WAYS = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' };
const ROBOTS = 'rgbyspow';

/** The levels of a grade, from the file. */
const codes = (grade) => readFileSync(new URL(`../levels/ricochet-${grade}.txt`, import.meta.url), 'utf8').split('\n').filter((line) => line.startsWith('rr1.'));
/** A shortest way. */
const solve = (code, ...more) =>
  JSON.parse(execFileSync(process.env.DAMIER, ['solve', 'ricochet', '-', '--json', ...more], { input: code, encoding: 'utf8' })).solution.split(' ');
/** Makes moves, after some. */
async function play(page, moves, after = 0) {
  for (const [at, [robot, way]] of moves.entries()) {
    await page.keyboard.press(String(ROBOTS.indexOf(robot) + 1));
    await page.keyboard.press(WAYS[way]);
    await is(page, '#fig-moves', after + at + 1);
  }
}

test('who comes for the first time meets an easy level, and goes on to the next', async () => {
  const { context, page, complaints } = await open(browser, server, { board: '' });
  await says(page, '#level-name', '1 of 40');
  const [first, second] = codes(1);
  assert.ok(page.url().endsWith(first), page.url());
  const way = solve(first);
  assert.ok(way.length <= 3, way.join(' '));
  await is(page, '#level-done', '0 of 40 solved');
  await says(page, '#level-opens', '10 more');
  await play(page, way);
  await page.locator('#won').waitFor({ state: 'visible' });
  await is(page, '#won-next', 'Next level');
  await is(page, '#level-done', '1 of 40 solved');
  await page.click('#won-next');
  await says(page, '#level-name', '2 of 40');
  await page.waitForFunction((code) => location.hash.includes(code), second);
  // A board of one's own is one click away, and is no level; then "next" is the next target again.
  await page.click('button[form=new]');
  await page.waitForFunction((code) => !location.hash.includes(code), second);
  await is(page, '#level-set option:checked', 'No set');
  const made = page.url();
  await page.keyboard.press('n');
  await page.waitForFunction((made) => location.href !== made, made);
  await is(page, '#level-set option:checked', 'No set');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('ten solved levels open the next grade, and a switch opens all', async () => {
  const { context, page, complaints } = await open(browser, server, { board: '', bypassCSP: true });
  await says(page, '#level-name', '1 of 40');
  const closed = () => page.evaluate(() => [...document.querySelectorAll('#level-set option')].map((option) => option.disabled));
  assert.deepEqual(await closed(), [false, true, true, true, true]);
  await page.click('#level-all');
  const grade = (n) => page.locator('.grades button').nth(n - 1);
  assert.equal(await grade(2).getAttribute('aria-disabled'), 'true');
  await grade(2).click({ force: true });
  assert.equal(await grade(1).getAttribute('aria-pressed'), 'true', 'a closed grade stays closed');
  assert.deepEqual(await axeFinds(page), []);
  // Ten levels that were solved elsewhere.
  const known = codes(1).slice(0, 10).map((code) => `${code} - rN.rE -`).join('\n');
  await page.setInputFiles('#progress-file', { name: 'progress.txt', mimeType: 'text/plain', buffer: Buffer.from(known) });
  await page.waitForFunction(() => document.querySelectorAll('.grades button')[1].getAttribute('aria-disabled') === null);
  assert.equal(await grade(3).getAttribute('aria-disabled'), 'true');
  await grade(2).click();
  await is(page, '#chooser-title', 'Grade 2: easy');
  await page.locator('.tiles button').nth(4).click();
  await says(page, '#level-name', '5 of 40');
  await page.waitForFunction((code) => location.hash.includes(code), codes(2)[4]);
  await page.click('#level-all');
  await page.check('#grades-open');
  await page.waitForFunction(() => !document.querySelector('.grades [aria-disabled]'));
  await page.keyboard.press('Escape');
  await page.selectOption('#level-set', 'ricochet-5');
  await page.waitForFunction((code) => location.hash.includes(code), codes(5)[0]);
  // It is kept.
  await page.reload();
  await says(page, '#level-name', '1 of 40');
  assert.deepEqual(await closed(), [false, false, false, false, false]);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Taquin and Sokoban have grades too, in both languages', async () => {
  const { context, page } = await open(browser, server, { game: 'taquin', board: '', locale: 'fr-FR' });
  await says(page, '#level-name', '1 sur 40');
  await is(page, '#level-set option:checked', 'Degré 1 : premiers pas');
  await context.close();
  const other = await open(browser, server, { game: 'sokoban', board: '' });
  await says(other.page, '#level-name', '1 of 155');
  await other.page.selectOption('#level-set', 'sokoban-1');
  await says(other.page, '#level-name', '1 of 40');
  await other.context.close();
});

test('the robot that takes the target must ricochet, if one wants so', async () => {
  const board = '{"width":4,"height":4,"walls":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"robots":[0,10],"target_robot":0,"target":3}';
  const straight = execFileSync(process.env.DAMIER, ['convert', 'ricochet', '-', '--to', 'compact'], { input: board, encoding: 'utf8' }).trim();
  const { context, page, complaints } = await open(browser, server, { board: straight });
  await play(page, ['rE']);
  await page.locator('#won').waitFor({ state: 'visible' });
  await page.check('#variant-on');
  await page.waitForFunction((code) => location.hash.includes(`${code}~ricochet`), straight);
  await is(page, '#fig-moves', 0);
  await play(page, ['rE']);
  await says(page, '#goal', 'has not turned');
  assert.ok(await page.locator('#won').isHidden());
  // Hints know the rule.
  await page.keyboard.press('h');
  await says(page, '#ladder', '2');
  await play(page, ['rS', 'rN'], 1);
  await page.locator('#won').waitFor({ state: 'visible' });
  assert.equal(solve(straight, '--variant', 'ricochet').length, 3);
  // The address has the rule.
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#variant-on')?.checked);
  await page.uncheck('#variant-on');
  await page.waitForFunction(() => !location.hash.includes('~ricochet'));
  assert.deepEqual(complaints, []);
  await context.close();
});
