// Watch: a search is kept, and one goes through it forwards and backwards.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';

import { axeFinds, browser, is, open, says, server, slow, small, start } from './harness.mjs';

start();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const text = async (page, selector) => (await page.locator(selector).first().textContent()).trim();
const at = (page) => page.evaluate(() => Number(document.querySelector('#watch-line').getAttribute('aria-valuenow')));
/** Waits until a moment is shown. */
const place = (page, words) => is(page, '#watch-place', words);

/** Opens searches by an address. */
async function watch(query, { game = 'ricochet', board = game === 'ricochet' ? small : '', ...options } = {}) {
  const opened = await open(browser, server, { game, screen: 'watch', board, ...options });
  const { page } = opened;
  const code = await page.evaluate(() => location.hash.split('?')[0].split('/')[2] ?? '');
  await page.evaluate((hash) => (location.hash = hash), `#${game}/watch/${board || code}?${query}`);
  await page.waitForSelector('.watch.running');
  await page.waitForFunction(() => document.querySelector('#watch-what')?.textContent);
  return opened;
}
/** All that is told of a moment. */
const seen = (page) => page.evaluate(() => ({
  place: document.querySelector('#watch-place').textContent,
  what: document.querySelector('#watch-what').textContent,
  why: document.querySelector('#watch-why').textContent,
  figures: document.querySelector('.gh').textContent,
  pieces: [...document.querySelectorAll('.state-board .piece')].map((one) => one.getAttribute('transform')),
  counts: [...document.querySelectorAll('.watch-counts dd')].map((one) => one.textContent),
  rows: [...document.querySelectorAll('#watch-open button')].map((one) => one.getAttribute('aria-label')),
  cells: document.querySelectorAll('.order .seen').length,
}));

