// Playing Sokoban: an evening with Microban, with the keyboard and with a mouse.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { browser, cell, is, open, says, server, start } from './harness.mjs';

start();

const KEYS = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' };
/** A way through the first level of Microban, with the fewest pushes. */
const first = 'dlUrrrdLullddrUluRuulDrddrruLdlUU';
const tiny = '#####\n#@$.#\n#####';
/** A box that must not go up: above it is a corner. */
const trap = '######\n#    #\n# $. #\n# @  #\n######';

/** Plays a way with the arrows. */
async function walk(page, way, made = 0) {
  for (const letter of way) {
    await page.keyboard.press(KEYS[letter.toLowerCase()]);
    await page.waitForFunction((made) => document.querySelector('#fig-moves')?.textContent === String(made), (made += 1));
  }
}
const text = async (page, selector) => (await page.locator(selector).textContent()).trim();
/** Pastes a text on the page, as one does anywhere. */
const paste = (page, words) => page.evaluate((words) => {
  const data = new DataTransfer();
  data.setData('text/plain', words);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, words);

test('a level of Microban is solved with the keyboard alone, kept, and the next one offered', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await says(page, '.levels', 'Skinner');
  assert.equal(await text(page, '#fig-best'), '–', 'the optimum is no one\'s business yet');
  await walk(page, first);
  await page.locator('#won').waitFor({ state: 'visible' });
  await says(page, '#goal', '33 moves, 8 pushes');
  await says(page, '#live', 'olved');
  await is(page, '#fig-pushes', 8);
  await says(page, '#fig-yours', '8 pushes');
  await says(page, '#fig-best', '8 pushes');
  await says(page, '#level-done', '1 of 155');
  await page.reload();
  await says(page, '#level-done', '1 of 155');
  await says(page, '#fig-yours', '8 pushes');
  await page.keyboard.press('n');
  await says(page, '#level-name', '2 of 155');
  await page.keyboard.press('p');
  await says(page, '#level-name', '1 of 155');
  // The next that is not solved is the second.
  await page.keyboard.press('m');
  await says(page, '#level-name', '2 of 155');
  // Any level: from the chooser, by its keys.
  await page.keyboard.press('l');
  await page.waitForSelector('#chooser[open] .tiles button:nth-child(155)');
  assert.equal(await page.locator('.tiles .solved').count(), 1);
  assert.match(await page.locator('.tiles button').first().textContent(), /✓ 8\/8/);
  await page.locator('.tiles button').nth(4).click();
  await says(page, '#level-name', '5 of 155');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a solution that came with an address is no record', async () => {
  const { context: before, page: other } = await open(browser, server, { game: 'sokoban' });
  await says(other, '#level-name', '1 of 155');
  const code = await other.evaluate(() => location.hash.split('/')[2]);
  await before.close();
  const { context, page } = await open(browser, server, { game: 'sokoban', board: `${code}/${first}` });
  await page.locator('#won').waitFor({ state: 'visible' });
  assert.equal(await text(page, '#fig-yours'), '–');
  await page.keyboard.press('u');
  await is(page, '#fig-moves', 32);
  await page.keyboard.press('ArrowUp');
  await says(page, '#fig-yours', '8 pushes');
  await context.close();
});

