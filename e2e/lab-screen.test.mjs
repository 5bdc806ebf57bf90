// The Lab: a campaign is made by the form, started, watched, stopped and resumed; it outlives the tab and the server; its report is in
// the page and opens boards; a file that is wrong is told of with its line; all of it by keyboard, in two languages.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch, says, serve } from './harness.mjs';

const { PATIENCE = '1' } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'damier-lab-'));
let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve({ data: folder }), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page at a place of the Lab. Whatever it complains of ends up in `complaints`. */
async function arrive(query = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
  context.setDefaultTimeout(60_000 * Number(PATIENCE));
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(server.entrance);
  await page.goto(`${server.origin}/#lab${query && `?${query}`}`);
  await page.waitForSelector('#lab-shipped li', { state: 'attached' });
  return { context, page, complaints };
}
const state = (page, word) => page.waitForFunction((word) => document.querySelector('#lab-state')?.dataset.state === word, word);
const done = (page) => page.evaluate(() => Number(document.querySelector('#lab-figures dd')?.textContent.replace(/\D*of.*/, '').replace(/\D/g, '')));
const moreThan = (page, many) => page.waitForFunction((many) => Number(document.querySelector('#lab-figures dd')?.textContent.replace(/\D*of.*/, '').replace(/\D/g, '')) > many, many);
/** The form is there, and what it wrote was found good. */
const written = (page) => page.waitForFunction(() => document.querySelector('#lab-text-told')?.dataset.state === 'right');

test('a campaign is made, watched, stopped and resumed; it outlives tab and server', async () => {
  const { context, page, complaints } = await arrive('new');
  await written(page);
  await page.selectOption('#lab-game', 'taquin');
  await page.fill('#lab-title', 'Small and many');
  assert.equal(await page.inputValue('#lab-name'), 'small-and-many');
  await page.fill('#lab-option-width', '3');
  await page.fill('#lab-option-height', '3');
  await page.fill('#lab-count', '2000');
  while (await page.$('#lab-algorithms button')) await page.click('#lab-algorithms button');
  await says(page, '#lab-text-told', 'nobody solves anything');
  await page.selectOption('#lab-algorithm', 'astar');
  await page.selectOption('#lab-heuristic', 'misplaced');
  await page.click('#lab-add');
  await page.selectOption('#lab-heuristic', 'manhattan');
  await page.click('#lab-add');
  await written(page);
  const text = await page.inputValue('#lab-text');
  assert.match(text, /generate = \{ .*width = 3, height = 3.* \}\ncount = 2000\n/);
  assert.match(text, /spec = "astar\(misplaced\)"/);
  await says(page, '#lab-text-told', '2,000 boards × 2 algorithms × 1 = 4,000 runs');
  await page.click('#lab-run');
  await page.waitForFunction(() => location.hash === '#lab?campaign=small-and-many');
  await state(page, 'running');
  await moreThan(page, 5);
  const seen = await done(page);
  await moreThan(page, seen);
  await page.waitForFunction(() => /second/.test(document.querySelector('#lab-figures')?.textContent ?? ''));
  // The tab is closed and another one comes.
  await page.reload();
  await state(page, 'running');
  await moreThan(page, seen);
  await page.click('#lab-stop');
  await state(page, 'stopped');
  const stopped = await done(page);
  assert.ok(stopped > seen && stopped < 4000, `${stopped}`);
  assert.equal(await page.textContent('#lab-start'), 'Resume');
  await page.click('#lab-start');
  await state(page, 'running');
  await moreThan(page, stopped);
  // The server ends and comes again at the same place: what is done is kept, and the page finds it by itself.
  const port = new URL(server.origin).port;
  await server.stop('SIGTERM');
  server = await serve({ data: folder, args: ['--port', port] });
  await state(page, 'stopped');
  const kept = await done(page);
  assert.ok(kept >= stopped && kept < 4000, `${kept} of 4000`);
  await page.click('#lab-start');
  await moreThan(page, kept);
  await page.click('#lab-stop');
  await state(page, 'stopped');
  assert.deepEqual(complaints.filter((one) => !/WebSocket|ERR_CONNECTION/.test(one)), []);
  await context.close();
});

test('the report is in the page, cannot reach the app, and opens boards in it', async () => {
  const { context, page } = await arrive('new');
  await written(page);
  await page.selectOption('#lab-game', 'taquin');
  await page.fill('#lab-title', 'A few');
  await page.fill('#lab-option-width', '3');
  await page.fill('#lab-option-height', '3');
  await page.fill('#lab-count', '8');
  await says(page, '#lab-text-told', '8 boards');
  await page.click('#lab-run');
  await state(page, 'done');
  assert.equal(await done(page), 16);
  const frame = page.frameLocator('.lab-frame iframe');
  await frame.locator('h1', { hasText: 'A few' }).waitFor();
  const inside = page.frames().find((one) => one.url().includes('/report'));
  const reach = await inside.evaluate(async () => {
    const tried = {};
    try { tried.top = String(window.top.document.title); } catch { tried.top = null; }
    try { tried.cookie = document.cookie; } catch { tried.cookie = null; }
    tried.fetched = await fetch('/alive').then(() => true, () => false);
    return tried;
  });
  assert.deepEqual(reach, { top: null, cookie: null, fetched: false });
  assert.ok(!inside.url().includes('token'));
  const link = frame.locator('a[href*="#taquin/analyse/"]').first();
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await page.waitForFunction(() => document.body.dataset.game === 'taquin' && document.body.dataset.screen === 'analyse');
  await page.waitForSelector('#board svg .piece');
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.screen === 'lab');
  await frame.locator('h1', { hasText: 'A few' }).waitFor();
  // From a tab of its own, too: a browser keeps the cookie back from where that comes from, so there is a page between.
  const [apart] = await Promise.all([context.waitForEvent('page'), page.click('#lab-apart')]);
  await apart.waitForSelector('a[href*="#taquin/analyse/"]');
  const [board] = await Promise.all([context.waitForEvent('page'), apart.click('a[href*="#taquin/analyse/"] >> nth=0')]);
  await board.click('#on');
  await board.waitForFunction(() => document.body?.dataset.game === 'taquin' && document.body.dataset.screen === 'analyse');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#lab-saved')]);
  assert.equal(saved.suggestedFilename(), 'a-few.html');
  assert.match(readFileSync(await saved.path(), 'utf8'), /A few/);
  await context.close();
});