test('it starts paused at the beginning; a step back is the step forward undone', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'watch' });
  await page.click('#watch-go');
  await place(page, 'expansion 0 of 333');
  await says(page, '#watch-what', 'Nothing has happened yet');
  // What waits is told by the first answer, which may come later than what has happened.
  await says(page, '#watch-why', 'First in line');
  assert.equal(await page.getAttribute('#watch-play', 'aria-label'), 'Play');
  const moments = [];
  for (let step = 0; step <= 12; step += 1) {
    await place(page, `expansion ${step} of 333`);
    await page.waitForFunction((step) => step === 0 || document.querySelector('[data-count=expanded]').textContent === String(step), step);
    await page.waitForTimeout(60);
    moments.push(await seen(page));
    await page.keyboard.press('ArrowRight');
  }
  assert.equal(new Set(moments.map((one) => one.what)).size, 13, 'each step is another one');
  assert.match(moments[5].why, /First in line: node \d+, least f = \d/);
  for (let step = 12; step >= 0; step -= 1) {
    await page.keyboard.press('ArrowLeft');
    await place(page, `expansion ${step} of 333`);
    await page.waitForFunction((step) => step === 0 || document.querySelector('[data-count=expanded]').textContent === String(step), step);
    await page.waitForTimeout(60);
    assert.deepEqual(await seen(page), moments[step], `step ${step}`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('g, h and f are told, and the first of the open list is expanded next', async () => {
  const { context, page } = await watch('run=astar(bounces)&step=40');
  for (let step = 41; step < 60; step += 1) {
    // To the last event before the next step: all that can be chosen from is there.
    await page.keyboard.press('ArrowRight');
    await place(page, `expansion ${step} of 333`);
    await is(page, '[data-count=expanded]', step);
    const expanded = /node (\d+)/.exec(await text(page, '#watch-what'))[1];
    await page.selectOption('#watch-unit', 'events');
    await page.locator('.watch-lane').click({ position: { x: 2, y: 2 } });
    const words = await text(page, '#watch-what');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((words) => document.querySelector('#watch-what').textContent !== words, words);
    await says(page, '#watch-why', `node ${expanded},`);
    await page.selectOption('#watch-unit', 'steps');
    await page.locator('.watch-lane').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('ArrowRight');
    await place(page, `expansion ${step} of 333`);
    step += 5;
    for (let more = 0; more < 5; more += 1) await page.keyboard.press('ArrowRight');
    await place(page, `expansion ${step} of 333`);
    await is(page, '[data-count=expanded]', step);
  }
  const [, g, h, f] = /g (\d+) \+ h (\d+) = f (\d+)/.exec(await text(page, '.gh'));
  assert.equal(Number(g) + Number(h), Number(f));
  await context.close();
});

test('steps that are not seen yet are kept when something else is counted, and before the first moment has come', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'watch' });
  const line = await slow(page, (text) => JSON.parse(text).type === 'moment');
  await page.reload();
  await page.waitForSelector('#main:not([aria-busy]) #watch-go');
  await page.evaluate((hash) => (location.hash = hash), `#ricochet/watch/${small}?run=astar(bounces)&step=40`);
  await page.waitForSelector('.watch.running');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  line.free();
  await place(page, 'expansion 42 of 333');
  await is(page, '[data-count=expanded]', 42);
  line.held = true;
  for (let more = 0; more < 3; more += 1) await page.keyboard.press('ArrowRight');
  await place(page, 'expansion 45 of 333');
  await page.selectOption('#watch-unit', 'events');
  line.free();
  await is(page, '[data-count=expanded]', 45);
  await page.selectOption('#watch-unit', 'steps');
  await place(page, 'expansion 45 of 333');
  await is(page, '[data-count=expanded]', 45);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the timeline is dragged both ways, and keys go to its ends', async () => {
  const { context, page, complaints } = await watch('run=astar(bounces)');
  const box = await page.locator('#watch-line').boundingBox();
  const x = (part) => box.x + 10 + part * (box.width - 20);
  await page.mouse.move(x(0.1), box.y + 30);
  await page.mouse.down();
  for (const part of [0.3, 0.9, 0.6]) await page.mouse.move(x(part), box.y + 30, { steps: 12 });
  await page.mouse.up();
  await place(page, 'expansion 200 of 333');
  await is(page, '[data-count=expanded]', 200);
  await page.mouse.move(x(0.6), box.y + 30);
  await page.mouse.down();
  await page.mouse.move(x(0.2), box.y + 30, { steps: 12 });
  await page.mouse.up();
  await is(page, '[data-count=expanded]', 67);
  await page.locator('#watch-line').focus();
  await page.keyboard.press('PageUp');
  await is(page, '[data-count=expanded]', 84);
  await page.keyboard.press('End');
  await says(page, '#watch-what', 'The search is over: 6 moves, proven optimal.');
  await page.keyboard.press('Home');
  await says(page, '#watch-what', 'Nothing has happened yet');
  assert.equal(await at(page), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('it plays, pauses with the space bar, and ends where the search does', async () => {
  const { context, page } = await watch('run=astar(bounces)&speed=100');
  await page.locator('body').click({ position: { x: 5, y: 500 } });
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(document.querySelector('#watch-line').getAttribute('aria-valuenow')) > 20);
  await page.keyboard.press('Space');
  await page.waitForTimeout(150);
  const stopped = await at(page);
  await page.waitForTimeout(300);
  assert.equal(await at(page), stopped, 'it stands');
  await page.selectOption('#watch-speed', '100000');
  await page.click('#watch-play');
  await place(page, 'expansion 333 of 333');
  await page.waitForFunction(() => document.querySelector('#watch-play').getAttribute('aria-label') === 'Play');
  await context.close();
});

test('breakpoints stop it both ways, and while it plays; a cell is one by a click', async () => {
  const { context, page } = await watch('run=astar(bounces)');
  await page.click('#watch-stops');
  await page.check('[data-stop=goal]');
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await says(page, '#watch-what', 'A goal!');
  await page.keyboard.press('Home');
  await says(page, '#watch-what', 'Nothing');
  await page.click('#watch-stops');
  await page.uncheck('[data-stop=goal]');
  await page.check('[data-stop=better]');
  await page.keyboard.press('Escape');
  await page.selectOption('#watch-speed', '1000');
  await page.click('#watch-play');
  await says(page, '#watch-what', 'A cheaper way');
  await page.waitForFunction(() => document.querySelector('#watch-play').getAttribute('aria-label') === 'Play');
  await page.click('#watch-stops');
  await page.uncheck('[data-stop=better]');
  await page.keyboard.press('Escape');
  // Where Green begins, something is expanded first of all.
  await page.keyboard.press('Home');
  await says(page, '#watch-what', 'Nothing');
  const cell = await page.evaluate(() => {
    const svg = document.querySelector('.state-board svg');
    const point = new DOMPoint(4 * 40 + 20, 20).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(...cell);
  await page.waitForSelector('.stop-cell');
  await page.keyboard.press(']');
  await says(page, '#watch-what', 'Expanded: node 0');
  await page.keyboard.press(']');
  await page.waitForFunction(() => !/node 0 /.test(document.querySelector('#watch-what').textContent));
  await page.keyboard.press('[');
  await says(page, '#watch-what', 'Expanded: node 0');
  // Bounds, without any breakpoint.
  await page.click('#watch-bound-next');
  await says(page, '#watch-what', 'The least value in the open list is now 2');
  await context.close();
});

test('a prediction is judged and explained, right and wrong', async () => {
  const { context, page } = await watch('run=astar(bounces)&step=20');
  await page.click('#watch-predict');
  await says(page, '#watch-question', 'Which node is expanded next?');
  await page.waitForFunction(() => document.querySelectorAll('#watch-open button').length > 2);
  assert.equal(await text(page, '#watch-why'), '', 'what would give it away is not told');
  assert.ok((await page.locator('.open-row .sum').allTextContents()).every((one) => one === '?'));
  // The least f, and then the least h, of what is to choose from.
  const rows = await page.evaluate(() => [...document.querySelectorAll('#watch-open button')].map((one) => {
    const [id, , g, h] = [...one.children].map((part) => part.textContent);
    return { id: Number(id), g: Number(g), h: Number(h) };
  }));
  const best = [...rows].sort((a, b) => a.g + a.h - b.g - b.h || a.h - b.h || b.id - a.id);
  await page.click(`#watch-open [data-node="${best[0].id}"]`);
  await says(page, '#watch-verdict', 'Right. First in line');
  await is(page, '#watch-score', '1 of 1 right');
  await page.click('#predict-next');
  await page.waitForFunction(() => document.querySelector('#watch-verdict').textContent === '' && document.querySelectorAll('#watch-open button').length > 2);
  const worst = await page.evaluate(() => [...document.querySelectorAll('#watch-open button')].map((one) => [...one.children].map((part) => Number(part.textContent)))
    .sort((a, b) => b[2] + b[3] - a[2] - a[3])[0][0]);
  await page.click(`#watch-open [data-node="${worst}"]`);
  await says(page, '#watch-verdict', 'Wrong.');
  await is(page, '#watch-score', '1 of 2 right');
  assert.equal(await page.locator('#watch-open .right').count(), 1);
  await context.close();
});

test('while a question is on its way, nothing tells its answer', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'watch' });
  const line = await slow(page);
  await page.reload();
  await page.waitForSelector('#main:not([aria-busy]) #watch-go');
  await page.evaluate((hash) => (location.hash = hash), `#ricochet/watch/${small}?run=astar(bounces)&step=20`);
  await says(page, '#watch-why', 'First in line');
  line.held = true;
  await page.click('#watch-predict');
  await says(page, '#watch-question', 'Which node is expanded next?');
  assert.equal(await text(page, '#watch-why'), '');
  assert.equal(await page.locator('#watch-open button').count(), 0);
  line.free();
  await page.waitForFunction(() => document.querySelectorAll('#watch-open button').length > 2);
  assert.equal(await text(page, '#watch-why'), '');
  assert.ok((await page.locator('.open-row .sum').allTextContents()).every((one) => one === '?'));
  // Who predicts no more is told again.
  await page.click('#watch-predict');
  await says(page, '#watch-why', 'First in line');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a link opens the same searches at the same moment', async () => {
  const { context, page } = await watch('run=bfs&run=astar(bounces)&step=100&lane=2');
  await place(page, 'expansion 100 of 504');
  await page.waitForFunction(() => location.hash.includes('at=') && location.hash.includes('lane=2'));
  await page.keyboard.press('ArrowRight');
  await place(page, 'expansion 101 of 504');
  await page.waitForFunction(() => document.querySelector('[data-count=expanded]').textContent === '101');
  await page.waitForTimeout(800);
  const [address, before] = [await page.evaluate(() => location.href), await seen(page)];
  await context.close();
  const other = await open(browser, server, { screen: 'play' });
  await other.page.goto(address);
  await other.page.waitForSelector('.watch.running');
  await place(other.page, 'expansion 101 of 504');
  await other.page.waitForFunction((words) => document.querySelector('#watch-what').textContent === words, before.what);
  await other.page.waitForTimeout(200);
  assert.deepEqual(await seen(other.page), before);
  // Another screen, and back: it is still there.
  await other.page.click('[data-screen=play]');
  await other.page.waitForFunction(() => document.body.dataset.screen === 'play' && !location.hash.includes('?'));
  await other.page.click('[data-screen=watch]');
  await place(other.page, 'expansion 101 of 504');
  assert.deepEqual(other.complaints, []);
  await other.context.close();
});