test('moves and pushes are undone and done again, and any moment is reached', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await walk(page, first.slice(0, 12));
  await is(page, '#fig-pushes', 2);
  await page.keyboard.press('u');
  await is(page, '#fig-moves', 11);
  await page.keyboard.press('y');
  await is(page, '#fig-moves', 12);
  // Back to before the second push, and before the first; and on again.
  await page.keyboard.press('Shift+U');
  await is(page, '#fig-moves', 7);
  await is(page, '#fig-pushes', 1);
  await page.keyboard.press('Shift+U');
  await is(page, '#fig-moves', 2);
  await page.keyboard.press('Shift+Y');
  await is(page, '#fig-moves', 3);
  await page.click('[data-act=redo_push]');
  await is(page, '#fig-moves', 8);
  await page.locator('#moment').fill('5');
  await is(page, '#fig-moves', 5);
  await page.locator('#board').focus();
  await page.keyboard.press('End');
  await is(page, '#fig-moves', 12);
  await page.keyboard.press('r');
  await is(page, '#fig-moves', 0);
  await page.keyboard.press('s');
  await is(page, '#fig-moves', 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a click walks; a box is clicked, then where it goes; and the same with keys', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await page.mouse.click(...(await cell(page, 1, 5)));
  await is(page, '#fig-moves', 3);
  await page.keyboard.press('r');
  await is(page, '#fig-moves', 0);
  // The box of the fourth column and fifth row goes to the right, and can go nowhere else after that.
  await page.mouse.click(...(await cell(page, 3, 4)));
  await page.waitForSelector('#board .reach');
  const marked = await page.locator('#board .reach').count();
  assert.ok(marked >= 3, `${marked} cells`);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('#board .reach'));
  await page.mouse.click(...(await cell(page, 3, 4)));
  await page.waitForSelector('#board .reach');
  await page.mouse.click(...(await cell(page, 2, 4)));
  await is(page, '#fig-pushes', 1);
  await page.keyboard.press('r');
  await is(page, '#fig-moves', 0);
  // The second box, chosen and sent with the keyboard.
  await page.keyboard.press('q');
  await page.waitForSelector('#board .cursor');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await is(page, '#fig-pushes', 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a lost position is told with its reason, and not when nobody wants to know', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await paste(page, trap);
  await says(page, '#level-set', 'own');
  await page.waitForFunction(() => document.querySelectorAll('#board table tr').length === 5);
  await page.keyboard.press('ArrowUp');
  await says(page, '#reason', 'Lost');
  await page.waitForSelector('#board .stuck');
  await page.keyboard.press('u');
  await is(page, '#reason', '');
  await page.waitForFunction(() => !document.querySelector('#board .stuck'));
  await page.locator('#warn').uncheck();
  await page.keyboard.press('y');
  await is(page, '#fig-pushes', 1);
  await page.waitForTimeout(500);
  assert.equal(await text(page, '#reason'), '');
  await page.reload();
  await page.waitForSelector('#warn');
  assert.equal(await page.locator('#warn').isChecked(), false, 'it is remembered');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('levels and moves are pasted, kept and copied', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban', permissions: ['clipboard-read', 'clipboard-write'] });
  await says(page, '#level-name', '1 of 155');
  await paste(page, `${tiny}\nTitle: one\n\n${trap}\nTitle: two\n`);
  await says(page, '#level-name', '1 of 2');
  await paste(page, 'r');
  await page.locator('#won').waitFor({ state: 'visible' });
  await page.click('#copy-moves');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'R');
  await page.click('#copy-level');
  await says(page, '#copy-level', 'opied');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#@\$\.#/);
  await page.click('#won-next');
  await says(page, '#level-name', '2 of 2');
  await page.reload();
  await says(page, '#level-name', '2 of 2');
  // What is no level changes nothing.
  await paste(page, 'what is this');
  await page.locator('#toast').waitFor({ state: 'visible' });
  await says(page, '#level-name', '2 of 2');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('hints lead to a solution, and an algorithm is watched, halted and taken over from', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  for (let step = 1; step <= 4; step += 1) {
    await page.keyboard.press('h');
    await page.waitForFunction((step) => document.querySelectorAll('.ladder .lit').length === step, step);
  }
  assert.match(await text(page, '.ladder li:nth-child(1) .value'), /8 pushes/);
  await page.waitForSelector('#board .hint-way');
  await page.keyboard.press(' ');
  await page.waitForFunction(() => Number(document.querySelector('#fig-moves')?.textContent) >= 2);
  await page.keyboard.press('u');
  const at = await page.waitForFunction(() => document.querySelector('#watch-play')?.getAttribute('aria-pressed') === 'false' && document.querySelector('#fig-moves')?.textContent);
  await page.waitForTimeout(600);
  assert.ok(Number(await text(page, '#fig-moves')) - Number(await at.jsonValue()) <= 1, 'it stays where it was halted');
  await page.selectOption('#watch-speed', 'fast');
  await page.click('#watch-play');
  await page.locator('#won').waitFor({ state: 'visible', timeout: 30000 });
  assert.equal(await text(page, '#fig-yours'), '–', 'what another has found is no record');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a turned and mirrored board is played as it is seen', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await page.click('#turn');
  // Down on the board is to the left on the screen.
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash.endsWith('/d'));
  await page.click('#flip');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash.endsWith('/du'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('boxes slide by chance, and the chance to win is told', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  await paste(page, '#######\n#     #\n# $ . #\n# @   #\n#######');
  await says(page, '#level-name', '1 of 1');
  await page.locator('#variant-on').check();
  await page.waitForFunction(() => /\d+(\.\d+)?%/.test(document.querySelector('#chance')?.textContent ?? ''), null, { timeout: 20000 });
  await page.waitForFunction(() => document.querySelector('#variant-on').checked);
  await page.click('#watch-play');
  await page.waitForFunction(() => Number(document.querySelector('#fig-moves')?.textContent) >= 1, null, { timeout: 20000 });
  await page.locator('#variant-on').uncheck();
  await page.locator('.chance').waitFor({ state: 'hidden' });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a level is made', async () => {
  const { context, page, complaints } = await open(browser, server, { game: 'sokoban' });
  await says(page, '#level-name', '1 of 155');
  const before = await page.evaluate(() => location.hash);
  await page.fill('#seed', '3');
  await page.click('button[form=new]');
  await page.waitForFunction((before) => location.hash !== before, before, { timeout: 60000 });
  await page.waitForSelector('#board svg .box');
  assert.deepEqual(complaints, []);
  await context.close();
});
