// Lessons: every one that comes with the program is walked from its first step to its last, in both languages; a
// teacher's own are read from a folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { axeFinds, browser, is, open, says, serve, server, small, start } from './harness.mjs';

start();

const names = [...new Set(readdirSync(new URL('../lessons/', import.meta.url)).map((file) => file.split('.')[0]))].sort();
const text = async (page, selector) => (await page.locator(selector).first().textContent()).trim();
/** Waits until an element says something like this. */
const like = (page, selector, pattern) => page.waitForFunction(([selector, pattern]) =>
  new RegExp(pattern).test(document.querySelector(selector)?.textContent?.trim() ?? ''), [selector, pattern.source]);
/** What a step shows has come: the searches of a watch, the figures of a microscope, or a board. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector('#main')?.getAttribute('aria-busy') === null);
  const screen = await page.evaluate(() => location.hash.split('?')[0].split('/')[1]);
  if (screen === 'watch') {
    await page.waitForSelector('.watch.running');
    await page.waitForFunction(() => document.querySelector('#watch-what')?.textContent);
  } else if (screen === 'analyse' && (await page.evaluate(() => location.hash.includes('heuristic=')))) {
    await page.waitForSelector('#scope-results:not([hidden])');
  } else await page.waitForSelector('.board svg');
  return screen;
}

for (const [language, first] of [['en', 'Lessons'], ['fr', 'Leçons']]) {
  test(`every lesson is walked from first to last step (${language})`, async () => {
    const { context, page, complaints } = await open(browser, server, { screen: 'learn', locale: language });
    await says(page, '.lessons-part h2', first);
    await page.waitForSelector('[data-lesson]');
    assert.deepEqual((await page.locator('[data-lesson]').evaluateAll((all) => all.map((one) => one.dataset.lesson))).sort(), names);
    assert.ok(names.length >= 7);
    for (const name of names) {
      await page.evaluate((game) => (location.hash = `#${game}/learn`), 'ricochet');
      await page.click(`[data-lesson="${name}"]`);
      await page.waitForSelector('#lesson:not([hidden])');
      const of = await page.locator('#lesson .steps button').count();
      assert.ok(of >= 5, `${name}: ${of} steps`);
      let exercises = 0;
      for (let step = 1; step <= of; step += 1) {
        await page.waitForFunction((end) => location.hash.endsWith(end), `lesson=${name}.${step}`);
        await settled(page);
        assert.ok((await text(page, '#lesson-heading')).length > 2);
        assert.ok((await text(page, '#lesson-text')).length > 30, `${name} ${step}`);
        exercises += await page.locator('.lesson-exercise').count();
        // A step that names a moment is at that moment.
        const wanted = await page.evaluate(() => /[?&]at=([\d,]+)/.exec(location.hash)?.[1]);
        if (wanted) assert.equal(await page.evaluate(() => /[?&]at=([\d,]+)/.exec(location.hash)?.[1]), wanted);
        if (step < of) await page.click('#lesson-next');
      }
      assert.ok(await page.locator('#lesson-next').isHidden());
      assert.ok(exercises >= 2, `${name}: ${exercises} exercises`);
      await page.click('#lesson-close');
      await page.waitForFunction(() => !location.hash.includes('lesson='));
      assert.ok(await page.locator('#lesson').isHidden());
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('an address opens a lesson at its step; notes and answers are there when they are asked for', async () => {
  const { context, page } = await open(browser, server, { screen: 'learn' });
  const href = await page.getAttribute(`[data-lesson="${names[0]}"]`, 'href');
  await page.goto('about:blank');
  await page.goto(`${server.origin}/${href.replace(/\.1$/, '.2')}`);
  await like(page, '#lesson-place', /^Step 2 of \d+$/);
  await settled(page);
  const heading = await text(page, '#lesson-heading');
  await page.reload();
  await is(page, '#lesson-heading', heading);
  await settled(page);
  // Back and forward go through steps.
  await page.keyboard.press('Shift+ArrowRight');
  await like(page, '#lesson-place', /^Step 3/);
  await page.goBack();
  await like(page, '#lesson-place', /^Step 2/);
  await is(page, '#lesson-heading', heading);
  const notes = async () => page.locator('.lesson-note').count();
  let [shown, answered] = [0, 0];
  await page.check('#lesson-notes');
  for (const dot of await page.locator('#lesson .steps button').all()) {
    await dot.click();
    shown += await notes();
    for (const summary of await page.locator('.lesson-exercise summary').all()) {
      await summary.click();
      answered += 1;
      assert.ok(await page.locator('.lesson-exercise details[open]').first().isVisible());
    }
  }
  assert.ok(shown > 0 && answered > 0, `${shown} notes, ${answered} answers`);
  await page.uncheck('#lesson-notes');
  assert.equal(await notes(), 0);
  // Another language has the same step.
  const place = await page.evaluate(() => location.hash.split('lesson=')[1]);
  await page.click('[data-lang=fr]');
  await like(page, '#lesson-place', /^Étape \d+ sur \d+$/);
  await page.waitForSelector('#lesson-body[lang=fr]', { state: 'attached' });
  assert.equal(await page.evaluate(() => location.hash.split('lesson=')[1]), place);
  await context.close();
});

test('a lesson can be taken to a board of one’s own', async () => {
  const { context, page } = await open(browser, server, { screen: 'learn' });
  const board = () => page.evaluate(() => location.hash.split('?')[0].split('/')[2]);
  await page.click(`[data-lesson="${names[0]}"]`);
  await settled(page);
  const theirs = await board();
  assert.notEqual(theirs, small);
  await page.check('#lesson-own');
  // Another board is put on the table while the lesson stays open.
  await page.evaluate((code) => (location.hash = `#ricochet/play/${code}`), small);
  await page.waitForFunction((code) => location.hash.startsWith(`#ricochet/play/${code}?lesson=`), small);
  await page.click('#lesson-next');
  await page.waitForFunction(() => /watch.*lesson=.*\.2\.own$/.test(location.hash));
  await settled(page);
  assert.equal(await board(), small, 'the table stays');
  await page.uncheck('#lesson-own');
  await page.waitForFunction((code) => location.hash.split('?')[0].split('/')[2] === code, theirs);
  await context.close();
});

test('nothing is in a reader’s way, on a phone either', async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { context, page } = await open(browser, server, { screen: 'learn', viewport });
    await page.click(`[data-lesson="${names[0]}"]`);
    await settled(page);
    assert.deepEqual(await axeFinds(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is cut off at the side');
    if (viewport.width < 900) {
      await page.click('#lesson-fold');
      assert.ok(await page.locator('#lesson-body').isHidden());
      assert.ok(await page.locator('#lesson-next').isVisible());
    }
    await context.close();
  }
});

test('a teacher adds a lesson without a compiler; a wrong one is told with its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
  const good = '---\ntitle: My maze\ngame: taquin\n---\n\nAbout mazes.\n\n## Look\n\nA **bold** word.\n\n::watch run=bfs step=2 steps=1000\n';
  writeFileSync(join(folder, '0-maze.en.md'), good);
  writeFileSync(join(folder, '0-wrong.en.md'), good.replace('run=bfs', 'run=bfz'));
  const other = await serve({ args: ['--port', '0', '--lessons', folder] });
  const { context, page } = await open(browser, other, { game: 'taquin', screen: 'learn' });
  await like(page, '.lessons-wrong', /0-wrong\.en\.md .*12.*bfz/);
  await page.click('[data-lesson="0-maze"]');
  await settled(page);
  await is(page, '#lesson-title', 'My maze');
  assert.equal(await text(page, '#lesson-text strong'), 'bold');
  await like(page, '#watch-place', /^expansion 2 of/);
  // What is written anew is there when the page is loaded anew.
  writeFileSync(join(folder, '0-maze.en.md'), good.replace('My maze', 'Another maze'));
  await page.reload();
  await is(page, '#lesson-title', 'Another maze');
  await context.close();
  await other.stop();
  const check = (file) => execFileSync(process.env.DAMIER, ['lessons', 'check', join(folder, file)], { encoding: 'utf8', stdio: 'pipe' });
  assert.match(check('0-maze.en.md'), /1 steps?, Another maze/);
  assert.throws(() => check('0-wrong.en.md'), (error) => error.status === 30 && /line 12.*bfz/.test(error.stderr));
  rmSync(folder, { recursive: true });
});