test('four searches go together or each by itself, and end in a table', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'watch' });
  await page.selectOption('#watch-preset', 'four');
  await page.click('#watch-go');
  await page.waitForFunction(() => document.querySelectorAll('.watch.running [data-watch-lane]').length === 4);
  await page.waitForSelector('.watch.running .gh');
  for (let step = 1; step <= 3; step += 1) await page.keyboard.press('ArrowRight');
  await place(page, 'expansion 3 of 504');
  await page.waitForFunction(() => [...document.querySelectorAll('.lane-what')].every((one) => one.textContent.startsWith('Expanded')));
  await page.check('#watch-apart');
  await page.click('[data-watch-lane="3"] .lane-name');
  const others = await page.locator('[data-watch-lane="1"] .lane-what').textContent();
  await page.keyboard.press('End');
  await says(page, '[data-watch-lane="3"] .lane-what', 'The search is over');
  assert.equal(await page.locator('[data-watch-lane="1"] .lane-what').textContent(), others, 'the others stay');
  await page.uncheck('#watch-apart');
  await page.keyboard.press('End');
  await page.waitForFunction(() => [...document.querySelectorAll('.lane-what')].every((one) => one.textContent.includes('The search is over')));
  assert.equal(await page.locator('.watch-results tbody tr').count(), 4);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#watch-csv')]);
  assert.match(file.suggestedFilename(), /\.csv$/);
  const stream = await file.createReadStream();
  const csv = (await stream.toArray()).join('');
  assert.match(csv, /^algorithm,outcome,cost,.*\nbfs,solved,6,yes,/);
  assert.equal(csv.trim().split('\n').length, 5);
  for (const what of ['table-svg', 'board-svg', 'tree-svg', 'table-png', 'board-png', 'tree-png']) {
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click(`#watch-${what}`)]);
    const parts = await (await picture.createReadStream()).toArray();
    const bytes = Buffer.concat(parts);
    assert.ok(bytes.length > 800, what);
    if (what.endsWith('png')) assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    else assert.match(bytes.toString(), /^<svg/);
  }
  // Equal time is another measure.
  await page.selectOption('#watch-unit', 'micros');
  await says(page, '#watch-place', 'µs');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the tree grows with the moment; a node is pinned, found, and left', async () => {
  const { context, page } = await watch('run=bfs&step=3');
  const shown = () => page.evaluate(() => Number(document.querySelector('#watch-tree').dataset.shown));
  await page.selectOption('#tree-mode', 'whole');
  await page.waitForFunction(() => Number(document.querySelector('#watch-tree').dataset.shown) > 5);
  const few = await shown();
  await page.locator('#watch-line').focus();
  await page.keyboard.press('PageUp');
  await page.waitForFunction((few) => Number(document.querySelector('#watch-tree').dataset.shown) > few + 20, few);
  await page.selectOption('#tree-what', 'g');
  await page.fill('#tree-wanted', '2');
  await page.click('#tree-find');
  await says(page, '.watch-card', 'g = 2');
  const first = await text(page, '#watch-card-title');
  await page.click('#tree-find');
  await page.waitForFunction((first) => document.querySelector('#watch-card-title').textContent !== first, first);
  await page.click('#card-parent');
  await says(page, '.watch-card', 'g = 1');
  await page.click('#card-born');
  await says(page, '#watch-what', 'New: node');
  await page.click('#card-unpin');
  await page.waitForSelector('.watch-card', { state: 'hidden' });
  await context.close();
});