test('a file that is wrong is told of with its line; a file can be opened and saved', async () => {
  const { context, page } = await arrive('new');
  await written(page);
  await page.fill('#lab-text', 'title = "x"\ngame = "taquin"\nspeed = 3\n');
  await says(page, '#lab-text-told', "line 3, column 1: there is no key 'speed' here");
  assert.equal(await page.getAttribute('#lab-run', 'aria-disabled'), 'true');
  assert.equal(await page.getAttribute('#lab-text', 'aria-invalid'), 'true');
  await page.click('.lab-jump');
  assert.equal(await page.evaluate(() => String(document.querySelector('#lab-text').value.slice(document.querySelector('#lab-text').selectionStart, document.querySelector('#lab-text').selectionEnd))), 'speed = 3');
  await page.fill('#lab-text', 'game = "taquin"\n[[instances]]\nfiles = "/etc/*"\n[[algorithms]]\nspec = "bfs"\n');
  await says(page, '#lab-text-told', 'not from files');
  await page.fill('#lab-text', 'game = "taquin"\n[[instances]]\ngenerate = {}\n[[algorithms]]\ncommand = "sh"\n');
  await says(page, '#lab-text-told', 'a program or a file');
  // What was written by hand is not written over.
  await page.fill('#lab-count', '3');
  assert.match(await page.inputValue('#lab-text'), /command = "sh"/);
  await page.click('#lab-again');
  await written(page);
  assert.doesNotMatch(await page.inputValue('#lab-text'), /command/);
  await page.setInputFiles('#lab-open', { name: 'From Afar.toml', mimeType: 'text/plain', buffer: Buffer.from('title = "Afar"\ngame = "taquin"\n[[instances]]\ngenerate = { width = 3, height = 3 }\ncount = 2\n[[algorithms]]\nspec = "bfs"\n') });
  await says(page, '#lab-text-told', '2 boards × 1 algorithms');
  assert.equal(await page.inputValue('#lab-name'), 'from-afar');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#lab-down')]);
  assert.equal(saved.suggestedFilename(), 'from-afar.toml');
  await page.click('#lab-save');
  await page.waitForFunction(() => location.hash === '#lab?campaign=from-afar');
  await state(page, 'new');
  await page.click('#lab-to-file');
  await page.waitForFunction(() => document.querySelector('#lab-edit')?.value.includes('title = "Afar"'));
  await page.fill('#lab-edit', (await page.inputValue('#lab-edit')).replace('count = 2', 'count = 4'));
  await page.waitForSelector('#lab-keep:not([aria-disabled])');
  await page.click('#lab-keep');
  await page.click('#lab-to-report');
  await page.click('#lab-remove');
  await page.click('#ask-yes');
  await page.waitForFunction(() => location.hash === '#lab' && !document.querySelector('[data-campaign=from-afar]'));
  await context.close();
});

test('every game has a form whose file is good, in French too', async () => {
  const { context, page } = await arrive('new', { locale: 'fr-FR' });
  for (const game of ['ricochet', 'sokoban', 'quoridor', 'taquin']) {
    await page.selectOption('#lab-game', game);
    await page.waitForFunction((game) => document.querySelector('#lab-text')?.value.includes(`game = "${game}"`), game);
    await written(page);
    const told = await page.textContent('#lab-text-told');
    assert.match(told, /au plus/);
    const english = await page.evaluate(() => [...document.querySelectorAll('#lab [data-i18n]')].filter((one) => one.textContent === one.dataset.i18n).map((one) => one.dataset.i18n));
    assert.deepEqual(english, []);
  }
  await context.close();
});

test('by keyboard alone: from the front door to a running campaign and to its end', async () => {
  const { context, page } = await arrive();
  await page.goto(`${server.origin}/#home`);
  await page.waitForFunction(() => document.body.dataset.screen === 'home');
  /** Tabs on until an element has the focus. */
  const tabTo = async (selector) => {
    for (let n = 0; n < 150; n += 1) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} is not reached`);
  };
  await tabTo('#lab-door');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#lab-shipped li');
  await tabTo('#lab-new');
  await page.keyboard.press('Enter');
  await written(page);
  await tabTo('#lab-title');
  await page.keyboard.type('By keys');
  await tabTo('#lab-game');
  await page.keyboard.type('Taquin');
  await tabTo('#lab-option-width');
  await page.keyboard.type('3');
  await tabTo('#lab-option-height');
  await page.keyboard.type('3');
  await tabTo('#lab-count');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await written(page);
  await says(page, '#lab-text-told', '2 boards');
  await page.waitForSelector('#lab-run:not([aria-disabled])');
  await tabTo('#lab-run');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#lab?campaign=by-keys');
  await state(page, 'done');
  await tabTo('#lab-to-file');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#lab-edit:not([hidden])');
  await context.close();
});