test('alpha-beta tells its window, what it cuts, and lets one predict that', async () => {
  const { context, page, complaints } = await watch('run=alphabeta(depth=2)', { game: 'quoridor' });
  await says(page, '#watch-place', 'move 0 of');
  await page.click('#watch-stops');
  await page.check('[data-stop=cut]');
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await says(page, '#watch-what', 'Cut-off after');
  await page.waitForFunction(() => document.querySelectorAll('#watch-moves tbody tr').length > 0);
  assert.match(await text(page, '.gh'), /α .* β /);
  await is(page, '[data-count=cutoffs]', 1);
  await page.waitForFunction(() => document.querySelectorAll('.state-board .wall').length > 0 || document.querySelector('.state-board .piece'));
  // Whether it cuts: what the server does next is right.
  await page.keyboard.press('Home');
  await page.click('#watch-predict');
  for (let question = 1; question <= 3; question += 1) {
    await page.waitForSelector('#predict-yes:visible');
    const [, score, low] = /came out at (.+) for who moves there; α there was (.+)\. Are/.exec(await text(page, '#watch-question'));
    const value = (words) => (words.includes('∞') ? (words.startsWith('−') ? -Infinity : Infinity) : Number(words.replace('−', '-')));
    await page.click(value(score) <= value(low) ? '#predict-yes' : '#predict-no');
    await says(page, '#watch-verdict', '.');
    await page.click('#predict-next');
  }
  assert.match(await text(page, '#watch-score'), /[23] of 3 right/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Monte-Carlo tells visits, value and exploration of eight moves', async () => {
  const { context, page, complaints } = await watch('run=mcts(rollouts=400)&step=300', { game: 'quoridor' });
  await place(page, 'rollout 300 of 400');
  await says(page, '#watch-what', 'Rollout 300 went down');
  await page.waitForFunction(() => document.querySelectorAll('#watch-moves tbody tr').length === 9);
  const rows = await page.evaluate(() => [...document.querySelectorAll('#watch-moves tbody tr')].slice(0, 8).map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))));
  assert.ok(rows.every((row, i) => i === 0 || row[0] <= rows[i - 1][0]), 'the most visited first');
  assert.ok(rows.every(([, value, explore, sum]) => Math.abs(value + explore - sum) < 0.011), 'the terms add up');
  await page.click('#watch-predict');
  await says(page, '#watch-question', 'Through which move');
  await page.locator('#watch-moves .link-button').first().click();
  await says(page, '#watch-verdict', '.');
  await is(page, '#watch-place', 'rollout 301 of 400');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a solver that tells little says so', async () => {
  const { context, page } = await watch('run=fast&step=5');
  await says(page, '.watch-note', 'not where they came from');
  assert.equal(await page.locator('.watch-tree').isVisible(), false);
  assert.equal(await page.locator('#watch-open').isVisible(), false);
  await context.close();
});

test('two frontiers are told apart', async () => {
  const { context, page } = await watch('run=bidirectional&at=150', { game: 'taquin', board: 't3-413506278' });
  await page.waitForFunction(() => [...document.querySelectorAll('.state-board .waits')].every((one) => one.getAttribute('d')));
  assert.equal(await page.locator('.watch-legend [data-for=behind]').isVisible(), true);
  await context.close();
});

/** What a click brings down. */
async function saved(page, selector) {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), page.click(selector)]);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(await (await file.createReadStream()).toArray()) };
}

test('a trace is saved and opened again, by another visitor and from another game, and shows the same', async () => {
  const { context, page, complaints } = await watch('run=bfs&run=astar(bounces)&step=60&lane=2');
  await place(page, 'expansion 60 of 504');
  await is(page, '[data-count=expanded]', 60);
  const { name, bytes } = await saved(page, '#watch-save-file');
  assert.match(name, /^ricochet-astar\(bounces\)\.jsonl$/);
  const lines = bytes.toString().trim().split('\n');
  assert.equal(JSON.parse(lines[0]).format, 'damier-trace');
  assert.equal(lines.filter((line) => line.includes('"e":"step"')).length, 333);
  // The same search alone, at the same moment.
  await page.evaluate((hash) => (location.hash = hash), `#ricochet/watch/${small}?run=astar(bounces)&step=60`);
  await place(page, 'expansion 60 of 333');
  await page.waitForTimeout(300);
  const before = await seen(page);
  assert.deepEqual(complaints, []);
  await context.close();
  const other = await open(browser, server, { game: 'taquin', screen: 'watch', locale: 'fr-FR' });
  await other.page.setInputFiles('#watch-file', { name, mimeType: 'application/jsonl', buffer: bytes });
  await other.page.waitForFunction(() => document.body.dataset.game === 'ricochet');
  await other.page.waitForSelector('.watch.running');
  assert.match(await other.page.evaluate(() => location.hash), new RegExp(`ricochet/watch/.*file=[0-9a-f]{16}`));
  await other.page.evaluate(() => (location.hash = `${location.hash}&step=60`));
  await other.page.waitForFunction(() => document.querySelector('#watch-line').getAttribute('aria-valuenow') === '60');
  await other.page.waitForTimeout(300);
  const after = await seen(other.page);
  for (const what of ['pieces', 'counts', 'cells']) assert.deepEqual(after[what], before[what], what);
  assert.equal(after.figures, before.figures);
  // What it shows can be saved again, and is the same file.
  assert.deepEqual((await saved(other.page, '#watch-save-file')).bytes, bytes);
  // A reload finds it again; the tree is there too.
  await other.page.waitForFunction(() => /file=[0-9a-f]{16}&at=/.test(location.hash));
  await other.page.reload();
  await other.page.waitForFunction(() => document.querySelector('#watch-line')?.getAttribute('aria-valuenow') === '60');
  await other.page.waitForFunction(() => Number(document.querySelector('#watch-tree')?.dataset.shown) > 5);
  assert.deepEqual(other.complaints, []);
  await other.context.close();
});

test('what is no trace, or does not fit, is refused with a sentence in each language', async () => {
  for (const [locale, words] of [['en-GB', 'this is no trace of Damier'], ['fr-FR', 'ce n’est pas une trace de Damier']]) {
    const { context, page } = await open(browser, server, { screen: 'watch', locale });
    await page.setInputFiles('#watch-file', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await says(page, '#toast-text', words);
    assert.equal(await page.locator('.watch.running').count(), 0);
    await context.close();
  }
  const { context, page } = await watch('run=greedy(bounces)');
  const { bytes } = await saved(page, '#watch-save-file');
  const [head, ...rest] = bytes.toString().split('\n');
  const wrong = [JSON.stringify({ ...JSON.parse(head), start: [0, 1, 2] }), ...rest].join('\n');
  await page.setInputFiles('#watch-file', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from(wrong) });
  await says(page, '#toast-text', 'does not fit the position');
  assert.equal(await page.locator('.watch.running').count(), 1, 'what was watched is still there');
  await context.close();
});

test('damier trace view opens a file in the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'damier-view-'));
  const [board, file] = [join(folder, 'board.txt'), join(folder, 'trace.jsonl')];
  writeFileSync(board, small);
  execFileSync(process.env.DAMIER, ['trace', 'ricochet', board, '--algorithm', 'astar(bounces)', '-o', file]);
  const program = spawn(process.env.DAMIER, ['trace', 'view', file, '--no-open', '--port', '0', '--data', join(folder, 'data')], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const entrance = await new Promise((resolve) => program.stdout.once('data', (text) => resolve(/http:\S+/.exec(String(text))[0])));
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(entrance);
    await page.waitForSelector('.watch.running');
    await place(page, 'expansion 0 of 333');
    await page.keyboard.press('End');
    await says(page, '#watch-what', 'The search is over: 6 moves, proven optimal.');
    await context.close();
  } finally {
    program.kill('SIGINT');
    await new Promise((resolve) => program.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The pieces of a PNG. */
function chunks(bytes) {
  const found = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    found.push({ type: bytes.subarray(at + 4, at + 8).toString(), data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

test('an animation is saved, for browsers and for slides; it can be cancelled', async () => {
  const { context, page, complaints } = await watch('run=greedy(bounces)&run=astar(bounces)&step=7');
  const svg = (await saved(page, '#watch-film-svg')).bytes.toString();
  assert.match(svg, /^<svg /);
  assert.match(svg, /data-frames="168"/, '333 steps are every second one');
  assert.match(svg, /1 of 2 shown/);
  assert.match(svg, /expansion 0 of 333/);
  assert.match(svg, /expansion 333 of 333/);
  const { name, bytes } = await saved(page, '#watch-film-png');
  assert.match(name, /\.png$/);
  const parts = chunks(bytes);
  assert.equal(parts[0].type, 'IHDR');
  assert.equal(parts.at(-1).type, 'IEND');
  const of = (type) => parts.filter((part) => part.type === type);
  assert.equal(of('acTL')[0].data.readUInt32BE(0), 168);
  assert.equal(of('fcTL').length, 168);
  assert.equal(of('fdAT').length, 167);
  // Sequence numbers follow on, and each frame has the bytes of its size; most differ from what was before.
  const numbered = parts.filter(({ type }) => type === 'fcTL' || type === 'fdAT').map(({ data }) => data.readUInt32BE(0));
  assert.deepEqual(numbered, numbered.map((_, i) => i));
  const [wide, high] = [parts[0].data.readUInt32BE(0), parts[0].data.readUInt32BE(4)];
  const pictures = [of('IDAT')[0].data, ...of('fdAT').map(({ data }) => data.subarray(4))].map((data) => inflateSync(data));
  of('fcTL').forEach(({ data }, i) => {
    const [w, h, x, y] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at));
    assert.equal(pictures[i].length, (4 * w + 1) * h, `frame ${i}`);
    assert.ok(x + w <= wide && y + h <= high);
  });
  assert.ok(pictures.slice(1).filter((one) => one.some((byte) => byte > 0)).length > 160);
  // A browser plays both.
  for (const [type, data] of [['image/png', bytes], ['image/svg+xml', Buffer.from(svg)]]) {
    const other = await context.newPage();
    await other.setContent(`<img src="data:${type};base64,${data.toString('base64')}">`);
    await other.waitForFunction(() => document.images[0].complete && document.images[0].naturalWidth > 300);
    const shot = async () => (await other.locator('img').screenshot()).toString('base64');
    const first = await shot();
    await other.waitForTimeout(700);
    assert.notEqual(await shot(), first, type);
    await other.close();
  }
  assert.equal(await at(page), 7, 'the moment that is seen stays');
  await page.click('#watch-film-png');
  await says(page, '#film-words', 'Frame');
  await page.click('#film-cancel');
  await page.waitForSelector('dialog.film', { state: 'hidden' });
  await page.waitForTimeout(300);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an exhibition fills the window, goes on by itself, and only its key leads out', async () => {
  const { context, page, complaints } = await open(browser, server, { screen: 'watch' });
  await page.selectOption('#show-key', 'q');
  await page.click('#watch-show');
  await page.waitForSelector('.watch.exhibit.running');
  await page.waitForFunction(() => Number(document.querySelector('#watch-line').getAttribute('aria-valuenow')) > 3, null, { timeout: 30000 });
  for (const key of ['ArrowLeft', 'Tab', 'Enter', '?', 'x', ' ']) await page.keyboard.press(key);
  assert.equal(await page.locator('.exhibit').count(), 1);
  assert.equal(await page.locator('#help').isVisible(), false);
  const size = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('#watch-what')).fontSize));
  assert.ok(size >= 36, `${size} pixels can be read from afar`);
  await page.keyboard.press('q');
  await page.waitForFunction(() => !document.querySelector('.exhibit'));
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [game, query] of [['ricochet', 'run=astar(bounces)&step=60'], ['ricochet', 'run=bfs&run=ida(bounces)&run=greedy(bounces)&run=astar(bounces)&step=60'], ['quoridor', 'run=mcts(rollouts=200)&step=150'], ['sokoban', 'run=astar(matching)&step=8']]) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing, and nothing hangs out: ${game}, ${query}, ${colorScheme}`, async () => {
      // The dark ones are French, on a phone.
      const { context, page, complaints } = await watch(query, { game, colorScheme, bypassCSP: true, ...(colorScheme === 'dark' ? { ...phone, locale: 'fr-FR' } : {}) });
      await page.waitForTimeout(400);
      assert.deepEqual(await axeFinds(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      if (colorScheme === 'dark') {
        const flat = await page.evaluate(() => [...document.querySelectorAll('.watch button, .watch select')].filter((one) => one.checkVisibility()).map((one) => [one.id || one.className, one.getBoundingClientRect().height]).filter(([, height]) => height < 44));
        assert.deepEqual(flat, [], 'all can be met by a finger');
      }
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}

test('a script of one’s own guides a search, beside the game’s', async () => {
  const { context, page, complaints } = await watch('run=astar(manhattan)&run=astar(own)', { game: 'taquin' });
  await page.waitForSelector('[data-watch-lane="2"]');
  assert.deepEqual(await page.locator('.lane-name').allTextContents(), ['1 astar(manhattan)', '2 astar(own)']);
  const chosen = page.locator('.watch-pick').nth(1).locator('select').nth(1);
  assert.equal(await chosen.inputValue(), 'own');
  // What stands in the editor is what is meant.
  await page.evaluate(() => (location.hash = location.hash.replace('/watch/', '/analyse/').split('?')[0]));
  await page.waitForSelector('#script');
  await page.evaluate(() => (document.querySelector('#script').open = true));
  await page.fill('#script-text', '// Nothing is known\n0');
  await page.waitForTimeout(800);
  await page.evaluate(() => (location.hash = `${location.hash.replace('/analyse/', '/watch/').split('?')[0]}?run=ucs&run=astar(own)&steps=1000`));
  await page.waitForFunction(() => document.querySelectorAll('.watch-results tbody tr').length === 2
    && document.querySelector('.watch-results tbody').textContent.includes('ucs'));
  const steps = await page.locator('.watch-results tbody tr').evaluateAll((rows) => rows.map((row) => row.cells[3].textContent));
  assert.equal(steps[0], steps[1], 'without an estimate A* is a search by layers');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('why a script cannot guide a search is told in the language of the page', async () => {
  const { context, page } = await open(browser, server, { game: 'taquin', screen: 'analyse', locale: 'fr-FR' });
  await page.waitForSelector('#script');
  await page.evaluate(() => (document.querySelector('#script').open = true));
  await page.fill('#script-text', '(1 + 2');
  await page.waitForTimeout(800);
  await page.evaluate(() => (location.hash = `${location.hash.replace('/analyse/', '/watch/').split('?')[0]}?run=astar(own)&steps=1000`));
  await says(page, '#toast-text', 'il manque');
  await context.close();
});
